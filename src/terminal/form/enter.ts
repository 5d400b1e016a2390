/**
 * Decides for how long Enter does not count, because it may not be meant. Enter keeps a note, takes
 * the option under the cursor and sends. Held down, or pressed twice in haste, it would answer a
 * question that nobody has read, or send from a review that nobody has seen. Pure.
 */
import type { PromptState } from "./state.ts";

/** Longer than keyboards wait before they repeat a key that is held down. */
export const FIRST_MS = 700;
/** Keyboards repeat a key that is held down far more often than this. */
export const REPEATED_MS = 120;

/**
 * Milliseconds in which the next Enter does not count, after one that led from `before` to `after`.
 */
export function pauseAfterEnter(before: PromptState, after: PromptState): number {
  const place = decidingPage(after);
  if (place !== null && place !== decidingPage(before)) return FIRST_MS;
  if (asksAgain(after) && !asksAgain(before)) return FIRST_MS;
  // From question to question Enter may be quick, only not as quick as a key that is held down.
  return before.form.index === after.form.index ? 0 : REPEATED_MS;
}

/** Where the next Enter would answer or send; null while it would only keep a note. */
export function decidingPage({ page, field }: PromptState): PromptState["page"] | null {
  return field === null || field.about.kind === "own" ? page : null;
}

function asksAgain({ warning }: PromptState): boolean {
  return warning?.reason === "none_chosen";
}
