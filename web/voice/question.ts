/** Which question of an ask is open. Pure. */
import type { CommandBody, CommandReply } from "../../src/surfaces/voice/wire/wire.ts";
import type { Question } from "./conversation-state.ts";

/**
 * Identifies a question, also within an ask that has several. By its turn: the ask becomes known a
 * moment later, and words that began in between are for the same question.
 */
export function nameOf({ ask_id, turn_id, current_question_index }: Question): string {
  return `${turn_id ?? ask_id} ${current_question_index ?? 0}`;
}

/**
 * The fields that say which question an answer is for. Empty if only a text
 * to the agent answers it.
 */
export function targetOf({
  ask_id,
  current_question_index,
}: Question): Pick<CommandBody, "ask_id" | "question_index"> {
  if (ask_id === null) return {};
  return {
    ask_id,
    ...(current_question_index === null ? {} : { question_index: current_question_index }),
  };
}

/** The same fields for a reply that asks back. */
export function targetOfReply({
  ask_id,
  question,
}: CommandReply): Pick<CommandBody, "ask_id" | "question_index"> {
  if (ask_id === null) return {};
  return { ask_id, ...(question === null ? {} : { question_index: question.question_index }) };
}

/** The same ask at the question that the reply says is next; null if that is unknown. */
export function movedOn(shown: Question | null, { question }: CommandReply): Question | null {
  if (shown === null || question === null) return null;
  const questions = shown.questions.map((one) =>
    one.question_index === question.question_index ? question : one,
  );
  return { ...shown, questions, current_question_index: question.question_index };
}
