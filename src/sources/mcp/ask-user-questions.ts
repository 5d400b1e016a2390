/** `ask_user_questions`: one to ten questions at once, answered in words. */
import { z } from "zod";
import { type Ask, AskStatus, isSettled, statusOf, Urgency } from "../../core/ask/ask.ts";
import { InvalidQuestion } from "../../core/ask/errors.ts";
import {
  checkQuestion,
  completeQuestion,
  type Question,
  QuestionInput,
  sentenceOf,
} from "../../core/ask/question.ts";
import { wordOutcome } from "../../core/ask/wording.ts";
import { type ToolCall, textResult } from "./call.ts";

const MOST_QUESTIONS = 10;

export const AskUserQuestions = z.object({
  questions: z
    .array(QuestionInput)
    .min(1)
    .max(MOST_QUESTIONS)
    .describe("Each with a prompt (markdown) and, unless it takes free text alone, options"),
  context: z
    .string()
    .max(100_000)
    .describe("What you are doing and why you ask, shown above the questions")
    .optional(),
  nonBlocking: z
    .boolean()
    .describe("true returns at once with a session_id for get_answers")
    .optional(),
  timeoutSeconds: z
    .number()
    .positive()
    .max(604_800)
    .describe("A deadline; none unless given")
    .optional(),
  urgency: Urgency.optional(),
});

export const AskedQuestions = z.object({
  status: AskStatus.describe("`pending` while nobody has decided"),
  session_id: z.string(),
  text: z.string().describe("What was decided, or what to do next, in words"),
});

export const askUserQuestions: ToolCall = async (args, { openAsks, waits }, caller) => {
  const { nonBlocking = false, ...wanted } = parse(args);
  const ask = await openAsks.put(caller, {
    ...wanted,
    mode: nonBlocking ? "detached" : "blocking",
  });
  const fetchIt = `Fetch the answers with get_answers, session_id ${ask.id}.`;
  const result = (latest: Ask, text: string) =>
    textResult({ status: statusOf(latest), session_id: ask.id, text });
  if (nonBlocking && !isSettled(ask))
    return result(ask, `The questions are with the person now. ${fetchIt}`);
  const latest = isSettled(ask) ? ask : await waits.wait(ask, caller);
  if (!isSettled(latest))
    return result(latest, `Nobody has answered yet; the questions are still open. ${fetchIt}`);
  await waits.take(latest, caller);
  return result(latest, wordOutcome(latest));
};

/** Throws with every wrong field at once, also those of later questions. */
function parse(
  args: unknown,
): Omit<z.infer<typeof AskUserQuestions>, "questions"> & { questions: Question[] } {
  const parsed = AskUserQuestions.safeParse(args);
  const given = (args as { questions?: unknown } | undefined)?.questions;
  const questions = (Array.isArray(given) ? given : []).slice(0, MOST_QUESTIONS).map(completed);
  const problems = [
    ...(parsed.error?.issues.map(sentenceOf) ?? []),
    ...questions.flatMap((question, index) =>
      // A question that cannot be read at all has been named already.
      (question === null ? [] : checkQuestion(question)).map(
        (problem) => `questions.${index}: ${problem}`,
      ),
    ),
  ];
  if (!parsed.success || problems.length > 0) throw new InvalidQuestion(problems);
  return { ...parsed.data, questions: questions.filter((question) => question !== null) };
}

function completed(given: unknown): Question | null {
  const { data } = QuestionInput.safeParse(given);
  return data === undefined ? null : completeQuestion(data);
}
