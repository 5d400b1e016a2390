/** Whether the record of a dialog's ask and what its agent did agree, or the record says that not. */
import { type Ask, isSettled } from "../../src/core/ask/ask.ts";
import { isTakenBy } from "../../src/core/ask/moments.ts";
import type { Did } from "./process-agent.ts";

/** What is wrong, in a sentence; empty if all is well. */
export type Complaint = string;

/** Between the record and what the agent did. Empty if the record is true. */
export function disagreement(ask: Ask, did: Did): Complaint {
  if (!isSettled(ask)) return "It is still open.";
  const { effect } = ask;
  const decided = surfaceDecision(ask);
  if (did.by === "hook") {
    if (decided !== did.what) return `It was told ${did.what}, and ${decided} is on record.`;
    if (!isTakenBy(ask, "hook")) return "It was told, and nothing says that this was taken.";
    if (did.what === "allowed" && effect?.kind !== "used")
      return "The yes that it used is unknown.";
    return effect === undefined || effect.kind === "used" ? "" : `Effect ${effect.kind} is untrue.`;
  }
  if (did.what === "allowed") {
    const kind = decided === null ? "in_terminal" : decided === "allowed" ? "used" : "overruled";
    if (effect?.kind !== kind) return `The effect should be ${kind}.`;
    return kind === "used" || effect.did === "allowed" ? "" : "What it did is not on record.";
  }
  if (did.by === "nobody" && decided === null)
    return effect === undefined ? "" : "Nobody refused it, and the record says that somebody did.";
  // It heard nobody: a yes came to nothing, and so did a no, unless the terminal said the same.
  if (decided === null || effect?.kind === "not_taken" || isTakenBy(ask, "hook")) return "";
  if (effect?.kind === (decided === "denied" ? "used" : "overruled")) return "";
  return "A decision that nobody took is not recorded as such.";
}

/** What a person decided outside the agent's terminal. */
export function surfaceDecision(ask: Ask): Did["what"] | null {
  if (ask.outcome?.status !== "completed" || ask.outcome.provenance.surface === "agent")
    return null;
  return ask.outcome.reply.answers[0]?.optionIds[0] === "allow" ? "allowed" : "denied";
}
