/** The replies to an answer: repeated, asked back, or read back for confirmation. */
import type { Reply } from "../../../core/ask/answer.ts";
import type { AskBack } from "../../../core/ask/ask.ts";
import type { Option, Question } from "../../../core/ask/question.ts";
import type { Refusal } from "../../../core/ask/selection.ts";
import type { Call } from "../calls/call.ts";
import type { VoiceMessages } from "../speech/messages.ts";
import { codeIn, cutAtWord, ended, spoken, spokenCode } from "../speech/speech.ts";
import type { CommandReply } from "../wire/wire.ts";
import { optionsAloud, waysToAnswer } from "./ask-reply.ts";
import type { Asker } from "./asker.ts";
import { reply } from "./command-reply.ts";
import { CONFIRM_WITHIN_SECONDS, type Pending } from "./confirmations.ts";
import { type OpenAsk, optionsOnWire, questionOnWire } from "./open-question.ts";

/** The chosen labels and the person's own words. */
export function answerAloud(
  questions: readonly Question[],
  { answers }: Reply,
  { say }: Call,
): string {
  const given = answers.flatMap(({ optionIds, customText }, index) => {
    const labels = questions[index]?.options
      .filter(({ id }) => optionIds.includes(id))
      .map(({ label }) => spoken(label));
    const words = [...(labels ?? []), ...(customText ? [cutAtWord(spoken(customText), 120)] : [])];
    return words.length === 0 ? [say.command.nothingChosen] : words;
  });
  return ended(given.join(", "));
}

export interface NotTaken {
  why: "ambiguous" | "unclear" | "own_words" | "refused" | "nothing_to_confirm" | "too_long";
  candidates: Option[];
  refusal?: Refusal;
}

/** Nothing was changed; the options are read again. */
export function askedBack(about: Asker, open: OpenAsk, heard: NotTaken, call: Call): CommandReply {
  const { say } = call;
  const question = open.form.questions[open.index];
  const candidates = question === undefined ? null : optionsOnWire(question, heard.candidates);
  const options = question === undefined ? null : optionsOnWire(question, question.options);
  const bound = heard.refusal && boundOf(heard.refusal, call);
  const choices =
    candidates === null
      ? options && optionsAloud(options, call)
      : say.command.didYouMean(
          candidates
            .map(({ number, label }) => say.question.option(number, label, false))
            .join("; "),
        );
  const isConfirm = heard.why === "nothing_to_confirm";
  const ways =
    question === undefined || options === null
      ? [say.question.ownWords]
      : waysToAnswer(question, call);
  return reply("asked_back", about, {
    status_line: say.command.askedBack[heard.why],
    results: [...(bound ? [bound] : []), choices ?? say.question.noOptions],
    next_action:
      heard.why === "too_long"
        ? [say.command.readItWhole]
        : isConfirm
          ? [say.command.sayAgainFirst]
          : ways,
    ask_id: open.ask.id,
    question: questionOnWire(open, open.index),
    candidates,
  });
}

function boundOf(refusal: Refusal, { say }: Call): string | null {
  if (refusal.reason === "too_many") return say.command.chooseAtMost(refusal.atMost);
  if (refusal.reason === "nothing_chosen") return say.command.chooseAtLeast(1);
  if (refusal.reason === "too_few") return say.command.chooseAtLeast(refusal.atLeast);
  return null;
}

/** Reads the command itself, not the agent's description of it. */
export function readBack(
  about: Asker,
  open: OpenAsk,
  question: Question,
  pending: Pending,
  call: Call,
): CommandReply {
  const { say } = call;
  const { code, language } = codeIn(question.prompt) ?? { code: question.prompt, language: "sh" };
  // A shell command says what it acts on; an edit or a tool's input does not, so its title is read
  // first.
  const what = spokenCode(
    language === "sh" ? code : `${question.title}: ${code}`,
    say.command.readBackMore,
  );
  const chosen = answerAloud([question], { answers: [pending.answer] }, call);
  const line = ended(say.command.readBack(what));
  return reply("confirm", about, {
    status_line: line,
    results: [chosen, say.command.confirmWithin(CONFIRM_WITHIN_SECONDS)],
    next_action: [say.command.confirmTo, say.command.denyTo],
    ask_id: open.ask.id,
    question: questionOnWire(open, open.index),
    confirmation: {
      ask_id: open.ask.id,
      read_back: line,
      confirm_with: say.command.confirmWord,
      expires_at: pending.expiresAt.toISOString(),
    },
  });
}

/** What is said of an ask that was closed without an answer. */
export function closedInWords(
  kind: "reject" | "cancel" | AskBack["kind"],
  project: string,
  { command }: VoiceMessages,
): { outcome: "sent_back" | "cancelled"; status: string; result: string } {
  if (kind === "elaborate" || kind === "rephrase")
    return {
      outcome: "sent_back",
      status: command.sentBack[kind](project),
      result: command.sentBackResult,
    };
  return {
    outcome: "cancelled",
    status: command.cancelled(project),
    result: command.cancelledResult,
  };
}
