/** What a language has to know so that a question in it is noticed. */
import type { Sentence } from "./prose.ts";

/**
 * What a sentence does to the person: a `directed` question is meant for nobody else ("Should I push?"), an `open` one may
 * be the agent's own way of explaining, a `request` asks without a question mark, a `courtesy` waits for nothing.
 */
export type Kind = "directed" | "open" | "request" | "courtesy";

export interface Language {
  kindOf(sentence: Sentence): Kind | null;
  /** What somebody says next who asked only to answer it himself. */
  isAnswer(sentence: Sentence): boolean;
  /** Whether the line announces that the list below it asks. */
  announces(line: string): boolean;
}

export function matches(text: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
