/**
 * Finds a choice that stands in the text without a fence.
 *
 * An opening brace with a key behind it begins an object, whose end is found by balancing braces.
 * Every object is read to its end, because a choice nested inside it does not count. An object
 * that never ends contains the rest of the text, or of its block of code, but for what begins a
 * line of its own: a choice there stands behind the object, and is found once it is known that
 * nothing balances it.
 */
import type { Reading } from "./fence-scanner.ts";
import { CLOSED, OPEN } from "./object-progress.ts";
import { createObjectReader } from "./object-reader.ts";
import {
  CHOICE,
  CUT,
  canFollowBrace,
  endOf,
  kindOf,
  mayBecomeChoice,
  NONE,
  openingAt,
} from "./opening.ts";
import { type Found, MOST_BEGUN, MOST_BRACES, MOST_READ, type Scanner } from "./scanner.ts";
import { readChoice } from "./user-choice.ts";

export interface RawScanner extends Scanner {
  /** The text is over: a choice behind an object that never ended. */
  end(): Found | null;
}

export interface RawScannerOptions {
  /** What the scanner of blocks has read of the chunk: this one goes on from there. */
  readings?: () => readonly Reading[];
  /** How many characters may be read a second time, shared by all that read them. */
  again?: { left: number };
}

export function createRawScanner({
  readings = () => NO_READINGS,
  again = { left: MOST_READ },
}: RawScannerOptions = {}): RawScanner {
  const object = createObjectReader({ isStrict: false });
  /** An opening that the last chunk ended in. */
  let cut = "";
  let offset = 0;
  let state: "text" | "object" | "over" = "text";
  let start = 0;
  let isCandidate = false;
  /** The first line inside the object that begins with a brace. */
  let behind: number | null = null;
  /** The object's text, from its start if it is a candidate, else from `behind` on. */
  let kept: string[] = [];
  let known = NO_READINGS;
  let nextKnown = 0;
  let begun = 0;
  let braces = 0;
  let readLength = 0;
  let looked = 0;

  return { read, end, heldFrom, looked: () => looked };

  function heldFrom(): number | null {
    if (state === "over") return null;
    if (state === "text") return cut !== "" && mayBecomeChoice(cut) ? offset - cut.length : null;
    return isCandidate ? start : behind;
  }

  function read(chunk: string): Found | null {
    const text = cut === "" ? chunk : cut + chunk;
    const first = offset - cut.length;
    offset += chunk.length;
    cut = "";
    known = readings();
    nextKnown = 0;
    let at = 0;
    while (at < text.length && state !== "over") {
      if (state === "text") {
        at = findObject(text, at, first);
        continue;
      }
      const stop = goOn(at, first, text.length - chunk.length) ?? readOn(text, at);
      keep(text, at, stop, first);
      at = stop;
      if (object.outcome() === OPEN) continue;
      const found = object.outcome() === CLOSED ? asChoice(first + stop) : choiceBehind();
      state = hasEnough() ? "over" : "text";
      if (found !== null) return found;
    }
    return null;
  }

  function readOn(text: string, from: number): number {
    const stop = object.read(text, from);
    looked += stop - from;
    return stop;
  }

  /** Where the strict reader stopped in the same object: until there, both read the same. */
  function goOn(from: number, first: number, shift: number): number | null {
    while ((known[nextKnown]?.start ?? start) < start) nextKnown++;
    const reading = known[nextKnown];
    if (reading?.start !== start || reading.end < first + from) return null;
    nextKnown++;
    object.goOn(reading.progress, shift);
    return reading.end - first;
  }

  function hasEnough(): boolean {
    return begun > MOST_BEGUN || readLength > MOST_READ || braces > MOST_BRACES;
  }

  function end(): Found | null {
    return state === "object" ? choiceBehind() : null;
  }

  function keep(text: string, from: number, to: number, first: number) {
    const brace = object.braceAtLineStart();
    const isFirst = behind === null && brace >= 0;
    if (isFirst) behind = first + brace;
    if (isCandidate || behind !== null)
      kept.push(text.slice(isFirst && !isCandidate ? brace : from, to));
  }

  function asChoice(to: number): Found | null {
    if (!isCandidate) return null;
    readLength += to - start;
    looked += to - start;
    const choice = readLength > MOST_READ ? null : readChoice(kept.join(""));
    return choice && { choice, start, end: to };
  }

  /** What the object hides no more, now that it never ends. */
  function choiceBehind(): Found | null {
    if (behind === null || again.left <= 0) return null;
    const from = isCandidate ? behind - start : 0;
    const text = kept.join("").slice(from, from + again.left);
    again.left -= text.length;
    looked += text.length;
    const scanner = createRawScanner({ again });
    const found = scanner.read(text) ?? scanner.end();
    return found && { ...found, start: found.start + behind, end: found.end + behind };
  }

  /** Goes on behind the opening of the next object, or to the end of the text. */
  function findObject(text: string, from: number, first: number): number {
    let at = nextBrace(text, from);
    for (; at < text.length && braces <= MOST_BRACES; at = nextBrace(text, at + 1)) {
      braces += 1;
      if (at + 1 < text.length && !canFollowBrace(text.charCodeAt(at + 1))) continue;
      const opening = openingAt(text, at);
      const kind = kindOf(opening);
      const stop = endOf(opening);
      looked += stop - at;
      if (kind === NONE) continue;
      looked += at - from;
      if (kind === CUT) {
        braces -= 1;
        cut = text.slice(at);
        return text.length;
      }
      beginObject(first + at);
      if (kind === CHOICE) beginCandidate(text.slice(at, stop));
      return stop;
    }
    looked += at - from;
    if (hasEnough()) state = "over";
    return at;
  }

  function beginObject(at: number) {
    state = "object";
    start = at;
    isCandidate = false;
    behind = null;
    if (kept.length > 0) kept = [];
    object.begin();
  }

  function beginCandidate(opening: string) {
    isCandidate = true;
    kept.push(opening);
    begun += 1;
  }
}

/** There are few enough of them for the engine's own search. */
function nextBrace(text: string, from: number): number {
  const at = text.indexOf("{", from);
  return at < 0 ? text.length : at;
}

const NO_READINGS: readonly Reading[] = [];
