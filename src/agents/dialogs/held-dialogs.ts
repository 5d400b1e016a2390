/**
 * Agents' own dialogs at the desk. A dialog is held from the moment its hook arrives until a person decides on some
 * surface, until the agent shows that it was decided in its own terminal (its tool finished, the agent went on without it,
 * waits for nobody any more, or shows the next dialog), until its hook is gone, or until its deadline. Whatever comes first
 * settles the ask, once.
 */

import type { AgentEvent, DialogEvent } from "../../core/agent/agent-event.ts";
import { rulingOf, type SettledAsk } from "../../core/ask/ask.ts";
import { AlreadySettled, AskNotFound } from "../../core/ask/errors.ts";
import type { Withdrawal } from "../../desk/desk.ts";
import type { Clock } from "../../store/clock.ts";
import type { ToolCalls } from "../turns/write/tool-calls.ts";
import { AGENT_SURFACE, decisionOn, hookReply, isDecision } from "./decision.ts";
import type { Dialog } from "./dialog.ts";
import { createHeldDialogRegistry, type HeldDialog } from "./held-dialog-registry.ts";
import { type AskingAgent, type OpenDialogAskParts, openDialogAsk } from "./open-dialog-ask.ts";
import { watchQueues } from "./queue-watch.ts";
import { type Closed, watchTerminal } from "./terminal-watch.ts";
import { settleByToolEnd } from "./tool-end.ts";

export interface HeldDialogs {
  /**
   * The hook's reply, when there is one. `asking` says whose dialog it is and links its turn; `signal` is aborted when the
   * hook is gone.
   */
  hold(
    event: DialogEvent,
    asking: AskingAgent,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>>;
  /** Hears of everything that agents tell, and lets go of dialogs that are over. Resolves when that is durable. */
  follow(event: AgentEvent): Promise<void>;
  /** The agent's transcript shows that a person said no in its terminal, of which no hook tells. */
  declined(askId: string): Promise<void>;
  /** Whether a dialog of this agent, or of a sub-agent of its, waits for somebody. */
  isOpen(agentId: number): boolean;
  /** Settles what is still held: nobody will be there to hear an answer. */
  close(): Promise<void>;
}

export interface HeldDialogsParts extends OpenDialogAskParts {
  newId: () => string;
  clock: Clock;
  calls: ToolCalls;
  /** What an agent's terminal shows; null where that cannot be seen. */
  screenOf?: (agentId: number) => Promise<string | null>;
  /** It was answered in the agent's own terminal, and the agent goes on; with what, it has not told yet. */
  onLeft?: (askId: string) => Promise<void>;
  /** A person decided on a surface, but the agent had its decision from its terminal already, or its dialog was closed. */
  onUnused?: (ask: SettledAsk, agentId: number) => Promise<void>;
  /** What a person said beside their yes, once the agent takes words again. */
  onBesides?: (text: string, agentId: number) => Promise<void>;
}

const ELSEWHERE = "It was answered or closed in the agent's own terminal.";
/** The dialog stays as it is. */
const NO_OPINION = {};
const HUB_ENDED = "Askline's hub ended while it was open; the agent's own terminal still has it.";

export function holdDialogs(parts: HeldDialogsParts): HeldDialogs {
  const {
    desk,
    newId,
    clock,
    calls,
    screenOf = async () => null,
    onLeft,
    onUnused,
    onBesides,
  } = parts;
  const dialogs = createHeldDialogRegistry();
  const openOf = (agentId: number) => [...dialogs.open].filter((held) => held.agentId === agentId);
  const isOpen = (agentId: number) => openOf(agentId).length > 0;
  const queues = watchQueues({
    ...{ clock, openOf, screenOf },
    onShown: (held) => void standBeside(held).catch(() => undefined),
    onOver: (held) => void leave(held, { isWorking: true }).catch(() => undefined),
  });
  return { hold, follow, declined, isOpen, close };

  async function hold(event: DialogEvent, asking: AskingAgent, signal: AbortSignal) {
    const { toolUseId, isOver } = calls.of(event).claim(event);
    if (isOver || dialogs.isGone(event)) return NO_OPINION;
    const held = dialogs.sameAs(event, toolUseId) ?? begin(event, toolUseId, asking);
    held.hooks += 1;
    try {
      const dialog = await held.dialog;
      if (dialog === null) return NO_OPINION;
      return await sayOnce(held, dialog, await desk.wait(held.askId, { signal }), signal);
    } catch (error) {
      if (!signal.aborted && !(error instanceof AskNotFound)) throw error;
      if (held.hooks === 1) await release(held);
      return NO_OPINION;
    } finally {
      held.hooks -= 1;
      if (held.hooks === 0) {
        held.stopWatching();
        dialogs.remove(held);
      }
    }
  }

  function begin(event: DialogEvent, toolUseId: string | null, asking: AskingAgent): HeldDialog {
    const askId = newId();
    const dialog = openDialogAsk(askId, { ...event, toolUseId }, asking, parts);
    const held: HeldDialog = {
      ...{ askId, agentId: asking.agentId, event, dialog, toolUseId },
      ...{ hooks: 0, isTold: false, stopWatching: () => undefined },
    };
    // A sub-agent's dialog mostly comes up only after its hook: that the agent waits, or not, is about something else.
    if (event.subagentId === null) watch(held);
    dialogs.add(held);
    queues.opened(asking.agentId);
    return held;
  }

  function watch(held: HeldDialog) {
    held.stopWatching = watchTerminal(
      held.event,
      clock,
      (closed) => void leave(held, closed).catch(() => undefined),
    );
  }

  /** It is on the screen while its hook waits: nobody sits there waiting for us, so there is no haste, and its end shows. */
  async function standBeside(held: HeldDialog) {
    watch(held);
    if ((await held.dialog) !== null) await desk.extend(held.askId, null);
  }

  async function leave(held: HeldDialog, { isWorking }: Closed) {
    try {
      if (isWorking) await onLeft?.(held.askId);
    } finally {
      await release(held);
    }
  }

  /** Only what a person or their rule decided is said; what they decided in the terminal, the agent knows itself. */
  async function sayOnce(
    held: HeldDialog,
    dialog: Dialog,
    settled: SettledAsk,
    signal: AbortSignal,
  ) {
    if (!isDecision(settled) || held.isTold) return NO_OPINION;
    const decision = decisionOn(dialog, settled.outcome);
    // A denied call does not finish, so without its name nothing that finishes later could be told to be it.
    if (held.toolUseId !== null || decision?.behavior === "allow") dialogs.decided(held);
    if (signal.aborted) {
      if (held.hooks === 1) await tellUnused(settled, held.agentId);
      return NO_OPINION;
    }
    held.isTold = true;
    // Should this fail, a hub that starts anew says that nobody heard of it, and is wrong; but it says so.
    await desk.markDelivered(held.askId).catch(() => undefined);
    return hookReply(dialog, decision);
  }

  async function follow(event: AgentEvent) {
    switch (event.type) {
      case "tool_starting":
        if (dialogs.nameCall(event) && event.toolUseId !== null)
          calls.of(event).markClaimed(event.toolUseId);
        return;
      case "tool_finished":
        return finished(event);
      case "session_ended":
        dialogs.noteStop(event);
        return releaseAll(dialogs.openBefore(event));
      case "stopped":
        dialogs.noteStop(event);
        return goneOn(event);
      case "prompt_submitted":
        return goneOn(event);
      case "session_started":
      case "permission_asked":
      case "notified":
      case "seen":
        return;
    }
  }

  async function finished(event: Extract<AgentEvent, { type: "tool_finished" }>) {
    const held = dialogs.takeFinished(event);
    if (held !== undefined)
      await settleByToolEnd(held, event, { desk, release, tellUnused, onBesides });
  }

  async function goneOn(event: AgentEvent) {
    await releaseAll(
      dialogs.openBefore(event).filter((held) => held.event.subagentId === event.subagentId),
    );
  }

  async function declined(askId: string) {
    await releaseAll([...dialogs.open].filter((one) => one.askId === askId));
  }

  async function close() {
    await releaseAll([...dialogs.open], { kind: "owner_gone", detail: HUB_ENDED });
  }

  async function releaseAll(over: HeldDialog[], why?: Withdrawal) {
    await Promise.all(over.map((held) => release(held, why)));
  }

  async function release({ askId, dialog }: HeldDialog, why: Withdrawal = { detail: ELSEWHERE }) {
    try {
      if ((await dialog.catch(() => null)) === null) return;
      await desk.withdraw(askId, AGENT_SURFACE, why);
    } catch (error) {
      if (!(error instanceof AlreadySettled || error instanceof AskNotFound)) throw error;
    }
  }

  /** Where a rule decided, nobody thinks that they did. */
  async function tellUnused(ask: SettledAsk, agentId: number) {
    if (rulingOf(ask.outcome) === null) await onUnused?.(ask, agentId);
  }
}
