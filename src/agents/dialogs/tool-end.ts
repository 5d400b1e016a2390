/**
 * A finished tool shows what was decided in the agent's terminal. That answers an open ask; for a
 * settled ask, it shows whether the agent followed the answer.
 */
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import type { Reply } from "../../core/ask/answer.ts";
import { isSettled, type SettledAsk } from "../../core/ask/ask.ts";
import { AlreadySettled, InvalidReply } from "../../core/ask/errors.ts";
import type { Desk } from "../../desk/desk.ts";
import {
  AGENT_SURFACE,
  decidedInTerminal,
  decisionOn,
  isDecision,
  wordsBesideYes,
} from "./decision.ts";
import type { Dialog } from "./dialog.ts";
import type { HeldDialog } from "./held-dialog-registry.ts";

export interface ToolEndParts {
  desk: Desk;
  /** Called when the dialog is over and the decision is unknown. */
  release: (held: HeldDialog) => Promise<void>;
  /** Called when the agent did not follow the decision made on a surface. */
  reportUnused: (ask: SettledAsk, agentId: number) => Promise<void>;
  /** Receives text that a person added to their yes. */
  onBesides: ((text: string, agentId: number) => Promise<void>) | undefined;
}

export async function settleByToolEnd(
  held: HeldDialog,
  event: Extract<AgentEvent, { type: "tool_finished" }>,
  { desk, release, reportUnused, onBesides }: ToolEndParts,
): Promise<void> {
  const dialog = await held.dialog.catch(() => null);
  const ask = dialog === null ? null : await desk.load(held.askId).catch(() => null);
  if (dialog === null || ask === null) return;
  const reply = decidedInTerminal(dialog, event);
  if (isSettled(ask)) return compare(dialog, ask, reply);
  if (reply === null) return release(held);
  try {
    await desk.answer(held.askId, reply, AGENT_SURFACE);
  } catch (error) {
    if (error instanceof AlreadySettled) return compare(dialog, error.ask, reply);
    // The agent's dialog allows answers that our question does not; then only its end is known.
    if (error instanceof InvalidReply) return release(held);
    throw error;
  }

  /** The agent follows the first decision it receives. If that was not the surface's, report it. */
  async function compare(dialog: Dialog, ask: SettledAsk, used: Reply | null) {
    if (used === null || !isDecision(ask)) return;
    if (!isWhatWasSaid(dialog, ask, used)) return reportUnused(ask, held.agentId);
    const besides = wordsBesideYes(dialog, ask);
    if (besides !== null) await onBesides?.(besides, held.agentId);
  }
}

/** "Once" and "always" count as the same: a finished tool does not show which one it was. */
function isWhatWasSaid(dialog: Dialog, { outcome }: SettledAsk, used: Reply): boolean {
  const said = decisionOn(dialog, outcome);
  if (dialog.kind !== "ask_user_question" && said?.behavior === "allow") return true;
  const { provenance } = outcome;
  return (
    JSON.stringify(said) ===
    JSON.stringify(decisionOn(dialog, { status: "completed", provenance, reply: used }))
  );
}
