/**
 * Agents' own dialogs at the desk. A dialog is held from the moment its hook arrives. The first of
 * these settles its ask: a person decides on a surface; the agent shows that the dialog was decided
 * in its own terminal (the tool finished, the agent moved on, no longer waits, or shows the next
 * dialog); the hook disconnects; or the deadline passes.
 */

import type { AgentEvent, DialogEvent, EventHead } from "../../core/agent/agent-event.ts";
import { FORM_TOOL } from "../../core/agent/server-form.ts";
import {
  type Ask,
  isSettled,
  type ProcessIdentity,
  rulingOf,
  type SettledAsk,
} from "../../core/ask/ask.ts";
import { AlreadySettled, AskNotFound } from "../../core/ask/errors.ts";
import { hasMarks } from "../../core/redact/mark.ts";
import type { Withdrawal } from "../../desk/desk.ts";
import type { Clock } from "../../store/clock.ts";
import { serverOfTool } from "../clients/common/tool-questions.ts";
import type { ToolCalls } from "../turns/write/tool-calls.ts";
import { AGENT_SURFACE, isDecision, isLeftToTerminal, replyTo } from "./decision.ts";
import { effectOfRefusal, type NotedEffect } from "./effect.ts";
import { createHeldDialogRegistry, type HeldDialog } from "./held-dialog-registry.ts";
import {
  type AskingAgent,
  isOnlyWhileAway,
  isSeenInWindow,
  type OpenDialogAskParts,
  openDialogAsk,
} from "./open-dialog-ask.ts";
import { watchQueues } from "./queue-watch.ts";
import { isToldApart, openDialogOf, recalledDialog } from "./recalled-dialog.ts";
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
  /** For a hook process: opens its ask or adopts the one it has. Null if there is none to wait for. */
  open(event: DialogEvent, asking: AskingAgent, hook: HookProcess): Promise<OpenedDialog | null>;
  /**
   * A dialog that came up on the agent's screen, and that only its own terminal can decide: its ask
   * says so, and stands until the dialog is over.
   */
  announce(event: DialogEvent & { toolUseId: string }, asking: AskingAgent): Promise<void>;
  /** Takes every agent event and releases the dialogs that it ends. Resolves when durable. */
  follow(event: AgentEvent, agentId: number): Promise<void>;
  /** A person said no in the agent's terminal, which the transcript shows but no hook reports. */
  declined(askId: string, at: string): Promise<void>;
  /** The dialog was answered or closed in the agent's terminal; how is not known yet. */
  left(askId: string): Promise<void>;
  /** The call of a dialog, open or decided, was refused. Null if there is none. */
  refused(event: EventHead, toolUseId: string): Promise<string | null>;
  /** The dialogs of these calls are no longer on any screen, so nobody can be told. */
  endAll(isEnded: (hookCall: string) => boolean): Promise<void>;
  /** Whether a dialog of this agent, or of one of its sub-agents, is open. */
  isOpen(agentId: number): boolean;
  /**
   * Dialogs of hook processes from before this process began: those still open, and those decided
   * of which it is not known yet what their agents then did.
   */
  recall(asks: readonly Ask[]): void;
  /** Withdraws the dialogs of posted hooks: after this, no answer could reach them. */
  close(): Promise<void>;
}

/** A process that the agent's client waits for. */
export interface HookProcess {
  /** Its own name for its call, the same when it calls again. */
  readonly call: string;
  readonly owner: ProcessIdentity;
  /** The agent's client asks again after this process has ended. */
  readonly isAskedAgain?: boolean | undefined;
  /** The ask that it waits for already. */
  readonly askId?: string | undefined;
  /** Aborted when its connection ends, which need not be its own end. */
  readonly signal: AbortSignal;
}

export interface OpenedDialog {
  readonly askId: string;
  /** Another hook of the same dialog owns the ask; this one has nothing to say. */
  readonly isSecond: boolean;
}

export interface HeldDialogsParts extends OpenDialogAskParts {
  newId: () => string;
  clock: Clock;
  calls: ToolCalls;
  isGone: (owner: ProcessIdentity) => boolean;
  /** Asks of the session's dialogs that hook processes put, whether or not they have called us. */
  asksOf?: ((sessionId: string) => Promise<readonly Ask[]>) | undefined;
  /** The calls that may be the request's, where no event said that they began. */
  begunCalls?: ((event: DialogEvent) => Promise<string[]>) | undefined;
  /** When the call was refused or interrupted in the agent's terminal; null if it was not. */
  refusedAt?: ((event: AgentEvent, toolUseId: string) => Promise<string | null>) | undefined;
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
const BACK = "You are back: the agent's own terminal shows it now.";
const LOOKS_FOR_RETURN_MS = 500;
const NO_RULES = async () => ({ decided: null });
// A process closes its connections a moment before the system counts it as ended.
const EXIT_LOOKS = 40;
const EXIT_LOOK_MS = 50;
// The finished tool brings a question's answers right behind the end of its dialog.
const ANSWERS_COME_WITHIN_MS = 10_000;
// A client that tells of the end itself has its hooks report the answers at the same moment.
const ANSWERS_COME_AT_ONCE_MS = 1_000;

export function holdDialogs(parts: HeldDialogsParts): HeldDialogs {
  const { desk, newId, clock, calls, isGone, onLeft, onUnused, onBesides } = parts;
  const { screenOf = async () => null } = parts;
  const dialogs = createHeldDialogRegistry();
  const closed = new AbortController();
  // Their hooks have not called yet.
  const recalled = new Set<HeldDialog>();
  const openOf = (agentId: number) => [...dialogs.open].filter((held) => held.agentId === agentId);
  const queues = watchQueues({
    ...{ clock, openOf, screenOf },
    onShown: (held) => void dropDeadline(held).catch(() => undefined),
    onOver: (held) => void closedInTerminal(held, { isWorking: true }).catch(() => undefined),
  });
  return {
    ...{ hold, open, announce, follow, declined, left, refused, endAll, close },
    isOpen: (agentId) => openOf(agentId).length > 0,
    recall,
  };

  async function hold(event: DialogEvent, asking: AskingAgent, signal: AbortSignal) {
    await learnCalls(event, asking);
    const held = findOrBegin(event, asking, null);
    if (held === null) return NO_OPINION;
    held.hooks += 1;
    try {
      if ((await held.dialog) === null) return NO_OPINION;
      return await replyOnce(held, await desk.wait(held.askId, { signal }), signal);
    } catch (error) {
      if (!signal.aborted && !(error instanceof AskNotFound)) throw error;
      if (held.hooks === 1 && held.hook === null) await release(held);
      return NO_OPINION;
    } finally {
      leave(held);
    }
  }

  async function announce(event: DialogEvent & { toolUseId: string }, asking: AskingAgent) {
    const { toolUseId } = event;
    const before = dialogs.ofCall(event, toolUseId);
    if (before !== undefined && (await isKnownToPerson(before))) return;
    if (before !== undefined) dialogs.forget(before);
    const shown = { ...event, isOnScreen: true };
    const askId = newId();
    // No rule can decide it either.
    const dialog = openDialogAsk(askId, shown, asking, null, { ...parts, rulingOn: NO_RULES });
    const held = add({
      askId,
      agentId: asking.agentId,
      event: shown,
      dialog,
      toolUseId,
      hook: null,
    });
    if ((await dialog) !== null) void untilUnheard(held).catch(() => undefined);
  }

  /** It stands open already, or somebody has left it to the terminal. */
  async function isKnownToPerson({ askId }: HeldDialog): Promise<boolean> {
    const ask = await desk.load(askId).catch(() => null);
    return ask !== null && (!isSettled(ask) || isDecision(ask));
  }

  /** A person may answer with words, which nobody can pass on. */
  async function untilUnheard(held: HeldDialog) {
    const settled = await desk.wait(held.askId, { signal: closed.signal });
    dialogs.remove(held);
    if (isDecision(settled) && !isLeftToTerminal(settled)) await notTaken(held);
  }

  function recall(asks: readonly Ask[]) {
    for (const held of asks.flatMap(recalledDialog)) dialogs.remember(held);
    for (const fresh of asks.map(openDialogOf)) {
      if (fresh === null) continue;
      if (fresh.toolUseId !== null) calls.of(fresh.event).markClaimed(fresh.toolUseId);
      recalled.add(add(fresh));
    }
  }

  /** Known from its files alone until now: its hook says more, and can be watched. */
  function takeOver(held: HeldDialog, hook: HookProcess): HookProcess {
    recalled.delete(held);
    dialogs.remove(held);
    return { ...hook, askId: hook.askId ?? held.askId };
  }

  async function open(event: DialogEvent, asking: AskingAgent, caller: HookProcess) {
    if (caller.askId === undefined) await learnCalls(event, asking);
    const isIt = (held: HeldDialog) => held.hook?.call === caller.call;
    const before = [...recalled].find(isIt);
    const hook = before === undefined ? caller : takeOver(before, caller);
    const known = [...dialogs.open].find(isIt);
    // A hub that was too slow for the hook has put an ask beside the hook's own.
    const isDouble = known !== undefined && hook.askId !== undefined && known.askId !== hook.askId;
    if (isDouble) await release(known);
    const held = isDouble || !known ? await adoptOrBegin(event, asking, hook) : known;
    if (held === null || (await held.dialog) === null) return null;
    held.hooks += 1;
    const isSecond = held.hook?.call !== hook.call;
    onAbort(hook.signal, () => {
      leave(held);
      if (!isSecond) void hookLeft(held, hook.owner).catch(() => undefined);
    });
    return { askId: held.askId, isSecond };
  }

  /** The start of the call may have been reported to a hub that died since. */
  async function learnCalls(event: DialogEvent, { agentId }: AskingAgent) {
    if (event.toolUseId !== null || calls.of(event).knows(event)) return;
    for (const toolUseId of (await parts.begunCalls?.(event)) ?? []) {
      calls.hear({ ...event, type: "tool_starting", toolUseId }, agentId);
      if (dialogs.isHeld(toolUseId)) calls.of(event).markClaimed(toolUseId);
    }
  }

  /** The same request may come twice, from a client that is set up twice. */
  function findOrBegin(event: DialogEvent, asking: AskingAgent, hook: HookProcess | null) {
    const { toolUseId, isOver } = calls.of(event).claim(event);
    if (isOver || dialogs.isGone(event)) return null;
    const known = dialogs.sameAs(event, toolUseId);
    if (known !== undefined) return known;
    const askId = newId();
    const dialog = openDialogAsk(askId, { ...event, toolUseId }, asking, hook, parts);
    return add({ ...{ askId, agentId: asking.agentId, event, dialog, toolUseId }, hook });
  }

  /** A hook that names its ask put it itself, or an earlier hub did. */
  async function adoptOrBegin(event: DialogEvent, asking: AskingAgent, hook: HookProcess) {
    if (hook.askId === undefined) return findOrBegin(event, asking, hook);
    const ask = await desk.load(hook.askId);
    if (isSettled(ask) || ask.dialog === undefined) return null;
    // The hook may not have known that its call had begun.
    const toolUseId = ask.source.callId ?? calls.of(event).claim(event).toolUseId;
    if (toolUseId !== null) calls.of(event).markClaimed(toolUseId);
    await asking.linkAsk(ask.id);
    const dialog = Promise.resolve(ask.dialog);
    return add({ askId: ask.id, agentId: asking.agentId, event, dialog, toolUseId, hook });
  }

  function add(fresh: Omit<HeldDialog, "hooks" | "isReplied" | "isOver" | "stopWatching">) {
    const state = { hooks: 0, isReplied: false, isOver: false, stopWatching: () => undefined };
    const held: HeldDialog = { ...fresh, ...state };
    // A sub-agent's dialog usually appears only after its hook has replied. Until then, the agent's
    // waiting status belongs to some other dialog.
    if (held.event.subagentId === null) watch(held);
    dialogs.add(held);
    queues.opened(held.agentId);
    void letGoOnReturn(held).catch(() => undefined);
    void untilSettled(held).then((settled) => over(held, settled));
    return held;
  }

  /** Held because nobody was there: a person who comes back has it in the agent's own terminal. */
  async function letGoOnReturn(held: HeldDialog) {
    const { tools } = parts;
    if (tools.isAway === undefined || !isOnlyWhileAway(held.event)) return;
    while (!held.isOver && !closed.signal.aborted) {
      if (await isSeenInWindow(held.event, tools)) return release(held, { detail: BACK });
      await pause(LOOKS_FOR_RETURN_MS);
    }
  }

  async function untilSettled(held: HeldDialog): Promise<SettledAsk | null> {
    try {
      if ((await held.dialog) === null) return null;
      return await desk.wait(held.askId, { signal: closed.signal });
    } catch {
      return null;
    }
  }

  /** Until its hook has the decision, the dialog is on the screen and nobody may type there. */
  function over(held: HeldDialog, settled: SettledAsk | null) {
    held.isOver = true;
    held.stopWatching();
    recalled.delete(held);
    if (settled !== null && isToldApart(settled, held.toolUseId)) dialogs.remember(held);
    if (held.hooks === 0 || settled === null || !isDecision(settled)) dialogs.remove(held);
  }

  function leave(held: HeldDialog) {
    held.hooks -= 1;
    if (held.hooks > 0) return;
    if (held.isOver || held.hook === null) {
      held.stopWatching();
      dialogs.remove(held);
    }
  }

  /** A connection that ends says nothing yet: the hook may live on and call again. */
  async function hookLeft(held: HeldDialog, owner: ProcessIdentity) {
    for (let looks = 0; !isGone(owner); looks += 1) {
      if (looks === EXIT_LOOKS || closed.signal.aborted) return;
      await pause(EXIT_LOOK_MS);
    }
    // Reading the ask settles it, now that its owner is gone.
    const ask = await desk.load(held.askId);
    if (isSettled(ask) && ask.effect?.kind === "not_taken") await reportUnused(ask, held.agentId);
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
    const dialog = await held.dialog;
    const isTold = held.event.isOnScreen === true;
    if (isWorking && dialog?.kind === "ask_user_question")
      await pause(isTold ? ANSWERS_COME_AT_ONCE_MS : ANSWERS_COME_WITHIN_MS);
    if (held.isOver || closed.signal.aborted) return;
    try {
      if (isWorking) await onLeft?.(held.askId);
    } finally {
      await release(held);
    }
  }

  /** Replies only with what a surface or a rule decided: a decision in the terminal is not news. */
  async function replyOnce(held: HeldDialog, settled: SettledAsk, signal: AbortSignal) {
    if (held.hook !== null || !isDecision(settled) || held.isReplied) return NO_OPINION;
    if (signal.aborted) {
      if (held.hooks === 1) await notTaken(held);
      return NO_OPINION;
    }
    // Before anything is waited for: another hook may wait for the same decision.
    held.isReplied = true;
    const reply = replyTo(settled, (await held.dialog) ?? undefined);
    if (hasMarks(reply)) return NO_OPINION;
    await desk.markTaken(held.askId, "hook");
    return reply;
  }

  async function notTaken(held: HeldDialog) {
    const ask = await desk.noteEffect(held.askId, { kind: "not_taken" });
    if (isSettled(ask)) await reportUnused(ask, held.agentId);
  }

  async function follow(event: AgentEvent, agentId: number) {
    switch (event.type) {
      case "tool_starting":
        if (dialogs.nameCall(event) && event.toolUseId !== null)
          calls.of(event).markClaimed(event.toolUseId);
        return;
      case "tool_finished":
        await releaseAll(formsOf(event, serverOfTool(event.toolName)));
        return finished(event, agentId);
      case "form_closed":
        return releaseAll(formsOf(event, event.server));
      case "session_ended":
        dialogs.noteStop(event);
        return goneOn(event, dialogs.openBefore(event));
      case "stopped":
      case "failed":
        dialogs.noteStop(event);
        return goneOn(event, openOfSame(event));
      case "prompt_submitted":
        return goneOn(event, openOfSame(event));
      case "session_started":
      case "permission_asked":
      case "notified":
      case "form_opened":
      case "seen":
        return;
    }
  }

  async function finished(
    event: Extract<AgentEvent, { type: "tool_finished" }>,
    agentId: number,
  ): Promise<void> {
    const held = dialogs.takeFinished(event) ?? (await findFinished(event));
    if (held === undefined) return;
    if (event.dialog === "declined") return declined(held.askId, event.at);
    if (event.dialog === "lost") return notTaken(held);
    const { ask, effect, besides } = await settleByToolEnd(held, event, { desk, release });
    if (ask !== null && effect !== null) await note(ask, effect, agentId);
    if (besides !== null) await onBesides?.(besides, agentId);
  }

  async function findFinished(event: Extract<AgentEvent, { type: "tool_finished" }>) {
    await recallUnknown(event);
    return dialogs.takeFinished(event);
  }

  /** A hook may have put its ask itself and died before it could call us. */
  async function recallUnknown({ sessionId }: AgentEvent) {
    const asks = (await parts.asksOf?.(sessionId)) ?? [];
    const isKnown = ({ id }: Ask) => [...dialogs.open].some(({ askId }) => askId === id);
    recall(asks.filter((ask) => !isKnown(ask)));
  }

  async function note(ask: SettledAsk, effect: NotedEffect, agentId: number) {
    await desk.noteEffect(ask.id, effect);
    if (effect.kind === "overruled" || effect.kind === "stopped") await reportUnused(ask, agentId);
  }

  /** The dialogs of the very agent or sub-agent that the event is about. */
  function openOfSame(event: AgentEvent): HeldDialog[] {
    return dialogs.openBefore(event).filter((held) => held.event.subagentId === event.subagentId);
  }

  /** The server's call has ended, or its form. */
  function formsOf(event: AgentEvent, server: string | null): HeldDialog[] {
    if (server === null) return [];
    const isIt = ({ toolName, input }: DialogEvent) =>
      toolName === FORM_TOOL && input["server"] === server;
    return dialogs.openBefore(event).filter((held) => isIt(held.event));
  }

  async function goneOn(event: AgentEvent, over: HeldDialog[]) {
    await releaseAll(over);
    await lookBack(event, over);
  }

  /** A refusal in the terminal is in the transcript alone: no hook reports it. */
  async function lookBack(event: AgentEvent, released: readonly HeldDialog[]) {
    await recallUnknown(event);
    for (const held of new Set([...released, ...dialogs.decidedBefore(event)])) {
      const at = held.toolUseId && (await parts.refusedAt?.(event, held.toolUseId));
      if (!at) continue;
      dialogs.forget(held);
      await declined(held.askId, at);
    }
  }

  async function declined(askId: string, at: string | null) {
    const found = await desk.load(askId).catch(() => null);
    if (found?.dialog === undefined) return;
    if (!isSettled(found)) await withdraw(askId);
    const ask = await desk.load(askId);
    if (!isSettled(ask) || ask.dialog === undefined) return;
    await note(ask, effectOfRefusal(ask.dialog, ask, at), Number(ask.source.agentId));
  }

  async function left(askId: string) {
    const held = [...dialogs.open].find((one) => one.askId === askId);
    if (held !== undefined) await closedInTerminal(held, { isWorking: true });
  }

  async function refused(event: EventHead, toolUseId: string) {
    const held = dialogs.ofCall(event, toolUseId);
    if (held === undefined) return null;
    dialogs.forget(held);
    await declined(held.askId, null);
    return held.askId;
  }

  async function endAll(isEnded: (hookCall: string) => boolean) {
    await releaseAll([...dialogs.open].filter(({ hook }) => hook !== null && isEnded(hook.call)));
  }

  async function close() {
    closed.abort();
    for (const held of dialogs.open) held.stopWatching();
    const posted = [...dialogs.open].filter(({ hook }) => hook === null);
    await releaseAll(posted, { kind: "owner_gone", detail: HUB_ENDED });
  }

  async function releaseAll(over: HeldDialog[], why?: Withdrawal) {
    await Promise.all(over.map((held) => release(held, why)));
  }

  async function release({ askId, dialog }: HeldDialog, why?: Withdrawal) {
    if ((await dialog.catch(() => null)) !== null) await withdraw(askId, why);
  }

  async function withdraw(askId: string, why: Withdrawal = { detail: ELSEWHERE }) {
    try {
      await desk.withdraw(askId, AGENT_SURFACE, why);
    } catch (error) {
      if (!(error instanceof AlreadySettled || error instanceof AskNotFound)) throw error;
    }
  }

  /** Ends early when everything does, so that no process waits for it. */
  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        closed.signal.removeEventListener("abort", done);
        resolve();
      };
      const cancel = clock.after(milliseconds, done);
      closed.signal.addEventListener("abort", done);
    });
  }

  /** A rule's decision needs no report: no person believes that they decided. */
  async function reportUnused(ask: SettledAsk, agentId: number) {
    if (rulingOf(ask.outcome) === null) await onUnused?.(ask, agentId);
  }
}

function onAbort(signal: AbortSignal, work: () => void) {
  if (signal.aborted) work();
  else signal.addEventListener("abort", work, { once: true });
}
