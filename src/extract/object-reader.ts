/**
 * Reads one JSON object, from behind its opening brace to the one that balances it, from
 * text that arrives in pieces.
 */
import { codes, MOST_CODES, writeCodes } from "./character-codes.ts";
import {
  BRACE,
  endChunk,
  hasLineEndBefore,
  isFence,
  SPACE,
  TICK,
  ticksBefore,
} from "./line-margin.ts";
import { BROKEN, begunObject, CLOSED, OPEN, type Progress, progressOf } from "./object-progress.ts";
import {
  ANYWHERE,
  CLOSES,
  ESCAPES,
  IN_STRING,
  IN_WORDS,
  LINE,
  NO_LINES,
  NOTHING,
  OPENS,
  QUOTES,
  signsOf,
  TICKS,
} from "./object-signs.ts";

export interface ObjectReader {
  /** Begins a new object, whose opening brace has just been read. */
  begin(): void;
  /**
   * Reads on from that place in the chunk. Returns the first place after the part
   * that belongs to the object.
   */
  read(chunk: string, from: number): number;
  /** What became of it: it is `OPEN`, `CLOSED` or `BROKEN`. */
  outcome(): number;
  /** Where a line of the last chunk read begins with a brace, inside the object; -1 if none does. */
  braceAtLineStart(): number;
  /** How far it is, for a reader of the same object that goes on from the same place. */
  progress(): Progress;
  /**
   * Goes on from where a strict reader stopped in this chunk, as if it had read until there. Places
   * in this reader's chunk are `shift` higher.
   */
  goOn(from: Progress, shift: number): void;
}

/**
 * Braces in strings do not count. A `strict` reader gives up at the first character that JSON
 * does not allow, so that a damaged object does not swallow the text after it. The other reader
 * balances braces over any text, up to a line that begins or ends a block of code, because no
 * JSON crosses such a line.
 */
export function createObjectReader({ isStrict }: { isStrict: boolean }): ObjectReader {
  const signs = signsOf({ isStrict });
  let state = begunObject();
  return {
    begin() {
      state = begunObject();
    },
    read: (chunk, from) => readOn(state, signs, chunk, from),
    outcome: () => state.outcome,
    braceAtLineStart: () => state.lineStart,
    progress: () => progressOf(state),
    goOn(from, shift) {
      state = progressOf(from);
      if (state.lineStart >= 0) state.lineStart += shift;
      if (state.outcome === BROKEN) state.outcome = OPEN;
    },
  };
}

/** In parts that grow: most objects are short, and what was written behind their end is in vain. */
function readOn(state: Progress, signs: Uint8Array, chunk: string, from: number): number {
  const { length } = chunk;
  state.lineStart = -1;
  let at = from;
  for (let most = FIRST_PART; at < length && state.outcome === OPEN; most = nextPart(most)) {
    const end = Math.min(length, at + most);
    writeCodes(chunk, at, end);
    at = readPart(state, signs, chunk, at, end - at);
  }
  if (state.outcome === OPEN && from < length) endChunk(state, chunk, from);
  return at;
}

function nextPart(length: number): number {
  return Math.min(MOST_CODES, 8 * length);
}

/** The codes of a part were written: reads them, and looks at the text where a block may begin. */
function readPart(
  state: Progress,
  signs: Uint8Array,
  chunk: string,
  from: number,
  length: number,
): number {
  if (state.lineStart < 0 && codes[0] === BRACE && hasLineEndBefore(state, chunk, from))
    state.lineStart = from;
  let at = state.isEscaped && (codes[0] ?? 0) >= SPACE ? 1 : 0;
  state.isEscaped = false;
  let line = 0;
  while (at < length && state.outcome === OPEN) {
    at = readSigns(state, signs, from, at, length, line);
    if (at >= length || state.outcome !== OPEN) break;
    line = IN_WORDS;
    if (!isBehindWords(at) && isFence(state, chunk, from + at)) {
      state.outcome = BROKEN;
      return from + at + 2 - ticksBefore(state, from + at);
    }
    at += 1;
  }
  return from + at;
}

/** Whether other characters of the line come before. Told by the codes, faster than by the text. */
function isBehindWords(at: number): boolean {
  let before = at - 1;
  while (before >= 0 && codes[before] === SPACE) before -= 1;
  return before >= 0 && (codes[before] ?? 0) > SPACE;
}

/**
 * Nearly all of the time is spent here: one look at each code, on local state. Stops at backticks
 * that may begin a line. No other loop is within, because the engine then compiles it worse.
 */
function readSigns(
  state: Progress,
  signs: Uint8Array,
  from: number,
  first: number,
  length: number,
  line: number,
): number {
  const bytes = codes;
  let { depth } = state;
  let table = line + (state.isInString ? IN_STRING : 0) + (state.lineStart < 0 ? 0 : NO_LINES);
  let at = first;
  for (; at < length; at += 1) {
    const sign = signs[table + (bytes[at] ?? 0)];
    if (sign === NOTHING) continue;
    if (sign === QUOTES) table ^= IN_STRING;
    else if (sign === OPENS) depth += 1;
    else if (sign === CLOSES) {
      depth -= 1;
      if (depth > 0) continue;
      state.outcome = CLOSED;
      at += 1;
      break;
    } else if (sign === ESCAPES) {
      if (at + 1 === length) state.isEscaped = true;
      else if ((bytes[at + 1] ?? 0) >= SPACE) at += 1;
    } else if (sign === LINE) {
      table &= ANYWHERE;
      if (at + 1 === length || bytes[at + 1] !== BRACE || (table & NO_LINES) > 0) continue;
      state.lineStart = from + at + 1;
      table += NO_LINES;
    } else if (sign === TICKS) {
      if (at === 0) break;
      if ((bytes[at - 1] ?? 0) <= SPACE) {
        if (at + 2 >= length || (bytes[at + 1] === TICK && bytes[at + 2] === TICK)) break;
      }
      table |= IN_WORDS;
    } else {
      state.outcome = BROKEN;
      break;
    }
  }
  state.depth = depth;
  state.isInString = (table & IN_STRING) > 0;
  return at;
}

// Less than the object of a choice, so that many small ones are not written often.
const FIRST_PART = 64;
