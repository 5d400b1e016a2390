/** Whether an outcome has reached its asker. */
import { rulingOf, type SettledAsk } from "./ask.ts";
import { isTaken } from "./moments.ts";

/**
 * True once the outcome has reached the program that asked, or when there is nothing it could
 * still be told. A clean-up keeps every other outcome: its asker may come back for it.
 */
export function isFetched(ask: SettledAsk): boolean {
  const { outcome, owner, returnPath, source } = ask;
  if (isTaken(ask)) return true;
  // Another program fetches by reading its own files, which leaves no mark.
  if (owner === null) return true;
  // The library's own wait leaves no mark but on answers: an ended session is never rewritten.
  if (source.kind === "session" && outcome.status !== "completed") return true;
  // The asker left before there was an outcome.
  if (outcome.status === "abandoned" && outcome.kind !== "corrupt") return true;
  // A rule decides within the call that asks; what was decided in its terminal, the agent knows.
  if (rulingOf(outcome) !== null || outcome.provenance.surface === "agent") return true;
  if (returnPath === "caller") return false;
  // Dialogs and terminals are told only what a person has said.
  const isBareCancel = outcome.status === "rejected" && outcome.rejectionReason === null;
  return outcome.provenance.by !== "person" || (returnPath === "channel" && isBareCancel);
}
