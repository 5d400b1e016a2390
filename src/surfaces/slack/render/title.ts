/** What an ask is about, in one line in the reader's language, as Slack's markup. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import { rowTitle } from "../../../core/ask/row-title.ts";
import type { Locale } from "../../../core/locale.ts";
import { inLanguage } from "./localized.ts";
import { wordsOf } from "./markdown.ts";
import { lookOf } from "./question.ts";
import { cutMarkup, line } from "./text.ts";

// What is left of them once pairs are gone: a title may have been cut inside one.
const OPENING_MARKS = /\*\*|__|~~|`/g;

/** Without the Markdown of its agent; a command is code, in which Slack acts upon no mark. */
export function titleIn(ask: Ask, locale: Locale, most: number, index = 0): string {
  const shown = inLanguage(ask, locale);
  const question = shown.questions[index] ?? shown.questions[0];
  if (question === undefined) return line("");
  const isPlain = lookOf(ask) === "plain";
  const title = isPlain ? question.title : titleWords(question.title);
  const words = line(rowTitle({ ...shown, questions: [{ ...question, title }] }));
  return isPlain ? inCode(words, most) : cutMarkup(words, most);
}

/** Nothing can stand for a backtick within code, so its accent does. */
function inCode(words: string, most: number): string {
  return `\`${cutMarkup(words.replaceAll("`", "ˋ"), most - 2)}\``;
}

export function titleWords(title: string): string {
  const words = wordsOf(title);
  return title.endsWith("…") ? words.replace(OPENING_MARKS, "") : words;
}
