/** `askline ask`: puts an ask, lets it be answered here or anywhere, and prints what was decided. */
import { basename } from "node:path";
import { z } from "zod";
import { type Ask, OnTimeout, type SettledAsk, statusOf, Urgency } from "../core/ask.ts";
import { AlreadySettled, InvalidQuestion } from "../core/errors.ts";
import { interpret } from "../core/interpret.ts";
import { QuestionInput, questionFrom, sentenceOf } from "../core/question.ts";
import { safeText } from "../core/safe-text.ts";
import { wordAnswer, wordOutcome } from "../core/wording.ts";
import type { Desk } from "../desk/desk.ts";
import { askAsJson, shortId } from "./describe.ts";
import { secondsFrom } from "./duration.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { UsageError } from "./failure.ts";
import { messages } from "./messages.ts";
import { atDesk, type CommonOptions, type Workplace } from "./workplace.ts";

interface AskOptions extends CommonOptions {
  option?: string[];
  recommend?: string[];
  default?: string[];
  multi?: boolean;
  mode?: QuestionInput["selectionMode"];
  min?: number;
  max?: number;
  title?: string;
  context?: string;
  placeholder?: string;
  timeout?: string;
  onTimeout?: z.infer<typeof OnTimeout>;
  urgency?: z.infer<typeof Urgency>;
  project?: string;
  wait: boolean;
  prompt: boolean;
}

/** What a program may write on standard input: a whole ask, or just one question. */
const AskFromProgram = z.object({
  questions: z.array(QuestionInput).min(1).max(20),
  context: z.string().max(100_000).optional(),
  timeoutSeconds: z.number().positive().optional(),
  onTimeout: OnTimeout.optional(),
  urgency: Urgency.optional(),
  project: z.string().optional(),
});

export async function ask(prompt: string | undefined, options: AskOptions): Promise<number> {
  const wanted = prompt === undefined || prompt === "-" ? await readProgram() : fromFlags(prompt, options);
  return atDesk(options, async (workplace) => {
    const { desk, locale } = workplace;
    const caller = withdrawOnSignal(desk);
    const put = await desk.ask({
      ...wanted,
      timeoutSeconds: options.timeout === undefined ? wanted.timeoutSeconds : secondsFrom(options.timeout),
      context: options.context ?? wanted.context,
      urgency: options.urgency ?? wanted.urgency,
      onTimeout: options.onTimeout ?? wanted.onTimeout,
      source: {
        kind: "command",
        project: options.project ?? wanted.project ?? basename(process.cwd()),
        workingDirectory: process.cwd(),
      },
      mode: options.wait ? "blocking" : "detached",
    });
    caller.waitsFor(put);
    if (!options.wait) {
      caller.isServed();
      process.stdout.write(options.json ? `${JSON.stringify(askAsJson(put))}\n` : `${put.id}\n`);
      return 0;
    }
    const promptsHere = options.prompt && process.stdin.isTTY === true;
    if (!promptsHere) process.stderr.write(`${messages(locale).waiting(shortId(put))}\n`);
    const settled = await settledHereOrElsewhere(put, promptsHere, workplace);
    caller.isServed();
    process.stdout.write(options.json ? `${JSON.stringify(askAsJson(settled))}\n` : `${safeText(briefly(settled))}\n`);
    return exitCodeOf(statusOf(settled));
  });
}

/** The prompt here is one of many places to answer; whichever is first ends it. */
async function settledHereOrElsewhere(put: Ask, promptsHere: boolean, workplace: Workplace): Promise<SettledAsk> {
  const { desk, locale, person } = workplace;
  const settled = desk.wait(put.id);
  if (!promptsHere) return settled;
  const { promptHere } = await import("../surfaces/terminal/prompt.ts");
  const done = new AbortController();
  const leavePrompt = () => done.abort();
  settled.then(leavePrompt, leavePrompt);
  await promptHere(put, { desk, locale, person, signal: done.signal });
  return settled;
}

/** A caller that is ended wants no answer any more: the question goes away everywhere before the process does. */
function withdrawOnSignal(desk: Desk) {
  const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
  const signals = Object.keys(numbers) as (keyof typeof numbers)[];
  let put: Ask | undefined;
  for (const signal of signals) process.once(signal, end);
  return {
    waitsFor(ask: Ask) {
      put = ask;
    },
    isServed() {
      for (const signal of signals) process.off(signal, end);
    },
  };

  function end(signal: keyof typeof numbers) {
    const withdrawn = put === undefined ? Promise.resolve() : desk.withdraw(put.id, { surface: "command" });
    const leave = () => process.exit(128 + numbers[signal]);
    withdrawn.then(leave, (error) => {
      if (!(error instanceof AlreadySettled)) process.stderr.write(`${error.message}\n`);
      leave();
    });
  }
}

/** One question needs no repetition of what was asked. */
function briefly(ask: SettledAsk): string {
  const [question, another] = ask.questions;
  if (ask.outcome.status !== "completed" || question === undefined || another !== undefined) return wordOutcome(ask);
  const { answers, globalNote } = ask.outcome.reply;
  const note = globalNote === undefined ? [] : [`Note: ${globalNote}`];
  return [...wordAnswer(question, answers[0] ?? { optionIds: [] }), ...note].join("\n");
}

function fromFlags(prompt: string, options: AskOptions): z.infer<typeof AskFromProgram> {
  const offered = (options.option ?? []).map((text) => {
    const [label = "", ...description] = text.split(" :: ");
    return {
      label: label.trim(),
      ...(description.length === 0 ? {} : { description: description.join(" :: ").trim() }),
    };
  });
  const bare = questionFrom({ prompt, options: offered });
  const named = (words: string[] = []) => words.map((word) => optionNamed(bare, word));
  const recommended = new Set(named(options.recommend));
  const question = {
    prompt,
    title: options.title,
    selectionMode: options.mode,
    multiSelect: options.multi,
    options: offered.map((option, index) => ({ ...option, recommended: recommended.has(String(index + 1)) })),
    placeholder: options.placeholder,
    defaultOptionIds: named(options.default),
    minSelections: options.min,
    maxSelections: options.max,
  };
  return { questions: [question] };
}

function optionNamed(question: ReturnType<typeof questionFrom>, word: string): string {
  const meant = interpret({ ...question, selectionMode: "single" }, word);
  if (meant.kind === "answer" && meant.answer.optionIds[0] !== undefined) return meant.answer.optionIds[0];
  throw new UsageError(`"${word}" is not one of the options.`, "Name an option by its number or its label.");
}

async function readProgram(): Promise<z.infer<typeof AskFromProgram>> {
  if (process.stdin.isTTY) {
    throw new UsageError(
      "There is no question.",
      'Write it behind the command: askline ask "Which database?" -o Postgres -o SQLite',
    );
  }
  const text = await readAll(process.stdin);
  const value = parseJson(text);
  const isWhole = typeof value === "object" && value !== null && "questions" in value;
  const parsed = AskFromProgram.safeParse(isWhole ? value : { questions: [value] });
  if (parsed.success) return parsed.data;
  throw new InvalidQuestion(parsed.error.issues.map(sentenceOf));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const suggestion =
      'Write {"questions":[{"prompt":"…","options":[{"label":"…"}]}]} there, or the question behind the command.';
    throw new UsageError(text.trim() === "" ? "There is no question." : "Standard input is not JSON.", suggestion);
  }
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
