/**
 * Reads one JSON object, from behind its opening brace to the one that balances it, from
 * text that arrives in pieces.
 */

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
}

export const OPEN = 0;
export const CLOSED = 1;
export const BROKEN = 2;

/**
 * Braces in strings do not count. A `strict` reader gives up at the first character that JSON
 * does not allow, so that a damaged object does not swallow the text after it. The other reader
 * balances braces over any text, up to a line that begins or ends a block of code, because no
 * JSON crosses such a line.
 */
export function createObjectReader({ isStrict }: { isStrict: boolean }): ObjectReader {
  const [outside, inside] = isStrict ? STRICT : LENIENT;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  /** Backticks at the start of the line that the last chunk ended in; -1 behind its start. */
  let margin = IN_LINE;
  let hasEndedLine = false;
  let lineStart = -1;
  let outcome = OPEN;

  return { begin, read, outcome: () => outcome, braceAtLineStart: () => lineStart };

  function begin() {
    depth = 1;
    isInString = false;
    isEscaped = false;
    margin = IN_LINE;
    hasEndedLine = false;
    outcome = OPEN;
  }

  function ended(at: number, how: number): number {
    outcome = how;
    return at;
  }

  /** One loop over local state: nearly all of the time is spent here. */
  function read(chunk: string, from: number): number {
    const { length } = chunk;
    lineStart = hasEndedLine && chunk.charCodeAt(from) === OPENING ? from : -1;
    if (from === length) return from;
    const fence = margin === IN_LINE ? -1 : fenceIn(chunk, from, margin);
    if (fence >= 0) return ended(fence, BROKEN);
    let table = isInString ? inside : outside;
    let at = isEscaped && chunk.charCodeAt(from) >= SPACE ? from + 1 : from;
    isEscaped = false;
    for (; at < length; at++) {
      const code = chunk.charCodeAt(at);
      if (code > 127) {
        if (table === NO_OTHERS) return ended(at, BROKEN);
        continue;
      }
      const kind = table[code];
      if (kind === NOTHING) continue;
      if (kind === QUOTES) table = table === inside ? outside : inside;
      else if (kind === OPENS) depth++;
      else if (kind === CLOSES) {
        depth--;
        if (depth === 0) return ended(at + 1, CLOSED);
      } else if (kind === ESCAPES) {
        if (at + 1 === length) isEscaped = true;
        else if (chunk.charCodeAt(at + 1) >= SPACE) at++;
      } else if (kind === ENDS_LINE) {
        if (lineStart < 0 && chunk.charCodeAt(at + 1) === OPENING) lineStart = at + 1;
        const block = fenceIn(chunk, at + 1, 0);
        if (block >= 0) return ended(block, BROKEN);
      } else return ended(at, BROKEN);
    }
    isInString = table === inside;
    hasEndedLine = chunk.charCodeAt(length - 1) === LINE_END;
    return length;
  }

  /**
   * Where the third backtick is, if the line begins with white space and three of them; else -1.
   * Keeps the number of backticks if the chunk ends before that is known.
   */
  function fenceIn(chunk: string, from: number, before: number): number {
    let ticks = before;
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (code === TICK) ticks++;
      else if (ticks > 0 || !(code === SPACE || code === TAB)) {
        margin = IN_LINE;
        return -1;
      }
      if (ticks === 3) {
        margin = IN_LINE;
        return at;
      }
    }
    margin = ticks;
    return -1;
  }
}

/** The line already contains something other than white space or backticks. */
const IN_LINE = -1;
const TAB = 0x09;
const LINE_END = 0x0a;
const TICK = 0x60;
const SPACE = 0x20;
const OPENING = 0x7b;

const NOTHING = 0;
const QUOTES = 1;
const ESCAPES = 2;
const OPENS = 3;
const CLOSES = 4;
const ENDS_LINE = 5;
const BAD = 6;

/** What each character below 128 does, outside of strings and inside. */
type Tables = readonly [outside: Uint8Array, inside: Uint8Array];
const LENIENT: Tables = [
  tableOf(NOTHING, { '"': QUOTES, "{": OPENS, "}": CLOSES, "\n": ENDS_LINE }),
  tableOf(NOTHING, { '"': QUOTES, "\\": ESCAPES, "\n": ENDS_LINE }),
];
const STRICT: Tables = [
  tableOf(BAD, {
    ...Object.fromEntries([..." \t\r\n[]:,0123456789+-.eEtrufalsn"].map((sign) => [sign, NOTHING])),
    ...{ '"': QUOTES, "{": OPENS, "}": CLOSES },
  }),
  tableOf(NOTHING, {
    ...Object.fromEntries(
      Array.from({ length: SPACE }, (_, code) => [String.fromCharCode(code), BAD]),
    ),
    ...{ '"': QUOTES, "\\": ESCAPES },
  }),
];

/** JSON has nothing beyond ASCII outside of its strings. */
const NO_OTHERS = STRICT[0];

function tableOf(usual: number, signs: Record<string, number>): Uint8Array {
  const table = new Uint8Array(128).fill(usual);
  for (const [sign, kind] of Object.entries(signs)) table[sign.charCodeAt(0)] = kind;
  return table;
}
