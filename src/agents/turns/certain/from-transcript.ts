/**
 * What the transcript says is certain: its entries become turns in their order, and take over what hooks told before,
 * found again by ids first, then by content and occurrence.
 */

import { stampOf } from "../../../core/agent/stamp.ts";
import type { Entry } from "../../clients/claude-code/transcript-entries.ts";
import { contentHash, isBlank, withoutBeginning } from "../../clients/common/content.ts";
import { isAskingTool } from "../../clients/common/tool-questions.ts";
import { keys, refOf, type TurnRef } from "../fold/tracked-turn.ts";
import { doubtfulRefs, enterReady, noticeCertain, type Work } from "../write/apply-fold.ts";
import { hasTranscript, pendingRefs, type Session } from "../write/conversation.ts";
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
import { takeCall, takeResult } from "./dialog-entries.ts";
import { takeInterruption } from "./interruption.ts";

export async function takeEntries(work: Work, entries: readonly Entry[]): Promise<void> {
  const known = await findKnown(work, entries);
  for (const entry of entries) await takeEntry(work, entry, known);
}

/** Keys of turns that these entries may make and the log has already. */
async function findKnown({ session, scribe }: Work, entries: readonly Entry[]): Promise<Known> {
  const wanted = entries.flatMap((entry) => keysOf(session, entry));
  if (wanted.length === 0) return new Map();
  const pending = new Map(pendingRefs(session).map((ref) => [ref.id, ref]));
  const found = await scribe.log.findTurns(session.agent.id, { keys: wanted });
  return new Map(found.map((turn) => [turn.key, pending.get(turn.id) ?? refOf(turn)]));
}

function keysOf(session: Session, entry: Entry): string[] {
  switch (entry.type) {
    case "prompt":
      return [keyOf(entry), ...(entry.uuid === null ? [] : [keys.text(entry.uuid)])];
    case "text":
      return [keyOf(entry)];
    case "call":
      return isAskingTool(entry.toolName) ? [keys.tool(entry.toolUseId)] : [];
    case "result": {
      const { toolUseId, decision } = entry;
      const mayAsk = isAskingTool(session.calls.get(toolUseId)?.toolName ?? "");
      const wasAsked = mayAsk || decision?.by !== "other" || entry.answers !== null || entry.hasFailed;
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

/** Equal words with the same prompt's id are the same prompt, unless the transcript has them as two. */
function keyFor(entry: EntryOf<"prompt">, known: Known): string {
  const key = keyOf(entry);
  const same = known.get(key);
  const isAnother = same !== undefined && isCertain(same) && entry.uuid !== null && same.turn.uuid !== entry.uuid;
  return isAnother && entry.uuid !== null ? keys.text(entry.uuid) : key;
}

async function takeEntry(work: Work, entry: Entry, known: Known): Promise<void> {
  const { session } = work;
  if (session.pending.length > 0 && entry.at !== null) await enterReady(work, stampOf(entry.at));
  switch (entry.type) {
    case "prompt":
      return takePrompt(work, entry, known);
    case "text":
      return takeText(work, entry, known);
    case "call":
      return takeCall(work, entry, known);
    case "result":
      return takeResult(work, entry, known);
    case "woken":
      if (isRepeated(work, entry) || entry.promptId === session.state.promptId) return;
      return noticeCertain(work, { type: "woken", promptId: entry.promptId });
    case "command":
      return takeCommand(work, entry, known);
    case "ended":
    case "interrupted":
      if (!hasTranscript(session.agent.client))
        return entry.type === "interrupted" ? takeInterruption(work, entry) : undefined;
      if (isRepeated(work, entry)) return;
      noticeCertain(work, { type: entry.type });
      return dropOvertaken(
        work,
        known,
        (ref) => (isStop(ref) || isDialog(ref)) && isOfRun(ref, entry, session.state.promptId),
      );
  }
}

async function takePrompt(work: Work, entry: EntryOf<"prompt">, known: Known): Promise<void> {
  const { session } = work;
  const key = keyFor(entry, known);
  const hash = contentHash(entry.text);
  const prompts = pendingRefs(session).filter(({ turn }) => turn.actor === "USER" && !turn.key.endsWith(":answer"));
  const alike = prompts.filter(({ turn }) => turn.contentHash === hash);
  const isSame = ({ turn }: TurnRef) => turn.promptId === entry.promptId;
  // What was typed while the agent worked was told with the id of that run, and gets one of its own when its turn comes.
  const isNobodys = ({ turn: { promptId } }: TurnRef) =>
    promptId === null || entry.promptId === null || entry.isSteering || session.runs.includes(promptId);
  const corrected = entry.isSteering || entry.promptId === null ? undefined : prompts.find(isSame);
  const ref = known.get(key) ?? alike.find(isSame) ?? alike.find(isNobodys) ?? corrected ?? null;
  if (ref !== null && isCertain(ref)) return;
  // What was typed before and never shows up here was taken back, or joined with other words.
  if (!entry.isSteering) {
    const doubtful = await doubtfulRefs(work);
    // An agent that takes a prompt at once has nothing left that waits for the end of a run.
    const isAtOnce = ref !== null && isSame(ref);
    const wasTakenBack = ({ turn }: TurnRef) => isAtOnce && turn.key.startsWith("delivery:") && turn.promptId !== null;
    const isLeft = (other: TurnRef) =>
      other !== ref &&
      (isStop(other) || isDialog(other) || isPrompt(other) || doubtful.includes(other) || wasTakenBack(other));
    await dropOvertaken(work, known, (other) => isLeft(other) && isOfEarlierRun(work, other, entry));
  }
  const promptId = entry.promptId ?? (entry.isSteering ? (ref?.turn.promptId ?? null) : null);
  const said = { key, uuid: entry.uuid, promptId, toolUseId: null, text: entry.text, contentHash: hash };
  await confirm(work, ref, known, {
    ...said,
    actor: "USER",
    timestamp: stampFor(work, entry),
    question: null,
    askId: null,
  });
  if (!entry.isSteering) await handBack(work, known, entry.promptId, hash);
}

/** It was carried out, which is all there is to say of it: no hook tells of such a text, and no run follows. */
async function takeCommand(work: Work, entry: EntryOf<"command">, known: Known): Promise<void> {
  const hash = contentHash(entry.text);
  const typed = pendingRefs(work.session).find(
    ({ turn }) => turn.key.startsWith("delivery:") && turn.contentHash === hash && turn.promptId === null,
  );
  if (typed === undefined) return;
  await advanceDelivery(work, typed);
  await dropOvertaken(work, known, (ref) => ref === typed);
}

/** The hook of this very prompt was taken for that of equal words that steered: those belong to another hook, if any. */
async function handBack(work: Work, known: Known, promptId: string | null, hash: string): Promise<void> {
  const { session, scribe } = work;
  const steered = session.steering.find(({ turn }) => turn.promptId === promptId && turn.contentHash === hash);
  if (promptId === null || steered === undefined) return;
  const other = pendingRefs(session).find((ref) => isPrompt(ref) && ref.turn.contentHash === hash);
  scribe.change(steered, { promptId: other?.turn.promptId ?? null });
  if (other !== undefined) await dropOvertaken(work, known, (ref) => ref === other);
}

async function takeText(work: Work, entry: EntryOf<"text">, known: Known): Promise<void> {
  const { session } = work;
  const key = keyOf(entry);
  if (known.has(key)) return;
  const hash = contentHash(entry.text);
  const stops = pendingRefs(session).filter(isStop);
  const ref = stops.find(({ turn }) => turn.contentHash === hash) ?? null;
  if (ref === null) for (const stop of stops) shorten(work, stop, entry.text);
  await confirm(work, ref, known, {
    key,
    uuid: entry.uuid,
    promptId: session.state.promptId,
    toolUseId: null,
    text: entry.text,
    contentHash: hash,
    actor: "AGENT",
    intent: entry.isFinal ? "COMPLETION" : "PROGRESS",
    timestamp: stampFor(work, entry),
    question: null,
    askId: ref?.turn.askId ?? null,
  });
}

/** A stop tells all of the last message; what the transcript has of it need not be said again. */
function shorten({ scribe }: Work, stop: TurnRef, text: string): void {
  const rest = withoutBeginning(stop.turn.text, text);
  if (rest !== null && !isBlank(rest)) scribe.change(stop, { text: rest, contentHash: contentHash(rest) });
}
