/** What a language must provide for its questions to be found. */
import type { Sentence } from "./prose.ts";

/**
 * What a sentence asks of the person. A `directed` question is clearly meant for them ("Should I
 * push?"); an `open` one may be the agent's way of explaining; a `request` asks without a question
 * mark; a `courtesy` expects no answer.
 */
export type Kind = "directed" | "open" | "request" | "courtesy";

export interface Language {
  kindOf(sentence: Sentence): Kind | null;
  /** Sentences that follow a rhetorical question, which the agent answers itself. */
  isAnswer(sentence: Sentence): boolean;
  /** Whether the line announces a list of questions below it. */
  announces(line: string): boolean;
}

export function matches(text: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
