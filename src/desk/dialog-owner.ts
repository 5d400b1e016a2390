/**
 * Asks that stand for an agent's dialog. The hook process that waits for one owns it: when that
 * process dies, the ask ends at once, because no answer could reach the agent any more.
 */
import { type Ask, isSettled, type Outcome, type Owner } from "../core/ask/ask.ts";
import { isTaken } from "../core/ask/moments.ts";

const GONE = "The agent no longer waits for it; answer it in the agent's terminal.";

/** An open dialog with a process that waits for it. */
export function isHeldDialog(ask: Ask): ask is Ask & { owner: Owner } {
  return !isSettled(ask) && ask.returnPath === "hook" && ask.owner?.mode === "blocking";
}

/** The process that waits for it lives, but the agent hears it no more. */
export function hasLetGo({ ownerGoneAt }: Ask): boolean {
  return ownerGoneAt !== undefined;
}

/** A person decided it on a surface, and nothing says yet that the agent was told. */
export function isUntakenDecision(ask: Ask): ask is Ask & { owner: Owner } {
  if (ask.outcome === null || ask.returnPath !== "hook" || ask.owner === null) return false;
  // The agent's client asks a later process again, which then tells it.
  if (ask.owner.mode === "detached") return false;
  const { by, surface } = ask.outcome.provenance;
  return by === "person" && surface !== "agent" && !isTaken(ask) && ask.effect === undefined;
}

/** It ended because its hook was gone. */
export function isOwnerGone({ returnPath, outcome }: Ask): boolean {
  return returnPath === "hook" && outcome?.status === "abandoned" && outcome.kind === "owner_gone";
}

export function dialogOwnerGone(at: string): Outcome {
  const provenance = { by: "rule", surface: "desk", at } as const;
  return { status: "abandoned", kind: "owner_gone", detail: GONE, provenance };
}
