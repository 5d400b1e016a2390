/** What finds a choice in text that arrives piece by piece. Positions count from the start of the whole text. */
import type { Choice } from "./user-choice.ts";

export interface Found {
  choice: Choice;
  start: number;
  end: number;
}

export interface Scanner {
  /** Reads on, and tells of the first choice when it is complete. Nothing is to be read after that. */
  read(chunk: string): Found | null;
  /** Where the text begins that may yet turn out to be a choice; null while none of it may. */
  heldFrom(): number | null;
}
