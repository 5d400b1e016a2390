/** Applies an error or a limit that ended a run, and what the client says it will do then. */

import { stampOf } from "../../../core/agent/stamp.ts";
import { applyCertainSignal, type Transaction } from "../write/apply-fold.ts";
import { hasTranscript } from "../write/conversation.ts";
import {
  dropOvertaken,
  type EntryOf,
  isDialog,
  isOfRun,
  isRepeated,
  isStop,
  type Known,
} from "./confirm-turns.ts";

export async function applyFailure(
  transaction: Transaction,
  entry: EntryOf<"failed">,
  known: Known,
): Promise<void> {
  const { conversation } = transaction;
  const { kind, text, resumesAt, resumesByItself } = entry;
  const failure = { kind, text, resumesAt, resumesByItself };
  if (!hasTranscript(conversation)) {
    if (!isPast(transaction, entry)) applyCertainSignal(transaction, { type: "failed", failure });
    return;
  }
  if (isRepeated(transaction)) return;
  const { promptId } = conversation.state;
  conversation.toldFailure = { promptId };
  applyCertainSignal(transaction, { type: "failed", failure });
  await dropOvertaken(
    transaction,
    known,
    (turn) => (isStop(turn) || isDialog(turn)) && isOfRun(turn, entry, promptId),
  );
}

export function applyResumption(transaction: Transaction, entry: EntryOf<"resumption">): void {
  if (isRepeated(transaction)) return;
  applyCertainSignal(transaction, { type: "resumption", isByItself: entry.isByItself });
}

/** Where hooks tell what is said, a later turn has started another run. */
function isPast({ conversation }: Transaction, { at }: EntryOf<"failed">): boolean {
  return at !== null && stampOf(at) < (conversation.lastAt ?? "");
}
