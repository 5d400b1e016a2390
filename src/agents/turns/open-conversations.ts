/** The conversations in memory: each is recalled from the log when it is first needed, and what it does is written there. */
import type { Agent } from "../../core/agent/agent.ts";
import type { LogEvent } from "../../core/agent/log-event.ts";
import { microsecondsOf, stampOf } from "../../core/agent/stamp.ts";
import type { AgentLog, LogWrites } from "../../store/agent-log.ts";
import type { Clock } from "../../store/clock.ts";
import { savePosition } from "./certain/unread-transcript.ts";
import { findQuestion } from "./intent/find-question.ts";
import { applyPending, type Transaction } from "./write/apply-fold.ts";
import type { Conversation } from "./write/conversation.ts";
import { recallConversation } from "./write/recall-conversation.ts";
import { nameOf, type ToolCalls } from "./write/tool-calls.ts";
import { createTurnWriter } from "./write/turn-writer.ts";

export type Named = Pick<Agent, "client" | "sessionId">;

export interface OpenConversations {
  /** `find` looks the agent up, or enters it, when its session is not in memory. */
  open(who: Named, find: (writes: LogWrites) => Promise<Agent>): Promise<Conversation>;
  openOf(agent: Agent): Promise<Conversation>;
  /** One transaction: what it says, where that leads, and how far the transcript is read. */
  record<T>(
    conversation: Conversation,
    body: (transaction: Transaction) => Promise<() => T>,
  ): Promise<T>;
  /** Whoever comes back is recalled from the log. */
  forget(who: Named): void;
}

export interface OpenConversationsParts {
  log: AgentLog;
  calls: ToolCalls;
  clock: Clock;
  /** Hears of everything that was committed, in order. */
  onCommitted: (event: LogEvent) => void;
}

export function createOpenConversations({
  log,
  calls,
  clock,
  onCommitted,
}: OpenConversationsParts): OpenConversations {
  const conversations = new Map<string, Conversation>();
  return {
    open,
    openOf: (agent) => open(agent, () => Promise.resolve(agent)),
    record,
    forget(who) {
      conversations.delete(nameOf(who));
      calls.forget(who);
    },
  };

  async function open(
    who: Named,
    find: (writes: LogWrites) => Promise<Agent>,
  ): Promise<Conversation> {
    const known = conversations.get(nameOf(who));
    if (known !== undefined) return known;
    const conversation = await log.write(async (writes) =>
      recallConversation(writes, await find(writes), calls.of(who), findQuestion),
    );
    conversations.set(nameOf(who), conversation);
    return conversation;
  }

  async function record<T>(
    conversation: Conversation,
    body: (transaction: Transaction) => Promise<() => T>,
  ): Promise<T> {
    try {
      const { events, result } = await log.write(async (writes) => {
        const writer = createTurnWriter(writes, () => conversation.agent, now());
        const transaction = { conversation, writer, findQuestion };
        const result = await body(transaction);
        await applyPending(transaction);
        await savePosition(conversation, writes);
        return { events: await writer.finish(), result };
      });
      for (const event of events) onCommitted(event);
      return result();
    } catch (error) {
      // What is in memory may be ahead of the log now: take it up again from there.
      conversations.delete(nameOf(conversation.agent));
      throw error;
    }
  }

  function now(): string {
    return stampOf(microsecondsOf(clock.now().toISOString()) ?? 0);
  }
}
