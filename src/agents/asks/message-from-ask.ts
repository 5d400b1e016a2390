/** A person's decision as the next thing they say to the agent; null when there is nothing to say. */
import type { Answer } from "../../core/ask/answer.ts";
import type { SettledAsk } from "../../core/ask/ask.ts";
import type { Question } from "../../core/ask/question.ts";
import { wordReply } from "../../core/ask/wording.ts";

export function messageFrom({ questions, outcome }: SettledAsk): string | null {
  if (outcome.status === "rejected") return outcome.rejectionReason;
  if (outcome.status !== "completed") return null;
  const { answers, globalNote } = outcome.reply;
  const [question] = questions;
  const [answer] = answers;
  if (questions.length > 1 || question === undefined || answer === undefined)
    return wordReply(questions, outcome.reply);
  return [...inOwnWords(question, answer), ...(globalNote ? [globalNote] : [])].join("\n") || null;
}

/** As they would have typed it themselves. */
function inOwnWords({ options }: Question, { optionIds, customText, optionNotes }: Answer): string[] {
  const chosen = options.filter(({ id }) => optionIds.includes(id));
  const labels = chosen.map(({ id, label }) => (optionNotes?.[id] ? `${label} (${optionNotes[id]})` : label));
  return [...(labels.length > 0 ? [labels.join(", ")] : []), ...(customText ? [customText] : [])];
}
