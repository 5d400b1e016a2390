/**
 * What opencode's plugin reports, translated. It passes opencode's requests on as they are. Prompts
 * and replies come by the transcript that the plugin writes. Pure.
 */
import { z } from "zod";
import type { AgentEvent, EventBody, ToolCall } from "../../../core/agent/agent-event.ts";
import { microsecondsOf, stampOf } from "../../../core/agent/stamp.ts";
import { commonBody, type HookContext, HookPayload, headOf } from "../common/hook-payload.ts";
import { answersByQuestion } from "./answers.ts";
import { calledTool, isOwnPermission } from "./called-tool.ts";

const Args = z.record(z.string(), z.unknown()).catch({});
const Words = z.array(z.string()).catch([]);
const Request = z.object({
  id: z.string(),
  permission: z.string().catch(""),
  patterns: Words,
  always: Words,
  metadata: Args,
  questions: z.unknown().optional(),
  tool: z.object({ callID: z.string() }).nullable().catch(null),
});
type Request = z.infer<typeof Request>;

const Payload = HookPayload.extend({
  request: Request.nullable().catch(null),
  call: z.object({ tool: z.string(), args: Args }).nullable().catch(null),
  /** False where the plugin has no way to answer. */
  answerable: z.boolean().catch(true),
  reply: z.string().catch(""),
  answers: z.array(z.array(z.string())).catch([]),
});
type Payload = z.infer<typeof Payload>;

export function fromOpencode(
  eventName: string,
  payload: unknown,
  context: HookContext,
): AgentEvent | null {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) return null;
  const { data } = parsed;
  const head = headOf("opencode", data, null, context.at);
  // The plugin's own clock: the processes that it starts overtake each other.
  const said = microsecondsOf(data.timestamp ?? "");
  const at = said === null || stampOf(said) > head.at ? head.at : stampOf(said);
  return { ...head, at, ...bodyOf(eventName, data, context) };
}

function bodyOf(eventName: string, payload: Payload, context: HookContext): EventBody {
  const { request, call } = payload;
  switch (eventName) {
    case "SessionStart":
    case "SessionEnd":
      return commonBody(eventName, payload, context);
    case "PermissionRequest":
      return request === null ? { type: "seen" } : asked(callOf(request, call), request, payload);
    case "DialogReplied":
      return request === null ? { type: "seen" } : replied(callOf(request, call), payload);
    default:
      return { type: "seen" };
  }
}

function asked(call: ToolCall, { always }: Request, { answerable }: Payload): EventBody {
  const subject = call.input["command"];
  if (!answerable)
    return {
      type: "notified",
      kind: "ToolPermission",
      message: "",
      subject: typeof subject === "string" ? subject : call.toolName,
    };
  const rules = always.map((ruleContent) => ({ toolName: call.toolName, ruleContent }));
  const rule = { type: "addRules", rules, behavior: "allow", destination: "session" };
  return { type: "permission_asked", ...call, suggestions: rules.length === 0 ? [] : [rule] };
}

function replied(call: ToolCall, { reply, answers }: Payload): EventBody {
  const ended = { type: "tool_finished", ...call, hasFailed: false, response: null } as const;
  switch (reply) {
    case "lost":
      return { ...ended, dialog: "lost" };
    case "reject":
      return { ...ended, hasFailed: true, dialog: "declined" };
    case "once":
    case "always":
      return ended;
    default:
      return { ...ended, response: { answers: answersByQuestion(call.input, answers) } };
  }
}

function callOf(request: Request, call: Payload["call"]): ToolCall {
  const { id, permission, patterns, metadata, questions, tool } = request;
  const callId = tool?.callID ?? id;
  if (permission === "")
    return { toolUseId: callId, ...calledTool("question", { questions: questions ?? [] }) };
  if (call !== null && isOwnPermission(permission, call.tool))
    return {
      toolUseId: callId,
      ...calledTool(call.tool, { ...call.args, ...commandIn(metadata) }),
    };
  // A call may need several permissions, such as one for a folder besides its own.
  return {
    toolUseId: `${callId}/${permission}`,
    toolName: call === null && metadata["command"] !== undefined ? "Bash" : permission,
    input: { ...call?.args, ...metadata, patterns, ...(call && { tool: call.tool }) },
  };
}

/** Another plugin may have changed the command; opencode asks about this one. */
function commandIn({ command }: Request["metadata"]): Record<string, unknown> {
  return typeof command === "string" ? { command } : {};
}
