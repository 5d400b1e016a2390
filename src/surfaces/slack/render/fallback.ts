/**
 * An ask as plain text, for when Slack refuses the blocks: numbered options, answered in the
 * thread. Pure.
 */
import type { Ask } from "../../../core/ask/ask.ts";
import { isPermissionAsk, isRefusing } from "../../../core/ask/consent.ts";
import type { Locale } from "../../../core/locale.ts";
import { hindranceIn, hindranceInWords } from "./hindrance.ts";
import { LIMITS } from "./limits.ts";
import { inLanguage } from "./localized.ts";
import { segmentsOf, wordsOf } from "./markdown.ts";
import { messages } from "./messages.ts";
import { cut, cutMarkup, escaped, line, lines, pieces } from "./text.ts";
import { wayInWords } from "./way-in-words.ts";
import { markupOf } from "./written.ts";

const LONGEST_LINE = 300;
const LONGEST_PROMPT = 1_500;
// More than a card has room for, escaped.
const LONGEST_WHOLE = 60_000;

/** As many messages as needed; each is short enough to be updated later. */
export function fallbackTexts(given: Ask, locale: Locale, page: string | null = null): string[] {
  const text = messages(locale);
  const ask = inLanguage(given, locale);
  const { questions } = ask;
  const isOne = questions.length === 1;
  const how = text.inWords[wayInWords(given)];
  // What a person allows is shown whole, in as many messages as it takes.
  const hindrance = hindranceInWords(given, text, page);
  const most =
    isPermissionAsk(ask) && hindranceIn(given) !== "too_long" ? LONGEST_WHOLE : LONGEST_PROMPT;
  const written = [
    ...(ask.context ? [...inMarkup(lines(ask.context), LONGEST_PROMPT), ""] : []),
    ...questions.flatMap((question, index) => [
      ...inMarkup(`${isOne ? "" : `${index + 1}) `}${lines(question.prompt)}`, most),
      ...question.options.flatMap((option, at) => {
        if (hindrance !== null && !isRefusing(option.id)) return [];
        const description = option.description ? ` – ${line(wordsOf(option.description))}` : "";
        return [
          cutMarkup(`    ${at + 1}. ${line(wordsOf(option.label))}${description}`, LONGEST_LINE),
        ];
      }),
      "",
    ]),
    ...(hindrance === null ? [] : [hindrance]),
    how,
  ];
  return paged(written, LIMITS.messageText - 100);
}

/** Each piece of code has fences of its own, because the next may stand in another message. */
function inMarkup(markdown: string, most: number): string[] {
  const shown = cut(markdown, most, (piece) => escaped(piece).length);
  return segmentsOf(shown).flatMap(({ kind, text }) =>
    pieces(text, LONGEST_PROMPT, LONGEST_WHOLE, "markup").map((piece) =>
      kind === "code" ? `\`\`\`\n${escaped(piece)}\n\`\`\`` : markupOf(piece),
    ),
  );
}

function paged(written: string[], size: number): string[] {
  const pages: string[] = [];
  for (const words of written) {
    const last = pages.at(-1);
    if (last !== undefined && last.length + words.length + 1 <= size)
      pages[pages.length - 1] = `${last}\n${words}`;
    else pages.push(words);
  }
  return pages.map((page) => page.trim()).filter((page) => page !== "");
}
