/** An agent's dialog in the reader's language: only our own sentences in it change. Pure. */
import { localizedDialog } from "../../../agents/dialogs/localized-dialog.ts";
import type { Ask } from "../../../core/ask/ask.ts";
import { isPermissionAsk } from "../../../core/ask/consent.ts";
import type { Locale } from "../../../core/locale.ts";

export function inLanguage<Given extends Ask>(ask: Given, locale: Locale): Given {
  if (!isPermissionAsk(ask)) return ask;
  const dangers = ask.presentation?.risk?.reasons ?? [];
  return {
    ...ask,
    questions: ask.questions.map((question) => localizedDialog(question, locale, dangers)),
  };
}
