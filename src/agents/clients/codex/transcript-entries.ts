/**
 * Reads one line of Codex's session file, its rollout. Approvals leave no line there: of a call that
 * was allowed only its end is told, and of one that was refused only what the model reads. Pure; the
 * format is the vendor's own.
 */
import { z } from "zod";
import { microsecondsOf } from "../../../core/agent/stamp.ts";
import { isRecord, jsonIn } from "../../../core/json.ts";
import { isBlank } from "../common/content.ts";
import type { CalledTool } from "../common/tool-questions.ts";
import type { Entry, EntryBody, EntryHead } from "../common/transcript-entry.ts";
import { isForAgent } from "../common/words-for-agents.ts";
import { failureOf } from "./failure.ts";

const Name = z.string().min(1);
const Text = z.string().catch("");
const Parts = z.array(z.object({ text: Text })).catch([]);
const Line = z.object({ timestamp: Text, payload: z.looseObject({ type: Name }) });
type Payload = z.infer<typeof Line>["payload"];

const Item = z.object({
  turn_id: Name,
  item: z.object({ type: Name, id: Name, content: Parts, status: Text }),
  completed_at_ms: z.number().catch(0),
});
const Call = z.object({
  call_id: Name,
  name: Name,
  namespace: Text,
  /** JSON; a free-form tool has `input` instead. */
  arguments: Text,
  input: Text,
});
const Output = z.object({ call_id: Name, output: z.union([z.string(), Parts]).catch("") });
const TurnEnd = z.object({
  turn_id: Text,
  error: z
    .object({ message: Text, codex_error_info: z.unknown().optional() })
    .nullish()
    .catch(null),
});

export function codexEntries(bytes: Buffer): Entry[] {
  // Most of a session's bytes are instructions and counts of tokens.
  if (!TELLING.some((type) => bytes.includes(type))) return [];
  const line = Line.safeParse(jsonIn(bytes.toString())).data;
  return line === undefined ? [] : entriesOf(line.payload, microsecondsOf(line.timestamp));
}

const TELLING = ["item_completed", "tool_call", "function_call", "task_complete", "turn_aborted"];

function entriesOf(payload: Payload, at: number | null): Entry[] {
  switch (payload.type) {
    case "item_completed":
      return itemEntries(payload, at);
    case "function_call":
    case "custom_tool_call":
      return callEntries(payload, at);
    case "function_call_output":
    case "custom_tool_call_output":
      return outputEntries(payload, at);
    case "task_complete":
    case "turn_aborted":
      return endEntries(payload, at);
    default:
      return [];
  }
}

function itemEntries(payload: Payload, at: number | null): Entry[] {
  const { turn_id, item, completed_at_ms } = Item.safeParse(payload).data ?? {};
  if (item === undefined || turn_id === undefined) return [];
  // Some services give the same id to several messages.
  const head = { uuid: `${turn_id} ${item.id} ${completed_at_ms}`, at };
  const text = item.content.map((part) => part.text).join("\n");
  switch (item.type) {
    case "UserMessage":
      if (isBlank(text) || isForAgent(text)) return [];
      // Words for a turn under way have its id.
      return [{ ...head, promptId: turn_id, type: "prompt", text, isSteering: false }];
    case "AgentMessage":
      return isBlank(text) ? [] : [{ ...head, promptId: null, type: "text", text, isFinal: false }];
    case "CommandExecution":
    case "FileChange":
    case "McpToolCall":
      return [{ ...head, promptId: null, ...resultOf(item.id, "", item.status === "declined") }];
    default:
      return [];
  }
}

function callEntries(payload: Payload, at: number | null): Entry[] {
  const call = Call.safeParse(payload).data;
  if (call === undefined) return [];
  const head: EntryHead = { uuid: `${call.call_id} call`, promptId: null, at };
  return [{ ...head, type: "call", toolUseId: call.call_id, ...calledTool(call) }];
}

function outputEntries(payload: Payload, at: number | null): Entry[] {
  const { call_id, output } = Output.safeParse(payload).data ?? {};
  if (call_id === undefined || output === undefined) return [];
  const text = typeof output === "string" ? output : output.map((part) => part.text).join("\n");
  const head: EntryHead = { uuid: `${call_id} output`, promptId: null, at };
  return [{ ...head, ...resultOf(call_id, text.slice(0, LONGEST_WORDS), REFUSED.test(text)) }];
}

const LONGEST_WORDS = 20_000;
/** What the model reads of a call that a person refused or interrupted. */
const REFUSED =
  /^(?:exec_command failed: CreateProcess \{ message: "Rejected\(|(?:exec command|patch) rejected by user|(?:Wall time: [\d.]+ seconds\n)?aborted by user)/;

function resultOf(toolUseId: string, text: string, hasFailed: boolean): EntryBody {
  const said = { answers: null, annotations: undefined, decision: null };
  return { type: "result", toolUseId, hasFailed, text, ...said };
}

function endEntries(payload: Payload, at: number | null): Entry[] {
  const { turn_id, error } = TurnEnd.safeParse(payload).data ?? {};
  if (turn_id === undefined) return [];
  const head: EntryHead = { uuid: `${turn_id} ${payload.type}`, promptId: null, at };
  if (payload.type === "turn_aborted") return [{ ...head, type: "interrupted" }];
  if (!error) return [{ ...head, type: "ended" }];
  const moment = new Date((at ?? 0) / 1000);
  return [{ ...head, type: "failed", ...failureOf(error.message, error.codex_error_info, moment) }];
}

const SHELLS = new Set(["exec_command", "shell", "shell_command", "local_shell"]);

/** The call as Codex's hooks and its daemon tell of it. */
function calledTool({ name, namespace, ...call }: z.infer<typeof Call>): CalledTool {
  const given = jsonIn(call.arguments);
  const input = isRecord(given) ? given : {};
  if (SHELLS.has(name)) {
    const script = [input["cmd"] ?? input["command"]].flat();
    return { toolName: "Bash", input: { command: String(script.at(-1) ?? "") } };
  }
  if (name === "apply_patch")
    return { toolName: name, input: { command: call.input || String(input["input"] ?? "") } };
  return { toolName: namespace === "" ? name : `${namespace}__${name}`, input };
}

/** Whether this is the first line of a file that tells the whole session in the form we know. */
export function isCodexHead(line: string): boolean {
  const { type, payload } = Head.safeParse(jsonIn(line)).data ?? {};
  return type === "session_meta" && payload?.history_mode === "paginated";
}

const Head = z.object({ type: z.string(), payload: z.object({ history_mode: Text }) });
