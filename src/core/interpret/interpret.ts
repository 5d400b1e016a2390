/**
 * Reads what a person typed or said against one question. Never guesses: a text with
 * two meanings is asked back.
 */
import type { Answer } from "../ask/answer.ts";
import type { Option, Question } from "../ask/question.ts";
import { type Refusal, refuseAnswer, takesText, tidyAnswer } from "../ask/selection.ts";
import { countedAll, partsOf, readEither, readGroup, readList } from "./list.ts";
import { cardinal, spokenPlace, spokenSpan } from "./number-words.ts";
import {
  firstWord,
  LONGEST_READ,
  type Name,
  nameOf,
  optionsBeginning,
  optionsNamed,
} from "./option-names.ts";
import { alternatives, distinct, type Reader, readPart, type Selection } from "./part.ts";
import { plain, withoutCourtesy, wordings, wordsOf } from "./text.ts";
import {
  CANCEL,
  DEFAULT,
  GRANT,
  HEDGE,
  isNo,
  RECOMMENDED,
  REFUSAL,
  REPLIES,
  SEPARATOR,
  THIS_OR_TWO,
} from "./words.ts";

/**
 * An `answer` always fits its question. `ambiguous` may have a single candidate, when the text may
 * also mean no option at all ("cancel", beside an option "Cancel the deploy"). `refused` was
 * understood, but breaks the bounds.
 */
export type Interpretation =
  | { kind: "answer"; answer: Answer }
  | { kind: "cancel" }
  | { kind: "ambiguous"; candidates: Option[] }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "unclear" };

export function interpret(question: Question, text: string): Interpretation {
  if (!SAYS_SOMETHING.test(text)) return { kind: "unclear" };
  const typed = text.trim();
  return interpretWords(question, typed) ?? asText(question, typed);
}

/** Null when the text mentions no option. */
function interpretWords(question: Question, typed: string): Interpretation | null {
  const names = question.selectionMode === "text_input" ? [] : question.options.map(nameOf);
  const asNamed = (wording: string) =>
    resolve(question, alternatives(optionsNamed(names, wording)));
  if (typed.length > LONGEST_READ) return asNamed(typed);
  const spoken = withoutCourtesy(typed);
  const said = plain(spoken);
  // A number is read together with the rest: it may be both a name and a place.
  const exact = cardinal(said) === null ? (asNamed(typed) ?? asNamed(spoken)) : null;
  const whole = exact ?? asCancel(names, said);
  if (whole !== null || names.length === 0) return whole;
  const isLoose = !typed.includes("\n") && wordsOf(typed).length <= MOST_WORDS;
  return interpretSelection({ question, names, isLoose, readsNumberWords: true }, spoken);
}

function interpretSelection(reader: Reader, spoken: string): Interpretation | null {
  const { question } = reader;
  const said = plain(spoken);
  const reply = REPLIES.find((family) => family.has(said));
  if (reply !== undefined) {
    const named = question.options.filter((option) => reply.has(firstWord(option)));
    return resolve(question, alternatives(named)) ?? readPermissionReply(question, said);
  }
  if (THIS_OR_TWO.test(said)) return asThisOrTwo(reader, said);
  const group = readGroup(question, said);
  if (group.length === 0 && HEDGE.test(said))
    return takesText(question) ? null : asEither(reader, said);
  const selections = [...group, ...readPart(reader, spoken), ...readList(reader, spoken)];
  return (
    resolve(question, selections) ?? (pointsNowhere(question, said) ? { kind: "unclear" } : null)
  );
}

/**
 * A permission must be chosen clearly. Text that only sounds like a yes is asked back: it must not
 * grant the permission, and passed on as plain text it would deny it.
 */
function readPermissionReply(question: Question, said: string): Interpretation | null {
  const beginning = (words: Set<string>) =>
    question.options.filter((option) => words.has(firstWord(option)));
  if (isNo(said)) return resolve(question, alternatives(beginning(REFUSAL)));
  const candidates = beginning(GRANT);
  return candidates.length === 0 ? null : { kind: "ambiguous", candidates };
}

/**
 * Null without a selection. If the bounds refuse one reading and allow another, the allowed one
 * wins: "all" means "All regions" where only one may be chosen.
 */
function resolve(question: Question, selections: Selection[]): Interpretation | null {
  const answers = distinct(selections).map((selection) => {
    return tidyAnswer(question, { optionIds: selection.map((option) => option.id) });
  });
  const fitting = answers.filter((answer) => refuseAnswer(question, answer) === null);
  const [answer = answers[0]] = fitting;
  if (answer === undefined) return null;
  const refusal = refuseAnswer(question, answer);
  if (refusal !== null) return { kind: "refused", refusal };
  if (fitting.length === 1) return { kind: "answer", answer };
  const isIn = (option: Option) => (other: Answer) => other.optionIds.includes(option.id);
  const candidates = question.options.filter(
    (option) => fitting.some(isIn(option)) && !fitting.every(isIn(option)),
  );
  return { kind: "ambiguous", candidates };
}

/** "cancel" may also be an option, or the beginning of one. Such a text is asked back. */
function asCancel(names: Name[], said: string): Interpretation | null {
  if (!CANCEL.test(said)) return null;
  if (wordings(said).some((wording) => optionsNamed(names, wording).length > 0)) return null;
  const candidates = optionsBeginning(names, said);
  return candidates.length > 0 ? { kind: "ambiguous", candidates } : { kind: "cancel" };
}

/** "이번" means both "number two" and "this time", so it chooses nothing by itself. */
function asThisOrTwo({ question, names }: Reader, said: string): Interpretation | null {
  const begun = optionsBeginning(names, said);
  const candidates = question.options.filter(
    (option, index) => index === 1 || begun.includes(option),
  );
  return begun.length === 0 ? null : { kind: "ambiguous", candidates };
}

function asEither(reader: Reader, said: string): Interpretation {
  const candidates = readEither(reader, said);
  return candidates.length > 0 ? { kind: "ambiguous", candidates } : { kind: "unclear" };
}

function asText(question: Question, text: string): Interpretation {
  if (!takesText(question)) return { kind: "unclear" };
  return { kind: "answer", answer: tidyAnswer(question, { optionIds: [], customText: text }) };
}

/**
 * Whether the text clearly points at an option that does not exist: "7" of three is a slip, not an
 * answer in the person's own words.
 */
function pointsNowhere({ options }: Question, said: string): boolean {
  if (wordings(said).some((wording) => countedAll(wording) !== null)) return true;
  const isAboutOptions = (wording: string) =>
    spokenPlace(wording, options.length) !== null ||
    spokenSpan(wording, options.length) !== null ||
    RECOMMENDED.test(wording) ||
    DEFAULT.test(wording);
  const parts = partsOf(said, SEPARATOR);
  return parts.length > 0 && parts.every((part) => wordings(part).some(isAboutOptions));
}

// Longer texts are not searched for parts of labels.
const MOST_WORDS = 8;
const SAYS_SOMETHING = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
