/** Confirms provisional turns by the transcript, and drops those that it went past. */

import { stampOf } from "../../../core/agent/stamp.ts";
import type { NewTurn } from "../../../store/agent-log.ts";
import type { Entry } from "../../clients/common/transcript-entry.ts";
import type { TrackedTurn } from "../fold/tracked-turn.ts";
import { addCertain, type Transaction } from "../write/apply-fold.ts";
import { pendingTurns, withoutPending } from "../write/conversation.ts";
import { dropPending } from "../write/pending-turns.ts";

export type EntryOf<Type> = Extract<Entry, { type: Type }>;

/** Turns in the log that the current entries may match, by key. */
export type Known = Map<string, TrackedTurn>;

export type Confirmed = Omit<
  NewTurn,
  "agentId" | "taskId" | "intent" | "answeredByTurnId" | "timestampSource" | "place"
> &
  Partial<Pick<NewTurn, "intent">>;

/** Makes the turn certain, whether a hook reported it before or not. */
export async function confirm(
  transaction: Transaction,
  turn: TrackedTurn | null,
  known: Known,
  certain: Confirmed,
): Promise<void> {
  const { conversation, writer } = transaction;
  const row = { ...certain, timestampSource: "jsonl" } as const;
  if (turn === null) {
    const empty = {
      agentId: conversation.agent.id,
      taskId: null,
      intent: "PROGRESS",
      answeredByTurnId: null,
      place: null,
    } as const;
    const added: TrackedTurn = {
      id: null,
      row: { ...empty, ...row },
      question: null,
      opened: null,
    };
    known.set(row.key, added);
    return addCertain(transaction, added);
  }
  const wasPending = conversation.pending.some((item) => "turn" in item && item.turn === turn);
  withoutPending(conversation, turn);
  if (known.get(turn.row.key) === turn) known.delete(turn.row.key);
  writer.change(turn, row);
  known.set(row.key, turn);
  // Otherwise it was folded earlier, when only the hook was known.
  if (wasPending) await addCertain(transaction, turn);
  await advanceDelivery(transaction, turn);
}

/** A text that we typed is consumed once the agent's transcript has it. */
export async function advanceDelivery(
  { conversation, writer }: Transaction,
  turn: TrackedTurn,
): Promise<void> {
  if (turn.row.actor !== "USER" || turn.id === null) return;
  const open = await writer.log.deliveries(conversation.agent.id, {
    states: ["queued", "typed", "accepted", "indeterminate"],
    limit: 50,
  });
  for (const delivery of open.filter(({ turnId }) => turnId === turn.id)) {
    await writer.changeDelivery(delivery.id, [delivery.state], { state: "consumed", detail: null });
  }
}

/** Drops pending turns that the transcript went past. */
export async function dropOvertaken(
  transaction: Transaction,
  known: Known,
  isOvertaken: (turn: TrackedTurn) => boolean,
): Promise<void> {
  for (const { row } of await dropPending(transaction, isOvertaken)) known.delete(row.key);
}

export function findTurn(
  { conversation }: Transaction,
  known: Known,
  key: string,
): TrackedTurn | null {
  return known.get(key) ?? pendingTurns(conversation).find(({ row }) => row.key === key) ?? null;
}

export function isCertain({ row }: TrackedTurn): boolean {
  return row.timestampSource === "jsonl";
}

export function isStop({ row }: TrackedTurn): boolean {
  return row.key.startsWith("stop:");
}

export function isDialog({ row }: TrackedTurn): boolean {
  return row.askId === null && /^dialog:|:permission(?::answer)?$/.test(row.key);
}

/** Compares prompt ids if both are known, otherwise times. */
export function isOfRun(turn: TrackedTurn, entry: Entry, promptId: string | null): boolean {
  return turn.row.promptId === null || promptId === null
    ? isOlder(turn, entry)
    : turn.row.promptId === promptId;
}

export function isOfEarlierRun(
  { conversation }: Transaction,
  turn: TrackedTurn,
  entry: EntryOf<"prompt">,
): boolean {
  const { promptId } = turn.row;
  if (promptId === null || entry.promptId === null) return isOlder(turn, entry);
  if (promptId === entry.promptId) return false;
  const isSaid = isPrompt(turn) || turn.row.key.startsWith("delivery:");
  return conversation.runs.includes(promptId) || (isSaid && isOlder(turn, entry));
}

function isOlder({ row }: TrackedTurn, { at }: Entry): boolean {
  return at !== null && row.timestamp < stampOf(at);
}

export function isPrompt({ row }: TrackedTurn): boolean {
  return row.key.startsWith("prompt:");
}

/** The line's own time. Lines of one millisecond are kept apart by a microsecond. */
export function stampFor(transaction: Transaction, { at }: Pick<Entry, "at">): string {
  return stampOf(ownStamp(transaction, at));
}

export function ownStamp({ conversation }: Transaction, at: number | null): number {
  const { lastStamp } = conversation;
  if (at === null) return lastStamp + 1;
  return millisecondOf(at) === millisecondOf(lastStamp) ? Math.max(at, lastStamp + 1) : at;
}

export function millisecondOf(microseconds: number): number {
  return Math.floor(microseconds / 1000);
}

export function isRepeated({ conversation }: Transaction): boolean {
  return conversation.lines.isRepeating;
}
