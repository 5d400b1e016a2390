/** What is known of a word before the script runs: its possible texts, or how it begins. */
import { type List, NotKnown, type Part, type Word } from "./script-syntax.ts";

export interface Value {
  /** Every text that it may be; null if they cannot be listed. */
  texts: readonly string[] | null;
  /** What it begins with in any case, if the texts cannot be listed. */
  begins: string;
  isNumber: boolean;
  /** Without spaces, and without characters that the shell would expand. */
  isPlain: boolean;
  /** Several words, none of which has a space in it; each begins so. */
  isList?: true | undefined;
  /** The name of something that is there, found by a pattern below the folder of the script. */
  isFound?: true | undefined;
}

export interface Argument extends Value {
  source: string;
  /** The shell may split it into any words, or drop it. */
  isSplit: boolean;
  /** It may become several words, each of which begins as it does. */
  isMany: boolean;
  /** It may be missing, if the command that prints it fails. */
  mayVanish: boolean;
}

export interface Expander {
  valueOf(variable: string): Value;
  /** Judges a script inside a word, and says what it prints. */
  outputOf(script: List): Value;
  calculate(arithmetic: string): void;
}

export const ANY: Value = { texts: null, begins: "", isNumber: false, isPlain: false };
export const NUMBER: Value = { texts: null, begins: "0", isNumber: true, isPlain: true };

export function known(...texts: string[]): Value {
  const isPlain = texts.every((text) => /^[\w./:@%+=,~^-]+$/.test(text));
  const isNumber = texts.every((text) => /^-?\d{1,15}$/.test(text));
  return { texts, begins: "", isNumber, isPlain };
}

export function beginning(begins: string, isPlain: boolean): Value {
  return { texts: null, begins, isNumber: false, isPlain };
}

/** What is true of both. */
export function either(one: Value, other: Value): Value {
  const isNumber = one.isNumber && other.isNumber;
  const isPlain = one.isPlain && other.isPlain;
  const texts =
    one.texts === null || other.texts === null
      ? null
      : [...new Set([...one.texts, ...other.texts])];
  if (texts !== null && texts.length <= MOST_TEXTS) return { texts, begins: "", isNumber, isPlain };
  const begins = sharedBeginning([...beginningsOf(one), ...beginningsOf(other)]);
  return { texts: null, begins, isNumber, isPlain };
}

/** A value as a word of its own. */
export function asArgument(value: Value, source: string): Argument {
  return { ...value, source, isSplit: false, isMany: false, mayVanish: false };
}

/** The words that the shell makes of one word. */
export function expand(word: Word, expander: Expander): Argument[] {
  return withChoices(word).map((parts) => {
    const argument = joined(parts, word.source, expander);
    return argument.isMany ? argument : { ...argument, isList: undefined };
  });
}

/** The value of a word where the shell neither splits it nor looks for files. */
export function valueOfWord(word: Word, expander: Expander): Value {
  if (word.parts.length === 0) return known("");
  const parts = word.parts.map((part): Part => {
    if ("glob" in part) return { text: part.glob, isQuoted: true };
    return "isQuoted" in part ? { ...part, isQuoted: true } : part;
  });
  return parts.some((part) => "choices" in part) ? ANY : joined(parts, word.source, expander);
}

const MOST_TEXTS = 16;
const MOST_WORDS = 64;

function withChoices({ parts, source }: Word): Part[][] {
  let words: Part[][] = [[]];
  for (const part of parts) {
    if (!("choices" in part)) {
      for (const word of words) word.push(part);
      continue;
    }
    const choices = part.choices.map((text) => ({ text, isQuoted: true }));
    words = words.flatMap((word) => choices.map((choice) => [...word, choice]));
    if (words.length > MOST_WORDS) throw new NotKnown(source);
  }
  return words;
}

function joined(parts: Part[], source: string, expander: Expander): Argument {
  let all: Value = known("");
  let [isSplit, isMany, mayVanish] = [false, false, false];
  for (const part of parts) {
    const value = valueOfPart(part, expander);
    all = followedBy(all, value);
    if ("glob" in part || ("number" in part && part.isMany)) isMany = true;
    // It stands for any number of words, also in quotes.
    if ("variable" in part && /^[@*]|^\{[@*]/.test(part.variable)) isSplit = true;
    if (("variable" in part || "script" in part) && !part.isQuoted) {
      if (value.isList) isMany = true;
      else if (!value.isPlain) isSplit = true;
      if ("script" in part) mayVanish = true;
    }
  }
  const isAlone = parts.filter((part) => !("text" in part && part.text === "")).length === 1;
  const isNumber = isAlone ? all.isNumber : known(...(all.texts ?? ["x"])).isNumber;
  const isFound = all.isFound ?? (isMany && isPatternBelow(parts) ? true : undefined);
  return { ...all, isNumber, source, isSplit, isMany, mayVanish, isFound };
}

/** A pattern for files that leads nowhere else. */
function isPatternBelow(parts: readonly Part[]): boolean {
  const texts = parts.map((part) =>
    "text" in part ? part.text : "glob" in part ? part.glob : "/",
  );
  return !/^[/~]|\.\./.test(texts.join(""));
}

function valueOfPart(part: Part, expander: Expander): Value {
  if ("text" in part) return known(part.text);
  if ("glob" in part) return ANY;
  if ("number" in part) return NUMBER;
  if ("variable" in part) return part.isWhole ? expander.valueOf(part.variable) : ANY;
  if ("script" in part) return expander.outputOf(part.script);
  if ("arithmetic" in part) {
    expander.calculate(part.arithmetic);
    return { ...NUMBER, begins: "" };
  }
  if ("piped" in part) {
    expander.outputOf(part.piped);
    return beginning("/dev/fd/", true);
  }
  return ANY;
}

function followedBy(one: Value, next: Value): Value {
  const isPlain = (one.isPlain || isEmpty(one)) && (next.isPlain || isEmpty(next));
  if (one.texts === null) {
    const isFound = one.isFound && next.texts?.every((text) => !text.includes("..")) === true;
    return { ...one, isNumber: false, isPlain, isFound: isFound || undefined };
  }
  if (isEmpty(one)) return { ...next, isPlain };
  if (next.isList) return ANY;
  if (next.texts === null) {
    const begins = sharedBeginning(one.texts.map((text) => text + next.begins));
    return { texts: null, begins, isNumber: false, isPlain };
  }
  const nextTexts = next.texts;
  const texts = one.texts.flatMap((text) => nextTexts.map((after) => text + after));
  if (texts.length > MOST_TEXTS)
    return { texts: null, begins: sharedBeginning(texts), isNumber: false, isPlain };
  return { texts, begins: "", isNumber: false, isPlain };
}

function isEmpty({ texts }: Value): boolean {
  return texts?.length === 1 && texts[0] === "";
}

function beginningsOf({ texts, begins }: Value): readonly string[] {
  return texts ?? [begins];
}

function sharedBeginning(texts: readonly string[]): string {
  const [first = "", ...rest] = texts;
  let length = first.length;
  for (const text of rest) while (!text.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
