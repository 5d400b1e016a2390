/**
 * The action ids by which Slack reports what was clicked. They are looked up among those of the ask
 * and never parsed.
 */
import { z } from "zod";
import type { Ask } from "../../../core/ask/ask.ts";
import type { Option, Question } from "../../../core/ask/question.ts";
import { MOST_BUTTONS } from "./limits.ts";
import { cut, line } from "./text.ts";

/** What a click means. */
export type Move =
  | { kind: "choose" | "drop"; questionIndex: number; optionId: string }
  /** `chooseListed`: the value says which option of the list was chosen. */
  | { kind: "chooseListed" | "change" | "custom"; questionIndex: number }
  | { kind: "submit" | "reset" | "cancel" };

/** The only fields of a button's value that are used. */
export const ButtonValue = z.object({
  sessionKey: z.string(),
  choiceId: z.string().optional(),
  confirmed: z
    .boolean()
    .optional()
    .describe("Slack asked the person once more before it sent the click"),
});
export type ButtonValue = z.infer<typeof ButtonValue>;

/** A single question with a single answer needs no form: a click is the answer. */
export function isSingle({ questions }: Pick<Ask, "questions">): boolean {
  const [question, ...others] = questions;
  if (question === undefined || others.length > 0) return false;
  if (question.selectionMode === "text_input") return true;
  return (
    question.maxSelections <= 1 && question.minSelections > 0 && question.selectionMode !== "multi"
  );
}

export interface Names {
  option(questionIndex: number, option: Option): string;
  drop(questionIndex: number, option: Option): string;
  list(questionIndex: number, page: number): string;
  change(questionIndex: number): string;
  custom(questionIndex: number): string;
  readonly submit: string;
  readonly reset: string;
  readonly cancel: string;
}

export function namesOf(ask: Pick<Ask, "id" | "questions">): Names {
  const single = isSingle(ask);
  const at = (questionIndex: number) => `${ask.id}_${questionId(questionIndex)}`;
  const names = (questionIndex: number, option: Option) =>
    choiceIdOf(ask.questions[questionIndex], option, LONG);
  return {
    option: (index, option) =>
      single
        ? `user_choice_${names(index, option)}`
        : `multi_choice_${at(index)}_${names(index, option)}`,
    drop: (index, option) => `edit_choice_${at(index)}_${names(index, option)}`,
    list: (index, page) =>
      single ? `user_choice_#more${page}` : `multi_choice_${at(index)}_#more${page}`,
    change: (index) => `edit_choice_${at(index)}`,
    custom: (index) => (single ? "custom_input_single" : `custom_input_multi_${at(index)}`),
    submit: `submit_form_${ask.id}`,
    reset: `reset_form_${ask.id}`,
    cancel: `cancel_form_${ask.id}`,
  };
}

/** Every action id of this ask, with its meaning. */
export function movesOf(ask: Pick<Ask, "id" | "questions">): Map<string, Move> {
  const names = namesOf(ask);
  const moves = new Map<string, Move>([
    [names.submit, { kind: "submit" }],
    [names.reset, { kind: "reset" }],
    [names.cancel, { kind: "cancel" }],
  ]);
  for (const [questionIndex, { options }] of ask.questions.entries()) {
    moves.set(names.change(questionIndex), { kind: "change", questionIndex });
    moves.set(names.custom(questionIndex), { kind: "custom", questionIndex });
    for (const option of options) {
      moves.set(names.option(questionIndex, option), {
        kind: "choose",
        questionIndex,
        optionId: option.id,
      });
      moves.set(names.drop(questionIndex, option), {
        kind: "drop",
        questionIndex,
        optionId: option.id,
      });
    }
    for (let page = 0; page * 100 < options.length; page += 1) {
      moves.set(names.list(questionIndex, page), { kind: "chooseListed", questionIndex });
    }
  }
  return moves;
}

export function questionId(questionIndex: number): string {
  return `q${questionIndex + 1}`;
}

const LONG = 150;
// The characters left of a list value's 75 after a UUID and the names of the two fields.
const SHORT = 8;

/**
 * The option's own id if it is short enough and cannot be mistaken for one of ours; else its
 * number.
 */
function choiceIdOf(question: Question | undefined, option: Option, room: number): string {
  const isFit =
    lengthInJson(option.id) <= room && /^(?!#)[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(option.id);
  return isFit ? option.id : `#${(question?.options.indexOf(option) ?? 0) + 1}`;
}

/** A quote or a backslash takes two characters in JSON. */
function lengthInJson(text: string): number {
  return JSON.stringify(text).length - 2;
}

/** The option that the `choiceId` of a button or list entry means. */
export function optionNamed(question: Question, choiceId: string): Option | undefined {
  return question.options.find((option) =>
    [LONG, SHORT].some((room) => choiceIdOf(question, option, room) === choiceId),
  );
}

// Together with the keys, a UUID and the longest id, two such texts stay below Slack's limit of
// 2000.
const LONGEST_WORDS = 750;

/** The keys are specified. The shortened texts are only for people who read logs. */
export function buttonValue(
  ask: Ask,
  questionIndex: number,
  option: Option,
  confirmed = false,
): string {
  const question = ask.questions[questionIndex];
  return JSON.stringify({
    sessionKey: ask.id,
    choiceId: choiceIdOf(question, option, LONG),
    ...(confirmed && { confirmed }),
    label: cut(line(option.label), LONGEST_WORDS, lengthInJson),
    question: cut(line(question?.prompt ?? ""), LONGEST_WORDS, lengthInJson),
  });
}

export function listValue(ask: Ask, questionIndex: number, option: Option): string {
  return JSON.stringify({
    sessionKey: ask.id,
    choiceId: choiceIdOf(ask.questions[questionIndex], option, SHORT),
  });
}

export function formValue(ask: Ask, how: Pick<ButtonValue, "confirmed"> = {}): string {
  return JSON.stringify({ sessionKey: ask.id, ...how });
}

/** The options with a button of their own, and the others, which are in a list. */
export function shared<T>(options: readonly T[]): { buttons: readonly T[]; listed: readonly T[] } {
  return { buttons: options.slice(0, MOST_BUTTONS), listed: options.slice(MOST_BUTTONS) };
}
