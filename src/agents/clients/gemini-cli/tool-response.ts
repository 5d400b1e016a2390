/** Reads a Gemini CLI tool's response for a person's answers in its dialogs. Pure. */
import type { EventBody } from "../../../core/agent/agent-event.ts";
import { isRecord, jsonIn } from "../../../core/json.ts";
import type { HookPayload } from "../common/hook-payload.ts";

type Ended = Pick<Extract<EventBody, { type: "tool_finished" }>, "response" | "hasFailed">;

/** A dismissed dialog or a rejected plan counts as failed. */
export function geminiResponse({ tool_response: response, tool_input: input }: HookPayload): Ended {
  const said = isRecord(response) ? response["llmContent"] : null;
  if (typeof said !== "string") return { response, hasFailed: false };
  const { response: answers, hasFailed } = responseIn(said, input);
  return { response: answers === null ? response : { answers }, hasFailed };
}

/** What the model reads: the answers in it, if there are any. */
export function responseIn(
  said: string,
  { questions }: Readonly<Record<string, unknown>>,
): { response: Record<string, unknown> | null; hasFailed: boolean } {
  if (LEFT.test(said)) return { response: null, hasFailed: true };
  const answers = said.startsWith('{"answers":') ? answersIn(said, questions) : null;
  return { response: answers, hasFailed: false };
}

const LEFT = /^(?:User dismissed ask_user dialog|User cancelled the plan approval|Plan rejected\.)/;

/** Gemini CLI keys answers by the question's number; we key them by its text. */
function answersIn(said: string, questions: unknown): Record<string, unknown> | null {
  const reply = jsonIn(said);
  const answers = isRecord(reply) ? reply["answers"] : null;
  if (!isRecord(answers) || !Array.isArray(questions)) return null;
  const byQuestion = Object.entries(answers).map(([index, answer]) => {
    const question: unknown = questions[Number(index)];
    return [isRecord(question) ? String(question["question"]) : index, answer];
  });
  return Object.fromEntries(byQuestion);
}
