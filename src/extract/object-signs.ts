/** What each character does in an object: in or outside of its strings, with and without lines. */

export const NOTHING = 0;
export const QUOTES = 1;
export const OPENS = 2;
export const CLOSES = 3;
export const ESCAPES = 4;
export const TICKS = 5;
export const LINE = 6;
export const BAD = 7;

/** Several tables in one; a place in it is the code of a character plus these. */
export const IN_STRING = 256;
/** Where a line begins with a brace is known already, so lines do nothing more. */
export const NO_LINES = 512;
/** Up to the end of the line, backticks are as good as letters. */
export const IN_WORDS = 1024;
/** What is left of such a place without `IN_WORDS`. */
export const ANYWHERE = IN_WORDS - 1;

const LINE_END = 0x0a;

export function signsOf({ isStrict }: { isStrict: boolean }): Uint8Array {
  return isStrict ? STRICT : LENIENT;
}

const LENIENT = withWords(
  tablesOf(
    signs(NOTHING, { '"': QUOTES, "{": OPENS, "}": CLOSES, "`": TICKS, "\n": LINE }),
    signs(NOTHING, { '"': QUOTES, "\\": ESCAPES, "`": TICKS, "\n": LINE }),
  ),
);

/** JSON has nothing beyond ASCII outside of its strings. */
const STRICT = tablesOf(
  signs(BAD, {
    ...Object.fromEntries([..." \t\r[]:,0123456789+-.eEtrufalsn"].map((sign) => [sign, NOTHING])),
    ...{ '"': QUOTES, "{": OPENS, "}": CLOSES, "\n": LINE },
  }),
  signs(NOTHING, {
    ...Object.fromEntries(
      Array.from({ length: 0x20 }, (_, code) => [String.fromCharCode(code), BAD]),
    ),
    ...{ '"': QUOTES, "\\": ESCAPES },
  }),
);

function tablesOf(outside: Uint8Array, inside: Uint8Array): Uint8Array {
  const withLines = Uint8Array.of(...outside, ...inside);
  return Uint8Array.of(...withLines, ...withLines.map((kind) => (kind === LINE ? NOTHING : kind)));
}

function withWords(tables: Uint8Array): Uint8Array {
  const words = tables.map((sign, place) => {
    if (place % IN_STRING === LINE_END) return LINE;
    return sign === TICKS ? NOTHING : sign;
  });
  return Uint8Array.of(...tables, ...words);
}

function signs(usual: number, known: Record<string, number>): Uint8Array {
  const kinds = new Uint8Array(IN_STRING).fill(usual);
  for (const [sign, kind] of Object.entries(known)) kinds[sign.charCodeAt(0)] = kind;
  return kinds;
}
