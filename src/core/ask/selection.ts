/**
 * The rules an answer must keep. Free of schemas, so that the browser's form
 * checks with the same code.
 */
import { canonicalJson } from "../canonical-json.ts";
import type { Answer, Reply } from "./answer.ts";
import type { Question } from "./question.ts";

export type Refusal =
  | { reason: "unknown_option"; optionId: string }
  | { reason: "too_few"; atLeast: number; given: number }
  | { reason: "too_many"; atMost: number; given: number }
  | { reason: "text_needed" }
  | { reason: "text_not_taken" }
  | { reason: "nothing_chosen" };

export function takesText(question: Question): boolean {
  return question.selectionMode === "text_input" || question.selectionMode === "hybrid";
}

/**
 * Selected ids in the question's own order, each once. Unknown ids come last, so
 * that a check can name them.
 */
export function inOptionOrder(
  options: readonly { id: string }[],
  ids: readonly string[],
): string[] {
  const wanted = new Set(ids);
  const known = options.map((option) => option.id).filter((id) => wanted.delete(id));
  return [...known, ...wanted];
}

/** Why this answer does not fit this question, or null if it does. */
export function refuseAnswer(question: Question, answer: Answer): Refusal | null {
  const { options, minSelections, maxSelections } = question;
  if (answer.unanswered) return { reason: "nothing_chosen" };
  const text = answer.customText?.trim() ?? "";
  const given = answer.optionIds.length;
  const unknown = answer.optionIds.find((id) => !options.some((option) => option.id === id));
  if (unknown !== undefined) return { reason: "unknown_option", optionId: unknown };
  const noted = Object.keys(answer.optionNotes ?? {});
  const strange = noted.find((id) => !options.some((option) => option.id === id));
  if (strange !== undefined) return { reason: "unknown_option", optionId: strange };
  if (text !== "" && !takesText(question)) return { reason: "text_not_taken" };
  if (question.selectionMode === "text_input")
    return text === "" ? { reason: "text_needed" } : null;
  if (given === 0 && text !== "") return null;
  if (given > maxSelections) return { reason: "too_many", atMost: maxSelections, given };
  if (given === 0 && minSelections > 0) return { reason: "nothing_chosen" };
  if (given < minSelections) return { reason: "too_few", atLeast: minSelections, given };
  return null;
}

/**
 * The same answer in its one canonical shape: ids in the question's order, empty
 * text and notes left out.
 */
export function tidyAnswer(question: Question, answer: Answer): Answer {
  const text = answer.customText?.trim() ?? "";
  const notes = Object.entries(answer.optionNotes ?? {}).filter(([, note]) => note.trim() !== "");
  return {
    optionIds: inOptionOrder(question.options, answer.optionIds),
    ...(text === "" ? {} : { customText: text }),
    ...(notes.length === 0 ? {} : { optionNotes: Object.fromEntries(notes.sort(byKey)) }),
    ...(answer.editedInput === undefined ? {} : { editedInput: answer.editedInput }),
    ...(answer.unanswered ? { unanswered: true } : {}),
  };
}

export function tidyReply(questions: readonly Question[], reply: Reply): Reply {
  const note = reply.globalNote?.trim() ?? "";
  return {
    answers: reply.answers.map((answer, index) => {
      const question = questions[index];
      return question === undefined ? answer : tidyAnswer(question, answer);
    }),
    ...(note === "" ? {} : { globalNote: note }),
  };
}

/** Everything wrong with a reply, as sentences. Empty if it is valid. */
export function checkReply(questions: readonly Question[], reply: Reply): string[] {
  if (reply.answers.length !== questions.length) {
    return [
      `${questions.length} questions need ${questions.length} answers; ${reply.answers.length} were given.`,
    ];
  }
  return questions.flatMap((question, index) => {
    const answer = reply.answers[index];
    const refusal = answer === undefined ? null : refuseAnswer(question, answer);
    if (refusal === null) return [];
    const where = questions.length === 1 ? "" : `Question ${index + 1}: `;
    return [where + refusalSentence(refusal)];
  });
}

/** Whether two tidied replies say the same. */
export function sameReply(one: Reply, other: Reply): boolean {
  return JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));
}

export function refusalSentence(refusal: Refusal): string {
  switch (refusal.reason) {
    case "unknown_option":
      return `"${refusal.optionId}" is not one of the options.`;
    case "too_few":
      return `Choose at least ${refusal.atLeast}; ${refusal.given} is too few.`;
    case "too_many":
      return `Choose at most ${refusal.atMost}; ${refusal.given} is too many.`;
    case "text_needed":
      return "Type an answer; an empty one cannot be sent.";
    case "text_not_taken":
      return "This question takes one of its options, not free text.";
    case "nothing_chosen":
      return "Choose an option first.";
  }
}

function canonical(reply: Reply) {
  return [
    reply.answers.map((answer) => [
      answer.optionIds,
      answer.customText ?? "",
      answer.unanswered === true,
      Object.entries(answer.optionNotes ?? {}).sort(byKey),
      answer.editedInput === undefined ? "" : canonicalJson(answer.editedInput),
    ]),
    reply.globalNote ?? "",
  ];
}

function byKey([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1;
}
