/** Takes in the events of hooks and the lines of transcripts, and keeps the turn log true. */
import type { Actor, Agent, Delivery, Turn } from "../../core/agent/agent.ts";
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import type { LogEvent } from "../../core/agent/log-event.ts";
import { createKeyedQueue } from "../../core/queue.ts";
import type { AgentLog } from "../../store/agent-log.ts";
import type { Clock } from "../../store/clock.ts";
import { createCatchingUp, type Reading } from "./catching-up.ts";
import { applyEntries } from "./certain/from-transcript.ts";
import {
  NOTHING_UNREAD,
  readSome,
  readsTranscript,
  type Unread,
} from "./certain/unread-transcript.ts";
import { turnOf } from "./fold/tracked-turn.ts";
import { changesLog, findOrAddAgent, noteStart, updateAgent } from "./identify-agent.ts";
import { createOpenConversations } from "./open-conversations.ts";
import {
  type AskedQuestion,
  answerAsk,
  askQuestion,
  leaveDialog,
  linkTurn,
  putDelivery,
  refuseDelivery,
} from "./provisional/ask-turns.ts";
import { doubtDelivery } from "./provisional/delivered-texts.ts";
import { applyHook } from "./provisional/from-hooks.ts";
import { addPastAsk, type PastAsk } from "./provisional/past-ask.ts";
import { watchTranscripts } from "./watch-transcripts.ts";
import type { Transaction } from "./write/apply-fold.ts";
import type { Conversation } from "./write/conversation.ts";
import { nameOf, rememberToolCalls, type ToolCalls } from "./write/tool-calls.ts";

export interface Ingest {
  /** Durable when it resolves. The same event twice changes nothing. */
  hear(event: AgentEvent): Promise<Heard>;
  /** Reads what is new in the agent's transcript and corrects the log by it. */
  catchUp(agentId: number): Promise<void>;
  /** Calls the listener for every committed change, in order. Returns a function that stops it. */
  onEvent(listener: (event: LogEvent) => void): () => void;
  /** The question of this turn is also an ask. */
  linkAsk(turnId: number, askId: string): Promise<void>;
  /** A known agent asked by MCP or command. Adds a QUESTION turn, unless its tool call made one. */
  questionAsked(agentId: number, ask: AskedQuestion): Promise<Turn>;
  /**
   * Somebody answered the ask on a surface. `by` is "AGENT" if no person answered. Null if the
   * question is no longer open. `at` is when it was answered; now if left out.
   */
  questionAnswered(askId: string, text: string, by?: Actor, at?: string): Promise<Turn | null>;
  /** A known agent asked and was answered while no hub followed it. */
  askPassed(agentId: number, ask: PastAsk): Promise<void>;
  /** This ask's dialog was answered in the agent's own terminal; the answer is not known yet. */
  dialogLeft(askId: string): Promise<void>;
  /** Adds the delivery of a text that will be typed to the agent, and its turn. */
  queueText(agentId: number, text: string): Promise<Delivery>;
  /** The text was not typed, so its turn is removed. */
  refuseText(deliveryId: number, detail: string): Promise<Delivery | null>;
  /** The text was typed, but it is unknown whether it arrived. */
  doubtText(deliveryId: number, detail: string): Promise<Delivery | null>;
  close(): Promise<void>;
}

export interface Heard {
  agent: Agent;
  /** The event's QUESTION turn: the one it opened, or an earlier one for the same dialog. */
  question: Turn | null;
}

export interface IngestParts {
  log: AgentLog;
  clock: Clock;
  /** Watch the transcripts of running agents; otherwise only hooks and `catchUp` read them. */
  isFollowing?: boolean;
  calls?: ToolCalls;
}

// A hook waits while this much is read; the rest is read afterwards, in steps.
const BYTES_WITH_HOOK = 512 * 1024;
const BYTES_AT_ONCE = 512 * 1024;

export function createIngest({
  log,
  clock,
  isFollowing = true,
  calls = rememberToolCalls(),
}: IngestParts): Ingest {
  const listeners = new Set<(event: LogEvent) => void>();
  const conversations = createOpenConversations({ log, calls, clock, onCommitted: emit });
  const inOrder = createKeyedQueue();
  const { catchUp, catchUpQuietly, ...catchingUp } = createCatchingUp(beginReading);
  const watch = isFollowing ? watchTranscripts({ clock, onChange: catchUpQuietly }) : null;
  const started = watch === null ? Promise.resolve() : followAll().catch(() => undefined);

  return {
    hear: (event) => inOrder(nameOf(event), () => hear(event)),
    catchUp,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async linkAsk(turnId, askId) {
      const turn = await log.turn(turnId);
      if (turn !== null)
        await withAgent(turn.agentId, (transaction) => linkTurn(transaction, turnId, askId));
    },
    questionAsked: (agentId, ask) =>
      withAgent(agentId, (transaction) => askQuestion(transaction, ask)),
    async questionAnswered(askId, text, by = "USER", at) {
      const turn = await log.turnByAsk(askId);
      return turn === null
        ? null
        : withAgent(turn.agentId, (transaction) =>
            answerAsk(transaction, turn.id, { askId, text, actor: by, at }),
          );
    },
    askPassed: (agentId, ask) => withAgent(agentId, (transaction) => addPastAsk(transaction, ask)),
    async dialogLeft(askId) {
      const turn = await log.turnByAsk(askId);
      if (turn !== null)
        await withAgent(turn.agentId, (transaction) => leaveDialog(transaction, turn.id));
    },
    queueText: (agentId, text) =>
      withAgent(agentId, (transaction) => putDelivery(transaction, text)),
    async refuseText(deliveryId, detail) {
      const delivery = await log.delivery(deliveryId);
      return (
        delivery &&
        withAgent(delivery.agentId, (transaction) => refuseDelivery(transaction, delivery, detail))
      );
    },
    async doubtText(deliveryId, detail) {
      const delivery = await log.delivery(deliveryId);
      return (
        delivery &&
        withAgent(delivery.agentId, (transaction) => doubtDelivery(transaction, delivery, detail))
      );
    },
    async close() {
      catchingUp.stop();
      watch?.close();
      await started;
      await catchingUp.idle();
      await inOrder.idle();
    },
  };

  async function hear(event: AgentEvent): Promise<Heard> {
    const conversation = await conversations.open(event, (writes) => findOrAddAgent(writes, event));
    noteStart(conversation, event);
    const unread = readsTranscript(event)
      ? readSome(conversation, BYTES_WITH_HOOK)
      : NOTHING_UNREAD;
    const isNews = unread.entries.length > 0 || changesLog(conversation, event);
    const question = isNews ? await recordHook(conversation, unread, event) : null;
    calls.hear(event, conversation.agent.id);
    // The next line of its transcript may come long before its next hook.
    if (event.type === "session_started") follow(conversation);
    if (!isNews) return { agent: conversation.agent, question };
    follow(conversation);
    if (!unread.isAtEnd) catchUpQuietly(conversation.agent.id);
    else if (conversation.agent.endedAt !== null) conversations.forget(event);
    return { agent: conversation.agent, question };
  }

  function recordHook(
    conversation: Conversation,
    { entries }: Unread,
    event: AgentEvent,
  ): Promise<Turn | null> {
    return conversations.record(conversation, async (transaction) => {
      await updateAgent(transaction, event);
      await applyEntries(transaction, entries);
      await transaction.writer.write();
      const asked = await applyHook(transaction, event);
      return () => asked && turnOf(asked);
    });
  }

  async function beginReading(agentId: number): Promise<Reading | null> {
    const agent = await log.agent(agentId);
    if (agent === null) return null;
    return {
      step: () => inOrder(nameOf(agent), () => readStep(agent)),
      done() {
        if (agent.endedAt !== null) conversations.forget(agent);
      },
    };
  }

  async function readStep(agent: Agent): Promise<boolean> {
    const conversation = await conversations.openOf(agent);
    follow(conversation);
    const unread = readSome(conversation, BYTES_AT_ONCE);
    if (unread.entries.length > 0 || unread.hasMoved) {
      await conversations.record(conversation, async (transaction) => {
        await applyEntries(transaction, unread.entries);
        return () => undefined;
      });
    }
    return unread.isAtEnd;
  }

  async function withAgent<T>(
    agentId: number,
    body: (transaction: Transaction) => Promise<() => T>,
  ): Promise<T> {
    const agent = await log.agent(agentId);
    if (agent === null) throw new Error(`There is no agent ${agentId} in the log.`);
    return inOrder(nameOf(agent), async () => {
      const conversation = await conversations.openOf(agent);
      const result = await conversations.record(conversation, body);
      // An ended agent's conversation was only opened for this, such as for a withdrawn question.
      if (conversation.agent.endedAt !== null) conversations.forget(agent);
      return result;
    });
  }

  function follow({ agent }: Conversation): void {
    if (watch === null || agent.transcriptPath === null) return;
    if (agent.endedAt === null) watch.add(agent.id, agent.transcriptPath);
    else watch.remove(agent.id);
  }

  async function followAll(): Promise<void> {
    for (const agent of await log.agents({ isEnded: false }))
      await catchUp(agent.id).catch(() => undefined);
  }

  function emit(event: LogEvent) {
    for (const listener of listeners) listener(event);
  }
}
