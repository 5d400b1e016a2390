/** The state of the conversation with one agent, or about one ask of no agent. */
import type { Effect } from "../../src/core/ask/ask.ts";
import type {
  AskQuestionReply,
  CommandBody,
  CommandReply,
  QuestionReply,
  TranscriptReply,
  VoiceTurn,
} from "../../src/surfaces/voice/wire/wire.ts";
import type { Connection } from "./events.ts";
import type { Failure } from "./failure.ts";
import { type Outgoing, recallOutbox } from "./outbox.ts";
import { type Place, placeKey } from "./place.ts";
import { lastSeen } from "./seen.ts";

/** An agent's question, or an ask of no agent. */
export type Question = QuestionReply | AskQuestionReply;

export interface ConversationState {
  about: Pick<TranscriptReply, "project_name" | "state" | "failure" | "awaiting_input"> | null;
  hasEnded: boolean;
  turns: readonly VoiceTurn[];
  hasMore: boolean;
  isLoadingOlder: boolean;
  question: Question | null;
  outbox: readonly Outgoing[];
  /** The hub's last reply that needs the person's decision, with the words it replied to. */
  reply: { said: string; body: CommandBody; words: CommandReply } | null;
  /** An answer that the agent did not use, while nothing has been sent since; null if none. */
  unused: { effect: Effect | undefined } | null;
  failure: Failure | null;
  connection: Connection;
  /** When the hub was last heard, in milliseconds; what is shown may be as old as this. */
  seenAt: number | null;
}

export function freshConversation(place: Place): ConversationState {
  const unknown = { about: null, hasEnded: false, turns: [], hasMore: false, question: null };
  return {
    ...{ ...unknown, isLoadingOlder: false, seenAt: null },
    ...lastSeen(place),
    ...{ outbox: recallOutbox(placeKey(place)), reply: null, unused: null, failure: null },
    connection: "connecting",
  };
}

/** The current question, without replies and subjects that belonged to an earlier one. */
export function withQuestion(
  { about, reply }: ConversationState,
  asked: Question,
): Partial<ConversationState> {
  const { state, failure, awaiting_input } = asked;
  return {
    question: awaiting_input ? asked : null,
    about: about && (state === null ? about : { ...about, state, failure, awaiting_input }),
    ...(reply !== null && isStale(reply.words, asked) ? { reply: null } : {}),
  };
}

/**
 * If a question opened while the user was typing, their message would be taken
 * as its answer; ask first.
 */
function isStale({ ask_id, outcome }: CommandReply, asked: Question): boolean {
  if (outcome === "not_waiting") return asked.awaiting_input;
  return ask_id !== null && ask_id !== asked.ask_id;
}
