/**
 * Connects the desk and the agents. A question in an agent's text becomes an ask whose answer is
 * typed to the agent. An ask by a known agent becomes a turn of its conversation, and so does every
 * answer, wherever it was given.
 *
 * The order of events does not matter: the log says which asks should be open, and each change
 * makes the desk match it.
 */
import { type Agent, hasWayIn, type Turn } from "../../core/agent/agent.ts";
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { isTurnEvent } from "../../core/agent/log-event.ts";
import { type Ask, isSettled, type ProcessIdentity, type SettledAsk } from "../../core/ask/ask.ts";
import { isUnused } from "../../core/ask/effect-words.ts";
import { AlreadySettled, AskNotFound } from "../../core/ask/errors.ts";
import { isTaken } from "../../core/ask/moments.ts";
import { createKeyedQueue } from "../../core/queue.ts";
import { everyAsk } from "../../desk/all-pages.ts";
import type { Desk, Withdrawal } from "../../desk/desk.ts";
import { followAsks, type Step } from "../../desk/follow-asks.ts";
import type { AgentLog } from "../../store/agent-log.ts";
import { inOrder as newestFirst } from "../../store/ask-order.ts";
import type { Deliveries } from "../channels/deliveries.ts";
import { DECLINED, isAskingThroughUs } from "../clients/common/tool-questions.ts";
import type { Ingest } from "../turns/ingest.ts";
import { answerTo, asksOf, messageFrom, questionIn } from "./ask-in-conversation.ts";
import { createLeftOpenAsks } from "./left-open-asks.ts";
import type { AskMatcher } from "./match-ask-to-agent.ts";

export interface AgentAsks {
  /** Follows the desk, and first handles what happened while no hub ran. */
  start(): Promise<void>;
  /** Takes a hook's event that is in the log already. Its effects follow in the background. */
  hear(event: AgentEvent, agentId: number): void;
  /** The answers that this agent has not fetched, in words; null if there are none. */
  takeLateAnswers(agentId: number): Promise<string | null>;
  close(): Promise<void>;
}

export interface AgentAsksParts {
  desk: Desk;
  log: AgentLog;
  ingest: Ingest;
  deliveries: Pick<Deliveries, "send" | "waitForDelivery">;
  matcher: AskMatcher;
  newId: () => string;
  /** A person's answer did not reach the agent. */
  onUnused: (ask: SettledAsk, agentId: number) => Promise<void>;
  onWarning: (message: string) => void;
  isGone: (owner: ProcessIdentity) => boolean;
}

// Asks found in an agent's text wait for a day, like all choices in model output.
const DEADLINE_SECONDS = 24 * 60 * 60;
// Asks that were settled longer ago than this, while no hub ran, are not looked at.
const LOOKS_BACK_MS = DEADLINE_SECONDS * 1000;
const IN_TERMINAL = {
  detail: "It was answered in the agent's own terminal, or the agent has moved on.",
};
const CALL_FAILED = { detail: "The agent was told that its call failed." };
const INTERRUPTED = { detail: "The agent was interrupted in its own terminal." };

export function createAgentAsks(parts: AgentAsksParts): AgentAsks {
  const { desk, log, ingest, deliveries, matcher, newId, onUnused, onWarning, isGone } = parts;
  // By agent: its open ask whose answer will be typed.
  const open = new Map<number, string>();
  let stopListening = () => {};
  const inOrder = createKeyedQueue();
  const following = followAsks({ desk, take, list: recentAsks, onFailure: lagsBehind });
  const leftOpen = createLeftOpenAsks({ desk, log, matcher, withdraw });
  return { start, hear, takeLateAnswers: leftOpen.takeFor, close };

  async function start() {
    for (const ask of await desk.find({ status: "pending", returnPath: "channel" }))
      open.set(Number(ask.source.agentId), ask.id);
    for (const { id } of await log.agents({ isEnded: false })) await reconcile(id);
    stopListening = ingest.onEvent((event) => {
      if (!isTurnEvent(event)) return;
      const { agentId, intent, actor, askId } = event.turn;
      if (intent === "QUESTION" || intent === "ANSWER")
        void step(agentId, () => reconcile(agentId));
      const isLeft = event.type === "turn_created" && intent === "ANSWER" && actor === "AGENT";
      if (isLeft && askId !== null) void withdrawInterrupted(askId);
    });
    await following.start();
  }

  async function recentAsks(): Promise<Ask[]> {
    const settledSince = new Date(Date.now() - LOOKS_BACK_MS).toISOString();
    const open = await everyAsk(desk, { status: "pending" });
    return newestFirst([...open, ...(await desk.find({ settledSince }))]);
  }

  function hear(event: AgentEvent, agentId: number) {
    if (event.type === "tool_finished" && event.hasFailed && isAskingThroughUs(event.toolName)) {
      void callFailed(event.toolUseId ?? "").catch(() => undefined);
    }
    if (
      event.type === "prompt_submitted" ||
      event.type === "stopped" ||
      event.type === "failed" ||
      event.type === "session_ended"
    ) {
      void step(agentId, () => reconcile(agentId));
    }
    // A sub-agent has no person of its own.
    if (event.subagentId !== null) return;
    if (event.type === "prompt_submitted" || event.type === "session_ended")
      void step(agentId, () => leftOpen.endFor(event, agentId));
  }

  async function close() {
    stopListening();
    await following.close();
    await inOrder.idle();
  }

  /** In order for each key, so that two events about the same thing do not both act on it. */
  function step(about: number | string, work: () => Promise<void>): Promise<void> {
    return inOrder(String(about), () => work().catch(lagsBehind));
  }

  function lagsBehind(error: Error) {
    onWarning(`An agent's ask lags behind: ${error.message}`);
  }

  async function reconcile(agentId: number) {
    const agent = await log.agent(agentId);
    const question =
      agent === null || agent.endedAt !== null ? null : await log.openQuestion(agentId);
    const isOurs =
      question?.question?.source === "free_text" || question?.question?.source === "user_choice";
    const wanted = isOurs && agent !== null && hasWayIn(agent) ? question : null;
    const current = open.get(agentId);
    if (current !== undefined && current !== wanted?.askId) await retire(agentId, current);
    if (agent !== null && wanted !== null && open.get(agentId) === undefined)
      await openAsk(agent, wanted);
  }

  /**
   * The turn gets the ask's id before the ask exists, so a crash in between never makes two asks.
   */
  async function openAsk(agent: Agent, turn: Turn) {
    const askId = turn.askId ?? newId();
    const known = await desk.load(askId).catch(() => null);
    if (known !== null && isSettled(known)) return;
    if (turn.askId === null) await ingest.linkAsk(turn.id, askId);
    open.set(agent.id, askId);
    if (known !== null) return;
    await desk.ask({
      id: askId,
      ...asksOf(turn),
      source: {
        kind: "agent",
        agentId: String(agent.id),
        client: agent.client,
        project: (await log.project(agent.projectId))?.name ?? "",
        workingDirectory: agent.workingDirectory,
      },
      returnPath: "channel",
      timeoutSeconds: DEADLINE_SECONDS,
      mode: "detached",
    });
  }

  async function retire(agentId: number, askId: string) {
    open.delete(agentId);
    await withdraw(askId, IN_TERMINAL);
  }

  /** The agent was interrupted while it waited for the answer. A settled ask stays as it is. */
  function withdrawInterrupted(askId: string): Promise<void> {
    return step(askId, () => withdraw(askId, INTERRUPTED));
  }

  /**
   * A call of one of our tools failed. If the process that served it is gone, nobody waits for it.
   */
  async function callFailed(toolUseId: string) {
    const served = await desk.find({
      status: "pending",
      returnPath: "caller",
      callId: toolUseId,
    });
    const left = served.filter(({ owner }) => owner?.mode === "blocking" && isGone(owner));
    await Promise.all(
      left.map(({ id }) => step(id, () => withdraw(id, { kind: "owner_gone", ...CALL_FAILED }))),
    );
  }

  async function withdraw(askId: string, why: Withdrawal) {
    try {
      const ask = await desk.load(askId);
      if (!isSettled(ask)) await desk.withdraw(askId, { surface: "agent" }, why);
    } catch (error) {
      if (!(error instanceof AlreadySettled || error instanceof AskNotFound)) throw error;
    }
  }

  async function take({ id, ask }: Step): Promise<undefined> {
    leftOpen.know(id, ask);
    if (ask === null) return;
    const about = String(ask.returnPath === "channel" ? Number(ask.source.agentId) : ask.id);
    if (isSettled(ask)) await inOrder(about, () => settled(ask));
    else if (ask.returnPath === "caller") await inOrder(about, () => asked(ask));
  }

  /** An ask that a known agent made by MCP or command becomes a turn of its conversation. */
  async function asked(ask: Ask) {
    if ((await log.turnByAsk(ask.id)) !== null) return;
    const agent = await matcher.agentOf(ask);
    if (agent === null) return;
    // Earlier turns must be in the log first.
    await ingest.catchUp(agent.id);
    await ingest.questionAsked(agent.id, questionIn(ask));
  }

  async function settled(ask: SettledAsk) {
    const turn = await log.turnByAsk(ask.id);
    if (isUnused(ask)) await tellUnused(ask, turn);
    if (turn === null) return passed(ask);
    for (const [agentId, askId] of open) if (askId === ask.id) open.delete(agentId);
    if (ask.returnPath === "channel") {
      if (!isTaken(ask)) await deliver(ask, turn);
      return;
    }
    // A dialog stays open, and nothing may be typed into it, until the agent has received the
    // answer.
    if (ask.returnPath === "hook" && !isTaken(ask)) return;
    if (ask.returnPath === "caller") {
      const { text, actor, at } = answerTo(ask);
      await ingest.questionAnswered(ask.id, text, actor, at);
      return;
    }
    // A decision in the agent's own terminal, or the end of a dialog, is reported by the agent
    // itself.
    const { by, surface } = ask.outcome.provenance;
    if (by === "person" && surface !== "agent") {
      await ingest.questionAnswered(ask.id, messageFrom(ask) ?? DECLINED);
    }
  }

  /** Any process may have noted it: the desk itself finds out when a hook has died. */
  async function tellUnused(ask: SettledAsk, turn: Turn | null) {
    const agentId = turn?.agentId ?? Number(ask.source.agentId);
    // Fails if the agent is not in the log; its conversation is then nowhere to be told in.
    if (Number.isInteger(agentId)) await onUnused(ask, agentId).catch(() => undefined);
  }

  /** The ask was opened and settled while no hub followed its agent. */
  async function passed(ask: SettledAsk) {
    const agent = ask.returnPath === "caller" ? await matcher.agentOfCall(ask) : null;
    if (agent === null) return;
    // The turns around it must be in the log, since they show where it belongs.
    await ingest.catchUp(agent.id);
    await ingest.askPassed(agent.id, {
      ...questionIn(ask),
      askedAt: ask.createdAt,
      answer: answerTo(ask),
    });
  }

  /** Types the answer, unless the question was answered in the terminal meanwhile. */
  async function deliver(ask: SettledAsk, turn: Turn) {
    const text = messageFrom(ask);
    if (text === null) return;
    const isOpen = (await log.openQuestion(turn.agentId))?.id === turn.id;
    const isUsed =
      (await isSent(turn.agentId, text, ask)) || (isOpen && (await isTyped(turn.agentId, text)));
    if (!isUsed) await onUnused(ask, turn.agentId);
    await desk.markTaken(ask.id, "channel");
  }

  async function isTyped(agentId: number, text: string): Promise<boolean> {
    const { id } = await deliveries.send(agentId, text);
    return (await deliveries.waitForDelivery(id, { until: "typed" }))?.state !== "refused";
  }

  /** An earlier hub may have ended after it handed the text over and before it recorded that. */
  async function isSent(agentId: number, text: string, { outcome }: SettledAsk): Promise<boolean> {
    const sent = await log.deliveries(agentId, { limit: 20 });
    return sent.some((one) => one.text === text && one.createdAt >= outcome.provenance.at);
  }
}
