/** Dialogs that an earlier hub held. Their hooks are gone, so no answer would reach the agent. */
import { isSettled, type ProcessIdentity, type SettledAsk } from "../../core/ask/ask.ts";
import type { Desk } from "../../desk/desk.ts";

const WHY = {
  kind: "owner_gone",
  detail: "Askline's hub was started anew; the agent's terminal has it.",
} as const;

/** Withdraws the open ones. Returns the settled ones: the agent may not have their answers. */
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
