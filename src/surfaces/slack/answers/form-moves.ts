/** Applies a click or a person's own words to a form. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import { type FormState, isAnswered, reduceForm } from "../../../core/ask/form.ts";
import { type ButtonValue, type Move, optionNamed } from "../render/names.ts";
import { fillIn } from "./typed-reply.ts";

export function changedBy(ask: Ask, state: FormState, move: Move, value: ButtonValue): FormState {
  switch (move.kind) {
    case "reset":
      return reduceForm(state, { type: "reset" });
    case "change":
      return reduceForm(state, { type: "clear", questionIndex: move.questionIndex });
    case "choose":
    case "chooseListed":
      return chosen(ask, state, move.questionIndex, optionIn(ask, move, value) ?? "");
    case "drop":
      return dropped(state, move.questionIndex, move.optionId);
    default:
      return state;
  }
}

/** The option that a click means; undefined if it means none, or one that the ask does not have. */
export function optionIn(ask: Ask, move: Move, { choiceId = "" }: ButtonValue): string | undefined {
  if (move.kind === "choose") return move.optionId;
  if (move.kind !== "chooseListed") return undefined;
  const question = ask.questions[move.questionIndex];
  return question && optionNamed(question, choiceId)?.id;
}

export function withWords(
  ask: Ask,
  state: FormState,
  questionIndex: number,
  text: string,
): FormState {
  const takesOne = (ask.questions[questionIndex]?.maxSelections ?? 0) <= 1;
  if (takesOne) return fillIn(state, questionIndex, { optionIds: [], customText: text });
  return reduceForm(state, { type: "type", questionIndex, text });
}

export function isComplete(form: FormState): boolean {
  return form.questions.every((_, index) => isAnswered(form, index));
}

/** A question with a single answer holds either an option or the person's own words. */
function chosen(ask: Ask, state: FormState, questionIndex: number, optionId: string): FormState {
  const takesOne = (ask.questions[questionIndex]?.maxSelections ?? 1) <= 1;
  const before = takesOne ? reduceForm(state, { type: "clear", questionIndex }) : state;
  return reduceForm(before, { type: "pick", questionIndex, optionId });
}

function dropped(state: FormState, questionIndex: number, optionId: string): FormState {
  const isChosen =
    state.entries[questionIndex]?.chosenIds?.includes(optionId) ??
    isPreselected(state, questionIndex, optionId);
  return isChosen ? reduceForm(state, { type: "toggle", questionIndex, optionId }) : state;
}

function isPreselected({ questions }: FormState, index: number, optionId: string): boolean {
  return questions[index]?.defaultOptionIds.includes(optionId) ?? false;
}
