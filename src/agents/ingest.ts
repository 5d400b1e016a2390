/** Takes in what hooks and transcripts tell about agents, and keeps the turn log true. */
import { setImmediate as nextRound } from "node:timers/promises";
import type { Actor, Agent, Delivery, Turn, TurnOption } from "../core/agent.ts";
import type { Clock } from "../desk/clock.ts";
import type { AgentLog, LogEvent, LogWrites } from "../store/agent-log.ts";
import { answerAsk, askQuestion, linkTurn, putDelivery, refuseDelivery, turnOf } from "./asks.ts";
import type { AgentEvent } from "./events.ts";
import { findQuestion } from "./find-question.ts";
import { takeEvent } from "./from-hooks.ts";
import { takeEntries } from "./from-transcript.ts";
import { greet, isNews, meet, noteStart } from "./greeting.ts";
import { keepOrder } from "./keep-order.ts";
import { settle, type Work } from "./placing.ts";
import { createScribe } from "./scribe.ts";
import { recallSession, type Session } from "./session.ts";
import { microsecondsOf, stampOf } from "./stamp.ts";
import { type Entry, entriesIn } from "./transcript/entries.ts";
import { watchTranscripts } from "./transcript/watch.ts";
import { isWorthReading } from "./transcript/worth-reading.ts";

export interface Ingest {
  /** Durable when it resolves. Hearing the same thing twice changes nothing. */
  hear(event: AgentEvent): Promise<Heard>;
  /** Reads what is new in the agent's transcript and corrects the log by it. */
  catchUp(agentId: number): Promise<void>;
  /** Tells of every committed change, in order. Returns what ends it. */
  onEvent(listener: (event: LogEvent) => void): () => void;
  /** The question of this turn is also an ask. */
  linkAsk(turnId: number, askId: string): Promise<void>;
  /** A known agent asked through MCP or a command: a QUESTION turn of its own, or of the dialog that it is. */
  questionAsked(agentId: number, ask: AskedQuestion): Promise<Turn>;
  /**
   * Somebody answered the ask on one of our surfaces, or, when it is by the agent, it went on without an answer. Null when
   * its question is not open any more.
   */
  questionAnswered(askId: string, text: string, by?: Actor): Promise<Turn | null>;
  /** A text that will be typed to the agent: its delivery, and the turn it is, unless it never gets there. */
  queueText(agentId: number, text: string): Promise<Delivery>;
  /** It was not typed, and so it was not said. */
  refuseText(deliveryId: number, detail: string): Promise<Delivery | null>;
  close(): Promise<void>;
}

export interface Heard {
  agent: Agent;
  /** The QUESTION turn that this event asks: the one it opened, or the one whose dialog it tells of. */
  question: Turn | null;
}

export interface AskedQuestion {
  readonly askId: string;
  readonly text: string;
  readonly options: readonly TurnOption[] | null;
  /** When the ask is a dialog or call of the agent's own. */
  readonly toolUseId?: string | undefined;
}

export interface IngestParts {
  log: AgentLog;
  clock: Clock;
  /** Follow the transcripts of living agents by itself; otherwise only hooks and `catchUp` read them. */
  isFollowing?: boolean;
}

// A hook waits for no more than this; the rest is read behind it, in steps between which others get their turn.
const BYTES_WITH_HOOK = 512 * 1024;
const BYTES_AT_ONCE = 512 * 1024;

export function createIngest({ log, clock, isFollowing = true }: IngestParts): Ingest {
  const sessions = new Map<string, Session>();
  const listeners = new Set<(event: LogEvent) => void>();
  const inOrder = keepOrder();
  const oneAtATime = keepOrder();
  const readers = new Map<number, { isAgain: boolean; done: Promise<void> }>();
  const watch = isFollowing ? watchTranscripts({ clock, onChange: catchUpQuietly }) : null;
  let isClosed = false;
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
      if (turn !== null) await withAgent(turn.agentId, (work) => linkTurn(work, turnId, askId));
    },
    questionAsked: (agentId, ask) => withAgent(agentId, (work) => askQuestion(work, ask)),
    async questionAnswered(askId, text, by = "USER") {
      const turn = await log.turnByAsk(askId);
      return turn === null
        ? null
        : withAgent(turn.agentId, (work) => answerAsk(work, turn.id, { askId, text, actor: by }));
    },
    queueText: (agentId, text) => withAgent(agentId, (work) => putDelivery(work, text)),
    async refuseText(deliveryId, detail) {
      const delivery = await log.delivery(deliveryId);
      return delivery && withAgent(delivery.agentId, (work) => refuseDelivery(work, delivery, detail));
    },
    async close() {
      isClosed = true;
      watch?.close();
      await started;
      await Promise.allSettled([...readers.values()].map(({ done }) => done));
      await inOrder.idle();
    },
  };

  async function hear(event: AgentEvent): Promise<Heard> {
    const session = sessions.get(nameOf(event)) ?? (await open(event, (writes) => meet(writes, event)));
    noteStart(session, event);
    const news = readsTranscript(event) ? readSome(session, BYTES_WITH_HOOK) : NOTHING_READ;
    if (news.entries.length === 0 && !isNews(session, event)) return { agent: session.agent, question: null };
    const question = await record(session, async (work) => {
      await greet(work, event);
      await takeEntries(work, news.entries);
      await work.scribe.write();
      const asked = await takeEvent(work, event);
      return () => asked && turnOf(asked);
    });
    follow(session);
    if (!news.isAtEnd) catchUpQuietly(session.agent.id);
    else if (session.agent.endedAt !== null) sessions.delete(nameOf(event));
    return { agent: session.agent, question };
  }

  /** Whoever calls while it reads gets what is there by then, too. */
  function catchUp(agentId: number): Promise<void> {
    const reader = readers.get(agentId);
    if (reader !== undefined) {
      reader.isAgain = true;
      return reader.done;
    }
    const fresh = { isAgain: false, done: Promise.resolve() };
    readers.set(agentId, fresh);
    fresh.done = readOn(agentId, fresh).finally(() => readers.delete(agentId));
    return fresh.done;
  }

  async function readOn(agentId: number, reader: { isAgain: boolean }): Promise<void> {
    const agent = await log.agent(agentId);
    if (agent === null) return;
    const step = () => inOrder(nameOf(agent), () => readStep(agent));
    for (let isDone = false, isAtEnd = true; !isDone && !isClosed; ) {
      reader.isAgain = false;
      // However many have much to read, a hook that comes now waits for one step at most.
      isAtEnd = await (isAtEnd ? step() : oneAtATime("reading", step));
      isDone = isAtEnd && !reader.isAgain;
      if (!isDone) await nextRound();
    }
    // Whoever comes back is recalled from the log.
    if (agent.endedAt !== null) sessions.delete(nameOf(agent));
  }

  async function readStep(agent: Agent): Promise<boolean> {
    const session = sessions.get(nameOf(agent)) ?? (await open(agent, () => Promise.resolve(agent)));
    follow(session);
    const news = readSome(session, BYTES_AT_ONCE);
    if (news.entries.length > 0 || news.hasMoved) {
      await record(session, async (work) => {
        await takeEntries(work, news.entries);
        return () => undefined;
      });
    }
    return news.isAtEnd;
  }

  function withAgent<T>(agentId: number, body: (work: Work) => Promise<() => T>): Promise<T> {
    return log.agent(agentId).then((agent) => {
      if (agent === null) throw new Error(`There is no agent ${agentId} in the log.`);
      return inOrder(nameOf(agent), async () => {
        const session = sessions.get(nameOf(agent)) ?? (await open(agent, () => Promise.resolve(agent)));
        return record(session, body);
      });
    });
  }

  async function open(who: Named, find: (writes: LogWrites) => Promise<Agent>): Promise<Session> {
    const session = await log.write(async (writes) => recallSession(writes, await find(writes), findQuestion));
    sessions.set(nameOf(who), session);
    return session;
  }

  /** One transaction: what it says, where that leads, and how far the transcript is read. */
  async function record<T>(session: Session, body: (work: Work) => Promise<() => T>): Promise<T> {
    try {
      const { events, result } = await log.write(async (writes) => {
        const scribe = createScribe(writes, () => session.agent, now());
        const work = { session, scribe, findQuestion };
        const result = await body(work);
        await settle(work);
        await savePosition(session, writes);
        return { events: await scribe.finish(), result };
      });
      for (const event of events) for (const listener of listeners) listener(event);
      return result();
    } catch (error) {
      // What is in memory may be ahead of the log now: take it up again from there.
      sessions.delete(nameOf(session.agent));
      throw error;
    }
  }

  function follow({ agent }: Session): void {
    if (watch === null || agent.transcriptPath === null) return;
    if (agent.endedAt === null) watch.add(agent.id, agent.transcriptPath);
    else watch.remove(agent.id);
  }

  async function followAll(): Promise<void> {
    for (const agent of await log.agents({ isEnded: false })) await catchUp(agent.id).catch(() => undefined);
  }

  /** Nobody waits for it; what fails now is read with the next change. */
  function catchUpQuietly(agentId: number): void {
    if (!isClosed) catchUp(agentId).catch(() => undefined);
  }

  function now(): string {
    return stampOf(microsecondsOf(clock.now().toISOString()) ?? 0);
  }
}

interface News {
  entries: Entry[];
  isAtEnd: boolean;
  hasMoved: boolean;
}

const NOTHING_READ: News = { entries: [], isAtEnd: true, hasMoved: false };

function readsTranscript({ type, subagentId }: AgentEvent): boolean {
  return subagentId === null && READING_EVENTS.has(type);
}

const READING_EVENTS = new Set<AgentEvent["type"]>(["prompt_submitted", "tool_finished", "stopped", "session_ended"]);

function readSome({ transcript }: Session, maxBytes: number): News {
  if (transcript === null) return NOTHING_READ;
  const entries: Entry[] = [];
  const { offset } = transcript.position;
  const { isAtEnd } = transcript.read(maxBytes, (line) => {
    if (isWorthReading(line)) entries.push(...entriesIn(line.toString()));
  });
  return { entries, isAtEnd, hasMoved: transcript.position.offset !== offset };
}

async function savePosition({ agent, transcript }: Session, log: LogWrites): Promise<void> {
  if (transcript === null || agent.transcriptPath === null || transcript.position.offset === 0) return;
  await log.saveReadPosition({ path: agent.transcriptPath, agentId: agent.id, ...transcript.position });
}

type Named = Pick<Agent, "client" | "sessionId">;

function nameOf({ client, sessionId }: Named): string {
  return `${client} ${sessionId}`;
}
