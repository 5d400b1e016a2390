/** The sessions in memory: each is recalled from the log when it is first needed, and what it does is written there. */
import type { Agent } from "../../core/agent/agent.ts";
import { microsecondsOf, stampOf } from "../../core/agent/stamp.ts";
import type { Clock } from "../../desk/clock.ts";
import type { AgentLog, LogEvent, LogWrites } from "../../store/agent-log.ts";
import { savePosition } from "./certain/unread-transcript.ts";
import { findQuestion } from "./intent/find-question.ts";
import { settle, type Work } from "./write/apply-fold.ts";
import { recallSession, type Session } from "./write/conversation.ts";
import { createScribe } from "./write/turn-writer.ts";

export type Named = Pick<Agent, "client" | "sessionId">;

export interface OpenSessions {
  /** `find` looks the agent up, or enters it, when its session is not in memory. */
  open(who: Named, find: (writes: LogWrites) => Promise<Agent>): Promise<Session>;
  openOf(agent: Agent): Promise<Session>;
  /** One transaction: what it says, where that leads, and how far the transcript is read. */
  record<T>(session: Session, body: (work: Work) => Promise<() => T>): Promise<T>;
  /** Whoever comes back is recalled from the log. */
  forget(who: Named): void;
}

export interface OpenSessionsParts {
  log: AgentLog;
  clock: Clock;
  /** Hears of everything that was committed, in order. */
  tell: (event: LogEvent) => void;
}

export function rememberSessions({ log, clock, tell }: OpenSessionsParts): OpenSessions {
  const sessions = new Map<string, Session>();
  return {
    open,
    openOf: (agent) => open(agent, () => Promise.resolve(agent)),
    record,
    forget: (who) => void sessions.delete(nameOf(who)),
  };

  async function open(who: Named, find: (writes: LogWrites) => Promise<Agent>): Promise<Session> {
    const known = sessions.get(nameOf(who));
    if (known !== undefined) return known;
    const session = await log.write(async (writes) => recallSession(writes, await find(writes), findQuestion));
    sessions.set(nameOf(who), session);
    return session;
  }

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
      for (const event of events) tell(event);
      return result();
    } catch (error) {
      // What is in memory may be ahead of the log now: take it up again from there.
      sessions.delete(nameOf(session.agent));
      throw error;
    }
  }

  function now(): string {
    return stampOf(microsecondsOf(clock.now().toISOString()) ?? 0);
  }
}

/** Clients number their sessions each in its own way. */
export function nameOf({ client, sessionId }: Named): string {
  return `${client} ${sessionId}`;
}
