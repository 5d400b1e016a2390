/** Shows an agent's text so that nothing in it can hide or pass itself off as our own text. */

/** A code block that nothing in the text can close. */
export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

// Control characters except tab and line feed, and invisible characters that change how the text
// around them looks.
const UNSEEN_RANGES = [
  [
    "0000-0008",
    "000b-001f",
    "007f-009f",
    "00ad",
    "034f",
    "061c",
    "115f-1160",
    "17b4-17b5",
    "180b-180f",
    "200b-200f",
  ],
  [
    "2028-202e",
    "2060-206f",
    "3164",
    "fe00-fe0f",
    "feff",
    "ffa0",
    "fff9-fffb",
    "1bca0-1bca3",
    "1d173-1d17a",
  ],
  ["e0000-e0fff"],
].flat();
const UNSEEN = new RegExp(
  `[${UNSEEN_RANGES.map((range) => range.replace(/[0-9a-f]+/g, "\\u{$&}")).join("")}]`,
  "gu",
);

/** Writes invisible characters out. CRLF is an ordinary line end and becomes a line feed. */
export function seen(text: string): { text: string; hasUnseen: boolean } {
  let hasUnseen = false;
  const shown = text.replaceAll("\r\n", "\n").replace(UNSEEN, (character) => {
    hasUnseen = true;
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return { text: shown, hasUnseen };
}

/** Keeps the beginning and the end, so that no danger hides at the end; says how much is cut. */
export function clipped(text: string, most: number, leftOut: (count: number) => string): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}\n${leftOut(text.length - 2 * half)}\n${text.slice(-half)}`;
}
