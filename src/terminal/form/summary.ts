/** The one line that stays when the prompt is gone. */
import type { Answer, Reply } from "../../core/ask/answer.ts";
import { type Outcome, rulingOf, type SettledAsk } from "../../core/ask/ask.ts";
import { wordDifference, wordEnding } from "../../core/ask/effect-words.ts";
import type { Question } from "../../core/ask/question.ts";
import { smallPrint } from "../../core/ask/seal-words.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { cutToWidth } from "../text/width.ts";
import type { Messages } from "./messages.ts";

export function summaryLine(
  ask: SettledAsk,
  text: Messages,
  { width, ...here }: Here & { width: number },
): string {
  return cutToWidth(
    `${MARKS[ask.outcome.status]} ${whatHappened(ask, text, here)}${difference(ask, text)}`,
    Math.max(10, width),
  );
}

interface Here {
  readonly isFromHere: boolean;
  /** "in Slack", by the surface in an outcome's provenance. */
  readonly placeIn: (surface: string) => string;
}

const MARKS = { completed: "✔", rejected: "✘", timed_out: "⏱", abandoned: "✘" } as const;

/** Labels and own words, in the question's order. Empty if nothing was chosen. */
export function answerInWords(question: Question, { optionIds, customText = "" }: Answer): string {
  const labels = question.options
    .filter(({ id }) => optionIds.includes(id))
    .map(({ label }) => safeLine(label));
  const own = safeLine(customText);
  return [...labels, ...(own === "" ? [] : [`“${own}”`])].join(", ");
}

function difference(ask: SettledAsk, { locale }: Messages): string {
  const words = [smallPrint(ask, locale), wordDifference(ask, locale)];
  return words.map((one) => (one === null ? "" : ` · ${safeLine(one)}`)).join("");
}

function whatHappened(ask: SettledAsk, text: Messages, { isFromHere, placeIn }: Here): string {
  const { questions, outcome } = ask;
  const say = text.summary;
  const title = safeLine(questions[0]?.title ?? "");
  switch (outcome.status) {
    case "completed":
      if (rulingOf(outcome) !== null) return titled(title, ruled(questions, outcome, text));
      return isFromHere
        ? replyInWords(questions, outcome.reply, text)
        : titled(title, elsewhere(outcome, say.answered));
    case "rejected":
      return titled(title, isFromHere ? say.cancelled : elsewhere(outcome, say.declined));
    case "timed_out":
      if (outcome.reply === undefined) return titled(title, say.timedOut);
      return titled(
        title,
        say.timedOutWithDefault(answersInWords(questions, outcome.reply, text).join(", ")),
      );
    case "abandoned":
      return titled(title, safeLine(wordEnding(ask, text.locale) ?? say.withdrawn));
  }

  function elsewhere({ provenance: { who, surface } }: Outcome, how: string): string {
    return say.elsewhere(how, safeLine(who ?? say.somebody), safeLine(placeIn(surface)));
  }
}

function ruled(
  questions: readonly Question[],
  outcome: Outcome & { reply: Reply },
  text: Messages,
): string {
  const decided = answersInWords(questions, outcome.reply, text).join(", ");
  return text.summary.ruled(decided, safeLine(rulingOf(outcome) ?? ""));
}

function replyInWords(questions: readonly Question[], reply: Reply, text: Messages): string {
  const answers = answersInWords(questions, reply, text);
  return questions
    .map((question, index) => titled(safeLine(question.title), answers[index] ?? ""))
    .join(" · ");
}

function answersInWords(questions: readonly Question[], reply: Reply, text: Messages): string[] {
  return questions.map(
    (question, index) =>
      answerInWords(question, reply.answers[index] ?? { optionIds: [] }) || text.noAnswer,
  );
}

function titled(title: string, rest: string): string {
  return /[\p{P}]$/u.test(title) ? `${title} ${rest}` : `${title}: ${rest}`;
}
