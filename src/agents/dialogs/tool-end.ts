/** The end of a dialog's tool shows what was decided in the agent's terminal: that answers the ask, or is compared with it. */
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
  /** It is over, and what was decided is not known. */
  release: (held: HeldDialog) => Promise<void>;
  /** The agent did not go by what was decided on a surface. */
  tellUnused: (ask: SettledAsk, agentId: number) => Promise<void>;
  /** What a person said beside their yes. */
  onBesides: ((text: string, agentId: number) => Promise<void>) | undefined;
}

export async function settleByToolEnd(
  held: HeldDialog,
  event: Extract<AgentEvent, { type: "tool_finished" }>,
  { desk, release, tellUnused, onBesides }: ToolEndParts,
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
    // The agent's own dialog allows what the question did not; then it is only known that it is over.
    if (error instanceof InvalidReply) return release(held);
    throw error;
  }

  /** The agent goes by what it was told first; where that was not what the surface was told, somebody should know. */
  async function compare(dialog: Dialog, ask: SettledAsk, used: Reply | null) {
    if (used === null || !isDecision(ask)) return;
    if (!isWhatWasSaid(dialog, ask, used)) return tellUnused(ask, held.agentId);
    const besides = wordsBesideYes(dialog, ask);
    if (besides !== null) await onBesides?.(besides, held.agentId);
  }
}

/** Once or always: either way the tool was allowed to run. */
function isWhatWasSaid(dialog: Dialog, { outcome }: SettledAsk, used: Reply): boolean {
  const said = decisionOn(dialog, outcome);
  if (dialog.kind !== "ask_user_question" && said?.behavior === "allow") return true;
  const { provenance } = outcome;
  return (
    JSON.stringify(said) ===
    JSON.stringify(decisionOn(dialog, { status: "completed", provenance, reply: used }))
  );
}
