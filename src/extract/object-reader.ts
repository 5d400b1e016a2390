/**
 * Reads one JSON object, from its opening brace to the one that balances it, from
 * text that arrives in pieces.
 */

export interface ObjectReader {
  /**
   * Reads on from that place in the chunk. `end` is the first place after the part
   * that belongs to the object.
   */
  read(chunk: string, from: number): { end: number; outcome: "open" | "closed" | "broken" };
  text(): string;
}

/**
 * Braces in strings do not count. A `strict` reader gives up at the first character that JSON
 * does not allow, so that a damaged object does not swallow the text after it. The other reader
 * balances braces over any text, up to a line that begins or ends a block of code, because no
 * JSON crosses such a line.
 */
export function createObjectReader({ isStrict }: { isStrict: boolean }): ObjectReader {
  const pieces: string[] = [];
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let ticksInMargin = IN_LINE;

  return { read, text: () => pieces.join("") };

  /** One loop over local state: nearly all of the time is spent here. */
  function read(chunk: string, from: number): ReturnType<ObjectReader["read"]> {
    let [open, inString, escaped, margin] = [depth, isInString, isEscaped, ticksInMargin];
    let outcome: "open" | "closed" | "broken" = "open";
    let at = from;
    for (; at < chunk.length && outcome === "open"; at++) {
      const code = chunk.charCodeAt(at);
      if (code === LINE_END) margin = 0;
      else if (margin !== IN_LINE) {
        if (code === TICK) margin++;
        else if (margin > 0 || !(code === SPACE || code === TAB)) margin = IN_LINE;
        if (margin === 3) outcome = "broken";
      }
      if (inString) {
        if (isStrict && code < SPACE) outcome = "broken";
        else if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) inString = false;
      } else if (code === QUOTE) inString = true;
      else if (code === OPENING) open++;
      else if (code === CLOSING) outcome = --open === 0 ? "closed" : "open";
      else if (isStrict && !(code < 128 && OUTSIDE_STRINGS[code] === 1)) outcome = "broken";
    }
    [depth, isInString, isEscaped, ticksInMargin] = [open, inString, escaped, margin];
    if (outcome === "broken") return { end: at - 1, outcome };
    pieces.push(chunk.slice(from, at));
    return { end: at, outcome };
  }
}

/** The line already contains something other than white space or backticks. */
const IN_LINE = -1;
const TAB = 0x09;
const LINE_END = 0x0a;
const TICK = 0x60;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = 0x7b;
const CLOSING = 0x7d;
const OUTSIDE_STRINGS = new Uint8Array(128);
for (const character of " \t\r\n[]:,0123456789+-.eEtrufalsn")
  OUTSIDE_STRINGS[character.charCodeAt(0)] = 1;
