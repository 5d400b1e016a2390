/**
 * The conversations in memory. Each is recalled from the log when first needed, and written back.
 */
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
  /** `find` looks the agent up, or adds it, if its session is not in memory. */
  open(who: Named, find: (writes: LogWrites) => Promise<Agent>): Promise<Conversation>;
  openOf(agent: Agent): Promise<Conversation>;
  /** One transaction: the new turns, the resulting states, and how far the transcript is read. */
  record<T>(
    conversation: Conversation,
    body: (transaction: Transaction) => Promise<() => T>,
  ): Promise<T>;
  /** The conversation is recalled from the log when it is needed again. */
  forget(who: Named): void;
}

export interface OpenConversationsParts {
  log: AgentLog;
  calls: ToolCalls;
  clock: Clock;
  /** Called for every committed event, in order. */
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
      // The memory may be ahead of the log now, so the conversation is recalled next time.
      conversations.delete(nameOf(conversation.agent));
      throw error;
    }
  }

  function now(): string {
    return stampOf(microsecondsOf(clock.now().toISOString()) ?? 0);
  }
}
