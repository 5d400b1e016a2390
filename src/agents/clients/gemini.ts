/** Gemini CLI's hooks, translated: the same shape with names of its own. Pure. */
import type { AgentEvent, EventBody } from "../events.ts";
import { commonBody } from "./common-hooks.ts";
import { type HookContext, HookPayload, headOf } from "./hook-payload.ts";

export function fromGemini(eventName: string, payload: unknown, context: HookContext): AgentEvent | null {
  const parsed = HookPayload.safeParse(payload);
  if (!parsed.success) return null;
  const { data } = parsed;
  // It numbers no prompts. The moment of one tells it from the same words said again.
  const promptId = eventName === "BeforeAgent" ? data.timestamp : null;
  return { ...headOf("gemini", data, promptId, context.at), ...bodyOf(eventName, data, context) };
}

function bodyOf(eventName: string, payload: HookPayload, context: HookContext): EventBody {
  switch (eventName) {
    case "SessionStart":
    case "SessionEnd":
      return commonBody(eventName, payload, context);
    case "BeforeAgent":
      return commonBody("UserPromptSubmit", payload, context);
    case "BeforeTool":
      return commonBody("PreToolUse", payload, context);
    case "AfterTool":
      return commonBody("PostToolUse", payload, context);
    case "AfterAgent":
      return { type: "stopped", text: payload.prompt_response };
    case "Notification":
      return { type: "notified", kind: payload.notification_type, message: payload.message };
    default:
      return { type: "seen" };
  }
}
