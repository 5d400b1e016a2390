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
}
