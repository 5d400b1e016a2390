/** `get_answers`: what was decided while the agent did not wait. */
import { z } from "zod";
import { type Ask, isSettled, isTaken } from "../../core/ask/ask.ts";
import { wordOutcome } from "../../core/ask/wording.ts";
import { type Caller, NOT_TOLD_APART, type ToolCall, takerOf, textResult } from "./call.ts";
import { isBy } from "./open-asks.ts";
import type { McpParts } from "./server.ts";

export const GetAnswers = z.object({
  session_id: z
    .string()
    .trim()
    .min(1)
    .describe("The id an earlier call returned; leave it out for everything not fetched yet")
    .optional(),
});

export const getAnswers: ToolCall = async (args, parts, caller) => {
  const sessionId = GetAnswers.safeParse(args).data?.session_id;
  return textResult(
    sessionId === undefined ? await unread(parts, caller) : await byId(sessionId, parts, caller),
  );
};

/**
 * Waits as long as the client allows: an agent that asks for an answer has nothing better to do.
 */
async function byId(sessionId: string, { desk, waits }: McpParts, caller: Caller): Promise<string> {
  const ask = await desk.load(sessionId);
  const latest = isSettled(ask) ? ask : await waits.wait(ask, caller);
  if (isSettled(latest)) await desk.markTaken(latest.id, takerOf(caller));
  return isSettled(latest)
    ? wordOutcome(latest)
    : `Nobody has answered yet. Call get_answers again with session_id ${ask.id}.`;
}

async function unread({ desk }: McpParts, caller: Caller): Promise<string> {
  const { source, isOne } = caller;
  if (!isOne) return NOT_TOLD_APART;
  const settled = await desk.list({ status: "settled" });
  const news = settled.filter((ask) => isBy(ask, source) && !isTaken(ask) && !isWithdrawn(ask));
  if (news.length === 0) return "There are no new answers.";
  for (const ask of news) await desk.markTaken(ask.id, takerOf(caller));
  return news.map(outcomeInWords).join("\n\n---\n\n");
}

/** The caller cancelled its own call, so it knows, and wants no answer. */
function isWithdrawn({ outcome }: Ask): boolean {
  return outcome?.status === "abandoned" && outcome.kind === "withdrawn";
}

function outcomeInWords(ask: Ask): string {
  return `session_id ${ask.id} (${ask.questions[0]?.title ?? ""})\n${wordOutcome(ask)}`;
}
