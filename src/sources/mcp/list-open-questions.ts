/** `list_open_questions`: this caller's questions that are still unanswered. */
import { z } from "zod";
import { NOT_TOLD_APART, type ToolCall, textResult } from "./call.ts";

export const OpenQuestions = z.object({
  questions: z.array(z.object({ session_id: z.string(), title: z.string(), asked_at: z.string() })),
  text: z.string().describe("All of it in words"),
});

export const listOpenQuestions: ToolCall = async (_, { desk }, { source, isOne }) => {
  if (!isOne) return textResult({ questions: [], text: NOT_TOLD_APART });
  const open = await desk.find({ status: "pending", asker: source });
  const questions = open.map(({ id, createdAt, questions: [first] }) => ({
    session_id: id,
    title: first?.title ?? "",
    asked_at: createdAt,
  }));
  const lines = questions.map(
    (one) => `session_id ${one.session_id}, asked ${one.asked_at}: ${one.title}`,
  );
  return textResult({
    questions,
    text: lines.length === 0 ? "You have no open questions." : lines.join("\n"),
  });
};
