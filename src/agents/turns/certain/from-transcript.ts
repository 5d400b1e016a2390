/**
 * Applies the transcript, which is certain: its entries become turns in their order. They confirm
 * turns that hooks reported before, matched by ids first, then by content and occurrence.
 */

import { microsecondsOf, stampOf } from "../../../core/agent/stamp.ts";
import { isFileLate, writesEnds } from "../../clients/clients.ts";
import { contentHash, isBlank, withoutBeginning } from "../../clients/common/content.ts";
import { isAskingTool } from "../../clients/common/tool-questions.ts";
import type { Entry } from "../../clients/common/transcript-entry.ts";
import { keys, type TrackedTurn, trackTurn } from "../fold/tracked-turn.ts";
import { textsUnderWay, withoutLines } from "../provisional/delivered-texts.ts";
import {
  addReady,
  applyCertainSignal,
  doubtfulTurns,
  type Transaction,
} from "../write/apply-fold.ts";
import { type Conversation, hasTranscript, pendingTurns } from "../write/conversation.ts";
import { namedAsByHooks } from "./call-names.ts";
import {
  advanceDelivery,
  confirm,
  dropOvertaken,
  type EntryOf,
  isCertain,
  isDialog,
  isOfEarlierRun,
  isOfRun,
  isPrompt,
  isRepeated,
  isStop,
  type Known,
  stampFor,
} from "./confirm-turns.ts";
import { applyCall, applyResult } from "./dialog-entries.ts";
import { applyFailure, applyResumption } from "./failure.ts";
import { applyInterruption } from "./interruption.ts";
import { beginUntoldRun, keepUnwritten } from "./lost-lines.ts";

export async function applyEntries(
  transaction: Transaction,
  read: readonly Entry[],
): Promise<void> {
  const entries = read.map((entry) => namedAsByHooks(transaction.conversation, entry));
  const known = await findKnown(transaction, entries);
  for (const entry of entries) await applyEntry(transaction, entry, known);
}

/** The turns that these entries may make and that the log has already. */
async function findKnown(
  { conversation, writer }: Transaction,
  entries: readonly Entry[],
): Promise<Known> {
  const wanted = entries.flatMap((entry) => keysOf(conversation, entry));
  if (wanted.length === 0) return new Map();
  const pending = new Map(pendingTurns(conversation).map((turn) => [turn.id, turn]));
  const found = await writer.log.findTurns(conversation.agent.id, { keys: wanted });
  return new Map(found.map((row) => [row.key, pending.get(row.id) ?? trackTurn(row)]));
}

function keysOf(conversation: Conversation, entry: Entry): string[] {
  switch (entry.type) {
    case "prompt":
      return [keyOf(entry), ...(entry.uuid === null ? [] : [keys.text(entry.uuid)])];
    case "text":
      return [keyOf(entry)];
    case "call":
      return isAskingTool(entry.toolName) ? [keys.tool(entry.toolUseId)] : [];
    case "result": {
      const { toolUseId, decision } = entry;
      const mayAsk = isAskingTool(conversation.calls.get(toolUseId)?.toolName ?? "");
      const mayBePerson = decision === null || decision.by === "person";
      const wasAsked = mayAsk || mayBePerson || entry.answers !== null || entry.hasFailed;
      const questions = wasAsked ? [keys.tool(toolUseId), keys.permission(toolUseId)] : [];
      return questions.flatMap((key) => [key, keys.answer(key)]);
    }
    default:
      return [];
  }
}

function keyOf(entry: EntryOf<"prompt"> | EntryOf<"text">): string {
  const { uuid, promptId, at, text } = entry;
  const id = uuid ?? `${at ?? 0}:${contentHash(text)}`;
  if (entry.type === "text") return keys.text(id);
  if (entry.isSteering) return keys.steering(id);
  return promptId === null ? keys.text(id) : keys.prompt(promptId, contentHash(text));
}

/** Equal texts with the same prompt id are one prompt, unless the transcript has two lines. */
function keyFor(entry: EntryOf<"prompt">, known: Known): string {
  const key = keyOf(entry);
  const same = known.get(key);
  const isAnother =
    same !== undefined && isCertain(same) && entry.uuid !== null && same.row.uuid !== entry.uuid;
  return isAnother && entry.uuid !== null ? keys.text(entry.uuid) : key;
}

async function applyEntry(transaction: Transaction, entry: Entry, known: Known): Promise<void> {
  const { conversation } = transaction;
  conversation.lines.note(entry, conversation.newestStamp, isInLog(entry, known));
  if (conversation.pending.length > 0 && entry.at !== null)
    await addReady(transaction, stampOf(entry.at));
  switch (entry.type) {
    case "prompt":
      return applyPrompt(transaction, entry, known);
    case "text":
      return applyText(transaction, entry, known);
    case "call":
      return applyCall(transaction, entry, known);
    case "result":
      return applyResult(transaction, entry, known);
    case "woken":
      if (isRepeated(transaction) || entry.promptId === conversation.state.promptId) return;
      conversation.run = { isOver: false, hasReply: false };
      return applyCertainSignal(transaction, { type: "woken", promptId: entry.promptId });
    case "command":
      return applyCommand(transaction, entry, known);
    case "failed":
      return applyFailure(transaction, entry, known);
    case "resumption":
      conversation.run = { isOver: false, hasReply: false };
      return applyResumption(transaction, entry);
    case "ended":
    case "interrupted":
      if (!hasTranscript(conversation) || !writesEnds(conversation.agent.client))
        return entry.type === "interrupted" ? applyInterruption(transaction, entry) : undefined;
      return isRepeated(transaction) ? undefined : endRun(transaction, entry, known);
  }
}

async function endRun(
  transaction: Transaction,
  entry: EntryOf<"ended"> | EntryOf<"interrupted">,
  known: Known,
): Promise<void> {
  const { conversation } = transaction;
  const isOfThis = (turn: TrackedTurn) => isOfRun(turn, entry, conversation.state.promptId);
  await keepUnwritten(transaction, (turn) => isStop(turn) && isOfThis(turn));
  applyCertainSignal(transaction, { type: entry.type });
  conversation.run.isOver = true;
  await dropOvertaken(
    transaction,
    known,
    (turn) => (isStop(turn) || isDialog(turn)) && isOfThis(turn),
  );
}

/** Whether the log has this line's turn; undefined for lines that are no turn. */
function isInLog(entry: Entry, known: Known): boolean | undefined {
  if (entry.type !== "prompt" && entry.type !== "text") return undefined;
  const turn = known.get(keyOf(entry)) ?? known.get(keys.text(entry.uuid ?? ""));
  return turn !== undefined && isCertain(turn) && turn.row.uuid === entry.uuid;
}

async function applyPrompt(
  transaction: Transaction,
  entry: EntryOf<"prompt">,
  known: Known,
): Promise<void> {
  const { conversation } = transaction;
  const isEndUntold = !writesEnds(conversation.agent.client);
  const key = keyFor(entry, known);
  const hash = contentHash(entry.text);
  const prompts = pendingTurns(conversation).filter(
    ({ row }) => row.actor === "USER" && !row.key.endsWith(":answer"),
  );
  const alike = prompts.filter(({ row }) => row.contentHash === hash);
  const isSame = ({ row }: TrackedTurn) => row.promptId === entry.promptId;
  // A text typed while the agent worked was reported with that run's prompt id. It gets its own id
  // when the agent takes it.
  const isNobodys = ({ row: { promptId } }: TrackedTurn) =>
    promptId === null ||
    entry.promptId === null ||
    entry.isSteering ||
    conversation.runs.includes(promptId);
  const corrected = entry.isSteering || entry.promptId === null ? undefined : prompts.find(isSame);
  const turn =
    known.get(key) ??
    alike.find(isSame) ??
    alike.find(isNobodys) ??
    corrected ??
    (await toldBeforeFile(transaction, entry, hash));
  if (turn !== null && isCertain(turn)) return;
  if (entry.isSteering) await beginUntoldRun(transaction, entry);
  // Earlier texts that never appear here were taken back, or joined with another text.
  if (!entry.isSteering) {
    const doubtful = await doubtfulTurns(transaction);
    // If the agent took this prompt at once, no earlier text still waits for the end of a run.
    const isAtOnce = turn !== null && isSame(turn);
    const wasTakenBack = ({ row }: TrackedTurn) =>
      isAtOnce && row.key.startsWith("delivery:") && row.promptId !== null;
    const isLeft = (other: TrackedTurn) =>
      other !== turn &&
      (isStop(other) ||
        isDialog(other) ||
        isPrompt(other) ||
        doubtful.includes(other) ||
        wasTakenBack(other));
    const isOvertaken = (other: TrackedTurn) =>
      isLeft(other) && isOfEarlierRun(transaction, other, entry);
    await keepUnwritten(transaction, isOvertaken);
    await dropOvertaken(transaction, known, isOvertaken);
    conversation.run = { isOver: false, hasReply: false };
    if (isEndUntold) await endBeforePrompt(transaction, known, entry, turn);
  }
  const isHooks = entry.isSteering || isEndUntold;
  const promptId = entry.promptId ?? (isHooks ? (turn?.row.promptId ?? null) : null);
  const said = {
    key,
    uuid: entry.uuid,
    promptId,
    toolUseId: null,
    text: entry.text,
    contentHash: hash,
  };
  await confirm(transaction, turn, known, {
    ...said,
    actor: "USER",
    timestamp: stampFor(transaction, entry),
    question: null,
    askId: null,
  });
  if (!entry.isSteering) await handBack(transaction, known, entry.promptId, hash);
}

/**
 * A file may come only after hooks have told what is in it. Then their turns are certain already.
 * Nothing but the first run can be told so early.
 */
async function toldBeforeFile(
  { conversation, writer }: Transaction,
  entry: EntryOf<"prompt"> | EntryOf<"text">,
  hash: string,
): Promise<TrackedTurn | null> {
  const isFirst = conversation.runs.length <= 1 && isFileLate(conversation.agent.client);
  if (!isFirst || entry.at === null) return null;
  const { at } = entry;
  const kind = entry.type === "prompt" ? "prompt:" : "stop:";
  const rows = await writer.log.findTurns(conversation.agent.id, { contentHashes: [hash] });
  const row = rows.find(
    ({ key, timestampSource, place }) =>
      key.startsWith(kind) && timestampSource === "server" && place !== null,
  );
  const isNear = Math.abs((microsecondsOf(row?.timestamp ?? "") ?? 0) - at) < WRITTEN_WITHIN;
  return row === undefined || !isNear ? null : trackTurn(row);
}

const WRITTEN_WITHIN = 3_600_000_000;

/** Where no line ends a run, the next prompt does. It may join several texts of ours. */
async function endBeforePrompt(
  transaction: Transaction,
  known: Known,
  { text }: EntryOf<"prompt">,
  turn: TrackedTurn | null,
): Promise<void> {
  const { phase } = transaction.conversation.state;
  if (phase !== "IDLE" && phase !== "COMPLETE") applyCertainSignal(transaction, { type: "ended" });
  for (const typed of textsUnderWay(transaction)) {
    if (typed === turn || withoutLines(text, typed.row.text) === null) continue;
    await advanceDelivery(transaction, typed);
    await dropOvertaken(transaction, known, (other) => other === typed);
  }
}

/**
 * The program ran the command itself: no hook reports such a text and no run follows, so no turn.
 */
async function applyCommand(
  transaction: Transaction,
  entry: EntryOf<"command">,
  known: Known,
): Promise<void> {
  const hash = contentHash(entry.text);
  const typed = pendingTurns(transaction.conversation).find(
    ({ row }) =>
      row.key.startsWith("delivery:") && row.contentHash === hash && row.promptId === null,
  );
  if (typed === undefined) return;
  await advanceDelivery(transaction, typed);
  await dropOvertaken(transaction, known, (turn) => turn === typed);
}

/**
 * This prompt's hook may have been matched to an equal text that steered the agent. That text gets
 * the prompt id of the other hook instead, or none.
 */
async function handBack(
  transaction: Transaction,
  known: Known,
  promptId: string | null,
  hash: string,
): Promise<void> {
  const { conversation, writer } = transaction;
  const steered = conversation.steering.find(
    ({ row }) => row.promptId === promptId && row.contentHash === hash,
  );
  if (promptId === null || steered === undefined) return;
  const other = pendingTurns(conversation).find(
    (turn) => isPrompt(turn) && turn.row.contentHash === hash,
  );
  writer.change(steered, { promptId: other?.row.promptId ?? null });
  if (other !== undefined) await dropOvertaken(transaction, known, (turn) => turn === other);
}

async function applyText(
  transaction: Transaction,
  entry: EntryOf<"text">,
  known: Known,
): Promise<void> {
  const { conversation } = transaction;
  const key = keyOf(entry);
  if (known.has(key)) return;
  await beginUntoldRun(transaction, entry);
  if (entry.isFinal) conversation.run.hasReply = true;
  const hash = contentHash(entry.text);
  const stops = pendingTurns(conversation).filter(isStop);
  const turn =
    stops.find(({ row }) => row.contentHash === hash) ??
    (await toldBeforeFile(transaction, entry, hash));
  const isFinal = entry.isFinal || (turn !== null && !writesEnds(conversation.agent.client));
  if (turn === null) for (const stop of stops) shorten(transaction, stop, entry.text);
  await confirm(transaction, turn, known, {
    key,
    uuid: entry.uuid,
    promptId: conversation.state.promptId,
    toolUseId: null,
    text: entry.text,
    contentHash: hash,
    actor: "AGENT",
    intent: isFinal ? "COMPLETION" : "PROGRESS",
    timestamp: stampFor(transaction, entry),
    question: null,
    askId: turn?.row.askId ?? null,
  });
}

/** A stop holds the whole last message; the part that the transcript has is cut from it. */
function shorten({ writer }: Transaction, stop: TrackedTurn, text: string): void {
  const rest = withoutBeginning(stop.row.text, text);
  if (rest !== null && !isBlank(rest))
    writer.change(stop, { text: rest, contentHash: contentHash(rest) });
}
