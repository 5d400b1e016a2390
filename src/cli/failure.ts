/** How the command line reports a failure: one sentence, one suggestion, one exit code. */

import { AsklineError } from "../core/ask/errors.ts";
import { type Sentences, SpokenError } from "../core/ask/spoken-error.ts";
import { printableJson } from "../core/json.ts";
import type { Locale } from "../core/locale.ts";
import { safeText } from "../core/safety/safe-text.ts";
import { EXIT } from "./exit-codes.ts";
import { type Messages, messages } from "./messages.ts";

/** A failure of the command line itself, with its text among the command line's messages. */
export abstract class CommandError extends SpokenError {
  constructor(say: (usage: Messages["usage"]) => Sentences) {
    super({ en: say(messages("en").usage), ko: say(messages("ko").usage) });
  }
}

/** The command line was typed in a way that cannot be used. */
export class UsageError extends CommandError {
  readonly code = "usage";
}

const EXIT_BY_CODE: Record<string, number> = {
  usage: EXIT.usage,
  invalid_question: EXIT.usage,
  invalid_reply: EXIT.usage,
  not_confirmed: EXIT.usage,
  passkey_needed: EXIT.usage,
  invalid_settings: EXIT.usage,
  invalid_id: EXIT.notFound,
  not_found: EXIT.notFound,
  ambiguous_id: EXIT.notFound,
  already_settled: EXIT.alreadySettled,
  owner_gone: EXIT.abandoned,
  given_by_agent: EXIT.givenByAgent,
  agent_terminal: EXIT.givenByAgent,
};

/** Programs get English, people their own language. */
export async function reportFailure(error: unknown, { json }: { json: boolean }): Promise<number> {
  const code = error instanceof AsklineError ? error.code : "failure";
  if (json) {
    process.stdout.write(`${printableJson({ error: { code, ...inWords(error, "en") } })}\n`);
  } else {
    const { message, suggestion } = inWords(error, await languageOfPerson());
    process.stderr.write(`${await onTerminal(`${safeText(message)}\n${safeText(suggestion)}`)}\n`);
  }
  return EXIT_BY_CODE[code] ?? EXIT.failure;
}

/** If no file can be opened any more, the failure is still reported. */
function languageOfPerson(): Promise<Locale> {
  return import("./language.ts").then(
    ({ languageHere }) => languageHere(),
    () => "en",
  );
}

function onTerminal(sentences: string): Promise<string> | string {
  if (!process.stderr.isTTY) return sentences;
  return import("./prose.ts").then(
    ({ prose }) => prose(sentences, process.stderr),
    () => sentences,
  );
}

export function inWords(error: unknown, locale: Locale): Sentences {
  const text = messages(locale);
  if (error instanceof SpokenError) return error.words[locale];
  if (!(error instanceof AsklineError))
    return text.unexpected(error instanceof Error ? error.message : String(error));
  // Each entry takes the error of its own code, and is called only with that one.
  const failures = text.failures as Record<
    string,
    ((failure: AsklineError) => Sentences) | undefined
  >;
  const { message, suggestion } = failures[error.code]?.(error) ?? error;
  return { message, suggestion };
}
