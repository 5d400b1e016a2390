/** How many options may be chosen, and how many are. */
import type { Answer } from "../../../src/core/ask/answer.ts";
import { hintFor } from "../../../src/core/ask/form.ts";
import type { Question } from "../../../src/core/ask/question.ts";
import type { Messages } from "../parts/messages.ts";
import { isRadio } from "./options.tsx";

export function hintInWords(question: Question, answer: Answer, text: Messages): string {
  const { minSelections, maxSelections } = question;
  if (isRadio(question) || question.options.length === 0) return "";
  const chosen = answer.optionIds.length;
  const { moreNeeded } = hintFor(question, answer);
  const isEmpty = chosen === 0 && moreNeeded === 0 && (answer.customText ?? "").trim() === "";
  const bounds = text.chooseBetween(
    minSelections,
    Math.min(maxSelections, question.options.length),
    chosen,
  );
  return isEmpty ? `${bounds}. ${text.noneChosen}` : bounds;
}
