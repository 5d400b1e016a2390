/** Dialogs that an earlier hub held: their hooks are gone, so an answer would reach nobody. */
import { isSettled, type ProcessIdentity, type SettledAsk } from "../../core/ask/ask.ts";
import type { Desk } from "../../desk/desk.ts";

const WHY = {
  kind: "owner_gone",
  detail: "Askline's hub was started anew; the agent's terminal has it.",
} as const;

/** Withdraws what is open of them. Gives back those that were settled, whose answers the agent may never have heard. */
export async function closeOrphanedDialogs(
  desk: Desk,
  isGone: (owner: ProcessIdentity) => boolean,
): Promise<SettledAsk[]> {
  const asks = await desk.list();
  const orphans = asks.filter(
    ({ returnPath, owner }) => returnPath === "hook" && owner && isGone(owner),
  );
  const open = orphans.filter((ask) => !isSettled(ask));
  await Promise.allSettled(open.map(({ id }) => desk.withdraw(id, { surface: "hub" }, WHY)));
  return orphans.filter(isSettled);
}
