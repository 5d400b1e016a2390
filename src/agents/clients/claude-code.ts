/** Claude Code's hooks, translated. Pure. */
import type { AgentEvent, EventBody } from "../events.ts";
import { isSpokenByPerson } from "../transcript/spoken.ts";
import { type HookContext, HookPayload, headOf, toolCallOf } from "./hook-payload.ts";

/** Null when it is no hook payload at all. */
export function fromClaudeCode(eventName: string, payload: unknown, context: HookContext): AgentEvent | null {
  const parsed = HookPayload.safeParse(payload);
  if (!parsed.success) return null;
  const head = headOf("claude-code", parsed.data, parsed.data.prompt_id, context.at);
  return { ...head, ...bodyOf(eventName, parsed.data, context) };
}

function bodyOf(eventName: string, payload: HookPayload, { pane }: HookContext): EventBody {
  switch (eventName) {
    case "SessionStart":
      return { type: "session_started", source: payload.source, pane };
    case "SessionEnd":
      return { type: "session_ended", reason: payload.reason };
    case "UserPromptSubmit":
      // Finished background tasks come in as prompts too, and nobody said them.
      return isSpokenByPerson(payload.prompt) ? { type: "prompt_submitted", text: payload.prompt } : { type: "seen" };
    case "PreToolUse":
      return { type: "tool_starting", ...toolCallOf(payload) };
    case "PostToolUse":
      return { type: "tool_finished", ...toolCallOf(payload), response: payload.tool_response, hasFailed: false };
    case "PostToolUseFailure":
      return { type: "tool_finished", ...toolCallOf(payload), response: payload.error, hasFailed: true };
    case "PermissionRequest":
      return { type: "permission_asked", ...toolCallOf(payload), suggestions: payload.permission_suggestions };
    case "Notification":
      return { type: "notified", kind: payload.notification_type, message: payload.message };
    case "Stop":
    case "StopFailure":
      return { type: "stopped", text: payload.last_assistant_message };
    case "SubagentStop":
      // Without its name it would be taken for the agent itself.
      return payload.agent_id === null ? { type: "seen" } : { type: "stopped", text: payload.last_assistant_message };
    default:
      return { type: "seen" };
  }
}
