/** The state of the conversation with one agent. */
import type { Effect } from "../../src/core/ask/ask.ts";
import type {
  CommandBody,
  CommandReply,
  QuestionReply,
  TranscriptReply,
  VoiceTurn,
} from "../../src/surfaces/voice/wire/wire.ts";
import type { Connection } from "./events.ts";
import type { Failure } from "./failure.ts";
import { type Outgoing, recallOutbox } from "./outbox.ts";

export interface ConversationState {
  about: Pick<TranscriptReply, "project_name" | "state" | "failure" | "awaiting_input"> | null;
  hasEnded: boolean;
  turns: readonly VoiceTurn[];
  hasMore: boolean;
  isLoadingOlder: boolean;
  question: QuestionReply | null;
  outbox: readonly Outgoing[];
  /** The hub's last reply that needs the person's decision, with the words it replied to. */
  reply: { said: string; body: CommandBody; words: CommandReply } | null;
  /** An answer that the agent did not use, while nothing has been sent since; null if none. */
  unused: { effect: Effect | undefined } | null;
  failure: Failure | null;
  connection: Connection;
}

export function freshConversation(agentId: number): ConversationState {
  return {
    ...{
      about: null,
      hasEnded: false,
      turns: [],
      hasMore: false,
      isLoadingOlder: false,
      question: null,
    },
    ...{ outbox: recallOutbox(agentId), reply: null, unused: null, failure: null },
    connection: "connecting",
  };
}

/** The current question, without replies and subjects that belonged to an earlier one. */
export function withQuestion(
  { about, reply }: ConversationState,
  asked: QuestionReply,
): Partial<ConversationState> {
  const { state, failure, awaiting_input } = asked;
  return {
    question: awaiting_input ? asked : null,
    about: about && { ...about, state, failure, awaiting_input },
    ...(reply !== null && isStale(reply.words, asked) ? { reply: null } : {}),
  };
}

/**
 * If a question opened while the user was typing, their message would be taken
 * as its answer; ask first.
 */
function isStale({ ask_id, outcome }: CommandReply, asked: QuestionReply): boolean {
  if (outcome === "not_waiting") return asked.awaiting_input;
  return ask_id !== null && ask_id !== asked.ask_id;
}
