/** How many terminal cells a text takes, and where it may be cut. */

import stringWidth from "string-width";
import { once } from "../../core/cache.ts";

// ASCII with one cell each, Hangul and Hanja with two, and the signs
// that we draw with. That is most text; it is measured without a
// segmenter, whose tables take some twenty milliseconds to build.
const SIMPLE = /^[ -~·“”…←-↓↵↩─│★●◷❯›•✎␣✔✘∅\u4e00-\u9fff\uac00-\ud7a3]*$/;
const WIDE = /[\u4e00-\u9fff\uac00-\ud7a3]/g;
const segmenter = once(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));

export function cellWidth(text: string): number {
  if (SIMPLE.test(text)) return text.length + (text.match(WIDE)?.length ?? 0);
  return (
    widthCache.get(text) ??
    graphemesOf(text).reduce((sum, character) => sum + characterWidth(character), 0)
  );
}

/**
 * What a reader sees as single characters: a letter with its marks, an emoji with all its parts.
 */
export function graphemesOf(text: string): string[] {
  if (SIMPLE.test(text)) return text.split("");
  const characters: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    const isLast = end >= text.length;
    const found = Array.from(segmenter().segment(text.slice(start, end)), ({ segment }) => segment);
    // The last character of a piece may go on in the next.
    if (!isLast && found.length > 1) found.pop();
    characters.push(...found);
    start += found.reduce((sum, { length }) => sum + length, 0);
  }
  return characters;
}

// The segmenter's time for each character grows with the
// length of the text, so long texts are split into pieces.
const PIECE = 256;

/**
 * Never between the halves of a surrogate pair: one half
 * alone does not show which character it belongs to.
 */
function endOfPiece(text: string, start: number): number {
  const end = start + PIECE;
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(end - 1, end + 1)) ? end - 1 : end;
}

/** The text in at most that many cells, with an ellipsis where something is missing. */
export function cutToWidth(text: string, width: number): string {
  if (cellWidth(text) <= width) return text;
  let kept = "";
  let used = 1;
  // Every character but a few marks takes a cell, so text far beyond the width is not examined.
  for (const character of graphemesOf(text.slice(0, width * 16))) {
    used += cellWidth(character);
    if (used > width) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

// Measuring an emoji is slow, and a text uses few different ones.
const CACHED_AT_MOST = 10_000;
const widthCache = new Map<string, number>();

function characterWidth(character: string): number {
  const found = widthCache.get(character);
  if (found !== undefined) return found;
  const width = stringWidth(character);
  if (widthCache.size >= CACHED_AT_MOST) widthCache.clear();
  widthCache.set(character, width);
  return width;
}
