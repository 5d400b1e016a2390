/**
 * Reads what a person typed in a card's thread: "2", a label, their own words, or "1: 1, 2: 3".
 * Pure.
 */

import type { Answer } from "../../../core/ask/answer.ts";
import { type FormState, isAnswered, reduceForm } from "../../../core/ask/form.ts";
import type { Option, Question } from "../../../core/ask/question.ts";
import type { Refusal } from "../../../core/ask/selection.ts";
import { type Interpretation, interpret } from "../../../core/interpret/interpret.ts";

export type TypedReply =
  | { kind: "filled"; form: FormState }
  | { kind: "cancel" }
  | { kind: "ambiguous"; candidates: Option[] }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "unclear" };

/** All or nothing: if one part is not understood, nothing is filled in. */
export function readTyped(form: FormState, typed: string): TypedReply {
  const { questions } = form;
  if (questions.every((question) => interpret(question, typed).kind === "cancel"))
    return { kind: "cancel" };
  const numbered = questions.length > 1 ? numberedParts(typed, questions.length) : null;
  const parts = numbered ?? unnumberedParts(form, typed);
  if (parts === null) return { kind: "unclear" };
  let filled = form;
  for (const { index, words } of parts) {
    const question = questions[index];
    if (question === undefined) return { kind: "unclear" };
    const read = interpret(question, words);
    // A person who declines one question may not mean to decline all of them.
    if (read.kind === "cancel") return { kind: "unclear" };
    if (read.kind !== "answer") return troubleIn(read);
    filled = fillIn(filled, index, read.answer);
  }
  return { kind: "filled", form: filled };
}

/** Replaces the answer to the question. */
export function fillIn(
  form: FormState,
  questionIndex: number,
  { optionIds, customText = "" }: Answer,
): FormState {
  const cleared = reduceForm(form, { type: "clear", questionIndex });
  const picked = optionIds.reduce(
    (state, optionId) => reduceForm(state, { type: "pick", questionIndex, optionId }),
    cleared,
  );
  return customText === ""
    ? picked
    : reduceForm(picked, { type: "type", questionIndex, text: customText });
}

interface Part {
  index: number;
  words: string;
}

const PART = /(?:^|[,;\n])\s*(?:q|질문\s*)?(\d{1,3})\s*(?:번)?\s*[:=)]\s*/giu;

/**
 * "1: 1, 2: 3". Null if the text does not start like that, repeats a number, or names no question.
 */
function numberedParts(typed: string, count: number): Part[] | null {
  const heads = [...typed.matchAll(PART)];
  if (heads.length === 0 || typed.slice(0, heads[0]?.index).trim() !== "") return null;
  const parts = heads.map((head, at) => ({
    index: Number(head[1]) - 1,
    words: typed.slice(head.index + head[0].length, heads[at + 1]?.index ?? typed.length).trim(),
  }));
  const indexes = new Set(parts.map(({ index }) => index));
  return indexes.size === parts.length && parts.every(({ index }) => index < count) ? parts : null;
}

/** For the only question, the only open question, or one line for each question. */
function unnumberedParts(form: FormState, typed: string): Part[] | null {
  const { questions } = form;
  if (questions.length === 1) return [{ index: 0, words: typed }];
  const rows = typed.split("\n").filter((row) => row.trim() !== "");
  if (rows.length === questions.length) return rows.map((words, index) => ({ index, words }));
  const open = questions.flatMap((_: Question, index) => (isAnswered(form, index) ? [] : [index]));
  return open.length === 1 && open[0] !== undefined ? [{ index: open[0], words: typed }] : null;
}

function troubleIn(read: Exclude<Interpretation, { kind: "answer" | "cancel" }>): TypedReply {
  switch (read.kind) {
    case "unclear":
      return { kind: read.kind };
    case "ambiguous":
      return { kind: "ambiguous", candidates: read.candidates };
    case "refused":
      return { kind: "refused", refusal: read.refusal };
  }
}
