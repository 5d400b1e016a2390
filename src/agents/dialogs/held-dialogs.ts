/**
 * Agents' own dialogs at the desk. A dialog is held from the moment its hook arrives. The first of
 * these settles its ask: a person decides on a surface; the agent shows that the dialog was decided
 * in its own terminal (the tool finished, the agent moved on, no longer waits, or shows the next
 * dialog); the hook disconnects; or the deadline passes.
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
   * Resolves to the hook's reply; an empty object leaves the dialog as it is. `asking` says whose
   * dialog it is and links its turn; `signal` is aborted when the hook disconnects.
   */
  hold(
    event: DialogEvent,
    asking: AskingAgent,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>>;
  /** Takes every agent event and releases the dialogs that it ends. Resolves when durable. */
  follow(event: AgentEvent): Promise<void>;
  /** A person said no in the agent's terminal, which the transcript shows but no hook reports. */
  declined(askId: string): Promise<void>;
  /** Whether a dialog of this agent, or of one of its sub-agents, is open. */
  isOpen(agentId: number): boolean;
  /** Withdraws the dialogs that are still held: after this, no answer could reach their hooks. */
  close(): Promise<void>;
}

export interface HeldDialogsParts extends OpenDialogAskParts {
  newId: () => string;
  clock: Clock;
  calls: ToolCalls;
  /** The text on an agent's terminal; null if it cannot be read. */
  screenOf?: (agentId: number) => Promise<string | null>;
  /** The dialog was answered in the agent's own terminal; the answer itself is not known yet. */
  onLeft?: (askId: string) => Promise<void>;
  /** A person decided on a surface, but the dialog was already over in the agent's terminal. */
  onUnused?: (ask: SettledAsk, agentId: number) => Promise<void>;
  /** Text that a person added to their yes. Called once the tool has finished. */
  onBesides?: (text: string, agentId: number) => Promise<void>;
}

const ELSEWHERE = "It was answered or closed in the agent's own terminal.";
/** A hook reply that leaves the dialog as it is. */
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
    onShown: (held) => void dropDeadline(held).catch(() => undefined),
    onOver: (held) => void closedInTerminal(held, { isWorking: true }).catch(() => undefined),
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
      return await replyOnce(held, dialog, await desk.wait(held.askId, { signal }), signal);
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
      ...{ hooks: 0, isReplied: false, stopWatching: () => undefined },
    };
    // A sub-agent's dialog usually appears only after its hook has replied. Until then, the agent's
    // waiting status belongs to some other dialog.
    if (event.subagentId === null) watch(held);
    dialogs.add(held);
    queues.opened(asking.agentId);
    return held;
  }

  function watch(held: HeldDialog) {
    held.stopWatching = watchTerminal(
      held.event,
      clock,
      (closed) => void closedInTerminal(held, closed).catch(() => undefined),
    );
  }

  /**
   * A sub-agent's dialog turned out to be on the screen while its hook waits. A person at the
   * terminal can answer it there, so it needs no deadline, and its end can be watched.
   */
  async function dropDeadline(held: HeldDialog) {
    watch(held);
    if ((await held.dialog) !== null) await desk.extend(held.askId, null);
  }

  async function closedInTerminal(held: HeldDialog, { isWorking }: Closed) {
    try {
      if (isWorking) await onLeft?.(held.askId);
    } finally {
      await release(held);
    }
  }

  /** Replies only with what a surface or a rule decided: a decision in the terminal is not news. */
  async function replyOnce(
    held: HeldDialog,
    dialog: Dialog,
    settled: SettledAsk,
    signal: AbortSignal,
  ) {
    if (!isDecision(settled) || held.isReplied) return NO_OPINION;
    const decision = decisionOn(dialog, settled.outcome);
    // A denied call never finishes: without its id, a later call that looks alike would match it.
    if (held.toolUseId !== null || decision?.behavior === "allow") dialogs.decided(held);
    if (signal.aborted) {
      if (held.hooks === 1) await reportUnused(settled, held.agentId);
      return NO_OPINION;
    }
    held.isReplied = true;
    // If this write fails, the next hub reports a delivered answer as unused. That beats silence.
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
      await settleByToolEnd(held, event, { desk, release, reportUnused, onBesides });
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

  /** A rule's decision needs no report: no person believes that they decided. */
  async function reportUnused(ask: SettledAsk, agentId: number) {
    if (rulingOf(ask.outcome) === null) await onUnused?.(ask, agentId);
  }
}
