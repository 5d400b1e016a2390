/**
 * What only hooks told: its lines are missing in the transcript. It is kept, in the place where the
 * transcript goes past it, and stays marked by its source. What was taken back has no reply either,
 * and is not kept.
 */
import { stampOf } from "../../../core/agent/stamp.ts";
import { normalised } from "../../clients/common/content.ts";
import type { Entry } from "../../clients/common/transcript-entry.ts";
import type { TrackedTurn } from "../fold/tracked-turn.ts";
import { addCertain, applyCertainSignal, type Transaction } from "../write/apply-fold.ts";
import { type Conversation, pendingTurns, withoutPending } from "../write/conversation.ts";
import { isPrompt, isRepeated, isStop } from "./confirm-turns.ts";

/** The agent works though its run has ended, so the prompt in between has no line. */
export async function beginUntoldRun(transaction: Transaction, { at }: Entry): Promise<void> {
  const { conversation } = transaction;
  if (!conversation.run.isOver || isRepeated(transaction)) return;
  conversation.run = { isOver: false, hasReply: false };
  const prompt = pendingTurns(conversation).find(
    (turn) =>
      isPrompt(turn) &&
      isOfUnknownRun(conversation, turn) &&
      (at === null || turn.row.timestamp <= stampOf(at)),
  );
  if (prompt !== undefined) await keep(transaction, prompt);
  else applyCertainSignal(transaction, { type: "woken", promptId: null });
}

/** Keeps those of these turns whose run went on to its end without their lines. */
export async function keepUnwritten(
  transaction: Transaction,
  isOvertaken: (turn: TrackedTurn) => boolean,
): Promise<void> {
  const { conversation } = transaction;
  for (const turn of pendingTurns(conversation).filter(isOvertaken)) {
    if (isUnwritten(conversation, turn)) await keep(transaction, turn);
  }
}

function isUnwritten(conversation: Conversation, turn: TrackedTurn): boolean {
  if (isStop(turn)) {
    const isUnknown = isOfUnknownRun(conversation, turn);
    return isUnknown || (isOfThisRun(conversation, turn) && !hasReply(conversation, turn));
  }
  const { promptId } = turn.row;
  return (
    isPrompt(turn) &&
    isOfUnknownRun(conversation, turn) &&
    pendingTurns(conversation).some((other) => isStop(other) && other.row.promptId === promptId)
  );
}

function isOfUnknownRun({ state, runs }: Conversation, { row: { promptId } }: TrackedTurn) {
  return promptId !== null && promptId !== state.promptId && !runs.includes(promptId);
}

function isOfThisRun({ state }: Conversation, { row: { promptId } }: TrackedTurn): boolean {
  return promptId !== null && promptId === state.promptId;
}

function hasReply({ run, runTexts }: Conversation, { row }: TrackedTurn): boolean {
  return run.hasReply || runTexts.includes(normalised(row.text));
}

async function keep(transaction: Transaction, turn: TrackedTurn): Promise<void> {
  withoutPending(transaction.conversation, turn);
  await addCertain(transaction, turn);
}
