/** Hooks that mean the same wherever a client has them, by the names that most give them. Pure. */
import type { EventBody } from "../../../core/agent/agent-event.ts";
import { type HookContext, type HookPayload, toolCallOf } from "./hook-payload.ts";

export function commonBody(eventName: string, payload: HookPayload, { pane }: HookContext): EventBody {
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
      return { type: "stopped", text: payload.last_assistant_message };
    default:
      return { type: "seen" };
  }
}
