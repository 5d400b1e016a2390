/**
 * The interface of both scanners: they find a choice in text that arrives in pieces. Positions
 * count from the start of the whole text.
 */
import type { Choice } from "./user-choice.ts";

export interface Found {
  choice: Choice;
  start: number;
  end: number;
}

export interface Scanner {
  /** Reads on, and returns the first choice when it is complete. Must not be called after that. */
  read(chunk: string): Found | null;
  /** Where the text begins that may still become a choice; null if there is none. */
  heldFrom(): number | null;
  /** How many characters were looked at so far, each as often as it was. */
  looked(): number;
}

/**
 * Most beginnings of a choice that a reply may have, most braces outside of objects, and most
 * characters that are read as a choice.
 * Beyond that nothing is looked for: no model asks like that, and reading them takes long.
 */
export const MOST_BEGUN = 1_000;
export const MOST_BRACES = 50_000;
export const MOST_READ = 512 * 1024;
