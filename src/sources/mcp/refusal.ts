/** A failed call as its caller gets it, in words and as structure. */
import { z } from "zod";
import { InvalidRequest } from "../../choice/validation.ts";
import type { AsklineError } from "../../core/ask/errors.ts";

export const Refusal = z.object({
  code: z.string(),
  message: z.string(),
  suggestion: z.string().describe("What to do next"),
  problems: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .optional()
    .describe("Every wrong field of a request"),
});
export type Refusal = z.infer<typeof Refusal>;

export function refusalOf(error: AsklineError): Refusal {
  const { code, message, suggestion } = error;
  const problems = error instanceof InvalidRequest ? { problems: [...error.problems] } : {};
  return { code, message, suggestion, ...problems };
}
