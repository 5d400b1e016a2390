/** Gemini CLI's hooks, translated: the same shape with names of its own. Pure. */
import type { AgentEvent, EventBody } from "../events.ts";
import { type HookContext, HookPayload, headOf, toolCallOf } from "./hook-payload.ts";

export function fromGemini(eventName: string, payload: unknown, context: HookContext): AgentEvent | null {
  const parsed = HookPayload.safeParse(payload);
  if (!parsed.success) return null;
  const { data } = parsed;
  return { ...headOf("gemini", data, data.prompt_id, context.at), ...bodyOf(eventName, data, context) };
}

function bodyOf(eventName: string, payload: HookPayload, { pane }: HookContext): EventBody {
  switch (eventName) {
    case "SessionStart":
      return { type: "session_started", source: payload.source, pane };
    case "SessionEnd":
      return { type: "session_ended", reason: payload.reason };
    case "BeforeAgent":
      return { type: "prompt_submitted", text: payload.prompt };
    case "BeforeTool":
      return { type: "tool_starting", ...toolCallOf(payload) };
    case "AfterTool":
      return { type: "tool_finished", ...toolCallOf(payload), response: payload.tool_response, hasFailed: false };
    case "AfterAgent":
      return { type: "stopped", text: payload.prompt_response };
    case "Notification":
      return { type: "notified", kind: payload.notification_type, message: payload.message };
    default:
      return { type: "seen" };
  }
}
