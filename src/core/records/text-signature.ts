/**
 * A few hundred bytes that tell whether a text may contain a word: a bit for each letter and each two
 * and three letters in a row. It needs no word breaks, which Korean does not have, and its size is
 * bounded whatever the text is. It never denies a word that is there.
 */

/** A number of bits that is a power of two. */
export type TextSignature = Uint8Array;

const SMALLEST_BYTES = 64;
const LARGEST_BYTES = 4096;
// One bit in eight at most is set in a text that the largest size has room for.
const BITS_PER_LETTER = 24;

/** Expects text and words folded alike (`comparable`). */
export function signatureOfText(text: string): TextSignature {
  const signature = new Uint8Array(bytesFor(text.length));
  const mask = signature.length * 8 - 1;
  let [before, last] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    set(signature, gram(0, 0, letter) & mask);
    if (at > 0) set(signature, gram(0, last, letter) & mask);
    if (at > 1) set(signature, gram(before, last, letter) & mask);
    [before, last] = [last, letter];
  }
  return signature;
}

/** What has to be set for a word: all its threes, or what there is of a shorter one. */
export function gramsOf(word: string): number[] {
  const letters = Array.from({ length: word.length }, (_, at) => word.charCodeAt(at));
  const [first = 0, second = 0] = letters;
  if (letters.length === 1) return [gram(0, 0, first)];
  if (letters.length === 2) return [gram(0, first, second)];
  return letters.slice(2).map((letter, at) => gram(letters[at] ?? 0, letters[at + 1] ?? 0, letter));
}

export function mayContain(signature: TextSignature, grams: readonly number[]): boolean {
  const mask = signature.length * 8 - 1;
  return grams.every((hash) => isSet(signature, hash & mask));
}

function gram(one: number, two: number, three: number): number {
  const mixed =
    Math.imul(one, 0x9e3779b1) ^ Math.imul(two, 0x85ebca6b) ^ Math.imul(three, 0xc2b2ae35);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 4;
}

function set(signature: TextSignature, bit: number): void {
  signature[bit >>> 3] = (signature[bit >>> 3] ?? 0) | (1 << (bit & 7));
}

function isSet(signature: TextSignature, bit: number): boolean {
  return ((signature[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}

function bytesFor(letters: number): number {
  let bytes = SMALLEST_BYTES;
  while (bytes < LARGEST_BYTES && bytes * 8 < letters * BITS_PER_LETTER) bytes *= 2;
  return bytes;
}
