/** Folds text for comparison, so that case, width, punctuation and courtesy make no difference. */
import { COURTESY_AFTER, COURTESY_BEFORE, KOREAN_ENDING } from "./words.ts";

export function fold(text: string): string {
  const composed = text.normalize("NFKC").replace(UNSEEN, "").replace(/[‘’ʼ]/g, "'");
  return composed.replace(/\s+/g, " ").trim().toLowerCase();
}

/**
 * Folded, without the punctuation around it. A question mark stays, because a person who asks has
 * not chosen. A sign stays too.
 */
export function plain(text: string): string {
  const folded = fold(text).replace(/(?<=\p{L})~{1,9}$/u, "");
  let start = 0;
  let end = folded.length;
  while (start < end && AROUND.includes(folded.charAt(start))) start += 1;
  while (end > start && AROUND_OR_STOP.includes(folded.charAt(end - 1))) end -= 1;
  return folded.slice(start, end);
}

/** A sign stays with its number, and "c++" stays whole. Apostrophes go: "don't" is "dont". */
export function wordsOf(text: string): string[] {
  return (fold(text).match(WORD) ?? []).map((word) => word.replaceAll("'", ""));
}

/**
 * Equal for texts that differ only in punctuation. Single words and bare numbers have
 * no key: "<5" is not "5".
 */
export function wordKey(text: string): string {
  const words = wordsOf(text);
  return words.length > 1 && /\p{L}/u.test(text) ? words.join(" ") : "";
}

export function withoutCourtesy(text: string): string {
  return text.replace(COURTESY_BEFORE, "").replace(COURTESY_AFTER, "") || text;
}

/** The text, and the text without Korean endings such as "로 할게요". */
export function wordings(said: string): string[] {
  return [said, ...stemsOf(said)];
}

/** A stem of one syllable is too short, as "종로" is not "종" with an ending; one digit is enough. */
export function stemsOf(said: string): string[] {
  const cuts = Array.from({ length: LONGEST_ENDING }, (_, index) => said.length - 1 - index);
  return cuts
    .filter((cut) => cut > 0 && KOREAN_ENDING.test(said.slice(cut)))
    .map((cut) => said.slice(0, cut).trim())
    .filter((stem) => stem.length > 1 || /^\d$/.test(stem));
}

const LONGEST_ENDING = 14;

const UNSEEN = /\p{Default_Ignorable_Code_Point}|\u20e3/gu;
const AROUND = " \"'`*_:()[]{}“”«»「」『』《》•";
const AROUND_OR_STOP = `${AROUND}.,!;…。、`;
const WORD =
  /(?:(?<![\p{L}\p{N}])[-−<>≤≥$€£¥₩](?=\p{N}))?[\p{L}\p{M}\p{N}]+[+#]*(?:[.'][\p{L}\p{N}]+)*/gu;
