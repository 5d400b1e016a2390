/** Asks in the reader's language: an agent's dialog was put in the language of whoever put it. */
import { localizedDialog } from "../../../agents/dialogs/localized-dialog.ts";
import type { Ask } from "../../../core/ask/ask.ts";
import { isRefusing } from "../../../core/ask/consent.ts";
import type { Locale } from "../../../core/locale.ts";
import type { InboxEvent } from "./state.ts";

export function inLanguage(event: InboxEvent, locale: Locale): InboxEvent {
  switch (event.type) {
    case "glimpsed":
    case "listed":
      return { ...event, asks: event.asks.map((ask) => localized(ask, locale)) };
    case "changed":
      return event.ask === null ? event : { ...event, ask: localized(event.ask, locale) };
    case "extended":
      return { ...event, ask: localized(event.ask, locale) };
    default:
      return event;
  }
}

function localized(ask: Ask, locale: Locale): Ask {
  if (ask.returnPath !== "hook") return ask;
  const dangers = ask.presentation?.risk?.reasons ?? [];
  return {
    ...ask,
    questions: ask.questions.map((question) =>
      question.options.some(({ id }) => isRefusing(id))
        ? localizedDialog(question, locale, dangers)
        : question,
    ),
  };
}
