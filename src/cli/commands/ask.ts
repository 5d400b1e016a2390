/**
 * `askline ask`: puts an ask, lets it be answered here or anywhere, and prints what was decided.
 */

import { basename } from "node:path";
import { type Ask, type SettledAsk, statusOf } from "../../core/ask/ask.ts";
import { AlreadySettled } from "../../core/ask/errors.ts";
import { wordAnswer, wordOutcome } from "../../core/ask/wording.ts";
import { printableJson } from "../../core/json.ts";
import { safeText } from "../../core/safety/safe-text.ts";
import type { CompleteAsk, Desk } from "../../desk/desk.ts";
import { type AskOptions, fromFlags } from "../ask-input/flags.ts";
import { type AskFromProgram, fromProgram } from "../ask-input/standard-input.ts";
import { withContext } from "../context.ts";
import { askAsJson, shortId } from "../describe.ts";
import { secondsFrom } from "../duration.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { UsageError } from "../failure.ts";
import { messages } from "../messages.ts";
import { canPromptHere, promptUntilSettled } from "../prompting.ts";
import { beforeSignalEnds } from "../signals.ts";

export async function ask(prompt: string | undefined, options: AskOptions): Promise<number> {
  const wanted =
    prompt === undefined || prompt === "-"
      ? await fromProgram(options)
      : fromFlags(prompt, options);
  const onTimeout = options.onTimeout ?? wanted.onTimeout;
  if (onTimeout === "default" && !hasDefault(wanted))
    throw new UsageError((usage) => usage.noDefault());
  return withContext(options, async (context) => {
    const { desk, locale } = context;
    const caller = withdrawOnSignal(desk);
    const put = await caller.puts({
      ...wanted,
      timeoutSeconds:
        options.timeout === undefined ? wanted.timeoutSeconds : secondsFrom(options.timeout),
      context: options.context ?? wanted.context,
      urgency: options.urgency ?? wanted.urgency,
      onTimeout,
      source: {
        kind: "command",
        project: options.project ?? wanted.project ?? basename(process.cwd()),
        workingDirectory: process.cwd(),
        ...agentHere(),
      },
      mode: options.wait ? "blocking" : "detached",
    });
    if (!options.wait) {
      const told = options.json ? printableJson(askAsJson(put)) : put.id;
      // A signal until now withdraws the ask; after that its id is known, and it stays.
      if (!caller.leaving.aborted) process.stdout.write(`${told}\n`);
      await caller.isServed();
      return 0;
    }
    const promptsHere = options.prompt && canPromptHere();
    if (!promptsHere) process.stderr.write(`${messages(locale).waiting(shortId(put))}\n`);
    const settled = await (promptsHere
      ? promptUntilSettled(put, context, { leaving: caller.leaving })
      : desk.wait(put.id));
    await caller.isServed();
    await desk.markTaken(settled.id, "command").catch(() => undefined);
    process.stdout.write(
      options.json ? `${printableJson(askAsJson(settled))}\n` : `${safeText(briefly(settled))}\n`,
    );
    return exitCodeOf(statusOf(settled));
  });
}

function hasDefault({ questions }: AskFromProgram): boolean {
  return questions.some(({ defaultOptionIds }) => defaultOptionIds.length > 0);
}

/** If an agent runs this command, the question is the agent's own. */
function agentHere(): { agentId?: string } {
  const { CLAUDE_CODE_SESSION_ID: agentId } = process.env;
  return agentId ? { agentId } : {};
}

/**
 * A caller that ends wants no answer any more, so its ask is withdrawn everywhere before the
 * process exits. An ask that is just being created is completed first: otherwise part of it would
 * stay on disk, or all of it without a known id.
 */
function withdrawOnSignal(desk: Desk) {
  let putting: Promise<Ask | undefined> = Promise.resolve(undefined);
  const leaving = new AbortController();
  const stay = beforeSignalEnds(async () => {
    leaving.abort();
    const put = await putting;
    if (put !== undefined) await desk.withdraw(put.id, { surface: "command" }).catch(unlessSettled);
  });
  return {
    puts(input: CompleteAsk): Promise<Ask> {
      const asked = desk.put(input);
      putting = asked.catch(() => undefined);
      return asked;
    },
    leaving: leaving.signal,
    isServed: stay,
  };
}

function unlessSettled(error: unknown) {
  if (!(error instanceof AlreadySettled)) throw error;
}

/** With a single question, the prompt is not repeated. */
function briefly(ask: SettledAsk): string {
  const [question, another] = ask.questions;
  if (ask.outcome.status !== "completed" || question === undefined || another !== undefined)
    return wordOutcome(ask);
  const { answers, globalNote } = ask.outcome.reply;
  const note = globalNote === undefined ? [] : [`Note: ${globalNote}`];
  return [...wordAnswer(question, answers[0] ?? { optionIds: [] }), ...note].join("\n");
}
