/** How the routes of the store read a query, and how they refuse. */
import type { z } from "zod";
import { AlreadySettled, AsklineError } from "../core/ask/errors.ts";
import { sentenceOf } from "../core/ask/question.ts";
import { UnreadableBody } from "../http/body.ts";

/** `?query=` holds JSON. */
export function queryIn<Schema extends z.ZodType>(
  text: string | undefined,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(jsonOrNothing(text ?? "{}"));
  if (parsed.success) return parsed.data;
  throw new UnreadableBody("unfit", parsed.error.issues.map(sentenceOf).join(" "));
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const STATUS_BY_CODE: Record<string, number> = {
  not_found: 404,
  invalid_id: 404,
  already_settled: 409,
  owner_gone: 409,
  id_taken: 409,
  not_permitted: 403,
  not_yours: 403,
  given_by_agent: 403,
  agent_terminal: 403,
  invalid_reply: 422,
  invalid_question: 422,
  write_failed: 507,
  damaged: 500,
  locked: 503,
};

export function refusal(error: Error): Response {
  if (!(error instanceof AsklineError)) throw error;
  const isTooLarge = error instanceof UnreadableBody && error.problem === "too_large";
  const { code, message, suggestion } = error;
  const body = {
    error: { code, message, suggestion },
    ...("problems" in error && { problems: error.problems }),
    ...(error instanceof AlreadySettled ? { ask: error.ask } : {}),
  };
  return Response.json(body, { status: isTooLarge ? 413 : (STATUS_BY_CODE[code] ?? 400) });
}
