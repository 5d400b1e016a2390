/** Where an agent's dialog was decided, and whether its hook is told yes. */
import { rulingOf, type SettledAsk } from "../../core/ask/ask.ts";

/** The agent's own terminal, as the surface on which a dialog was decided. */
export const AGENT_SURFACE = { surface: "agent" };

/** By a person and not in the agent's own terminal, or by a rule of theirs. */
export function isDecision({ outcome }: SettledAsk): boolean {
  const { by, surface } = outcome.provenance;
  return rulingOf(outcome) !== null || (by === "person" && surface !== AGENT_SURFACE.surface);
}

export function isYes(reply: string): boolean {
  return reply.includes('"behavior":"allow"');
}
