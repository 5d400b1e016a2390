/**
 * Reads one line of the transcript that our plugin writes for an opencode session. A line holds
 * what opencode said of one part of a message, or of the session. Pure.
 */
import { z } from "zod";
import { microsecondsOf } from "../../../core/agent/stamp.ts";
import { jsonIn } from "../../../core/json.ts";
import { isBlank } from "../common/content.ts";
import type { Entry, EntryHead, Result } from "../common/transcript-entry.ts";
import { answersByQuestion } from "./answers.ts";
import { calledTool } from "./called-tool.ts";
import { failureIn, waitIn } from "./failures.ts";

const Text = z.string().catch("");
const Line = z.object({
  id: z.string().nullable().catch(null),
  at: Text,
  type: z.string(),
  role: Text,
  promptId: z.string().nullable().catch(null),
  text: Text,
  isSteering: z.boolean().catch(false),
  tool: Text,
  callID: Text,
  input: z.record(z.string(), z.unknown()).catch({}),
  answers: z.array(z.array(z.string())).nullable().catch(null),
  status: z.unknown().optional(),
  /** How the tool's permission was decided: "once", "always", "reject", or "itself". */
  reply: z.string().nullable().catch(null),
  error: z.unknown().optional(),
  permission: Text,
  patterns: z.array(z.string()).catch([]),
});
type Line = z.infer<typeof Line>;

export function opencodeEntries(bytes: Buffer): Entry[] {
  const line = Line.safeParse(jsonIn(bytes.toString())).data;
  return line === undefined ? [] : entriesOf(line);
}

function entriesOf(line: Line): Entry[] {
  const head: EntryHead = {
    uuid: line.id,
    promptId: line.role === "user" ? line.promptId : null,
    at: microsecondsOf(line.at),
  };
  switch (line.type) {
    case "text":
      return textEntry(head, line);
    case "call":
      return [
        { ...head, type: "call", toolUseId: line.callID, ...calledTool(line.tool, line.input) },
      ];
    case "result":
      return [{ ...head, type: "result", toolUseId: line.callID, ...resultIn(line) }];
    case "refused":
      return [{ ...head, type: "text", text: refusalIn(line), isFinal: false }];
    case "ended":
      return [{ ...head, type: "ended" }];
    case "error":
      return [{ ...head, ...failureIn(line.error) }];
    case "retry":
      return waitIn(line.status, head.at).map((wait) => ({ ...head, ...wait }));
    default:
      return [];
  }
}

function textEntry(head: EntryHead, { role, text, isSteering }: Line): Entry[] {
  if (isBlank(text)) return [];
  return role === "user"
    ? [{ ...head, type: "prompt", text, isSteering }]
    : [{ ...head, type: "text", text, isFinal: false }];
}

function resultIn({ text, status, input, answers, reply }: Line): Result {
  return {
    text,
    hasFailed: status === "error",
    answers: answers === null ? null : answersByQuestion(input, answers),
    annotations: undefined,
    decision: reply === null ? null : decisionIn(reply),
  };
}

function decisionIn(reply: string): Result["decision"] {
  return reply === "itself"
    ? { isAllowed: false, by: "other" }
    : { isAllowed: reply !== "reject", by: "person" };
}

/** In the conversation, so that nobody wonders why the agent could not do it. */
function refusalIn({ permission, patterns }: Line): string {
  const what = permission === "" ? "A question" : `${permission}: ${patterns.join(", ")}`;
  return `opencode refused this by itself, without asking anybody, as \`opencode run\` does. ${what}`;
}
