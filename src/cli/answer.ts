/** `askline answer`: settles an ask with a person's words, or prompts for them. */
import type { Answer } from "../core/answer.ts";
import { type Ask, isSettled } from "../core/ask.ts";
import { AlreadySettled, InvalidReply } from "../core/errors.ts";
import { type Interpretation, interpret } from "../core/interpret.ts";
import { safeLine, safeText } from "../core/safe-text.ts";
import { refusalSentence } from "../core/selection.ts";
import { wordOutcome } from "../core/wording.ts";
import { askAsJson, shortId } from "./describe.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { UsageError } from "./failure.ts";
import { findAsk } from "./find-ask.ts";
import { messages } from "./messages.ts";
import { atDesk, type CommonOptions, type Workplace } from "./workplace.ts";

interface AnswerOptions extends CommonOptions {
  text?: boolean;
  note?: string;
}

export async function answer(id: string, words: string[], options: AnswerOptions): Promise<number> {
  return atDesk(options, async (workplace) => {
    const ask = await findAsk(workplace.desk, id);
    const settled =
      words.length === 0 ? await prompted(ask, workplace) : await answered(ask, words, options, workplace);
    const said = `${messages(workplace.locale).answered(shortId(settled))}\n${safeText(wordOutcome(settled))}`;
    process.stdout.write(options.json ? `${JSON.stringify(askAsJson(settled))}\n` : `${said}\n`);
    return settled.outcome?.status === "completed" ? 0 : exitCodeOf(settled.outcome?.status ?? "pending");
  });
}

async function answered(ask: Ask, words: string[], options: AnswerOptions, { desk, person }: Workplace): Promise<Ask> {
  const { questions } = ask;
  if (words.length !== questions.length && questions.length > 1) {
    const suggestion = `Give one answer for each, in order, each in quotes. \`askline show ${shortId(ask)}\` shows them.`;
    throw new UsageError(`This ask has ${questions.length} questions; ${words.length} answers were given.`, suggestion);
  }
  const texts = questions.length === 1 ? [words.join(" ")] : words;
  const answers = questions.map((question, index) => {
    const text = texts[index] ?? "";
    if (options.text) return { optionIds: [], customText: text };
    return understood(interpret(question, text), text);
  });
  const note = options.note === undefined ? {} : { globalNote: options.note };
  return desk.answer(ask.id, { answers, ...note }, { surface: "command", who: person });
}

/** What cannot be told for certain is asked back, never guessed. */
function understood(meant: Interpretation, text: string): Answer {
  switch (meant.kind) {
    case "answer":
      return meant.answer;
    case "cancel":
      throw new UsageError(
        `"${text}" is not an answer.`,
        "Run `askline reject ID` to decline, or add --text to send these words.",
      );
    case "ambiguous": {
      const candidates = meant.candidates.map((option) => `"${safeLine(option.label)}"`).join(" or ");
      throw new InvalidReply([`"${text}" could mean ${candidates}. Say which one.`]);
    }
    case "refused":
      throw new InvalidReply([refusalSentence(meant.refusal)]);
    case "unclear":
      throw new InvalidReply([`"${text}" is none of the options, and this question takes nothing else.`]);
  }
}

async function prompted(ask: Ask, { desk, locale, person }: Workplace): Promise<Ask> {
  if (isSettled(ask)) throw new AlreadySettled(ask);
  if (!process.stdin.isTTY)
    throw new UsageError("There is no answer.", `Write it behind the id: askline answer ${shortId(ask)} 1`);
  const { promptHere } = await import("../surfaces/terminal/prompt.ts");
  const done = new AbortController();
  const settled = desk.wait(ask.id).finally(() => done.abort());
  await promptHere(ask, { desk, locale, person, signal: done.signal });
  return settled;
}
