/** Showing an agent's own words so that a person sees all of what they would agree to, and nothing that is not there. */

/** In a code block that nothing inside can close. */
export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

// Controls except tab and line feed, and everything that changes how its neighbours look without being seen itself.
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

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
