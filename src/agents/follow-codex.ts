/**
 * Codex's daemon as a source of agents' events and dialogs. A request of the daemon becomes an ask,
 * which this process owns; the decision goes back on the same connection. Nothing acknowledges it,
 * so what the agent did is read from what then happens in its thread.
 *
 * An open request outlives this process: the daemon puts it to the next hub again, which adopts the
 * ask. A decision that was made meanwhile is told then.
 */
import type { AgentEvent, DialogEvent, EventBody } from "../core/agent/agent-event.ts";
import {
  type Ask,
  isSettled,
  type ProcessIdentity,
  rulingOf,
  type SettledAsk,
} from "../core/ask/ask.ts";
import { isTaken } from "../core/ask/moments.ts";
import { createKeyedQueue } from "../core/queue.ts";
import { hasMarks } from "../core/redact/mark.ts";
import type { Desk } from "../desk/desk.ts";
import type { Clock } from "../store/clock.ts";
import { type CodexDaemon, followCodexDaemon } from "./clients/codex/daemon/daemon.ts";
import { bodyOfStep, bodyOfTurnEnd, eventIn, refusedAt } from "./clients/codex/daemon/events.ts";
import type { DaemonRequest, Item, Thread, TurnEnd } from "./clients/codex/daemon/messages.ts";
import {
  dialogIn,
  FORM_REQUEST,
  formOf,
  NAMES_BEGIN,
  nameOf,
  resultOf,
} from "./clients/codex/daemon/requests.ts";
import type { RequestId } from "./clients/codex/daemon/rpc.ts";
import { DENIED } from "./clients/common/tool-questions.ts";
import { decisionOn, isDecision } from "./dialogs/decision.ts";
import type { HeldDialogs } from "./dialogs/held-dialogs.ts";
import type { AskingAgent } from "./dialogs/open-dialog-ask.ts";
import type { Heard } from "./turns/ingest.ts";

export interface CodexFollower extends Pick<CodexDaemon, "holds" | "say" | "interrupt"> {
  close(): Promise<void>;
}

export interface FollowCodexParts {
  codexHome: string;
  version: string;
  desk: Desk;
  clock: Clock;
  /** This process, which owns the asks. */
  owner: ProcessIdentity;
  dialogs: Pick<HeldDialogs, "open" | "left" | "refused" | "endAll">;
  hear(event: AgentEvent): Promise<Heard>;
  asking(heard: Heard): AskingAgent;
  /** The person's answer is in no hook and no file. */
  onRefused(askId: string, words: string): Promise<unknown>;
  /** A decision that did not get to the agent. */
  onUnused(ask: SettledAsk): Promise<void>;
  onWarning(message: string): void;
}

/** A request that is open in the daemon. */
interface Open {
  readonly request: DaemonRequest;
  readonly name: string;
  /** Null until its ask exists. */
  askId: string | null;
  /** Somebody else answered it, or nobody needs to. */
  isOver: boolean;
  isTold: boolean;
  readonly gone: AbortController;
}

export function followCodex(parts: FollowCodexParts): CodexFollower {
  const { desk, dialogs, clock, owner, hear, onWarning } = parts;
  const open = new Map<RequestId, Open>();
  const threads = new Map<string, Thread>();
  const inOrder = createKeyedQueue();
  const daemon = followCodexDaemon({
    ...{ codexHome: parts.codexHome, version: parts.version },
    listener: { joined, asked, resolved, itemEnded, turnEnded, closed, caughtUp, lost },
  });
  return {
    ...{ holds: daemon.holds, say, interrupt: daemon.interrupt },
    async close() {
      await daemon.close();
      lost();
      await inOrder.idle();
    },
  };

  function step(threadId: string, work: () => Promise<unknown>) {
    void inOrder(threadId, work).catch((error: Error) =>
      onWarning(`Codex's daemon said something that was lost: ${error.message}`),
    );
  }

  /** The turn has begun before we have joined its thread again. */
  async function say(threadId: string, text: string): Promise<string | null> {
    const turnId = await daemon.say(threadId, text);
    const thread = threads.get(threadId);
    if (turnId === null || thread === undefined) return turnId;
    await hear(eventIn(thread, turnId, clock.now(), { type: "prompt_submitted", text }));
    return turnId;
  }

  function joined(thread: Thread) {
    threads.set(thread.id, thread);
    step(thread.id, () => hear(eventIn(thread, null, clock.now(), { type: "seen" })));
  }

  function asked(request: DaemonRequest) {
    const state = { askId: null, isOver: false, isTold: false, gone: new AbortController() };
    const fresh: Open = { request, name: nameOf(request), ...state };
    open.set(request.id, fresh);
    step(request.thread.id, () => put(fresh));
  }

  async function put(one: Open) {
    const event = dialogIn(one.request, eventIn(one.request.thread, null, clock.now(), SEEN).at);
    if (event === null || one.isOver) return;
    if (event.toolUseId !== null) await hear({ ...event, ...callIn(event) });
    const heard = await hear(event);
    one.askId = await askFor(one, event, heard);
    if (one.askId === null) return;
    if (one.isOver) return dialogs.left(one.askId);
    void desk
      .wait(one.askId, { signal: one.gone.signal })
      .then((settled) => tell(one, settled))
      .catch(() => undefined);
  }

  /** An ask that an earlier hub put, and that may have been decided since, or a new one. */
  async function askFor(one: Open, event: DialogEvent, heard: Heard): Promise<string | null> {
    const isOpenEnd = (ask: Ask) => !isSettled(ask) || isDecision(ask);
    const asks = await desk.find({ hookCall: one.name });
    const known = asks.find(isOpenEnd);
    if (known !== undefined && isSettled(known)) return known.id;
    const call = { call: one.name, owner, isAskedAgain: true, askId: known?.id };
    const { signal } = one.gone;
    const opened = await dialogs.open(event, parts.asking(heard), { ...call, signal });
    return opened?.askId ?? known?.id ?? null;
  }

  async function tell(one: Open, settled: SettledAsk) {
    const { request } = one;
    const decision =
      settled.dialog && isDecision(settled) && decisionOn(settled.dialog, settled.outcome);
    if (one.gone.signal.aborted) return;
    // What was written does not fit the form, or is not known whole: Codex's own window goes on
    // asking.
    if (decision === null || hasMarks(decision)) return overtaken(settled);
    if (!decision) return;
    if (one.isOver) return overtaken(settled);
    await desk.markTaken(settled.id, "socket");
    one.isTold = daemon.respond(request.id, resultOf(request, decision));
    const turnId = request.params["turnId"];
    const isHeard = request.method === "item/tool/requestUserInput";
    if (decision.behavior !== "deny" || isHeard || typeof turnId !== "string") return;
    // A turn that is over has no use for the reason.
    await daemon.steer(request.thread.id, turnId, decision.message).catch(() => undefined);
  }

  /** The terminal was a moment faster. What was decided there follows. */
  async function overtaken({ id }: SettledAsk) {
    const ask = await desk.noteEffect(id, { kind: "not_taken" });
    if (isSettled(ask)) await parts.onUnused(ask);
  }

  function resolved(thread: Thread, id: RequestId) {
    const one = open.get(id);
    if (one === undefined) return;
    open.delete(id);
    one.isOver = true;
    step(thread.id, async () => {
      if (!one.isTold && one.askId !== null) await dialogs.left(one.askId);
      const closed = one.isTold ? null : formClosedIn(one.request);
      if (closed !== null) await hear(eventIn(thread, null, clock.now(), closed));
      one.gone.abort();
    });
  }

  function itemEnded(thread: Thread, item: Item, turnId: string | null) {
    const at = refusedAt(item, clock.now());
    const body = bodyOfStep(item);
    if (at !== null) step(thread.id, () => refused(thread, item.id, at));
    else if (body !== null) step(thread.id, () => hear(eventIn(thread, turnId, clock.now(), body)));
  }

  async function refused(thread: Thread, itemId: string, at: Date) {
    const event = eventIn(thread, null, at, SEEN);
    const askId = await dialogs.refused(event, itemId);
    const ask = askId === null ? null : await desk.load(askId);
    // What was decided on a surface is told with the person's own words.
    if (ask !== null && !(isSettled(ask) && isDecision(ask))) await parts.onRefused(ask.id, DENIED);
  }

  function turnEnded(thread: Thread, turn: TurnEnd["turn"]) {
    const now = clock.now();
    step(thread.id, () => hear(eventIn(thread, turn.id, now, bodyOfTurnEnd(turn, now))));
  }

  function closed(thread: Thread) {
    threads.delete(thread.id);
    const ended = { type: "session_ended", reason: "closed" } as const;
    step(thread.id, () => hear(eventIn(thread, null, clock.now(), ended)));
  }

  /** What the daemon does not ask any more was answered or closed there. */
  function caughtUp() {
    const names = new Set([...open.values()].map(({ name }) => name));
    const isEnded = (call: string) => call.startsWith(NAMES_BEGIN) && !names.has(call);
    step("", async () => {
      await dialogs.endAll(isEnded);
      const hookCall = { startsWith: NAMES_BEGIN };
      for (const ask of await desk.find({ status: "settled", hookCall }))
        if (isEnded(ask.dialog?.hookCall ?? "") && isUntold(ask)) await overtaken(ask);
    });
  }

  function lost() {
    for (const one of open.values()) one.gone.abort();
    open.clear();
  }
}

function isUntold(ask: Ask): ask is SettledAsk {
  const isOpenEnd = !isTaken(ask) && ask.effect === undefined;
  return isSettled(ask) && isDecision(ask) && rulingOf(ask.outcome) === null && isOpenEnd;
}

/** The daemon does not say how. */
function formClosedIn({ method, params }: DaemonRequest): EventBody | null {
  const form = method === FORM_REQUEST ? formOf(params) : null;
  return form && { type: "form_closed", server: form.server, action: "cancel", content: {} };
}

const SEEN = { type: "seen" } as const;

function callIn({ toolUseId, toolName, input }: DialogEvent) {
  return { type: "tool_starting", toolUseId, toolName, input } as const;
}
