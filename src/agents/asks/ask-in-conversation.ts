/**
 * Turns an ask into the text of a conversation, and a conversation's question into an ask. Pure.
 */
import type { Turn } from "../../core/agent/agent.ts";
import type { Answer } from "../../core/ask/answer.ts";
import type { Ask, SettledAsk } from "../../core/ask/ask.ts";
import type { Question } from "../../core/ask/question.ts";
import { wordOutcome, wordReply } from "../../core/ask/wording.ts";
import { askFromChoice, extractUserChoice } from "../../extract/extract.ts";
import { DECLINED } from "../clients/common/tool-questions.ts";

/** A person's decision as their next message to the agent; null if there is nothing to say. */
export function messageFrom({ questions, outcome }: SettledAsk): string | null {
  if (outcome.status === "rejected")
    return outcome.reply === undefined
      ? outcome.rejectionReason
      : wordOutcome({ questions, outcome });
  if (outcome.status !== "completed") return null;
  const { answers, globalNote } = outcome.reply;
  const [question] = questions;
  const [answer] = answers;
  if (questions.length > 1 || question === undefined || answer === undefined)
    return wordReply(questions, outcome.reply);
  return [...inOwnWords(question, answer), ...(globalNote ? [globalNote] : [])].join("\n") || null;
}

/** As the person would have typed it themselves. */
function inOwnWords(
  { options }: Question,
  { optionIds, customText, optionNotes }: Answer,
): string[] {
  const chosen = options.filter(({ id }) => optionIds.includes(id));
  const labels = chosen.map(({ id, label }) =>
    optionNotes?.[id] ? `${label} (${optionNotes[id]})` : label,
  );
  return [...(labels.length > 0 ? [labels.join(", ")] : []), ...(customText ? [customText] : [])];
}

/** If no person answered, the outcome stands in for the answer: the agent no longer waits. */
export function answerTo(ask: SettledAsk) {
  const { by, at } = ask.outcome.provenance;
  if (by === "person") return { text: messageFrom(ask) ?? DECLINED, actor: "USER", at } as const;
  return { text: wordOutcome(ask), actor: "AGENT", at } as const;
}

export function questionIn({ id, questions, source }: Ask) {
  const prompts = questions.map(({ prompt }) => prompt);
  const options = questions.flatMap((question) =>
    question.options.map(({ label, description }) =>
      description ? { label, description } : { label },
    ),
  );
  return {
    askId: id,
    text:
      prompts.length === 1
        ? (prompts[0] ?? "")
        : prompts.map((prompt, at) => `${at + 1}. ${prompt}`).join("\n"),
    options: options.length === 0 ? null : options,
    ...(source.callId === undefined ? {} : { toolUseId: source.callId }),
  };
}

export function asksOf({ text, question }: Turn) {
  const found = question?.source === "user_choice" ? extractUserChoice(text) : null;
  if (found !== null) return askFromChoice(found.choice);
  return {
    questions: [
      { prompt: (question?.text ?? text).slice(0, 100_000), selectionMode: "text_input" as const },
    ],
  };
}
