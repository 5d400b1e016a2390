/** What an ask is about, in one line in the reader's language, escaped. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import type { Locale } from "../../../core/locale.ts";
import { inLanguage } from "./localized.ts";
import { wordsOf } from "./markdown.ts";
import { lookOf } from "./question.ts";
import { cutMarkup, line } from "./text.ts";

// What is left of them once pairs are gone: a title may have been cut inside one.
const OPENING_MARKS = /\*\*|__|~~|`/g;

/** Without the Markdown of its agent; a command is shown letter by letter. */
export function titleIn(ask: Ask, locale: Locale, most: number, index = 0): string {
  const { questions } = inLanguage(ask, locale);
  const title = (questions[index] ?? questions[0])?.title ?? "";
  return cutMarkup(line(lookOf(ask) === "plain" ? title : titleWords(title)), most);
}

export function titleWords(title: string): string {
  const words = wordsOf(title);
  return title.endsWith("…") ? words.replace(OPENING_MARKS, "") : words;
}
