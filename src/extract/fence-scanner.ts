/**
 * Finds a choice in a ```json block.
 *
 * From `text` a run of backticks leads to `ticks`, the word after three or more of them to `tag`;
 * the white space up to the brace is the `gap`, then comes the `object`, and `after` it as many
 * backticks again (`closing`). Any character that does not fit leads back to `text`. The object is
 * read as JSON, so backticks inside its strings do not end the block.
 */
import { BROKEN, CLOSED, createObjectReader } from "./object-reader.ts";
import { type Found, MOST_BEGUN, MOST_READ, type Scanner } from "./scanner.ts";
import { readChoice } from "./user-choice.ts";
import { isWhiteSpace } from "./white-space.ts";

type State = "text" | "ticks" | "tag" | "gap" | "object" | "after" | "closing" | "over";

export function createFenceScanner(): Scanner {
  const object = createObjectReader({ isStrict: true });
  let state: State = "text";
  let offset = 0;
  let start = 0;
  let ticks = 0;
  let tagLength = 0;
  let closingTicks = 0;
  let pieces: string[] = [];
  let begun = 0;
  let readLength = 0;
  let looked = 0;

  return {
    read,
    heldFrom: () => (state === "text" || state === "over" ? null : start),
    looked: () => looked,
  };

  function read(chunk: string): Found | null {
    let at = 0;
    while (at < chunk.length && state !== "over") {
      const from = at;
      if (state === "text") {
        at = openTicks(chunk, at);
      } else if (state === "object") {
        at = readObject(chunk, at);
      } else if (state === "gap" && chunk.charCodeAt(at) === OPENING) {
        state = "object";
        pieces = ["{"];
        object.begin();
        at++;
      } else if (fits(chunk.charAt(at))) {
        at++;
        if (state === "closing" && closingTicks === ticks) {
          const choice = choiceIn(pieces.join(""));
          if (choice !== null) return { choice, start, end: offset + at };
        }
      } else {
        startAgain(offset + at);
      }
      looked += Math.max(1, at - from);
    }
    offset += chunk.length;
    return null;
  }

  function readObject(chunk: string, from: number): number {
    const end = object.read(chunk, from);
    pieces.push(chunk.slice(from, end));
    if (object.outcome() === CLOSED) state = "after";
    if (object.outcome() === BROKEN) lookOn();
    return end;
  }

  function choiceIn(json: string): ReturnType<typeof readChoice> {
    readLength += json.length;
    looked += json.length;
    const choice = readLength > MOST_READ ? null : readChoice(json);
    if (choice === null) lookOn();
    return choice;
  }

  function lookOn() {
    state = begun > MOST_BEGUN || readLength > MOST_READ ? "over" : "text";
  }

  function openTicks(chunk: string, from: number): number {
    const at = chunk.indexOf(OPENS, from);
    if (at === -1) return openAtEnd(chunk, from);
    const first = firstTick(chunk, at, from);
    start = offset + first;
    ticks = at - first + OPENS.length - TAG.length;
    openGap();
    return at + OPENS.length;
  }

  function openGap() {
    begun += 1;
    state = "gap";
  }

  /** The chunk may end in the middle of what opens a block. */
  function openAtEnd(chunk: string, from: number): number {
    const { length } = chunk;
    const tag = [3, 2, 1].find((count) => chunk.endsWith(TAG.slice(0, count))) ?? 0;
    const end = length - tag;
    const first = firstTick(chunk, end, from);
    if (first === end || (tag > 0 && end - first < 3)) return length;
    start = offset + first;
    ticks = end - first;
    tagLength = tag;
    state = tag === 0 ? "ticks" : "tag";
    return length;
  }

  /** Whether the character continues the block, outside its object. */
  function fits(character: string): boolean {
    switch (state) {
      case "ticks":
        if (character === "`") ticks++;
        else if (ticks >= 3 && character === TAG[0]) {
          state = "tag";
          tagLength = 1;
        } else return false;
        return true;
      case "tag":
        if (character !== TAG[tagLength]) return false;
        tagLength++;
        if (tagLength === TAG.length) openGap();
        return true;
      case "gap":
        return isWhiteSpace(character);
      case "after":
        if (character !== "`") return isWhiteSpace(character);
        state = "closing";
        closingTicks = 1;
        return true;
      case "closing":
        if (character !== "`") return false;
        closingTicks++;
        return true;
      default:
        return false;
    }
  }

  /** Too few backticks to close this block may open the next one. */
  function startAgain(position: number): void {
    if (state !== "closing") {
      lookOn();
      return;
    }
    state = "ticks";
    ticks = closingTicks;
    start = position - closingTicks;
  }
}

/** The first of the backticks that end at that place. */
function firstTick(chunk: string, end: number, from: number): number {
  let first = end;
  while (first > from && chunk.charCodeAt(first - 1) === TICK) first--;
  return first;
}

const TAG = "json";
const OPENS = "```json";
const TICK = 0x60;
const OPENING = 0x7b;
