/**
 * Reads one line of Claude Code's transcript into entries. Pure; the format is the vendor's own.
 */
import { microsecondsOf } from "../../../core/agent/stamp.ts";
import { isRecord, jsonIn } from "../../../core/json.ts";
import { isBlank } from "../common/content.ts";
import type { Entry, EntryHead, Result } from "../common/transcript-entry.ts";
import { failureOfLine, resumptionIn } from "./failures.ts";
import { isCommandOutput, isInterruption, isSpokenByPerson, slashCommandIn } from "./spoken.ts";
import { isWorthReading } from "./worth-reading.ts";

/**
 * The line's entries for the log. Empty for lines that do not matter, unknown types and broken
 * ones.
 */
export function entriesIn(line: string): Entry[] {
  const parsed = jsonIn(line);
  if (!isRecord(parsed) || parsed["isSidechain"] === true || typeof parsed["agentId"] === "string")
    return [];
  switch (parsed["type"]) {
    case "user":
      return userEntries(parsed);
    case "assistant":
      return assistantEntries(parsed);
    case "system":
      return systemEntries(parsed);
    case "attachment":
      return queuedEntries(parsed);
    default:
      return [];
  }
}

/** The same from a line's bytes. Most lines are not worth decoding. */
export function claudeCodeEntries(line: Buffer): Entry[] {
  return isWorthReading(line) ? entriesIn(line.toString()) : [];
}

const END_MARKS = new Set(["stop_hook_summary", "turn_duration"]);
const LONGEST_WORDS = 20_000;

function headOf(line: Record<string, unknown>): EntryHead {
  const { uuid, promptId, timestamp } = line;
  return {
    uuid: typeof uuid === "string" ? uuid : null,
    promptId: typeof promptId === "string" ? promptId : null,
    at: typeof timestamp === "string" ? microsecondsOf(timestamp) : null,
  };
}

function systemEntries(line: Record<string, unknown>): Entry[] {
  const { subtype, content } = line;
  if (subtype === "informational") {
    const isByItself = resumptionIn(content);
    return isByItself === null ? [] : [{ ...headOf(line), type: "resumption", isByItself }];
  }
  if (END_MARKS.has(String(subtype))) return [{ ...headOf(line), type: "ended" }];
  const command =
    subtype === "local_command" && typeof content === "string" ? slashCommandIn(content) : null;
  return command === null ? [] : [{ ...headOf(line), type: "command", text: command }];
}

function userEntries(line: Record<string, unknown>): Entry[] {
  const head = headOf(line);
  const content = contentOf(line);
  const results = content.filter((block) => block["type"] === "tool_result");
  if (results.length > 0) return results.flatMap((block) => resultEntry(head, block, line));
  if (line["isMeta"] === true || line["isCompactSummary"] === true) return [];
  const text = textIn(content);
  if (isInterruption(text)) return [{ ...head, type: "interrupted" }];
  if (isBlank(text)) return [];
  if (isFromPerson(line["origin"], line["promptSource"]) && isSpokenByPerson(text)) {
    return [{ ...head, type: "prompt", text, isSteering: false }];
  }
  if (head.promptId === null) return [];
  if (isCommandOutput(text)) return [{ ...head, type: "ended" }];
  // A slash command with a prompt id makes the agent work. Without one, only the program acts on
  // it.
  const command = slashCommandIn(text);
  return [
    command === null
      ? { ...head, type: "woken" }
      : { ...head, type: "prompt", text: command, isSteering: false },
  ];
}

function assistantEntries(line: Record<string, unknown>): Entry[] {
  const head = headOf(line);
  const message = isRecord(line["message"]) ? line["message"] : {};
  if (line["isApiErrorMessage"] === true)
    return [{ ...head, type: "failed", ...failureOfLine(line, textIn(contentOf(line))) }];
  const isFinal = FINAL_REASONS.has(String(message["stop_reason"]));
  return contentOf(line).flatMap((block, index): Entry[] => {
    const { type, text, id, name, input } = block;
    if (type === "text" && typeof text === "string" && !isBlank(text)) {
      if (message["model"] === "<synthetic>" && text === NO_REPLY) return [];
      return [{ ...partOf(head, index), type: "text", text, isFinal }];
    }
    if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") return [];
    return [
      {
        ...partOf(head, index),
        type: "call",
        toolUseId: id,
        toolName: name,
        input: isRecord(input) ? input : {},
      },
    ];
  });
}

const FINAL_REASONS = new Set(["end_turn", "stop_sequence", "max_tokens", "refusal"]);
const NO_REPLY = "No response requested.";

/** Lines hold one block today. If a line holds several, each gets its own id. */
function partOf(head: EntryHead, index: number): EntryHead {
  return index === 0 || head.uuid === null ? head : { ...head, uuid: `${head.uuid}#${index}` };
}

/**
 * Text typed while the agent works reaches it with the next tool result and never as a user line.
 */
function queuedEntries(line: Record<string, unknown>): Entry[] {
  const attachment = line["attachment"];
  if (!isRecord(attachment) || attachment["type"] !== "queued_command") return [];
  const { prompt, commandMode, origin } = attachment;
  const text = typeof prompt === "string" ? prompt : textIn(blocksOf(prompt));
  const isWords = commandMode === undefined || commandMode === "prompt";
  if (!isWords || !isFromPerson(origin, undefined) || isBlank(text) || !isSpokenByPerson(text))
    return [];
  return [{ ...headOf(line), type: "prompt", text, isSteering: true }];
}

function isFromPerson(origin: unknown, promptSource: unknown): boolean {
  const kind = isRecord(origin) ? origin["kind"] : undefined;
  return (kind === undefined || kind === "human") && promptSource !== "system";
}

function resultEntry(
  head: EntryHead,
  block: Record<string, unknown>,
  line: Record<string, unknown>,
): Entry[] {
  const toolUseId = block["tool_use_id"];
  if (typeof toolUseId !== "string") return [];
  const outcome = isRecord(line["toolUseResult"]) ? line["toolUseResult"] : {};
  const result: Result = {
    hasFailed: block["is_error"] === true,
    text: wordsOf(block["content"]),
    answers: isRecord(outcome["answers"]) ? outcome["answers"] : null,
    annotations: outcome["annotations"],
    decision: decisionOf(line["permissionDecision"]),
  };
  return [{ ...head, type: "result", toolUseId, ...result }];
}

/** A rule that a person saved earlier also has a `user_` source, but nobody was asked this time. */
function decisionOf(decision: unknown): Result["decision"] {
  if (!isRecord(decision)) return null;
  const { source, reasonType } = decision;
  const isPerson = String(source).startsWith("user_") && reasonType !== "rule";
  const by = isPerson ? "person" : source === "hook" ? "hook" : "other";
  return { isAllowed: decision["decision"] === "accept", by };
}

function contentOf(line: Record<string, unknown>): Record<string, unknown>[] {
  return isRecord(line["message"]) ? blocksOf(line["message"]["content"]) : [];
}

function blocksOf(content: unknown): Record<string, unknown>[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

function textIn(blocks: readonly Record<string, unknown>[]): string {
  return blocks
    .flatMap((block) =>
      block["type"] === "text" && typeof block["text"] === "string" ? [block["text"]] : [],
    )
    .join("\n");
}

function wordsOf(content: unknown): string {
  const text = textIn(blocksOf(content));
  return text.length > LONGEST_WORDS ? text.slice(0, LONGEST_WORDS) : text;
}
