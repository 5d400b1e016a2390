/**
 * A finished tool shows what was decided in the agent's terminal. That answers an open ask; for a
 * settled ask, it shows whether the agent followed the answer.
 */
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { isSettled, type SettledAsk } from "../../core/ask/ask.ts";
import { AlreadySettled, InvalidReply } from "../../core/ask/errors.ts";
import type { Desk } from "../../desk/desk.ts";
import { AGENT_SURFACE, decidedInTerminal, wordsBesideYes } from "./decision.ts";
import type { ReplyFacts } from "./dialog.ts";
import { effectOfTool, type NotedEffect } from "./effect.ts";
import type { HeldDialog } from "./held-dialog-registry.ts";

export interface ToolEnd {
  readonly ask: SettledAsk | null;
  readonly effect: NotedEffect | null;
  /** Text that a person added to the yes that the agent followed. */
  readonly besides: string | null;
}

export interface ToolEndParts {
  desk: Pick<Desk, "load" | "answer">;
  /** Called when the dialog is over in the terminal; what was decided there is an effect. */
  release: (held: HeldDialog) => Promise<void>;
}

type Finished = Extract<AgentEvent, { type: "tool_finished" }>;

export async function settleByToolEnd(
  held: HeldDialog,
  event: Finished,
  { desk, release }: ToolEndParts,
): Promise<ToolEnd> {
  const dialog = await held.dialog.catch(() => null);
  if (dialog === null) return { ask: null, effect: null, besides: null };
  await settleOpen(dialog);
  const ask = await desk.load(held.askId).catch(() => null);
  if (ask === null || !isSettled(ask)) return { ask: null, effect: null, besides: null };
  const effect = effectOfTool(dialog, ask, event);
  return { ask, effect, besides: effect?.kind === "used" ? wordsBesideYes(dialog, ask) : null };

  /**
   * A permission is withdrawn whenever its end is known first: by this, or by the client's status
   * while the tool still runs. So its record does not depend on which of the two was quicker.
   */
  async function settleOpen(facts: ReplyFacts) {
    const answers = facts.kind === "ask_user_question" ? decidedInTerminal(facts, event) : null;
    try {
      if (answers === null) await release(held);
      // It has happened already: the agent's own terminal asked for it.
      else await desk.answer(held.askId, answers, { ...AGENT_SURFACE, confirmed: true });
    } catch (error) {
      // The agent's dialog allows answers that our question does not; then only its end is known.
      if (error instanceof InvalidReply) return release(held);
      if (!(error instanceof AlreadySettled)) throw error;
    }
  }
}
