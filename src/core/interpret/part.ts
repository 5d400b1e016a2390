/**
 * Reads one name or place, such as "redis", "the second one" or "1-3". It may be
 * one part of a longer list.
 */

import type { Option, Question } from "../ask/question.ts";
import { cardinal, spokenPlace, spokenSpan } from "./number-words.ts";
import { type Name, optionsMentioned, optionsNamed, optionsNumbered } from "./option-names.ts";
import { plain, stemsOf } from "./text.ts";
import {
  ARTICLE,
  DEFAULT,
  LEAD,
  NUMBERED_LINE,
  RECOMMENDED,
  RECOMMENDED_LABEL,
  THING,
} from "./words.ts";

/**
 * One way to read a text: the options it would select. Several selections are
 * alternatives; only one can be meant.
 */
export type Selection = Option[];

/**
 * `isLoose` also finds options by a part of their label. "two" alone is the second option; in
 * "pick two" it is a count.
 */
export interface Reader {
  question: Question;
  names: Name[];
  isLoose: boolean;
  readsNumberWords: boolean;
}

/**
 * Every way to read the part, also without the phrases around it: "I'll take the … one", "…로 할게요".
 */
export function readPart(reader: Reader, part: string): Selection[] {
  const said = plain(part);
  const direct = readWording(reader, part);
  if (cardinal(said) === null && optionsNamed(reader.names, part).length > 0) return direct;
  const wordless = { ...reader, readsNumberWords: false };
  const strict = { ...wordless, isLoose: false };
  const shorter = said.replace(LEAD, "").replace(ARTICLE, "").replace(THING, "");
  const rephrased = shorter === said ? [] : readWording(wordless, shorter);
  const stems = stemsOf(shorter).flatMap((stem) => readWording(strict, stem));
  return distinct([...direct, ...rephrased, ...stems, ...readNumberedLine(reader, said)]);
}

/**
 * Every way to read exactly these words. A whole name wins, unless it is a number,
 * which may also be a place.
 */
export function readWording(reader: Reader, wording: string): Selection[] {
  const { question, names } = reader;
  const said = plain(wording);
  const number = cardinal(said);
  const exact = optionsNamed(names, wording);
  if (exact.length > 0 && number === null) return alternatives(exact);
  const place = spokenPlace(said, names.length);
  if (place?.form === "word" && !reader.readsNumberWords) return [];
  const placed = question.options.filter((_, index) => index + 1 === place?.value);
  const alike =
    place === null || place.form === "ordinal" ? [] : optionsNamed(names, String(place.value));
  const marked = readMark(question, said);
  const mentioned = number === null ? readMention(reader, said) : optionsNumbered(names, number);
  const others = mentioned.filter((option) => !marked.flat().includes(option));
  return distinct([
    ...alternatives([...exact, ...placed, ...alike]),
    ...marked,
    ...readSpan(question, said),
    ...alternatives(others),
  ]);
}

export function alternatives(options: Option[]): Selection[] {
  return options.map((option) => [option]);
}

export function distinct(selections: Selection[]): Selection[] {
  const keyOf = (selection: Selection) =>
    JSON.stringify([...new Set(selection.map((option) => option.id))].sort());
  return [...new Map(selections.map((selection) => [keyOf(selection), selection])).values()];
}

function readMention({ names, isLoose }: Reader, said: string): Option[] {
  return isLoose ? optionsMentioned(names, said) : [];
}

/**
 * "recommended" and "default". Where only one option may be chosen, several marked
 * options are alternatives.
 */
function readMark(
  { options, defaultOptionIds, maxSelections }: Question,
  said: string,
): Selection[] {
  const isMarked = (option: Option) =>
    (RECOMMENDED.test(said) &&
      (option.recommended === true || RECOMMENDED_LABEL.test(option.label))) ||
    (DEFAULT.test(said) && defaultOptionIds.includes(option.id));
  const marked = options.filter(isMarked);
  if (marked.length === 0) return [];
  return maxSelections === 1 ? alternatives(marked) : [marked];
}

function readSpan({ options }: Question, said: string): Selection[] {
  const span = spokenSpan(said, options.length);
  return span === null || span.from < 1 || span.to > options.length
    ? []
    : [options.slice(span.from - 1, span.to)];
}

/** "2. Redis", as copied from the list. If the number and the name disagree, each is a reading. */
function readNumberedLine({ question, names }: Reader, said: string): Selection[] {
  const [, digits, rest = ""] = NUMBERED_LINE.exec(said) ?? [];
  const placed = question.options[Number(digits) - 1];
  const named = cardinal(rest) === null ? optionsNamed(names, rest) : [];
  return placed === undefined || named.length === 0 ? [] : alternatives([placed, ...named]);
}
