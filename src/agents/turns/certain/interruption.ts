/**
 * Applies an interruption for clients whose hooks report everything else. It declines their open
 * dialogs. It also ends asks made through us, since some clients do not cancel such calls.
 */

import { stampOf } from "../../../core/agent/stamp.ts";
import { keys, type TrackedTurn } from "../fold/tracked-turn.ts";
import { declineOpen } from "../provisional/dialog-hooks.ts";
import { addHookTurn } from "../provisional/provisional-turns.ts";
import { addCertain, applyCertainSignal, type Transaction } from "../write/apply-fold.ts";
import { pendingTurns, withoutPending } from "../write/conversation.ts";
import { type EntryOf, isDialog } from "./confirm-turns.ts";

export async function applyInterruption(
  transaction: Transaction,
  { at }: EntryOf<"interrupted">,
): Promise<void> {
  const { conversation } = transaction;
  const isAtWork = ["COMMANDED", "PROCESSING", "AWAITING_INPUT"].includes(conversation.state.phase);
  // A later turn has started another run.
  if (!isAtWork || at === null || stampOf(at) < (conversation.lastAt ?? "")) return;
  const moment = { at: stampOf(at), promptId: null };
  await keepPending(transaction, isDialog);
  await declineOpen(transaction, moment);
  for (const { key, kind } of conversation.state.open) {
    const askId = conversation.turns.get(key)?.row.askId;
    if (kind === "ask" && askId)
      await addHookTurn(transaction, moment, {
        key: keys.answer(key),
        actor: "AGENT",
        text: INTERRUPTED,
        askId,
      });
  }
  await keepPending(transaction, ({ row }) => row.key.endsWith(":answer"));
  applyCertainSignal(transaction, { type: "interrupted" });
}

/** No line of the transcript will tell of them any more. */
async function keepPending(
  transaction: Transaction,
  isKept: (turn: TrackedTurn) => boolean,
): Promise<void> {
  const { conversation } = transaction;
  for (const turn of pendingTurns(conversation).filter(isKept)) {
    withoutPending(conversation, turn);
    await addCertain(transaction, turn);
  }
}

const INTERRUPTED = "Interrupted";
