/** A plain prompt: shows an ask on the terminal, reads what is typed, and settles the ask with it. */
import { createInterface, type Interface } from "node:readline";
import type { Answer } from "../../core/answer.ts";
import { type Ask, isSettled } from "../../core/ask.ts";
import { AlreadySettled } from "../../core/errors.ts";
import { interpret } from "../../core/interpret.ts";
import type { Locale } from "../../core/locale.ts";
import type { Option, Question } from "../../core/question.ts";
import { safeLine, safeText } from "../../core/safe-text.ts";
import { refuseAnswer, takesText } from "../../core/selection.ts";
import type { Desk } from "../../desk/desk.ts";
import { messages } from "./messages.ts";

export interface PromptParts {
  desk: Desk;
  locale: Locale;
  person: string;
  /** Aborted when the ask is settled, here or elsewhere: the prompt then leaves the terminal. */
  signal: AbortSignal;
}

/** Resolves when the ask is settled. Writes to standard error, so that standard output holds the answer alone. */
export async function promptHere(ask: Ask, { desk, locale, person, signal }: PromptParts): Promise<void> {
  const text = messages(locale);
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  const by = { surface: "terminal", who: person };
  try {
    const answers = await readAnswers();
    if (answers === "elsewhere") return await tellElsewhere();
    if (answers === "cancelled") {
      await desk.reject(ask.id, { kind: "cancel" }, by);
      say(text.cancelled);
      return;
    }
    await desk.answer(ask.id, { answers }, by);
  } catch (error) {
    if (!(error instanceof AlreadySettled)) throw error;
    await tellElsewhere();
  } finally {
    terminal.close();
  }

  async function readAnswers(): Promise<Answer[] | "cancelled" | "elsewhere"> {
    if (ask.context !== undefined) say(`${safeText(ask.context)}\n`);
    if (ask.expiresAt !== null) say(text.deadline(new Date(ask.expiresAt).toLocaleTimeString()));
    const answers: Answer[] = [];
    for (const [index, question] of ask.questions.entries()) {
      if (ask.questions.length > 1) say(`\n${text.questionOf(index + 1, ask.questions.length)}`);
      say(questionText(question));
      const answer = await readAnswer(question);
      if (typeof answer === "string") return answer;
      answers.push(answer);
    }
    return answers;
  }

  async function readAnswer(question: Question): Promise<Answer | "cancelled" | "elsewhere"> {
    for (;;) {
      const line = await readLine(terminal, signal);
      if (line === null) return signal.aborted ? "elsewhere" : "cancelled";
      if (line.trim() === "") {
        const preselected = { optionIds: question.defaultOptionIds };
        if (question.defaultOptionIds.length > 0 && refuseAnswer(question, preselected) === null) return preselected;
        say(text.refusal({ reason: question.options.length === 0 ? "text_needed" : "nothing_chosen" }));
        continue;
      }
      const meant = interpret(question, line);
      if (meant.kind === "answer") return meant.answer;
      if (meant.kind === "cancel") return "cancelled";
      if (meant.kind === "refused") say(text.refusal(meant.refusal));
      if (meant.kind === "unclear") say(text.unclear);
      if (meant.kind === "ambiguous")
        say(text.ambiguous(meant.candidates.map((option) => safeLine(option.label)).join(", ")));
    }
  }

  function questionText(question: Question): string {
    const lines = question.options.map((option, index) => `  ${index + 1}) ${optionText(question, option)}`);
    return [`\n${safeText(question.prompt)}`, ...lines, `  ${hints(question).join(" · ")}`].join("\n");
  }

  function optionText(question: Question, option: Option): string {
    const description = option.description === undefined ? "" : ` — ${safeLine(option.description)}`;
    const recommended = option.recommended ? ` ${text.recommended}` : "";
    const preselected = question.defaultOptionIds.includes(option.id) ? ` ${text.preselected}` : "";
    return `${safeLine(option.label)}${description}${recommended}${preselected}`;
  }

  function hints(question: Question): string[] {
    const { selectionMode, minSelections, maxSelections, defaultOptionIds } = question;
    if (selectionMode === "text_input") return [text.typeText, text.cancelHint];
    const pick = maxSelections > 1 ? text.pickMany(minSelections, maxSelections) : text.pickOne;
    return [
      takesText(question) ? `${pick}, ${text.orText}` : pick,
      ...(defaultOptionIds.length > 0 ? [text.enterKeeps] : []),
      ...(minSelections === 0 ? [text.noneIsFine] : []),
      text.cancelHint,
    ];
  }

  async function tellElsewhere() {
    const settled = await desk.load(ask.id);
    if (!isSettled(settled)) return;
    const { who, by: decider, surface } = settled.outcome.provenance;
    say(`\n${text.elsewhere(safeLine(who ?? decider), safeLine(surface))}`);
  }
}

function say(line: string) {
  process.stderr.write(`${line}\n`);
}

/** Null when the line will never come: Ctrl-C, Ctrl-D, or the signal. */
function readLine(terminal: Interface, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => {
    const finish = (line: string | null) => {
      terminal.off("line", finish);
      terminal.off("SIGINT", giveUp);
      terminal.off("close", giveUp);
      signal.removeEventListener("abort", giveUp);
      resolve(line);
    };
    const giveUp = () => finish(null);
    terminal.once("line", finish);
    terminal.once("SIGINT", giveUp);
    terminal.once("close", giveUp);
    signal.addEventListener("abort", giveUp, { once: true });
    terminal.setPrompt("> ");
    terminal.prompt();
  });
}
