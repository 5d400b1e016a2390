/**
 * Codex's hooks, translated. They look like Claude Code's, with a `turn_id` for each prompt. Pure.
 */
import type { AgentEvent, EventBody } from "../../../core/agent/agent-event.ts";
import { jsonIn } from "../../../core/json.ts";
import {
  commonBody,
  type HookContext,
  HookPayload,
  headOf,
  toolCallOf,
} from "../common/hook-payload.ts";

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
      return permission(payload, context);
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
function permission(payload: HookPayload, context: HookContext): EventBody {
  const { description: remark, ...input } = payload.tool_input;
  const isCommand = payload.tool_name === "Bash" && typeof remark === "string";
  if (!isCommand) return commonBody("PermissionRequest", payload, context);
  const call = toolCallOf({ ...payload, tool_input: input });
  return { type: "permission_asked", ...call, suggestions: payload.permission_suggestions, remark };
}

/**
 * Turns the text `{"answers": {"<question id>": {"answers": [...]}}}` into answers by question
 * text.
 */
function answersIn({ tool_name, tool_input, tool_response }: HookPayload): unknown {
  if (tool_name !== "request_user_input" || typeof tool_response !== "string") return null;
  const questions: unknown[] = Array.isArray(tool_input["questions"])
    ? tool_input["questions"]
    : [];
  const answers = fieldOf(jsonIn(tool_response), "answers");
  const given = questions.flatMap((question) => {
    const answer = fieldOf(fieldOf(answers, String(fieldOf(question, "id"))), "answers");
    return answer === undefined ? [] : [[String(fieldOf(question, "question")), answer]];
  });
  return given.length === 0 ? null : { answers: Object.fromEntries(given) };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
