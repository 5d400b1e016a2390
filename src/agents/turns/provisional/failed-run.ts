/** Applies a hook that says that an error or a limit ended the run. */

import type { Signal } from "../fold/fold.ts";
import { applyCertainSignal, type Transaction } from "../write/apply-fold.ts";
import { hasTranscript, pendingTurns } from "../write/conversation.ts";
import { addSignal, type EventOf } from "./provisional-turns.ts";

export function applyFailed(transaction: Transaction, event: EventOf<"failed">): void {
  const { kind, text, resumesAt, resumesByItself } = event;
  const signal: Signal = {
    type: "failed",
    failure: { kind, text, resumesAt, resumesByItself },
  };
  if (!hasTranscript(transaction.conversation)) applyCertainSignal(transaction, signal);
  else if (isOfLatestRun(transaction, event.promptId) && !isTold(transaction, event.promptId))
    addSignal(transaction, event, signal);
}

/**
 * Work that only a hook reports leaves a failure, where no transcript will say so. A hook that was
 * late reports work from before the failure.
 */
export function leaveFailure(transaction: Transaction, event: EventOf<"tool_starting">): void {
  const { state, agent } = transaction.conversation;
  const isSince = state.failure !== null && event.at > agent.stateSince;
  if (isSince && !hasTranscript(transaction.conversation))
    applyCertainSignal(transaction, { type: "working", isCertain: true });
}

function isOfLatestRun({ conversation }: Transaction, promptId: string | null): boolean {
  const latest = pendingTurns(conversation).findLast(({ row }) => row.key.startsWith("prompt:"));
  const current = latest?.row.promptId ?? conversation.state.promptId;
  return promptId === null || current === null || promptId === current;
}

/** The transcript knows more of a failure than its hook. */
function isTold({ conversation }: Transaction, promptId: string | null): boolean {
  return conversation.toldFailure !== null && conversation.toldFailure.promptId === promptId;
}
