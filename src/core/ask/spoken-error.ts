/**
 * Failures with texts of their own, for parts that should not need an entry in a table elsewhere.
 */

import type { Locale } from "../locale.ts";
import { AsklineError } from "./errors.ts";

/** A failure in words: what happened, and what to do next. */
export interface Sentences {
  message: string;
  suggestion: string;
}

/** A failure with its texts in every language. */
export abstract class SpokenError extends AsklineError {
  readonly words: Readonly<Record<Locale, Sentences>>;
  readonly suggestion: string;
  constructor(words: Readonly<Record<Locale, Sentences>>) {
    super(words.en.message);
    this.words = words;
    this.suggestion = words.en.suggestion;
  }
}
