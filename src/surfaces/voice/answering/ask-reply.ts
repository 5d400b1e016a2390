/** An open ask in a reply: its data, and how its question and its options are read aloud. */
import { dangersInWords } from "../../../agents/dialogs/localized-dialog.ts";
import { isDestructiveAsk } from "../../../core/ask/consent.ts";
import type { Question } from "../../../core/ask/question.ts";
import { unclearInWords } from "../../../core/ask/risk-words.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import type { Call } from "../calls/call.ts";
import { consentIn } from "../hearing/hear.ts";
import {
  afterFirstSentence,
  cutAtWord,
  ended,
  firstSentence,
  spoken,
  spokenUpTo,
} from "../speech/speech.ts";
import type { QuestionReply, Speakable, VoiceOption } from "../wire/wire.ts";
import { isTerminalOnly, type OpenAsk, questionOnWire } from "./open-question.ts";

/** What a reply says of the ask besides the words to read aloud. */
export function askFields({ ask, form, index }: OpenAsk, { say }: Call) {
  return {
    ask_id: ask.id,
    questions: form.questions.flatMap((_, at) => questionOnWire({ ask, form, index }, at) ?? []),
    current_question_index: index,
    can_be_answered: !form.questions.every(isTerminalOnly),
    is_destructive: isDestructiveAsk(ask),
    unclear: unclearInWords(ask, say.locale),
    needs_passkey: ask.presentation?.passkey === true,
    expires_at: ask.expiresAt,
  } satisfies Partial<QuestionReply>;
}

/** The question, then its numbered options, then how to answer. */
export function speakQuestion(
  project: string,
  text: string,
  options: VoiceOption[] | null,
  { ask, form, index }: OpenAsk,
  call: Call,
  context: string[] = [],
): Speakable {
  const { say } = call;
  const question = form.questions[index];
  const risk = isDestructiveAsk(ask) ? ask.presentation?.risk : undefined;
  const unclear = unclearInWords(ask, say.locale);
  const count = form.questions.length;
  const results = [
    ...(risk === undefined
      ? []
      : [say.question.destructive(dangersInWords(risk.reasons, say.locale).join(" "))]),
    ...(count > 1 ? [say.question.several(count, index + 1)] : []),
    options === null ? say.question.noOptions : optionsAloud(options, call),
    ...(unclear === null ? [] : [ended(unclear)]),
  ];
  const isConsent = question !== undefined && consentIn(question) !== null;
  // What a person allows is read in full, in the status line. Another long question continues in
  // the results.
  const line = isConsent
    ? ended(say.question.asks(project, safeLine(text)))
    : statusLine(project, text, call);
  if (results.length < 3 && !isConsent) results.unshift(...unsaid(text, call));
  if (results.length < 3) results.unshift(...context);
  return {
    status_line: line,
    results: results.slice(0, 3),
    next_action:
      options === null || question === undefined
        ? [say.question.ownWords]
        : waysToAnswer(question, call),
  };
}

/** How to answer a question with options. */
export function waysToAnswer(question: Question, { say }: Call): string[] {
  const { minSelections, maxSelections, selectionMode } = question;
  const choosing =
    maxSelections > 1 ? say.question.sayNumbers(minSelections === 0) : say.question.sayNumber;
  if (selectionMode !== "hybrid") return [choosing];
  return [
    choosing,
    consentIn(question) === null ? say.question.orOwnWords : say.question.orNoAndWhy,
  ];
}

export function optionsAloud(options: VoiceOption[], { say, verbosity }: Call): string {
  const lines = options.map(({ number, label, description, recommended }) => {
    const name = say.question.option(number, cutAtWord(label, 120), recommended);
    const more =
      verbosity === "concise" || description === null ? "" : spokenUpTo(verbosity, description);
    return ended(more === "" ? name : `${name}: ${more}`);
  });
  return lines.join(" ");
}

/**
 * The rest of a question after its first sentence. Only `concise` leaves out an explanation that
 * follows the question; a person cannot answer what they have not heard.
 */
export function unsaid(text: string, { verbosity }: Call): string[] {
  const words = spoken(text);
  const rest = afterFirstSentence(words, verbosity);
  const isExplained = firstSentence(words).endsWith("?") && !rest.includes("?");
  return rest === "" || (verbosity === "concise" && isExplained) ? [] : [ended(rest)];
}

export function statusLine(project: string, text: string, { say }: Call): string {
  return ended(say.question.asks(project, firstSentence(spoken(text)) || "…"));
}
