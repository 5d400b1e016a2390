/**
 * Finds a choice in a ```json block.
 *
 * From `text` a run of backticks leads to `ticks`, the word after three or more of them to `tag`;
 * the white space up to the brace is the `gap`, then comes the `object`, and `after` it as many
 * backticks again (`closing`). Any character that does not fit leads back to `text`. The object is
 * read as JSON, so backticks inside its strings do not end the block.
 */
import { BROKEN, CLOSED, type Progress } from "./object-progress.ts";
import { createObjectReader } from "./object-reader.ts";
import { type Found, MOST_BEGUN, MOST_READ, type Scanner } from "./scanner.ts";
import { readChoice } from "./user-choice.ts";
import { skipWhiteSpace } from "./white-space.ts";

type State = "text" | "ticks" | "tag" | "gap" | "object" | "after" | "closing" | "over";

export interface FenceScanner extends Scanner {
  /** What was read as JSON in the last chunk, in order: nobody has to read it once more. */
  readings(): readonly Reading[];
}

/** Part of an object: where that began, up to where it was read, and how far its reader is. */
export interface Reading {
  start: number;
  end: number;
  progress: Progress;
}

export function createFenceScanner(): FenceScanner {
  const object = createObjectReader({ isStrict: true });
  let state: State = "text";
  let offset = 0;
  let start = 0;
  let ticks = 0;
  let tagLength = 0;
  let closingTicks = 0;
  let objectStart = 0;
  let objectLength = 0;
  let pieces: string[] = [];
  let readings: Reading[] = [];
  let begun = 0;
  let readLength = 0;
  let looked = 0;

  return {
    read,
    heldFrom: () => (state === "text" || state === "over" ? null : start),
    readings: () => readings,
    looked: () => looked,
  };

  function read(chunk: string): Found | null {
    let at = 0;
    let choice: ReturnType<typeof readChoice> = null;
    if (readings.length > 0) readings = [];
    while (at < chunk.length && choice === null && state !== "over") {
      const from = at;
      at = step(chunk, at);
      looked += Math.max(1, at - from);
      if (state === "closing" && closingTicks === ticks) choice = closedChoice();
    }
    const end = offset + at;
    offset += chunk.length;
    return choice && { choice, start, end };
  }

  /** Reads on for as long as nothing else begins. */
  function step(chunk: string, at: number): number {
    switch (state) {
      case "text":
        return openTicks(chunk, at);
      case "ticks":
        return afterTicks(chunk, at);
      case "tag":
        return readTag(chunk, at);
      case "gap":
        return readGap(chunk, at);
      case "object":
        return readObject(chunk, at);
      case "after":
        return readAfter(chunk, at);
      case "closing":
        return close(chunk, at);
      default:
        return chunk.length;
    }
  }

  /**
   * Three backticks in a row are found by looking at every third character; where they are rare,
   * the engine finds the next one faster.
   */
  function openTicks(chunk: string, from: number): number {
    const { length } = chunk;
    let without = 0;
    for (let at = from + 2; at < length; at += 3) {
      if (chunk.charCodeAt(at) !== TICK) {
        without += 1;
        if (without === FEW_LOOKS) at = beforeNextTick(chunk, at);
        continue;
      }
      without = 0;
      const end = endOfTicks(chunk, at + 1);
      const first = mayBeTag(chunk, end) ? firstTick(chunk, at, from) : end;
      at = end;
      if (end - first < 3) continue;
      const tag = tagAt(chunk, end);
      if (tag === TAG.length || end + tag === length) return openTag(first, end, tag);
      at += tag - 1;
    }
    const first = firstTick(chunk, length, from);
    return first === length ? length : openTag(first, length, 0);
  }

  function openTag(first: number, end: number, tag: number): number {
    start = offset + first;
    ticks = end - first;
    tagLength = tag;
    state = tag === 0 ? "ticks" : "tag";
    if (tag === TAG.length) openGap();
    return end + tag;
  }

  function afterTicks(chunk: string, from: number): number {
    const end = endOfTicks(chunk, from);
    ticks += end - from;
    if (end === chunk.length) return end;
    if (ticks < 3) return lookOn(end);
    state = "tag";
    tagLength = 0;
    return end;
  }

  function readTag(chunk: string, from: number): number {
    const { length } = chunk;
    let at = from;
    while (at < length && tagLength < TAG.length && chunk.charCodeAt(at) === TAG[tagLength]) {
      tagLength++;
      at++;
    }
    if (tagLength === TAG.length) openGap();
    else if (at < length) lookOn(at);
    return at;
  }

  function openGap() {
    begun += 1;
    state = "gap";
  }

  function readGap(chunk: string, from: number): number {
    const at = skipWhiteSpace(chunk, from);
    if (at === chunk.length) return at;
    if (chunk.charCodeAt(at) !== OPENING) return lookOn(at);
    state = "object";
    objectStart = offset + at;
    objectLength = 1;
    pieces = ["{"];
    object.begin();
    return at + 1;
  }

  function readObject(chunk: string, from: number): number {
    const end = object.read(chunk, from);
    objectLength += end - from;
    if (objectLength <= MOST_READ) pieces.push(chunk.slice(from, end));
    readings.push({ start: objectStart, end: offset + end, progress: object.progress() });
    if (object.outcome() === CLOSED) state = "after";
    if (object.outcome() === BROKEN) lookOn(end);
    return end;
  }

  function readAfter(chunk: string, from: number): number {
    const at = skipWhiteSpace(chunk, from);
    if (at === chunk.length) return at;
    if (chunk.charCodeAt(at) !== TICK) return lookOn(at);
    state = "closing";
    closingTicks = 1;
    return at + 1;
  }

  /** Too few backticks to close this block may open the next one. */
  function close(chunk: string, from: number): number {
    let at = from;
    while (at < chunk.length && closingTicks < ticks && chunk.charCodeAt(at) === TICK) {
      closingTicks++;
      at++;
    }
    if (at === chunk.length || closingTicks === ticks) return at;
    state = "ticks";
    ticks = closingTicks;
    start = offset + at - closingTicks;
    return at;
  }

  function closedChoice(): ReturnType<typeof readChoice> {
    readLength += objectLength;
    looked += objectLength;
    const choice = readLength > MOST_READ ? null : readChoice(pieces.join(""));
    if (choice === null) lookOn(0);
    return choice;
  }

  function lookOn(at: number): number {
    state = begun > MOST_BEGUN || readLength > MOST_READ ? "over" : "text";
    return at;
  }
}

/** The place from which three characters further may be the third backtick in a row. */
function beforeNextTick(text: string, from: number): number {
  const next = text.indexOf("`", from);
  return next < 0 ? text.length : next - 1;
}

/** The first of the backticks that end at that place. */
function firstTick(text: string, end: number, from: number): number {
  let first = end;
  while (first > from && text.charCodeAt(first - 1) === TICK) first--;
  return first;
}

function endOfTicks(text: string, from: number): number {
  const { length } = text;
  let at = from;
  while (at < length && text.charCodeAt(at) === TICK) at++;
  return at;
}

/** Most backticks are followed by something else: then there is no need to count them. */
function mayBeTag(text: string, at: number): boolean {
  return at === text.length || text.charCodeAt(at) === TAG[0];
}

/** How many letters of the tag stand there. */
function tagAt(text: string, from: number): number {
  let count = 0;
  const most = Math.min(TAG.length, text.length - from);
  while (count < most && text.charCodeAt(from + count) === TAG[count]) count++;
  return count;
}

const TAG = [0x6a, 0x73, 0x6f, 0x6e] as const;
const FEW_LOOKS = 32;
const TICK = 0x60;
const OPENING = 0x7b;
