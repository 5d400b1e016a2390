/**
 * Finds options by what people call them: the id, the label in several spellings,
 * some words of the label.
 */

import type { Option } from "../ask/question.ts";
import { cardinal } from "./number-words.ts";
import { fold, plain, wordKey, wordsOf } from "./text.ts";
import { COMPLETE, ENUMERATED, FILLER, HEDGE, KOREAN_TURN, MARK, TURN } from "./words.ts";

/**
 * A longer text is compared with whole names only, so that the time does not grow with its length.
 */
export const LONGEST_READ = 2_000;

/**
 * The spellings of ids and labels, in tiers: exactly as given, folded, plain, and
 * as a label's words alone.
 */
export interface Name {
  option: Option;
  ids: string[][];
  labels: string[][];
  words: string[];
}

export function nameOf(option: Option): Name {
  const label = fold(option.label.slice(0, LONGEST_READ));
  const unmarked = label.replace(MARK, "");
  const [, enumerator = "", rest = ""] = ENUMERATED.exec(unmarked) ?? [];
  return {
    option,
    ids: [[option.id.trim()], [fold(option.id)], [plain(option.id)]],
    labels: [
      [option.label.trim()],
      [label],
      [label, unmarked, enumerator, rest].map(plain),
      [wordKey(label)],
    ],
    words: wordsOf(label),
  };
}

/**
 * Options with this id or this whole label. The closest spelling wins: "JSON" is
 * not "json" if both exist.
 */
export function optionsNamed(names: Name[], text: string): Option[] {
  const spellings = spellingsOf(text);
  const closest = (kind: "ids" | "labels") => {
    const tiers = spellings.map((spelling, tier) =>
      names.filter((name) => spelling !== "" && name[kind][tier]?.includes(spelling)),
    );
    return tiers.find((tier) => tier.length > 0) ?? [];
  };
  return [...new Set([...closest("ids"), ...closest("labels")])].map(({ option }) => option);
}

/** Options found by words of their label, the last of which may be cut short. */
export function optionsMentioned(names: Name[], said: string): Option[] {
  const wanted = wordsOf(said);
  if (wanted.every((word) => FILLER.has(word))) return [];
  const found = names.filter(({ words }) => placeOf(words, wanted) !== -1);
  // "deploy" must not choose "Skip deploy", nor "삭제" choose "삭제하지 않기".
  const safe = found.length === 1 ? found.filter((name) => !isNegated(name, wanted, said)) : found;
  return safe.map(({ option }) => option);
}

export function optionsBeginning(names: Name[], said: string): Option[] {
  const wanted = wordsOf(said);
  return names.filter(({ words }) => placeOf(words, wanted) === 0).map(({ option }) => option);
}

/**
 * Options with this number at either end of their label: 3 is in "3 replicas" and "Node
 * 3", not in "Top 3 hits".
 */
export function optionsNumbered(names: Name[], number: number): Option[] {
  const isNumber = (word = "") => cardinal(word) === number;
  return names
    .filter(({ words }) => isNumber(words[0]) || isNumber(words.at(-1)))
    .map(({ option }) => option);
}

/** The first word of the label, up to a space or a mark such as the comma in "Yes, delete". */
export function firstWord({ label }: Option): string {
  return plain(/^[^ ,.:;!–—(]+/.exec(fold(label))?.[0] ?? "");
}

/**
 * The spellings of a name, tier by tier. A text with a question mark has no
 * words-only tier: the mark matters.
 */
function spellingsOf(text: string): string[] {
  const typed = text.trim();
  if (typed.length > LONGEST_READ) return [typed];
  const folded = fold(typed);
  return [typed, folded, plain(folded), folded.includes("?") ? "" : wordKey(folded)];
}

/** Index of these words in a row within the label, or -1. */
function placeOf(words: string[], wanted: string[]): number {
  const last = wanted.length - 1;
  // A single letter names an option only at the end: "a" is "Plan A", but not "Write a test".
  const isLetter = last === 0 && /^[a-z]$/.test(wanted[0] ?? "");
  return words.findIndex((_, start) => {
    if (isLetter && start < words.length - 1) return false;
    return wanted.every((word, index) => {
      const there = words[start + index] ?? "";
      return there === word || (index === last && canBeCut(word) && there.startsWith(word));
    });
  });
}

function canBeCut(word: string): boolean {
  if (/^\P{L}/u.test(word) || FILLER.has(word) || COMPLETE.has(word)) return false;
  return (
    word.length > 1 ||
    /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)
  );
}

/** Whether the rest of the label negates the words that matched. */
function isNegated({ option, words }: Name, wanted: string[], said: string): boolean {
  const before = words.slice(0, placeOf(words, wanted)).join(" ");
  return (
    HEDGE.test(before) ||
    TURN.test(before) ||
    (KOREAN_TURN.test(option.label) && !KOREAN_TURN.test(said))
  );
}
