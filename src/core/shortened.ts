/**
 * Cuts text to a length, with an ellipsis for the rest. Terminals cut by cells, Slack by
 * graphemes, voice by words.
 */

/** At most `most` units long, the ellipsis included. A surrogate pair is never cut in half. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "");
  return `${kept.trimEnd()}…`;
}
