/** opencode's answers, which are lists in the order of the questions, by the questions' texts. Pure. */
import { isRecord } from "../../../core/json.ts";

export function answersByQuestion(
  { questions }: Readonly<Record<string, unknown>>,
  answers: readonly (readonly string[])[],
): Record<string, string> {
  const asked: unknown[] = Array.isArray(questions) ? questions : [];
  return Object.fromEntries(
    asked.flatMap((question, index) => {
      if (!isRecord(question) || typeof question["question"] !== "string") return [];
      const isMany = question["multiple"] === true;
      const words = (answers[index] ?? []).map((part) => (isMany ? quoted(part) : part));
      return [[question["question"], words.join(", ")]];
    }),
  );
}

/** A part with a comma of its own must not look like two. */
function quoted(part: string): string {
  return part.includes(", ") || part.includes('"') ? JSON.stringify(part) : part;
}
