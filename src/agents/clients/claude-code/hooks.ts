/** Claude Code's hooks, translated. Pure. */
import type { AgentEvent, EventBody } from "../../../core/agent/agent-event.ts";
import {
  commonBody,
  type HookContext,
  HookPayload,
  headOf,
  toolCallOf,
} from "../common/hook-payload.ts";
import { failureOfHook } from "./failures.ts";
import { isSpokenByPerson } from "./spoken.ts";

/** Null if the payload is not a hook's. */
export function fromClaudeCode(
  eventName: string,
  payload: unknown,
  context: HookContext,
): AgentEvent | null {
  const parsed = HookPayload.safeParse(payload);
  if (!parsed.success) return null;
  const head = headOf("claude-code", parsed.data, parsed.data.prompt_id, context.at);
  return { ...head, ...bodyOf(eventName, parsed.data, context) };
}

function bodyOf(eventName: string, payload: HookPayload, context: HookContext): EventBody {
  switch (eventName) {
    case "UserPromptSubmit":
      // Finished background tasks also arrive as prompts, but no person said them.
      return isSpokenByPerson(payload.prompt)
        ? commonBody(eventName, payload, context)
        : { type: "seen" };
    case "PostToolUseFailure":
      return {
        type: "tool_finished",
        ...toolCallOf(payload),
        response: payload.error,
        hasFailed: true,
      };
    case "Notification":
      return {
        type: "notified",
        kind: payload.notification_type,
        message: payload.message,
        subject: null,
      };
    case "Elicitation":
      return { type: "form_opened", ...formIn(payload) };
    case "ElicitationResult":
      return {
        type: "form_closed",
        server: payload.mcp_server_name,
        action: actionIn(payload),
        content: payload.content,
      };
    case "StopFailure":
      // A sub-agent's failure is for the agent that started it to deal with.
      return { type: "failed", ...failureOfHook(payload) };
    case "SubagentStop":
      // Without a sub-agent's id, this would look like a stop of the agent itself.
      return payload.agent_id === null ? { type: "seen" } : commonBody("Stop", payload, context);
    default:
      return commonBody(eventName, payload, context);
  }
}

function formIn({ mcp_server_name: server, message, url, requested_schema: schema }: HookPayload) {
  return { server, message, url, schema };
}

/** An unknown action says no more than that the form is over. */
function actionIn({ action }: HookPayload): "accept" | "decline" | "cancel" {
  return action === "accept" || action === "decline" ? action : "cancel";
}
