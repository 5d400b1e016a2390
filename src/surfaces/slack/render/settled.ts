/** What a card shows once the ask is settled: the decision, by whom and where. Pure. */

import type { Reply } from "../../../core/ask/answer.ts";
import { type Ask, rulingOf, type SettledAsk } from "../../../core/ask/ask.ts";
import { allowsSomething, isPermissionAsk } from "../../../core/ask/consent.ts";
import { wordDifference, wordEnding, wordUntaken } from "../../../core/ask/effect-words.ts";
import { smallPrint } from "../../../core/ask/seal-words.ts";
import type { Locale } from "../../../core/locale.ts";
import type { SlackMessage } from "./card.ts";
import { LIMITS, ROOM } from "./limits.ts";
import { inLanguage } from "./localized.ts";
import { gistOf, wordsOf } from "./markdown.ts";
import { type Messages, messages } from "./messages.ts";
import { lookOf } from "./question.ts";
import { pagesOf } from "./rooms.ts";
import { type Block, cutMarkup, line, lines, remark, section, type TextObject } from "./text.ts";
import { written } from "./written.ts";

/**
 * As many messages as the card had. The first shows everything, the others point to it.
 * `isUntaken`: nobody has received the decision for a while.
 */
export function settledMessages(
  given: SettledAsk,
  locale: Locale,
  isUntaken = false,
): SlackMessage[] {
  const text = messages(locale);
  const ask = inLanguage(given, locale);
  const verdict = verdictOn(ask, text) + (isUntaken ? `\n${wordUntaken(locale)}` : "");
  return pagesOf(ask).map((_, page) => {
    if (page > 0) return { text: verdict, blocks: [remark(`${verdict} ${text.seeAbove}`)] };
    const blocks: Block[] = [...questionLines(ask, text), remark(verdict)];
    return { text: verdict, blocks: blocks.slice(-LIMITS.blocks) };
  });
}

/** For a card whose ask was removed. */
export function goneMessage(locale: Locale): SlackMessage {
  const { gone } = messages(locale);
  return { text: gone, blocks: [remark(gone)] };
}

/** How it ended, and below it what the agent did where that differs. */
export function verdictOn(ask: SettledAsk, text: Messages): string {
  const ending = wordEnding(ask, text.locale);
  if (ending !== null) return `${inMarkup(ending)}.`;
  const difference = wordDifference(ask, text.locale);
  const small = smallPrint(ask, text.locale);
  const decided = decisionOn(ask, text) + (small === null ? "" : `\n${inMarkup(small)}.`);
  return difference === null ? decided : `${decided}\n⚠️ ${inMarkup(difference)}.`;
}

/** Words that may hold what was typed in the agent's terminal. */
export function inMarkup(words: string): string {
  return cutMarkup(line(words), 300);
}

function decisionOn(ask: SettledAsk, text: Messages): string {
  const { outcome } = ask;
  const { provenance } = outcome;
  const rule = rulingOf(outcome);
  if (rule !== null) return text.ruledBy(cutMarkup(line(rule), 80));
  const who = provenance.who === undefined ? text.somebody : cutMarkup(line(provenance.who), 80);
  const where = cutMarkup(text.surface(provenance.surface), 80);
  const isPermission = isPermissionAsk(ask);
  switch (outcome.status) {
    case "completed":
      if (!isPermission) return text.answeredBy(who, where);
      return allowsSomething(outcome.reply)
        ? text.allowedBy(who, where)
        : text.deniedBy(who, where);
    case "rejected":
      return isPermission ? text.deniedBy(who, where) : text.declinedBy(who, where);
    case "timed_out":
      return outcome.reply === undefined ? text.expired : text.expiredWithDefault;
    case "abandoned":
      return text.withdrawn;
  }
}

const MOST_LINES = 40;

function questionLines(ask: SettledAsk, text: Messages): Block[] {
  const { outcome } = ask;
  const reply =
    outcome.status === "completed" || outcome.status === "timed_out" ? outcome.reply : undefined;
  const shown = ask.questions.slice(0, MOST_LINES);
  const room = Math.min(2_400, Math.floor((ROOM - 1_000) / shown.length));
  const half = Math.floor(room / 2) - 8;
  return shown.flatMap((question, index) => {
    const number = ask.questions.length === 1 ? "" : `${index + 1}. `;
    const answer =
      reply && `→ *${cutMarkup(answerLine(ask, reply, index, text).replaceAll("*", "∗"), half)}*`;
    // What was allowed or denied stays to be read.
    if (isPermissionAsk(ask))
      return [
        ...written(lines(question.prompt), lookOf(ask), half),
        ...(answer === undefined ? [] : [section(markup(answer))]),
      ];
    const asked = cutMarkup(`${number}${line(gistOf(question.prompt))}`, half);
    return [section(markup(answer === undefined ? asked : `${asked}\n${answer}`))];
  });
}

function markup(text: string): TextObject {
  return { type: "mrkdwn", text, verbatim: true };
}

function answerLine({ questions }: Ask, reply: Reply, index: number, text: Messages): string {
  const { optionIds, customText } = reply.answers[index] ?? { optionIds: [] };
  const options = questions[index]?.options ?? [];
  const chosen = options.flatMap(({ id, label }, at) =>
    optionIds.includes(id) ? [`${at + 1}. ${line(wordsOf(label))}`] : [],
  );
  const own = customText === undefined ? [] : [`✏️ ${line(customText)}`];
  return [...chosen, ...own].join(", ") || text.nothingChosen;
}
