/**
 * Reads one line of Gemini CLI's chat file. A message is written again under its id once its calls
 * have ended; the results of calls and the session's context are written as a user's, too. No line
 * says that a run is over, and no hook that somebody interrupted it. Pure; the format is the
 * vendor's own.
 */
import { z } from "zod";
import { microsecondsOf } from "../../../core/agent/stamp.ts";
import { jsonIn } from "../../../core/json.ts";
import { isBlank } from "../common/content.ts";
import type { Entry, EntryHead } from "../common/transcript-entry.ts";
import { FILES } from "./hooks.ts";
import { responseIn } from "./tool-response.ts";

const Text = z.string().catch("");
const Parts = z.array(z.looseObject({ text: z.string().optional().catch(undefined) }));
const Response = z.object({ output: Text, error: Text });
const Call = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  args: z.record(z.string(), z.unknown()).catch({}),
  status: Text,
  timestamp: Text,
  result: z.array(z.object({ functionResponse: z.object({ response: Response }) })).catch([]),
});
const Line = z.object({
  id: z.string().min(1),
  timestamp: Text,
  type: z.string(),
  content: z.union([z.string(), Parts]).catch(""),
  toolCalls: z.array(z.unknown()).catch([]),
});
type Line = z.infer<typeof Line>;

export function geminiEntries(bytes: Buffer): Entry[] {
  const line = Line.safeParse(jsonIn(bytes.toString())).data;
  return line === undefined ? [] : entriesOf(line);
}

function entriesOf(line: Line): Entry[] {
  const head: EntryHead = { uuid: line.id, promptId: null, at: microsecondsOf(line.timestamp) };
  const text = textIn(line.content);
  switch (line.type) {
    case "user": {
      const said = text.replace(FILES, "");
      if (isBlank(said) || CONTEXT.test(said)) return [];
      return [{ ...head, type: "prompt", text: said, isSteering: false }];
    }
    case "gemini": {
      const said: Entry[] = isBlank(text) ? [] : [{ ...head, type: "text", text, isFinal: false }];
      return [...said, ...line.toolCalls.flatMap((call) => callEntries(head, call))];
    }
    case "info":
      return CANCELLED.has(text) ? [{ ...head, type: "interrupted" }] : [];
    default:
      return [];
  }
}

/** A line with the result of a call holds no words of anybody. */
function textIn(content: Line["content"]): string {
  if (typeof content === "string") return content;
  return content.flatMap(({ text }) => text ?? []).join("\n");
}

const CONTEXT = /^\s*<session_context>/;
const CANCELLED = new Set(["Request cancelled.", "User cancelled the request."]);

function callEntries(message: EntryHead, told: unknown): Entry[] {
  const call = Call.safeParse(told).data;
  if (call === undefined) return [];
  const { id: toolUseId, name: toolName, args: input } = call;
  const head = { uuid: `${message.uuid} ${toolUseId}`, promptId: null };
  const begun: Entry = { ...head, at: message.at, type: "call", toolUseId, toolName, input };
  if (!ENDED.has(call.status)) return [begun];
  const said = call.result
    .map(({ functionResponse: { response } }) => response.output || response.error)
    .join("\n");
  const refusal = BLOCKED.exec(said)?.[1];
  const text = refusal ?? said;
  const { response, hasFailed } = responseIn(text, input);
  return [
    begun,
    {
      ...head,
      ...{ uuid: `${head.uuid} result`, at: microsecondsOf(call.timestamp) ?? message.at },
      ...{ type: "result", toolUseId, text },
      hasFailed: hasFailed || refusal !== undefined || call.status === "cancelled",
      ...{ answers: response, annotations: undefined, decision: null },
    },
  ];
}

// A hook refused the call, which never ran.
const BLOCKED = /^Tool execution blocked: ([\s\S]*)$/;
const ENDED = new Set(["success", "error", "cancelled"]);

/** Whether this is the first line of a chat file, which then tells the whole session. */
export function isGeminiHead(line: string): boolean {
  return Head.safeParse(jsonIn(line)).success;
}

const Head = z.object({ sessionId: z.string().min(1), projectHash: z.string() });
