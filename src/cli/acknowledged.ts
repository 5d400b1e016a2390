/** What a person is told of their decision: taken by the agent's side, not taken yet, or not used. */
import type { Ask } from "../core/ask/ask.ts";
import { isUntaken, wordEffect } from "../core/ask/effect-words.ts";
import type { Locale } from "../core/locale.ts";
import { safeLine } from "../core/safety/safe-text.ts";
import { messages } from "./messages.ts";

export function acknowledged(ask: Ask, said: string, locale: Locale): string {
  const effect = wordEffect(ask, locale);
  if (effect !== null) return `${said} ${safeLine(effect)}.`;
  return isUntaken(ask) ? messages(locale).notTakenYet(said) : said;
}
