/** Showing an agent's own words so that a person sees all of what they would agree to, and nothing that is not there. */

/** In a code block that nothing inside can close. */
export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

// Controls except tab and line feed, and everything that changes how its neighbours look without being seen itself.
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

/** A carriage return before a line feed is only how some systems end lines. */
export function seen(text: string): { text: string; hasUnseen: boolean } {
  let hasUnseen = false;
  const shown = text.replaceAll("\r\n", "\n").replace(UNSEEN, (character) => {
    hasUnseen = true;
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return { text: shown, hasUnseen };
}

/** Beginning and end, so that nothing hides behind a long middle; says how much is left out. */
export function clipped(text: string, most: number, leftOut: (count: number) => string): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}\n${leftOut(text.length - 2 * half)}\n${text.slice(-half)}`;
}
