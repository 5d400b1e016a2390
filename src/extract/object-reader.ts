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
  /** How far it is, for a reader of the same object that goes on from the same place. */
  progress(): Progress;
  /**
   * Goes on from where a strict reader stopped in this chunk, as if it had read until there. Places
   * in this reader's chunk are `shift` higher.
   */
  goOn(from: Progress, shift: number): void;
}

export interface Progress {
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
  /** Backticks at the start of the line that the last chunk ended in; -1 behind its start. */
  margin: number;
  hasEndedLine: boolean;
  lineStart: number;
  outcome: number;
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
  const tables = isStrict ? STRICT : LENIENT;
  let state = progressOf(BEGUN);
  return {
    begin() {
      state = progressOf(BEGUN);
    },
    read: (chunk, from) => readOn(state, tables, chunk, from),
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

/** A copy. All are made here, because the engine is fast where all have one shape. */
function progressOf(from: Progress): Progress {
  const { depth, isInString, isEscaped, margin, hasEndedLine, lineStart, outcome } = from;
  return { depth, isInString, isEscaped, margin, hasEndedLine, lineStart, outcome };
}

/**
 * In short parts: the engine compiles well what is called often, and badly what runs for long in
 * one call.
 */
function readOn(state: Progress, tables: Tables, chunk: string, from: number): number {
  const { length } = chunk;
  state.lineStart = -1;
  let at = from;
  while (at < length && state.outcome === OPEN)
    at = readPart(state, tables, chunk, at, Math.min(length, at + PART));
  if (state.outcome === OPEN && from < length) endChunk(state, chunk, from);
  return at;
}

/**
 * Nearly all of the time is spent here: one look at each character, on local state. What begins a
 * line is looked for backwards, from the few signs for which it matters.
 */
function readPart(
  state: Progress,
  [outside, inside]: Tables,
  chunk: string,
  from: number,
  end: number,
): number {
  let at = state.isEscaped && chunk.charCodeAt(from) >= SPACE ? from + 1 : from;
  let { depth, isInString, lineStart } = state;
  let isEscaped = false;
  let became = OPEN;
  let before = codeBefore(state, chunk, at);
  while (at < end && became === OPEN) {
    const table = isInString ? inside : outside;
    for (; at < end; at++) {
      const last = before;
      const code = chunk.charCodeAt(at);
      before = code;
      if (code > 127) {
        if (table !== NO_OTHERS) continue;
        became = BROKEN;
        break;
      }
      const kind = table[code];
      if (kind === NOTHING) continue;
      if (kind === OPENS) {
        if (!isInString) depth++;
        if (last === LINE_END && lineStart < 0) lineStart = at;
      } else if (kind === QUOTES) {
        isInString = !isInString;
        at++;
        break;
      } else if (kind === ESCAPES) {
        if (at + 1 === end) isEscaped = true;
        else if (chunk.charCodeAt(at + 1) >= SPACE) at++;
      } else if (kind === CLOSES) {
        depth--;
        if (depth > 0) continue;
        became = CLOSED;
        at++;
        break;
      } else if (kind === TICKS) {
        const more = at === 0 && state.margin > 0 ? state.margin : 0;
        if (more === 0 && at + 1 < end && chunk.charCodeAt(at + 1) !== TICK) continue;
        const ticks = endOfTicks(chunk, at) - at;
        if (ticks + more >= 3 && isMargin(state, chunk, at)) {
          became = BROKEN;
          at += 2 - more;
          break;
        }
        at += ticks - 1;
      } else {
        became = BROKEN;
        break;
      }
    }
  }
  state.depth = depth;
  state.isInString = isInString;
  state.isEscaped = isEscaped;
  state.lineStart = lineStart;
  state.outcome = became;
  return at;
}

function codeBefore({ hasEndedLine }: Progress, chunk: string, at: number): number {
  if (at > 0) return chunk.charCodeAt(at - 1);
  return hasEndedLine ? LINE_END : SPACE;
}

/** Whether the line has nothing but white space before that place. */
function isMargin({ margin }: Progress, chunk: string, until: number): boolean {
  let at = until;
  while (at > 0 && isIndent(chunk.charCodeAt(at - 1))) at--;
  if (at > 0) return chunk.charCodeAt(at - 1) === LINE_END;
  return until === 0 ? margin >= 0 : margin === 0;
}

/** Three backticks that begin a line may come in two chunks. */
function endChunk(state: Progress, chunk: string, from: number): void {
  const { length } = chunk;
  state.hasEndedLine = chunk.charCodeAt(length - 1) === LINE_END;
  state.margin = isInLine(state, chunk, from) ? IN_LINE : marginAt(state, chunk);
}

/** Known without a look back over all white space: the engine finds a line's end faster. */
function isInLine({ margin }: Progress, chunk: string, from: number): boolean {
  const before = from === 0 ? 0 : chunk.charCodeAt(from - 1);
  const mayBeMargin = before === LINE_END || before === TICK || isIndent(before);
  const wasInLine = from === 0 ? margin === IN_LINE : !mayBeMargin;
  return wasInLine && chunk.indexOf("\n", from) < 0;
}

function marginAt(state: Progress, chunk: string): number {
  const { length } = chunk;
  let first = length;
  while (first > 0 && length - first < 3 && chunk.charCodeAt(first - 1) === TICK) first--;
  const before = first === 0 && state.margin > 0 ? state.margin : 0;
  const ticks = before + length - first;
  return ticks < 3 && isMargin(state, chunk, first) ? ticks : IN_LINE;
}

function isIndent(code: number): boolean {
  return code === SPACE || code === TAB;
}

function endOfTicks(chunk: string, from: number): number {
  const { length } = chunk;
  let at = from;
  while (at < length && chunk.charCodeAt(at) === TICK) at++;
  return at;
}

const PART = 1_000;

/** The line already contains something other than white space or backticks. */
const IN_LINE = -1;
const TAB = 0x09;
const LINE_END = 0x0a;
const TICK = 0x60;
const SPACE = 0x20;

const NOTHING = 0;
const QUOTES = 1;
const ESCAPES = 2;
const OPENS = 3;
const CLOSES = 4;
const TICKS = 5;
const BAD = 6;

const BEGUN: Progress = {
  depth: 1,
  isInString: false,
  isEscaped: false,
  margin: IN_LINE,
  hasEndedLine: false,
  lineStart: -1,
  outcome: OPEN,
};

/** What each character below 128 does, outside of strings and inside. */
type Tables = readonly [outside: Uint8Array, inside: Uint8Array];
const LENIENT: Tables = [
  tableOf(NOTHING, { '"': QUOTES, "{": OPENS, "}": CLOSES, "`": TICKS }),
  tableOf(NOTHING, { '"': QUOTES, "\\": ESCAPES, "{": OPENS, "`": TICKS }),
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
