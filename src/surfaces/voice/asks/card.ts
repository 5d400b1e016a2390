/** An open ask in short, as a list shows it: what is asked, its options, its risk and its deadline. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import { isDestructiveAsk } from "../../../core/ask/consent.ts";
import type { Question } from "../../../core/ask/question.ts";
import { unclearInWords } from "../../../core/ask/risk-words.ts";
import { rowTitle } from "../../../core/ask/row-title.ts";
import { wakesAt } from "../../../core/ask/snooze.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import type { SnoozedAsks } from "../../../desk/snoozes.ts";
import { isTerminalOnly, optionsOnWire, questionsIn } from "../answering/open-question.ts";
import { consentIn } from "../hearing/hear.ts";
import type { VoiceMessages } from "../speech/messages.ts";
import { codeIn, cutAtWord, firstSentence, spoken } from "../speech/speech.ts";
import type { VoiceCard } from "../wire/wire.ts";

const LONGEST_LINE = 200;

export function cardOf(ask: Ask, say: VoiceMessages, snoozed: SnoozedAsks, now: Date): VoiceCard {
  const questions = questionsIn(ask, say.locale);
  const [first] = questions;
  const isOne = questions.length === 1;
  return {
    ask_id: ask.id,
    kind: kindOf(ask, questions),
    question_text: first === undefined ? "" : lineOf(ask, first),
    options: isOne && first !== undefined ? optionsOnWire(first, first.options) : null,
    question_count: questions.length,
    is_destructive: isDestructiveAsk(ask),
    unclear: unclearInWords(ask, say.locale),
    needs_passkey: ask.presentation?.passkey === true,
    can_be_answered: !questions.every(isTerminalOnly),
    asked_at: ask.createdAt,
    expires_at: ask.expiresAt,
    snoozed_until: snoozedUntil(ask, snoozed, now),
  };
}

function snoozedUntil(ask: Ask, snoozed: SnoozedAsks, now: Date): string | null {
  const { until } = snoozed[ask.id] ?? {};
  const wakes = until === undefined ? 0 : wakesAt(ask, Date.parse(until));
  return wakes > now.getTime() ? new Date(wakes).toISOString() : null;
}

function kindOf(ask: Ask, questions: readonly Question[]): VoiceCard["kind"] {
  const [first] = questions;
  if (questions.length > 1) return "several";
  if (first === undefined || consentIn(first) === null || ask.returnPath !== "hook")
    return isDestructiveAsk(ask) ? "permission" : "question";
  if (first.options.some(({ id }) => id === "approve")) return "plan";
  const { language } = codeIn(first.prompt) ?? {};
  if (language === "sh") return "command";
  return language === "diff" ? "edit" : "permission";
}

/**
 * A command is its own best line, and a change is the file's; for everything else it is the
 * question's first sentence.
 */
function lineOf(ask: Ask, question: Question): string {
  const { title, prompt } = question;
  const code = ask.returnPath === "hook" ? codeIn(prompt) : null;
  if (code?.language === "sh") return cutAtWord(safeLine(code.code), LONGEST_LINE);
  if (code?.language === "diff") return rowTitle({ ...ask, questions: [question] });
  return firstSentence(spoken(prompt), LONGEST_LINE) || spoken(title);
}
