/**
 * Agents' own dialogs at the desk. A dialog is held from the moment its hook arrives until a person decides on some
 * surface, until the agent shows that it was decided in its own terminal (its tool finished, or the agent went on without
 * it), until its hook is gone, or until its deadline. Whatever comes first settles the ask, once.
 */
import { basename } from "node:path";
import type { Reply } from "../../core/answer.ts";
import { type Ask, isSettled, rulingOf, type SettledAsk } from "../../core/ask.ts";
import { AlreadySettled, AskNotFound, InvalidReply } from "../../core/errors.ts";
import type { Desk, Withdrawal } from "../../desk/desk.ts";
import type { AgentEvent, ToolCall } from "../events.ts";
import { type Dialog, NO_OPINION } from "./dialog.ts";
import { type DialogEvent, type DialogTools, openDialog } from "./open-dialog.ts";
import { rememberStops } from "./stops.ts";
import { isSameCall, rememberToolCalls } from "./tool-calls.ts";

export interface HeldDialogs {
  /**
   * The hook's reply, when there is one. `question` names the turn that the ask belongs to; `signal` is aborted when the
   * hook is gone.
   */
  hold(event: DialogEvent, asking: Asking, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** Hears of everything that agents tell, and lets go of dialogs that are over. Resolves when that is durable. */
  notice(event: AgentEvent): Promise<void>;
  /** The agent's transcript shows that a person said no in its terminal, of which no hook tells. */
  declined(askId: string): Promise<void>;
  /** Whether a dialog of this agent, or of a sub-agent of its, waits for somebody. */
  isOpen(agentId: number): boolean;
  /** Settles what is still held: nobody will be there to hear an answer. */
  close(): Promise<void>;
}

export interface Asking {
  agentId: number;
  /** Gives the turn the ask's id before the ask is there; does nothing where there is no turn. */
  linkAsk(askId: string): Promise<void>;
}

/** What a person's rules say about a dialog. */
export interface DialogRuling {
  /** Null where a person is asked. */
  decided: { decision: "allow" | "deny"; rule: string; reason?: string | undefined } | null;
  surface?: string | undefined;
  timeoutSeconds?: number | undefined;
  /** What a person should know about their rules before they answer. */
  remark?: string | undefined;
}

export interface HeldDialogsParts {
  desk: Desk;
  rulingOn?: (event: DialogEvent, agentId: number) => DialogRuling;
  newId: () => string;
  tools: DialogTools;
  /** A person decided on a surface, but the agent had its decision from its terminal already, or its dialog was closed. */
  onUnused?: (ask: SettledAsk, agentId: number) => Promise<void>;
  /** A rule decided it; heard before the agent is told. */
  onRuled?: (ask: SettledAsk, agentId: number) => Promise<void>;
  /** What a person said beside their yes, once the agent takes words again. */
  onBesides?: (text: string, agentId: number) => Promise<void>;
}

interface Held {
  askId: string;
  agentId: number;
  event: DialogEvent;
  /** Resolves once the ask is on the desk; to null where there is no dialog that could be answered. */
  dialog: Promise<Dialog | null>;
  toolUseId: string | null;
  /** Hooks that wait for it; a client may have been told twice to call us. */
  hooks: number;
  /** A decision is said once: of two hooks that look alike, the other may be about another call. */
  isTold: boolean;
}

const AGENT_SURFACE = { surface: "agent" };
const ELSEWHERE = "It was answered or closed in the agent's own terminal.";
const HUB_ENDED = "Askline's hub ended while it was open; the agent's own terminal still has it.";
// Long enough for any tool to finish, few enough to forget nothing that matters.
const MOST_REMEMBERED = 200;

export function holdDialogs(parts: HeldDialogsParts): HeldDialogs {
  const { desk, newId, tools, rulingOn, onUnused, onRuled, onBesides } = parts;
  const calls = rememberToolCalls();
  const open = new Set<Held>();
  // Decided on a surface; their tools have not finished yet.
  const decided: Held[] = [];
  const stops = rememberStops();
  const isOpen = (agentId: number) => [...open].some((held) => held.agentId === agentId);
  return { hold, notice, declined, isOpen, close };

  async function hold(event: DialogEvent, asking: Asking, signal: AbortSignal) {
    const { toolUseId, isOver } = calls.claim(event);
    if (isOver || stops.isAfter(event)) return NO_OPINION;
    const held = heldFor(event, toolUseId) ?? begin(event, toolUseId, asking);
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
      if (held.hooks === 0) open.delete(held);
    }
  }

  /** Only what a person or their rule decided is said; what they decided in the terminal, the agent knows itself. */
  async function sayOnce(held: Held, dialog: Dialog, settled: SettledAsk, signal: AbortSignal) {
    if (!isDecision(settled) || held.isTold) return NO_OPINION;
    const reply = dialog.replyTo(settled);
    // A denied call does not finish, so without its name nothing that finishes later could be told to be it.
    if (held.toolUseId !== null || isYes(JSON.stringify(reply))) remember(held);
    if (signal.aborted) {
      if (held.hooks === 1) await tellUnused(settled, held.agentId);
      return NO_OPINION;
    }
    held.isTold = true;
    // Should this fail, a hub that starts anew says that nobody heard of it, and is wrong; but it says so.
    await desk.markDelivered(held.askId).catch(() => undefined);
    return reply;
  }

  /** The same request again: by its call, or without one by what it says. */
  function heldFor(event: DialogEvent, toolUseId: string | null): Held | undefined {
    const isSame = (held: Held) =>
      toolUseId === null ? isAbout(held, event, null) : isSession(held, event) && held.toolUseId === toolUseId;
    return [...open].find((held) => !held.isTold && isSame(held));
  }

  function begin(event: DialogEvent, toolUseId: string | null, asking: Asking): Held {
    const askId = newId();
    const dialog = put(askId, { ...event, toolUseId }, asking);
    const held: Held = { askId, agentId: asking.agentId, event, dialog, toolUseId, hooks: 0, isTold: false };
    open.add(held);
    return held;
  }

  async function put(askId: string, event: DialogEvent, { agentId, linkAsk }: Asking): Promise<Dialog | null> {
    const dialog = await openDialog(event, tools);
    if (dialog === null) return null;
    await linkAsk(askId);
    const { decided = null, ...wishes } = rulingOn?.(event, agentId) ?? {};
    const reply = decided && dialog.ruled?.(decided.decision, decided.reason);
    const ask = await desk.ask({
      id: askId,
      ...withWishes(dialog.asks, wishes),
      ...(decided && reply && { ruled: { rule: decided.rule, reply } }),
      source: {
        kind: "hook",
        agentId: String(agentId),
        project: basename(event.workingDirectory),
        workingDirectory: event.workingDirectory,
        ...(event.toolUseId === null ? {} : { callId: event.toolUseId }),
      },
      returnPath: "hook",
      mode: "blocking",
    });
    if (isSettled(ask)) await onRuled?.(ask, agentId);
    return dialog;
  }

  async function notice(event: AgentEvent) {
    switch (event.type) {
      case "tool_starting":
        return calls.began(event, isClaimedBefore(event));
      case "tool_finished":
        calls.ended(event);
        return finished(event);
      case "session_ended":
        calls.forget(event);
        stops.note(event);
        return releaseAll(event, () => true);
      case "stopped":
        stops.note(event);
        return releaseAll(event, (held) => held.event.subagentId === event.subagentId);
      case "prompt_submitted":
        return releaseAll(event, (held) => held.event.subagentId === event.subagentId);
      case "session_started":
      case "permission_asked":
      case "notified":
      case "seen":
        return;
    }
  }

  /** A request that was heard before its call began. */
  function isClaimedBefore(event: Extract<AgentEvent, { type: "tool_starting" }>): boolean {
    const held = [...open].find((one) => one.toolUseId === null && isAbout(one, event, null));
    if (held !== undefined) held.toolUseId = event.toolUseId;
    return held !== undefined;
  }

  async function finished(event: Extract<AgentEvent, { type: "tool_finished" }>) {
    const isOver = (one: Held) => one.event.at <= event.at && isAbout(one, event, event.toolUseId);
    const candidates = [...open, ...decided]
      .filter(isOver)
      .sort((one, other) => (one.event.at < other.event.at ? -1 : 1));
    const concerned = candidates.find(({ toolUseId }) => toolUseId !== null) ?? candidates[0];
    if (concerned === undefined) return;
    if (decided.includes(concerned)) decided.splice(decided.indexOf(concerned), 1);
    const dialog = await concerned.dialog.catch(() => null);
    const ask = dialog === null ? null : await desk.load(concerned.askId).catch(() => null);
    if (dialog === null || ask === null) return;
    const reply = dialog.decisionIn(event, ask);
    if (isSettled(ask)) return compare(concerned, dialog, ask, reply);
    if (reply === null) return release(concerned);
    try {
      await desk.answer(concerned.askId, reply, AGENT_SURFACE);
    } catch (error) {
      if (error instanceof AlreadySettled) return compare(concerned, dialog, error.ask, reply);
      // The agent's own dialog allows what the question did not; then it is only known that it is over.
      if (error instanceof InvalidReply) return release(concerned);
      throw error;
    }
  }

  /** The agent goes by what it was told first; where that was not what the surface was told, somebody should know. */
  async function compare({ agentId }: Held, dialog: Dialog, ask: SettledAsk, used: Reply | null) {
    const { outcome } = ask;
    if (used === null || !isDecision(ask)) return;
    const said = JSON.stringify(dialog.replyTo(ask));
    const wouldSay = JSON.stringify(dialog.replyTo({ ...ask, outcome: { ...completed(outcome), reply: used } }));
    if (said !== wouldSay && !isAlsoAllowed(dialog, said)) return tellUnused(ask, agentId);
    const besides = dialog.besides?.(ask) ?? null;
    if (besides !== null) await onBesides?.(besides, agentId);
  }

  async function declined(askId: string) {
    const held = [...open].find((one) => one.askId === askId);
    if (held !== undefined) await release(held);
  }

  /** Where a rule decided, nobody thinks that they did. */
  async function tellUnused(ask: SettledAsk, agentId: number) {
    if (rulingOf(ask.outcome) === null) await onUnused?.(ask, agentId);
  }

  async function releaseAll(event: AgentEvent, isConcerned: (held: Held) => boolean) {
    const over = [...open].filter((held) => isSession(held, event) && held.event.at <= event.at && isConcerned(held));
    await Promise.all(over.map((held) => release(held)));
  }

  async function release({ askId, dialog }: Held, why: Withdrawal = { detail: ELSEWHERE }) {
    try {
      if ((await dialog.catch(() => null)) === null) return;
      await desk.withdraw(askId, AGENT_SURFACE, why);
    } catch (error) {
      if (!(error instanceof AlreadySettled || error instanceof AskNotFound)) throw error;
    }
  }

  function remember(held: Held) {
    if (decided.includes(held)) return;
    decided.push(held);
    if (decided.length > MOST_REMEMBERED) decided.shift();
  }

  async function close() {
    await Promise.all([...open].map((held) => release(held, { kind: "owner_gone", detail: HUB_ENDED })));
  }
}

/** A client's own limit stands: it waits no longer than that anyway. */
function withWishes(asks: Dialog["asks"], { surface, timeoutSeconds, remark }: Omit<DialogRuling, "decided">) {
  const own = asks.timeoutSeconds ?? Number.POSITIVE_INFINITY;
  return {
    ...asks,
    ...(remark && { context: remark }),
    ...(timeoutSeconds && { timeoutSeconds: Math.min(own, timeoutSeconds) }),
    ...(surface && { presentation: { ...asks.presentation, surface } }),
  };
}

function isSession({ event }: Held, { client, sessionId }: AgentEvent): boolean {
  return event.client === client && event.sessionId === sessionId;
}

/** By a person and not in the agent's own terminal, or by a rule of theirs. */
function isDecision({ outcome }: SettledAsk): boolean {
  const { by, surface } = outcome.provenance;
  return rulingOf(outcome) !== null || (by === "person" && surface !== AGENT_SURFACE.surface);
}

/** By the call's id where both know it, else by who called what with what. */
function isAbout(held: Held, event: AgentEvent & ToolCall, id: string | null) {
  if (!isSession(held, event)) return false;
  if (held.toolUseId !== null && id !== null) return held.toolUseId === id;
  return held.event.subagentId === event.subagentId && isSameCall(held.event, event);
}

/** Once or always: either way the tool was allowed to run. */
function isAlsoAllowed({ kind }: Dialog, said: string): boolean {
  return kind !== "ask_user_question" && isYes(said);
}

function isYes(reply: string): boolean {
  return reply.includes('"behavior":"allow"');
}

function completed({ provenance }: Ask["outcome"] & object) {
  return { status: "completed" as const, provenance };
}
