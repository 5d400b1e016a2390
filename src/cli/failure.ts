/** How the command line tells of a failure: one sentence, one suggestion, one exit code. */
import { AsklineError } from "../core/errors.ts";
import { safeText } from "../core/safe-text.ts";
import { EXIT } from "./exit-codes.ts";

/** What was typed cannot be used as it is. */
export class UsageError extends AsklineError {
  readonly code = "usage";
  readonly suggestion: string;
  constructor(message: string, suggestion: string) {
    super(message);
    this.suggestion = suggestion;
  }
}

const EXIT_BY_CODE: Record<string, number> = {
  usage: EXIT.usage,
  invalid_question: EXIT.usage,
  invalid_reply: EXIT.usage,
  invalid_settings: EXIT.usage,
  invalid_id: EXIT.notFound,
  not_found: EXIT.notFound,
  ambiguous_id: EXIT.notFound,
  already_settled: EXIT.alreadySettled,
};

export function reportFailure(error: unknown, { json }: { json: boolean }): number {
  const failure = describe(error);
  if (json) process.stdout.write(`${JSON.stringify({ error: failure })}\n`);
  else process.stderr.write(`${safeText(failure.message)}\n${safeText(failure.suggestion)}\n`);
  return EXIT_BY_CODE[failure.code] ?? EXIT.failure;
}

function describe(error: unknown) {
  if (error instanceof AsklineError) {
    return { code: error.code, message: error.message, suggestion: error.suggestion };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "failure", message: `Something went wrong: ${message}`, suggestion: "Nothing was answered by this." };
}
