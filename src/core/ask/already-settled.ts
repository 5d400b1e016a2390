/** Tells the two reasons apart for which a settled ask takes no answer. */
import type { Ask, SettledAsk } from "./ask.ts";
import { AlreadySettled, OwnerGone } from "./errors.ts";

/** Somebody was faster, or the agent's hook is gone. */
export function alreadySettled(ask: SettledAsk): AlreadySettled {
  return isOwnerGone(ask) ? new OwnerGone(ask) : new AlreadySettled(ask);
}

/** The ask stood for an agent's dialog and ended because the hook that waited for it is gone. */
export function isOwnerGone({ returnPath, outcome }: Pick<Ask, "returnPath" | "outcome">): boolean {
  if (returnPath !== "hook" || outcome?.status !== "abandoned") return false;
  return outcome.kind === "owner_gone";
}
