/** Which question of an ask is open. Pure. */
import type { CommandBody, CommandReply, QuestionReply } from "../../src/surfaces/voice/wire/wire.ts";

/**
 * Tells one question from another, also within an ask that has several. By its turn: its ask is known a moment later, and
 * words that began in between are for the same question.
 */
export function nameOf({ ask_id, turn_id, current_question_index }: QuestionReply): string {
  return `${turn_id ?? ask_id} ${current_question_index ?? 0}`;
}

/** What an answer says of the question it is for; nothing where only a text to the agent answers it. */
export function meaning({
  ask_id,
  current_question_index,
}: QuestionReply): Pick<CommandBody, "ask_id" | "question_index"> {
  if (ask_id === null) return {};
  return { ask_id, ...(current_question_index === null ? {} : { question_index: current_question_index }) };
}

/** The same of a reply that asks back. */
export function meaningOfReply({ ask_id, question }: CommandReply): Pick<CommandBody, "ask_id" | "question_index"> {
  if (ask_id === null) return {};
  return { ask_id, ...(question === null ? {} : { question_index: question.question_index }) };
}

/** The same ask at the question that the reply says is next; null when that is not known. */
export function movedOn(shown: QuestionReply | null, { question }: CommandReply): QuestionReply | null {
  if (shown === null || question === null) return null;
  const questions = shown.questions.map((one) => (one.question_index === question.question_index ? question : one));
  return { ...shown, questions, current_question_index: question.question_index };
}
