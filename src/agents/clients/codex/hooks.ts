/**
 * Codex's hooks, translated. They look like Claude Code's, with a `turn_id` for each prompt. Pure.
 */
import type { AgentEvent, EventBody } from "../../../core/agent/agent-event.ts";
import {
  commonBody,
  type HookContext,
  HookPayload,
  headOf,
  toolCallOf,
} from "../common/hook-payload.ts";
import { givenAnswers } from "./given-answers.ts";

export function fromCodex(
  eventName: string,
  payload: unknown,
  context: HookContext,
): AgentEvent | null {
  const parsed = HookPayload.safeParse(payload);
  if (!parsed.success) return null;
  const { data } = parsed;
  return {
    ...headOf("codex", data, data.turn_id ?? data.prompt_id, context.at),
    ...bodyOf(eventName, data, context),
  };
}

function bodyOf(eventName: string, payload: HookPayload, context: HookContext): EventBody {
  switch (eventName) {
    case "Interrupt":
      return commonBody("Stop", payload, context);
    case "PermissionRequest":
      return permission(payload);
    case "PostToolUse":
      return commonBody(
        eventName,
        { ...payload, tool_response: answersIn(payload) ?? payload.tool_response },
        context,
      );
    default:
      return commonBody(eventName, payload, context);
  }
}

/**
 * The model's reason is part of the command's input in this hook only. It is taken out, so that the
 * input equals that of the call's other hooks.
 */
function permission(payload: HookPayload): EventBody {
  const { description: remark, ...input } = payload.tool_input;
  const isCommand = payload.tool_name === "Bash" && typeof remark === "string";
  const call = toolCallOf(isCommand ? { ...payload, tool_input: input } : payload);
  // A hook's reply has no room for any.
  const asked = { type: "permission_asked", ...call, suggestions: [] } as const;
  return isCommand ? { ...asked, remark } : asked;
}

function answersIn({ tool_name, tool_input, tool_response }: HookPayload): unknown {
  if (tool_name !== "request_user_input" || typeof tool_response !== "string") return null;
  return givenAnswers(tool_input, tool_response);
}
