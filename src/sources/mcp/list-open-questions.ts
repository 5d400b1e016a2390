/** `list_open_questions`: this caller's questions that are still unanswered. */
import { NOT_TOLD_APART, type ToolCall, textResult } from "./call.ts";
import { isBy } from "./open-asks.ts";

export const listOpenQuestions: ToolCall = async (_, { desk }, { source, isOne }) => {
  if (!isOne) return textResult(NOT_TOLD_APART);
  const open = (await desk.list({ status: "pending" })).filter((ask) => isBy(ask, source));
  if (open.length === 0) return textResult("You have no open questions.");
  const lines = open.map(
    (ask) => `session_id ${ask.id}, asked ${ask.createdAt}: ${ask.questions[0]?.title ?? ""}`,
  );
  return textResult(lines.join("\n"));
};
