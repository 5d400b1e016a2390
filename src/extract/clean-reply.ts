/**
 * What people see of a reply once its choice was taken out: without other choices, without those
 * that could not be read, and without the fences and brackets that stood around them. Pure.
 */
import { jsonIn } from "../core/json.ts";
import { CLOSED, OPEN } from "./object-progress.ts";
import { createObjectReader } from "./object-reader.ts";
import { CHOICE, CUT, endOf, kindOf, mayBecomeChoice, NONE, openingAt } from "./opening.ts";
import { MOST_BEGUN } from "./scanner.ts";
import { choiceFrom } from "./user-choice.ts";

export interface CleanReply {
  text: string;
  /** What is wrong with each choice that could not be read, for the agent that wrote it. */
  problems: string[];
  /** A choice that could be read, beside the one that was taken out. */
  hasSecond: boolean;
}

export interface CleanOptions {
  /** More of the reply may come: what may become a choice is left off for now. */
  isOpen?: boolean;
  /** A choice was taken out, so what opens at the end stood around it. */
  hasChoice?: boolean;
}

/** `said` is what a `ChoiceStream` released, or the text without the choice. */
export function cleanReply(
  said: string,
  { isOpen = false, hasChoice = false }: CleanOptions = {},
): CleanReply {
  const parts = meantIn(said, isOpen);
  let text = "";
  let from = 0;
  for (const { start, end } of parts) {
    text += withoutOpening(said.slice(from, start));
    from = end + closingAt(said, start, end);
  }
  const rest = said.slice(from);
  const isCutHere = isOpen || (hasChoice && from === 0) || (parts.length > 0 && rest === "");
  text += isCutHere ? withoutOpening(isOpen ? rest.replace(PERHAPS_A_FENCE, "") : rest) : rest;
  return {
    text,
    problems: parts.flatMap(({ problem }) => problem ?? []),
    hasSecond: parts.some(({ problem, isPartial }) => problem === null && !isPartial),
  };
}

interface Meant {
  start: number;
  end: number;
  /** Null if it can be read. */
  problem: string | null;
  /** The rest of it may still come. */
  isPartial: boolean;
}

/** The parts that are written as a choice. What stands inside another object is none. */
function meantIn(said: string, isOpen: boolean): Meant[] {
  const object = createObjectReader({ isStrict: false });
  const found: Meant[] = [];
  let at = said.indexOf("{");
  for (let begun = 0; at >= 0 && begun < MOST_BEGUN; at = said.indexOf("{", at)) {
    const opening = openingAt(said, at);
    const kind = kindOf(opening);
    if (kind === CUT && isOpen && mayBecomeChoice(said.slice(at)))
      found.push({ start: at, end: said.length, problem: null, isPartial: true });
    if (kind === NONE || kind === CUT) {
      at += 1;
      continue;
    }
    object.begin();
    const end = object.read(said, endOf(opening));
    const outcome = object.outcome();
    if (kind === CHOICE) {
      begun += 1;
      const stop = outcome === CLOSED ? end : endOfDamaged(said, at, end);
      const part = meant(said, at, stop, outcome === CLOSED, isOpen && outcome === OPEN);
      if (part !== null) found.push(part);
      at = stop;
    } else at = outcome === OPEN ? endOfDamaged(said, at, end) : end;
  }
  return found;
}

function meant(
  said: string,
  start: number,
  end: number,
  isWhole: boolean,
  isPartial: boolean,
): Meant | null {
  if (isPartial) return { start, end, problem: null, isPartial };
  const json = said.slice(start, end);
  const value = isWhole ? jsonIn(json) : undefined;
  if (value === undefined) {
    const isKind = /^\{\s*"type"/.test(json);
    return isKind ? { start, end, problem: jsonProblem(json), isPartial } : null;
  }
  const read = choiceFrom(value);
  if (read === null) return null;
  return { start, end, problem: "problem" in read ? read.problem : null, isPartial };
}

function jsonProblem(json: string): string {
  try {
    JSON.parse(json);
    return "It has no end.";
  } catch (error) {
    return `It is no valid JSON: ${(error as Error).message.slice(0, 200)}.`;
  }
}

/** Nothing balances it: it goes on to the next line that begins with a brace, or a block's end. */
function endOfDamaged(said: string, start: number, stop: number): number {
  const next = said.indexOf("\n{", start);
  const end = next >= 0 && next < stop ? next + 1 : stop;
  const block = said.lastIndexOf("\n", end);
  return end < said.length && end !== next + 1 && block > start ? block : end;
}

/** How much behind the part closes what was opened around it. */
function closingAt(said: string, start: number, end: number): number {
  const opened = OPENS_AT_END.exec(said.slice(lineBefore(said, start - AROUND), start))?.[0] ?? "";
  const after = said.slice(end, end + AROUND);
  const closed = (isFence(opened) ? CLOSES_BLOCK : CLOSES_BRACKET).exec(after)?.[0] ?? "";
  return opened === "" ? 0 : closed.length;
}

const CLOSES_BRACKET = /^\s*[\])]/;
const CLOSES_BLOCK = /^\s*[\])]?,?\s*(?:`{3,}|~{3,})[ \t]*(?=\n|$)/;

// No fence and no white space around it is longer than this.
const AROUND = 200;

/** Fences and brackets that only open, at the end of the text. */
const OPENS_AT_END =
  /(?:(?:^|(?<=\n))[ \t]*(?:`{3,}|~{3,})[ \t]*[\w+#.-]{0,20}[ \t]*\n?\s*)?(?:[[(]\s*)*$/;

/** One or two marks that begin a line: the third may come next. */
const PERHAPS_A_FENCE = /(?<![^\n])[ \t]*(?:`{1,2}|~{1,2})$/;

function withoutOpening(text: string): string {
  const tail = text.slice(lineBefore(text, text.length - AROUND));
  const opened = OPENS_AT_END.exec(tail);
  if (opened === null || opened[0].trim() === "") return text;
  const before = text.slice(0, text.length - tail.length + opened.index);
  // The fence may as well close a block.
  return isFence(opened[0]) && isInBlock(before) ? text : before;
}

/** The start of the line at that place, if it is near. */
function lineBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  const end = text.lastIndexOf("\n", at) + 1;
  return end > at - AROUND ? end : at;
}

function isFence(words: string): boolean {
  return /[`~]{3}/.test(words);
}

function isInBlock(text: string): boolean {
  let fence: string | null = null;
  for (const [, mark = ""] of text.matchAll(/^[ \t]*(`{3,}|~{3,})/gm)) {
    if (fence === null) fence = mark;
    else if (mark.startsWith(fence)) fence = null;
  }
  return fence !== null;
}
