/**
 * The codes of a piece of text as bytes. A loop looks through bytes more than twice as fast as
 * through a string, and the engine copies ASCII many characters at a time.
 */

export const MOST_CODES = 4_096;

/**
 * The code of each character, 128 for those beyond ASCII; valid until the next piece is written.
 * Longer than that, because the engine is fast where three bytes for each character have room.
 */
export const codes = new Uint8Array(3 * MOST_CODES);

/** Writes those of the text between two places, at most `MOST_CODES`. */
export function writeCodes(text: string, from: number, to: number): void {
  const length = to - from;
  if (length >= FEW && leftOut === 0) {
    // As many bytes as characters: each of them is ASCII.
    if (ENCODER.encodeInto(text.slice(from, to), codes).written === length) return;
    leftOut = RARELY;
  } else if (leftOut > 0) leftOut -= 1;
  writeEach(text, from, length);
}

/** Four at a time, because that takes a quarter less. */
function writeEach(text: string, from: number, length: number): void {
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    codes[at] = asByte(text.charCodeAt(from + at));
    codes[at + 1] = asByte(text.charCodeAt(from + at + 1));
    codes[at + 2] = asByte(text.charCodeAt(from + at + 2));
    codes[at + 3] = asByte(text.charCodeAt(from + at + 3));
  }
  for (; at < length; at++) codes[at] = asByte(text.charCodeAt(from + at));
}

function asByte(code: number): number {
  return code < BEYOND_ASCII ? code : BEYOND_ASCII;
}

/** How often the engine's copy is left out: behind text beyond ASCII there is mostly more of it. */
let leftOut = 0;
const RARELY = 15;
// So few are read before the engine's copy has begun.
const FEW = 100;
const BEYOND_ASCII = 128;
const ENCODER = new TextEncoder();
