/**
 * Dialogs that a client shows only once its hook has replied, rather than beside it. A person at its terminal then waits for
 * us, so they wait a little, and the dialog is theirs. Of somebody who is away nobody knows that they sit there.
 */
import type { Dialog } from "./dialog.ts";
import type { DialogTools } from "./open-dialog.ts";

export const HOLD_SECONDS = 45;

/** `awaySeconds` is as long as the client's hook can wait at all; left out where that is as long as it takes. */
export function shownAfter(
  dialog: Dialog,
  { isAway, holdSeconds = HOLD_SECONDS }: DialogTools,
  awaySeconds?: number,
): Dialog {
  const timeoutSeconds = isAway?.() ? awaySeconds : holdSeconds;
  return { ...dialog, asks: { ...dialog.asks, ...(timeoutSeconds && { timeoutSeconds }) } };
}
