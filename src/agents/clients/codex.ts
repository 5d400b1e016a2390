/** Codex's hooks, translated: Claude Code's shapes under the same names, with a `turn_id` for each prompt. Pure. */
import type { AgentEvent, EventBody } from "../events.ts";
import { type HookContext, HookPayload, headOf, toolCallOf } from "./hook-payload.ts";

export function fromCodex(eventName: string, payload: unknown, context: HookContext): AgentEvent | null {
  const parsed = HookPayload.safeParse(payload);
  if (!parsed.success) return null;
  const { data } = parsed;
  return { ...headOf("codex", data, data.turn_id ?? data.prompt_id, context.at), ...bodyOf(eventName, data, context) };
}

function bodyOf(eventName: string, payload: HookPayload, { pane }: HookContext): EventBody {
  switch (eventName) {
    case "SessionStart":
      return { type: "session_started", source: payload.source, pane };
    case "SessionEnd":
      return { type: "session_ended", reason: payload.reason };
    case "UserPromptSubmit":
      return { type: "prompt_submitted", text: payload.prompt };
    case "PreToolUse":
      return { type: "tool_starting", ...toolCallOf(payload) };
    case "PostToolUse":
      return { type: "tool_finished", ...toolCallOf(payload), response: payload.tool_response, hasFailed: false };
    case "PermissionRequest":
      return { type: "permission_asked", ...toolCallOf(payload), suggestions: payload.permission_suggestions };
    case "Stop":
    case "Interrupt":
      return { type: "stopped", text: payload.last_assistant_message };
    default:
      return { type: "seen" };
  }
}
