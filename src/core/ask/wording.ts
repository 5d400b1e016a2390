/**
 * An outcome in the words an agent reads. The specification prescribes the lines
 * that begin with an arrow.
 */
import type { Answer, Reply } from "./answer.ts";
import { type Ask, rulingOf } from "./ask.ts";
import { wordNotes } from "./notes.ts";
import type { Question } from "./question.ts";

/** Each question with its number and prompt, and below it what was chosen. */
export function wordReply(questions: readonly Question[], reply: Reply): string {
  const parts = questions.map((question, index) => {
    const answer = reply.answers[index] ?? { optionIds: [] };
    return [`${index + 1}. ${question.prompt}`, ...wordAnswer(question, answer)].join("\n");
  });
  return [...parts, ...(reply.globalNote ? [`Note: ${reply.globalNote}`] : [])].join("\n\n");
}

/** One line for each selection, one for the person's own text. */
export function wordAnswer(question: Question, answer: Answer): string[] {
  if (answer.unanswered) return [`→ ${NO_ANSWER}`];
  const lines = question.options
    .filter((option) => answer.optionIds.includes(option.id))
    .map((option) => {
      const description = option.description ? ` — ${option.description}` : "";
      const note = answer.optionNotes?.[option.id];
      return `→ ${option.label}${description}${note ? ` (note: ${note})` : ""}`;
    });
  if (answer.editedInput !== undefined)
    lines.push(`→ Changed before it was allowed: ${JSON.stringify(answer.editedInput)}`);
  if (answer.customText) lines.push(`→ Other: '${inQuotes(answer.customText)}'`);
  return lines.length > 0 ? lines : ["→ (No selection)"];
}

/** For a question that a person left out. Nothing chosen on purpose is "(No selection)". */
export const NO_ANSWER = "(No answer)";

/** How an ask ended, for the agent that put it. The text always says what to do next. */
export function wordOutcome({ questions, outcome }: Pick<Ask, "questions" | "outcome">): string {
  if (outcome === null) return "No answer yet. The question is still open.";
  switch (outcome.status) {
    case "completed": {
      const rule = rulingOf(outcome);
      const words = wordReply(questions, outcome.reply);
      return rule === null
        ? words
        : `The rule "${rule}" decided this; no person was asked.\n\n${words}`;
    }
    case "rejected":
      return wordRejection(questions, outcome);
    case "timed_out":
      if (outcome.reply === undefined) {
        return "Nobody answered in time and there is no default. Do not take silence for consent: stop, or ask again.";
      }
      return `Nobody answered in time. The default now holds; no person chose it.\n\n${wordReply(questions, outcome.reply)}`;
    case "abandoned":
      return ABANDONED[outcome.kind] + (outcome.detail ? ` (${outcome.detail})` : "");
  }
}

const ABANDONED = {
  withdrawn: "The question was withdrawn before anybody answered.",
  owner_gone: "The program that asked is gone, so the question was closed without an answer.",
  corrupt: "An answer arrived that could not be used, so the question was closed. Ask again.",
} as const;

function wordRejection(
  questions: readonly Question[],
  {
    kind,
    rejectionReason,
    askBack = [],
    notes = [],
    reply,
  }: Extract<Ask["outcome"], { status: "rejected" }>,
): string {
  const reason = rejectionReason === null ? "" : ` They say: ${rejectionReason}`;
  if (kind === "cancel")
    return `The person cancelled. Do not go on with any of the options; ask what they want instead.${reason}`;
  if (kind === "reject") return `The person declined to answer.${reason}`;
  const wishes = askBack.map(({ questionIndex, kind: wish, text }) => {
    const what = wish === "elaborate" ? "say more about" : "ask differently";
    return `- ${what}: "${questions[questionIndex]?.title ?? questionIndex + 1}"${text === "" ? "" : `. ${text}`}`;
  });
  const answered =
    reply === undefined ? "" : `\n\nThis much they answered:\n\n${wordReply(questions, reply)}`;
  return (
    [
      "The person would like you to improve the question and ask again.",
      ...wishes,
      ...(askBack.length > 0 ? wordNotes(questions, notes) : []),
    ].join("\n") +
    (askBack.length > 0 ? "" : reason) +
    answered
  );
}

function inQuotes(text: string): string {
  return text.replace(/[\\']/g, "\\$&").replace(/\r?\n/g, "\\n");
}
