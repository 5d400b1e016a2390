/**
 * Places in a list as people say them in English and Korean: "2", "the second
 * one", "2번", "두 번째", "1-3".
 */

/**
 * `digits` and `word` are a bare number, which may also be an option's label or a count. `named`
 * has "option" or "번" with it. Only `ordinal` can mean nothing but a place.
 */
export interface Place {
  value: number;
  form: "digits" | "word" | "named" | "ordinal";
}

/**
 * Expects lower case with single spaces. The place may lie outside the list;
 * the caller checks that.
 */
export function spokenPlace(text: string, count: number): Place | null {
  const said = text.replace(/ (?=번)/g, "");
  const bare = cardinal(said);
  if (bare !== null) return { value: bare, form: DIGITS.test(said) ? "digits" : "word" };
  const named = cardinal(NAMED.exec(said)?.[1] ?? "") ?? numbered(NUMBERED.exec(said)?.[1] ?? "");
  if (named !== null) return { value: named, form: "named" };
  const place =
    ordinal(ORDINAL.exec(said)?.[1] ?? "", count) ??
    ordinal(ORDINAL_KOREAN.exec(said)?.[1] ?? "", count);
  return place === null ? null : { value: place, form: "ordinal" };
}

/**
 * "1-3", "1 to 3", "1번부터 3번까지", "the first two". Words make no range: "two to
 * three" is an estimate.
 */
export function spokenSpan(text: string, count: number): { from: number; to: number } | null {
  const [, start, end] = RANGE.exec(text) ?? [];
  if (start !== undefined && end !== undefined) {
    return Number(start) < Number(end) ? { from: Number(start), to: Number(end) } : null;
  }
  const [, side, several] = SEVERAL_AT_END.exec(text) ?? [];
  const length = cardinal(several ?? "");
  if (length === null || length < 2) return null;
  return side === "first" ? { from: 1, to: length } : { from: count - length + 1, to: count };
}

/** A bare number, in digits or words. */
export function cardinal(text: string): number | null {
  if (DIGITS.test(text)) return Number(text);
  return placeIn(ENGLISH, text) ?? placeIn(KOREAN, text.replace(/(?:이?요|으?로)$/, ""));
}

function numbered(text: string): number | null {
  return DIGITS.test(text) ? Number(text) : placeIn(SINO_KOREAN, text);
}

function ordinal(word: string, count: number): number | null {
  if (word === "last" || word === "마지막") return count;
  if (count === 2 && (word === "former" || word === "전자")) return 1;
  if (count === 2 && (word === "latter" || word === "후자")) return 2;
  const [, digits] = /^(\d+)(?:st|nd|rd|th|번째)$/.exec(word) ?? [];
  if (digits !== undefined) return Number(digits);
  return (
    placeIn(ENGLISH_ORDINALS, word) ??
    placeIn(BEFORE_BEONJJAE, word, "번째") ??
    placeIn(BEFORE_JJAE, word, "째")
  );
}

function placeIn(words: readonly string[], word: string, ending = ""): number | null {
  const index = word === "" ? -1 : words.findIndex((known) => known + ending === word);
  return index === -1 ? null : index + 1;
}

const DIGITS = /^\d+$/;
const NAMED =
  /^(?:the )?(?:(?:option|choice|number|answer|item)s? ?#?|#|(?:옵션|선택지|번호) ?) ?([^ ]+)$/;
const NUMBERED = /^([^ ]+)번만?(?: ?(?:거|것|걸|게|꺼|옵션|선택지|항목))?$/;
const ORDINAL = /^(?:the )?(?:very )?([^ ]+)(?: (?:one|option|choice|item|answer))?$/;
const ORDINAL_KOREAN = /^(?:맨 ?)?([^ ]+?)(?: ?(?:거|것|걸|게|꺼|옵션|선택지|항목))?$/;
const RANGE =
  /^(?:(?:option|number)s? )?#?(\d+)번?(?: ?[-‐–—−~] ?| ?\.{2,3} ?| (?:to|through) |(?:부터|에서) ?)#?(\d+)번?(?:까지)?$/;
const SEVERAL_AT_END = /^(?:the )?(first|last) ([^ ]+)(?: (?:ones|options|choices|items))?$/;

const ENGLISH = [
  ...[
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
  ],
  ...["fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"],
];
const ENGLISH_ORDINALS = [
  ...[
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
  ],
  ...[
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
  ],
  "twentieth",
];
const FROM_FIVE = ["다섯", "여섯", "일곱", "여덟", "아홉", "열"];
const KOREAN = ["하나", "둘", "셋", "넷", ...FROM_FIVE];
const BEFORE_BEONJJAE = ["첫", "두", "세", "네", ...FROM_FIVE];
const BEFORE_JJAE = ["첫", "둘", "셋", "넷", ...FROM_FIVE];
// Two has no entry: "이번" also means "this time".
const SINO_KOREAN = ["일", "", "삼", "사", "오", "육", "칠", "팔", "구", "십"];
