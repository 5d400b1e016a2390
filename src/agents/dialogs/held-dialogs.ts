/**
 * Agents' own dialogs at the desk. A dialog is held from the moment its hook arrives until a person decides on some
 * surface, until the agent shows that it was decided in its own terminal (its tool finished, or the agent went on without
 * it), until its hook is gone, or until its deadline. Whatever comes first settles the ask, once.
 */
import { basename } from "node:path";
import type { Reply } from "../../core/answer.ts";
import { type Ask, isSettled, type SettledAsk } from "../../core/ask.ts";
import { AlreadySettled, AskNotFound, InvalidReply } from "../../core/errors.ts";
import type { Desk } from "../../desk/desk.ts";
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

export interface HeldDialogsParts {
  desk: Desk;
  newId: () => string;
  tools: DialogTools;
  /** A person decided on a surface, but the agent had its decision from its terminal already. */
  onOverruled?: (ask: SettledAsk, agentId: number, used: Reply) => Promise<void>;
}

interface Held {
  askId: string;
  agentId: number;
  event: DialogEvent;
  dialog: Dialog;
  toolUseId: string | null;
  /** Hooks that wait for it; a client may have been told twice to call us. */
  hooks: number;
}

const AGENT_SURFACE = { surface: "agent" };
const ELSEWHERE = "It was answered or closed in the agent's own terminal.";
const HUB_ENDED = "Askline's hub ended while it was open; the agent's own terminal still has it.";
// Long enough for any tool to finish, few enough to forget nothing that matters.
const MOST_REMEMBERED = 200;

export function holdDialogs({ desk, newId, tools, onOverruled }: HeldDialogsParts): HeldDialogs {
  const calls = rememberToolCalls();
  const open = new Set<Held>();
  // Decided on a surface; their tools have not finished yet.
  const decided: Held[] = [];
  return { hold, notice, close };

  async function hold(event: DialogEvent, asking: Asking, signal: AbortSignal) {
    const toolUseId = event.toolUseId ?? calls.claim(event.sessionId, event);
    const known = toolUseId === null ? [...open].find((held) => isAbout(held, event, null)) : undefined;
    const held = known ?? (await put(event, toolUseId, asking));
    if (held === null) return NO_OPINION;
    held.hooks += 1;
    try {
      const settled = await desk.wait(held.askId, { signal });
      remember(held, settled);
      return held.dialog.replyTo(settled);
    } catch (error) {
      if (!signal.aborted && !(error instanceof AskNotFound)) throw error;
      if (held.hooks === 1) await release(held);
      return NO_OPINION;
    } finally {
      held.hooks -= 1;
      if (held.hooks === 0) open.delete(held);
    }
  }

  async function put(event: DialogEvent, toolUseId: string | null, asking: Asking): Promise<Held | null> {
    const dialog = await openDialog(event, tools);
    if (dialog === null) return null;
    const held: Held = { askId: newId(), agentId: asking.agentId, event, dialog, toolUseId, hooks: 0 };
    open.add(held);
    try {
      await asking.linkAsk(held.askId);
      await desk.ask({
        id: held.askId,
        ...dialog.asks,
        source: {
          kind: "hook",
          agentId: String(asking.agentId),
          project: basename(event.workingDirectory),
          workingDirectory: event.workingDirectory,
          ...(toolUseId === null ? {} : { callId: toolUseId }),
        },
        returnPath: "hook",
        mode: "blocking",
      });
      return held;
    } catch (error) {
      open.delete(held);
      throw error;
    }
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
    const held = [...open].find((one) => isAbout(one, event, event.toolUseId));
    const earlier = decided.findIndex((one) => isAbout(one, event, event.toolUseId));
    if (held === undefined && earlier === -1) return;
    const [before] = held === undefined ? decided.splice(earlier, 1) : [];
    const concerned = held ?? before;
    if (concerned === undefined) return;
    const ask = await desk.load(concerned.askId).catch(() => null);
    if (ask === null) return;
    const reply = concerned.dialog.decisionIn(event, ask);
    if (isSettled(ask)) return compare(concerned, ask, reply);
    if (reply === null) return release(concerned);
    try {
      await desk.answer(concerned.askId, reply, AGENT_SURFACE);
    } catch (error) {
      if (error instanceof AlreadySettled) return compare(concerned, error.ask, reply);
      // The agent's own dialog allows what the question did not; then it is only known that it is over.
      if (error instanceof InvalidReply) return release(concerned);
      throw error;
    }
  }

  /** The agent goes by what it was told first; where that was not what the surface was told, somebody should know. */
  async function compare({ agentId, dialog }: Held, ask: SettledAsk, used: Reply | null) {
    const { outcome } = ask;
    if (used === null || outcome.provenance.by !== "person" || outcome.provenance.surface === "agent") return;
    const said = JSON.stringify(dialog.replyTo(ask));
    const wouldSay = JSON.stringify(dialog.replyTo({ ...ask, outcome: { ...completed(outcome), reply: used } }));
    if (said === wouldSay || isAlsoAllowed(dialog, said)) return;
    await onOverruled?.(ask, agentId, used);
  }

  async function releaseAll(event: AgentEvent, isConcerned: (held: Held) => boolean) {
    const over = [...open].filter(
      (held) => isSession(held, event) && held.event.at <= event.at && isConcerned(held),
    );
    await Promise.all(over.map((held) => release(held)));
  }

  async function release({ askId }: Held, why: { kind?: "owner_gone"; detail: string } = { detail: ELSEWHERE }) {
    try {
      await desk.withdraw(askId, AGENT_SURFACE, why);
    } catch (error) {
      if (!(error instanceof AlreadySettled || error instanceof AskNotFound)) throw error;
    }
  }

  function remember(held: Held, { outcome }: SettledAsk) {
    if (outcome.provenance.by !== "person" || outcome.provenance.surface === "agent" || decided.includes(held)) return;
    decided.push(held);
    if (decided.length > MOST_REMEMBERED) decided.shift();
  }

  async function close() {
    await Promise.all([...open].map((held) => release(held, { kind: "owner_gone", detail: HUB_ENDED })));
  }
}

function isSession({ event }: Held, { client, sessionId }: AgentEvent): boolean {
  return event.client === client && event.sessionId === sessionId;
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
