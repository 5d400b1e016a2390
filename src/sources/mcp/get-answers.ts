/** `get_answers`: what was decided while the agent did not wait. */
import { z } from "zod";
import { type Ask, AskStatus, isSettled, statusOf } from "../../core/ask/ask.ts";
import { isTakenBy } from "../../core/ask/moments.ts";
import { wordOutcome } from "../../core/ask/wording.ts";
import { type Caller, NOT_TOLD_APART, type ToolCall, takerOf, textResult } from "./call.ts";
import type { McpParts } from "./server.ts";

// What the store reads where an earlier version did not write who took the outcome.
const TAKER_OF_OLD = "caller";

export const GetAnswers = z.object({
  session_id: z
    .string()
    .trim()
    .min(1)
    .describe("The id an earlier call returned; leave it out for everything not fetched yet")
    .optional(),
});

export const FetchedAnswer = z.object({
  session_id: z.string(),
  title: z.string(),
  status: AskStatus.describe("`pending` while nobody has decided"),
  text: z.string().describe("What was decided, in words"),
});
export type FetchedAnswer = z.infer<typeof FetchedAnswer>;

export const FetchedAnswers = z.object({
  answers: z.array(FetchedAnswer),
  text: z.string().describe("All of it in words"),
});

export const getAnswers: ToolCall = async (args, parts, caller) => {
  const sessionId = GetAnswers.safeParse(args).data?.session_id;
  return textResult(
    sessionId === undefined ? await unread(parts, caller) : await byId(sessionId, parts, caller),
  );
};

/** An ask and how it ended, for an agent that did not wait for it. */
export function fetchedAnswer(ask: Ask): FetchedAnswer {
  const title = ask.questions[0]?.title ?? "";
  return { session_id: ask.id, title, status: statusOf(ask), text: wordOutcome(ask) };
}

export function answerInWords({ session_id, title, text }: FetchedAnswer): string {
  return `session_id ${session_id} (${title})\n${text}`;
}

/**
 * Waits as long as the client allows: an agent that asks for an answer has nothing better to do.
 */
async function byId(sessionId: string, { desk, waits }: McpParts, caller: Caller) {
  const ask = await desk.load(sessionId);
  const latest = isSettled(ask) ? ask : await waits.follow(ask, caller);
  if (isSettled(latest)) await waits.take(latest, caller);
  const answer = fetchedAnswer(latest);
  const text = isSettled(latest)
    ? answer.text
    : `Nobody has answered yet. Call get_answers again with session_id ${ask.id}.`;
  return { answers: [answer], text };
}

async function unread({ desk, waits, leftOpen }: McpParts, caller: Caller) {
  const { source, isOne } = caller;
  if (!isOne) return { answers: [], text: NOT_TOLD_APART };
  const name = takerOf(caller);
  const settled = (await desk.find({ status: "settled", asker: source })).filter(isSettled);
  const news = settled.filter(
    (ask) =>
      !leftOpen.isReceived(ask, name) && !isTakenBy(ask, TAKER_OF_OLD) && !isWithdrawnByCaller(ask),
  );
  if (news.length === 0) return { answers: [], text: "There are no new answers." };
  for (const ask of news) await waits.take(ask, caller);
  const answers = news.map(fetchedAnswer);
  return { answers, text: answers.map(answerInWords).join("\n\n---\n\n") };
}

/**
 * The caller cancelled its own call, so it knows, and wants no answer. A question that was left
 * open and ended later is news to it.
 */
function isWithdrawnByCaller({ outcome, leftOpenAt }: Ask): boolean {
  const isWithdrawn = outcome?.status === "abandoned" && outcome.kind === "withdrawn";
  return isWithdrawn && (leftOpenAt === undefined || outcome.provenance.surface === "mcp");
}
