/** Reads one JSON object, from its opening brace to the one that balances it, out of text that arrives piece by piece. */

export interface ObjectReader {
  /** Reads on from that place in the chunk. `end` is the first place that is not part of it any more. */
  read(chunk: string, from: number): { end: number; outcome: "open" | "closed" | "broken" };
  text(): string;
}

/**
 * Braces in strings do not count. A `strict` reader gives up at the first character that JSON has no place for, so that
 * a damaged object does not swallow what follows it; the other balances braces whatever stands between them.
 */
export function createObjectReader({ isStrict }: { isStrict: boolean }): ObjectReader {
  const pieces: string[] = [];
  let depth = 0;
  let isInString = false;
  let isEscaped = false;

  return { read, text: () => pieces.join("") };

  function read(chunk: string, from: number): ReturnType<ObjectReader["read"]> {
    for (let at = from; at < chunk.length; at++) {
      const outcome = take(chunk.charCodeAt(at));
      if (outcome === "broken") return { end: at, outcome };
      if (outcome === "open") continue;
      pieces.push(chunk.slice(from, at + 1));
      return { end: at + 1, outcome };
    }
    pieces.push(chunk.slice(from));
    return { end: chunk.length, outcome: "open" };
  }

  function take(code: number): "open" | "closed" | "broken" {
    if (isInString) {
      if (isStrict && code < SPACE) return "broken";
      if (isEscaped) isEscaped = false;
      else if (code === BACKSLASH) isEscaped = true;
      else if (code === QUOTE) isInString = false;
      return "open";
    }
    if (code === QUOTE) isInString = true;
    else if (code === OPENING) depth++;
    else if (code === CLOSING) depth--;
    else if (isStrict && !OUTSIDE_STRINGS.has(code)) return "broken";
    return depth === 0 ? "closed" : "open";
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = 0x7b;
const CLOSING = 0x7d;
const OUTSIDE_STRINGS = new Set([..." \t\r\n[]:,0123456789+-.eEtrufalsn"].map((character) => character.charCodeAt(0)));
