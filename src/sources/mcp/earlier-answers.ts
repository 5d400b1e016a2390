/**
 * Answers that came after a client had given up the call that waited for them. They go along with
 * the same agent's next call, whatever it asks.
 */
import { z } from "zod";
import { isSettled } from "../../core/ask/ask.ts";
import { type Caller, type ToolResult, takerOf } from "./call.ts";
import { answerInWords, FetchedAnswer, fetchedAnswer } from "./get-answers.ts";
import type { McpParts } from "./server.ts";

export const EarlierAnswers = z
  .array(FetchedAnswer)
  .describe("Answers to earlier questions whose calls ended before anybody had answered")
  .optional();

/** The result of a call, with the earlier answers in its text and in its structure. */
export async function withEarlierAnswers(
  result: ToolResult,
  { desk, waits, leftOpen }: McpParts,
  caller: Caller,
): Promise<ToolResult> {
  if (!caller.isOne) return result;
  const answers: FetchedAnswer[] = [];
  for (const id of leftOpen.by(takerOf(caller))) {
    const ask = await desk.load(id).catch(() => null);
    if (ask === null || leftOpen.isReceived(ask, takerOf(caller))) leftOpen.forget(id);
    else if (isSettled(ask)) {
      await waits.take(ask, caller);
      answers.push(fetchedAnswer(ask));
    }
  }
  if (answers.length === 0) return result;
  const text = ["The answer to an earlier question:", ...answers.map(answerInWords)].join("\n\n");
  return {
    ...result,
    content: [...(result.content ?? []), { type: "text", text }],
    ...(result.structuredContent === undefined
      ? {}
      : { structuredContent: { ...result.structuredContent, earlier_answers: answers } }),
  };
}
