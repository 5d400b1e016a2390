/** Failures that bring their words with them, for parts whose failures no table elsewhere should have to know. */
import { AsklineError } from "./ask/errors.ts";
import type { Locale } from "./locale.ts";

/** A failure as a person is told of it: what happened, and what to do next. */
export interface Sentences {
  message: string;
  suggestion: string;
}

/** A failure with its words in every language. */
export abstract class SpokenError extends AsklineError {
  readonly words: Readonly<Record<Locale, Sentences>>;
  readonly suggestion: string;
  constructor(words: Readonly<Record<Locale, Sentences>>) {
    super(words.en.message);
    this.words = words;
    this.suggestion = words.en.suggestion;
  }
}
