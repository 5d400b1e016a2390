/** `askline answer`: settles an ask with a person's words, or prompts for them. */

import { alreadySettled } from "../../core/ask/already-settled.ts";
import type { Answer } from "../../core/ask/answer.ts";
import { type Ask, isSettled, type SettledAsk, statusOf } from "../../core/ask/ask.ts";
import { needsConfirmation } from "../../core/ask/consent.ts";
import { isForPersonAlone, NotInAgentTerminal } from "../../core/ask/given-by-agent.ts";
import type { Question } from "../../core/ask/question.ts";
import { takesText } from "../../core/ask/selection.ts";
import { SpokenError } from "../../core/ask/spoken-error.ts";
import { wordAnswer } from "../../core/ask/wording.ts";
import { type Interpretation, interpret } from "../../core/interpret/interpret.ts";
import { printableJson } from "../../core/json.ts";
import type { Locale } from "../../core/locale.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { untilTaken } from "../../desk/acknowledge.ts";
import { agentHere, refuseAgentsWords } from "../../desk/agent-here.ts";
import { acknowledged } from "../acknowledged.ts";
import { type CommonOptions, type Context, withContext } from "../context.ts";
import { askAsJson, shortId } from "../describe.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { CommandError, UsageError } from "../failure.ts";
import { findAsk } from "../find-ask.ts";
import { messages } from "../messages.ts";
import { canPromptHere, promptUntilSettled } from "../prompting.ts";
import { beforeSignalEnds } from "../signals.ts";

/** An answer that cannot be accepted as it is; the question stays open. */
class NotTaken extends CommandError {
  readonly code = "invalid_reply";
}

/** It may destroy something, and the command does not say that this is meant. */
class NotConfirmedHere extends SpokenError {
  readonly code = "not_confirmed";
  constructor(why: (locale: Locale) => string) {
    const inWords = (locale: Locale) => messages(locale).usage.notConfirmed(why(locale));
    super({ en: inWords("en"), ko: inWords("ko") });
  }
}

interface AnswerOptions extends CommonOptions {
  text?: boolean;
  note?: string;
  confirm?: boolean;
}

export async function answer(id: string, given: string[], options: AnswerOptions): Promise<number> {
  return withContext(options, async (context) => {
    const ask = await findAsk(context.desk, id);
    const words = await wordsFrom(given, ask);
    const isPrompted = words.length === 0;
    const settled = isPrompted
      ? await prompted(ask, context)
      : await answered(ask, words, options, context);
    const said = options.json
      ? printableJson(askAsJson(settled))
      : await inWords(settled, context.locale, isPrompted);
    if (said !== null) process.stdout.write(`${said}\n`);
    return settled.outcome?.status === "completed"
      ? 0
      : exitCodeOf(settled.outcome?.status ?? "pending");
  });
}

/** What was written behind the id, or what comes on standard input. Empty: a person is to be asked. */
async function wordsFrom(given: string[], ask: Ask): Promise<string[]> {
  const isMeant = given.length === 1 && given[0] === "-";
  // A hand-off is answered by keys alone: the agent itself runs its command.
  const isHandedOff = ask.presentation?.handOff === true;
  if (!isMeant && (given.length > 0 || isHandedOff || process.stdin.isTTY)) return given;
  const { pipedAnswers } = await import("../ask-input/piped-answer.ts");
  const piped = await pipedAnswers(ask.questions.length, { isMeant });
  if (piped === null && isMeant) throw new UsageError((usage) => usage.noAnswer(shortId(ask)));
  return piped ?? [];
}

/**
 * One line. The question is not repeated: the person has just read it. A prompt may end without an
 * answer, and has then already shown how.
 */
async function inWords(ask: Ask, locale: Locale, isPrompted: boolean): Promise<string | null> {
  const text = messages(locale);
  switch (statusOf(ask)) {
    case "completed":
      return isPrompted
        ? lineAfterPrompt(ask, locale)
        : acknowledged(ask, `${text.answered(shortId(ask))} ${answerLine(ask)}`, locale);
    case "rejected":
      return text.rejected(shortId(ask));
    default:
      return `${shortId(ask)}: ${text.status(statusOf(ask))}`;
  }
}

/** The prompt left its line on the terminal. A program that reads standard output gets the same. */
async function lineAfterPrompt(ask: Ask, locale: Locale): Promise<string | null> {
  if (process.stdout.isTTY || !isSettled(ask)) return null;
  const [{ summaryLine }, form, { placeIn }] = await Promise.all([
    import("../../terminal/form/summary.ts"),
    import("../../terminal/form/messages.ts"),
    import("../../surfaces/names.ts"),
  ]);
  return summaryLine(ask, form.messages(locale), {
    isFromHere: ask.outcome.provenance.surface === "terminal",
    width: Number.POSITIVE_INFINITY,
    placeIn: (surface) => placeIn(surface, locale),
  });
}

function answerLine({ questions, outcome }: Ask): string {
  const answers = outcome?.status === "completed" ? outcome.reply.answers : [];
  const lines = questions.flatMap((question, index) =>
    wordAnswer(question, answers[index] ?? { optionIds: [] }),
  );
  return safeLine(lines.join(" "));
}

async function answered(
  ask: Ask,
  words: string[],
  options: AnswerOptions,
  { desk, person, settings }: Context,
): Promise<Ask> {
  refuseAgentsWords(settings.values);
  const answers = answersFrom(ask, words, options);
  const note = options.note === undefined ? {} : { globalNote: options.note };
  const confirmed = options.confirm === true;
  if (!confirmed && !isSettled(ask) && needsConfirmation(ask, { answers }))
    throw await notConfirmed(ask);
  const by = { surface: "command", who: person, confirmed };
  return untilTaken(await desk.answer(ask.id, { answers, ...note }, by), desk);
}

async function notConfirmed({ presentation }: Ask): Promise<NotConfirmedHere> {
  const { dangersInWords } = await import("../../agents/dialogs/localized-dialog.ts");
  const reasons = presentation?.risk?.reasons ?? [];
  return new NotConfirmedHere((locale) => dangersInWords(reasons, locale).join(" "));
}

/** Words that do not fit are an error only while the ask is open and they can be corrected. */
function answersFrom(ask: Ask, words: string[], options: AnswerOptions): Answer[] {
  try {
    return meantBy(ask, words, options);
  } catch (error) {
    throw isSettled(ask) ? alreadySettled(ask) : error;
  }
}

function meantBy(ask: Ask, words: string[], options: AnswerOptions): Answer[] {
  const { questions } = ask;
  if (words.length !== questions.length && questions.length > 1) {
    throw new UsageError((usage) =>
      usage.answersMissing(questions.length, words.length, shortId(ask)),
    );
  }
  const texts = questions.length === 1 ? [words.join(" ")] : words;
  return questions.map((question, index) => {
    const text = texts[index] ?? "";
    if (options.text) return { optionIds: [], customText: text };
    return understood(interpret(question, text), text, question);
  });
}

/** Uncertain words are asked back, never guessed. */
function understood(meant: Interpretation, text: string, question: Question): Answer {
  switch (meant.kind) {
    case "answer":
      return meant.answer;
    case "cancel":
      throw new UsageError((usage) => usage.notAnAnswer(text));
    case "ambiguous": {
      const candidates = meant.candidates.map(({ label }) => safeLine(label));
      throw new NotTaken((usage) => usage.ambiguousAnswer(text, candidates));
    }
    case "refused":
      throw new NotTaken((usage) => usage.answerRefused(meant.refusal));
    case "unclear": {
      const options = question.options.map(
        ({ label }, index) => `${index + 1}) ${safeLine(label)}`,
      );
      throw new NotTaken((usage) =>
        usage.noneOfThese(text, options.join(", "), takesText(question)),
      );
    }
  }
}

async function prompted(ask: Ask, context: Context): Promise<SettledAsk> {
  if (isSettled(ask)) throw alreadySettled(ask);
  // The agent itself runs the command of a hand-off, so it must not be shown how to answer.
  const isHandedOff = ask.presentation?.handOff === true;
  if (!canPromptHere())
    throw new UsageError((usage) =>
      usage[isHandedOff ? "noTerminalHere" : "noAnswer"](shortId(ask)),
    );
  const { desk, settings } = context;
  // Said before anything is filled in; the desk says the same.
  if (isForPersonAlone(ask) && agentHere(settings.values) !== null)
    throw new NotInAgentTerminal(ask);
  await desk.attach(ask.id);
  const leaving = new AbortController();
  const stay = beforeSignalEnds(async () => {
    leaving.abort();
    await desk.closeTerminal(ask.id);
  });
  try {
    const settled = await promptUntilSettled(ask, context, {
      leaving: leaving.signal,
      onGone: hangUp,
    });
    await stay();
    return settled;
  } catch (error) {
    await desk.closeTerminal(ask.id);
    throw error;
  }
}

/** A terminal that is gone says so by this signal, but only to the processes that it controls. */
function hangUp() {
  process.kill(process.pid, "SIGHUP");
}
