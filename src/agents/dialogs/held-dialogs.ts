/**
 * Agents' own dialogs at the desk. A dialog is held from the moment its hook arrives until a person decides on some
 * surface, until the agent shows that it was decided in its own terminal (its tool finished, or the agent went on without
 * it), until its hook is gone, or until its deadline. Whatever comes first settles the ask, once.
 */
import { basename } from "node:path";
import type { Reply } from "../../core/answer.ts";
import { type Ask, isSettled, type SettledAsk } from "../../core/ask.ts";
import { AlreadySettled, AskNotFound, InvalidReply } from "../../core/errors.ts";
import type { Desk, Withdrawal } from "../../desk/desk.ts";
import type { AgentEvent } from "../events.ts";
import { type Dialog, NO_OPINION } from "./dialog.ts";
import { type DialogEvent, type DialogTools, openDialog } from "./open-dialog.ts";
import { isSameCall, rememberToolCalls } from "./tool-calls.ts";

export interface HeldDialogs {
  /**
   * The hook's reply, when there is one. `question` names the turn that the ask belongs to; `signal` is aborted when the
   * hook is gone.
   */
  hold(event: DialogEvent, asking: Asking, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** Hears of everything that agents tell, and lets go of dialogs that are over. Resolves when that is durable. */
  notice(event: AgentEvent): Promise<void>;
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
  return { hold, notice, close };

  async function hold(event: DialogEvent, asking: Asking, signal: AbortSignal) {
    const toolUseId = event.toolUseId ?? calls.claim(event.sessionId, event);
    const known = toolUseId === null ? [...open].find((held) => isAbout(held, event, null)) : undefined;
    const held = known ?? begin(event, toolUseId, asking);
    held.hooks += 1;
    try {
      const dialog = await held.dialog;
      if (dialog === null) return NO_OPINION;
      const settled = await desk.wait(held.askId, { signal });
      remember(held, settled);
      if (signal.aborted && held.hooks === 1 && isDecision(settled)) await onUnused?.(settled, held.agentId);
      return dialog.replyTo(settled);
    } catch (error) {
      if (!signal.aborted && !(error instanceof AskNotFound)) throw error;
      if (held.hooks === 1) await release(held);
      return NO_OPINION;
    } finally {
      held.hooks -= 1;
      if (held.hooks === 0) open.delete(held);
    }
  }

  function begin(event: DialogEvent, toolUseId: string | null, asking: Asking): Held {
    const askId = newId();
    const dialog = put(askId, { ...event, toolUseId }, asking);
    const held: Held = { askId, agentId: asking.agentId, event, dialog, toolUseId, hooks: 0 };
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
        return calls.began(event.sessionId, event);
      case "tool_finished":
        calls.ended(event.sessionId, event.toolUseId);
        return finished(event);
      case "session_ended":
        calls.forget(event.sessionId);
        return releaseAll(event, () => true);
      case "prompt_submitted":
      case "stopped":
        return releaseAll(event, (held) => held.event.subagentId === event.subagentId);
      case "session_started":
      case "permission_asked":
      case "notified":
      case "seen":
        return;
    }
  }

  async function finished(event: Extract<AgentEvent, { type: "tool_finished" }>) {
    const isOver = (one: Held) => one.event.at <= event.at && isAbout(one, event, event.toolUseId);
    const held = [...open].find(isOver);
    const earlier = decided.findIndex(isOver);
    if (held === undefined && earlier === -1) return;
    const [before] = held === undefined ? decided.splice(earlier, 1) : [];
    const concerned = held ?? before;
    if (concerned === undefined) return;
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
    if (said !== wouldSay && !isAlsoAllowed(dialog, said)) return onUnused?.(ask, agentId);
    const besides = dialog.besides?.(ask) ?? null;
    if (besides !== null) await onBesides?.(besides, agentId);
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

  function remember(held: Held, settled: SettledAsk) {
    if (!isDecision(settled) || decided.includes(held)) return;
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

/** By a person, and not in the agent's own terminal. */
function isDecision({ outcome: { provenance } }: SettledAsk): boolean {
  return provenance.by === "person" && provenance.surface !== AGENT_SURFACE.surface;
}

/** By the call's id where both know it, else by what was called with what. */
function isAbout(held: Held, event: DialogEvent | Extract<AgentEvent, { type: "tool_finished" }>, id: string | null) {
  if (!isSession(held, event)) return false;
  if (held.toolUseId !== null && id !== null) return held.toolUseId === id;
  return isSameCall(held.event, event);
}

/** Once or always: either way the tool was allowed to run. */
function isAlsoAllowed({ kind }: Dialog, said: string): boolean {
  return kind !== "ask_user_question" && said.includes('"behavior":"allow"');
}

function completed({ provenance }: Ask["outcome"] & object) {
  return { status: "completed" as const, provenance };
}
