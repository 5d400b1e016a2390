/** The person's decision as their next message to the agent, in the specification's words. Pure. */
import type { Answer } from "../../../core/ask/answer.ts";
import type { SettledAsk } from "../../../core/ask/ask.ts";
import type { Question } from "../../../core/ask/question.ts";
import { NO_ANSWER, wordOutcome } from "../../../core/ask/wording.ts";
import type { Choice, ChoiceQuestion } from "../../../extract/extract.ts";
import { CUSTOM_CHOICE } from "../cards/form-state.ts";

/**
 * For one question the id alone (`1`), for several `question: 1. label` lines; typed words in full.
 * Null if there was no decision.
 */
export function wordDecision(ask: SettledAsk, choice: Choice | null): string | null {
  const { outcome, questions } = ask;
  if (outcome.status === "rejected") return wordOutcome(ask);
  if (outcome.status !== "completed") return null;
  const { answers, globalNote } = outcome.reply;
  const [question] = questions;
  const [answer] = answers;
  const isOne = questions.length === 1 && question !== undefined && answer !== undefined;
  const words = isOne
    ? wordOne(answer)
    : questions.map((one, index) => wordOneOfMany(one, answers[index], written(choice, index)));
  return [...words, ...(globalNote ? [globalNote] : [])].join("\n");
}

function wordOne({ optionIds, customText }: Answer): string[] {
  const ids = optionIds.length === 0 ? [] : [optionIds.join(", ")];
  const own = customText === undefined ? [] : [customText];
  return ids.length + own.length === 0 ? ["(none)"] : [...ids, ...own];
}

/** Uses the agent's own text, which may have been shortened on the card. */
function wordOneOfMany(
  { prompt, options }: Question,
  answer: Answer | undefined,
  own: ChoiceQuestion | undefined,
): string {
  const { optionIds, customText, unanswered } = answer ?? { optionIds: [] };
  if (unanswered) return `${own?.question ?? prompt}: ${NO_ANSWER}`;
  const chosen = options.flatMap(({ id, label }, at) =>
    optionIds.includes(id) ? [`${id}. ${own?.choices[at]?.label.trim() ?? label}`] : [],
  );
  const typed = customText === undefined ? [] : [`${CUSTOM_CHOICE}. ${customText}`];
  return `${own?.question ?? prompt}: ${[...chosen, ...typed].join(", ") || "(none)"}`;
}

function written(choice: Choice | null, index: number): ChoiceQuestion | undefined {
  return choice?.type === "user_choices" ? choice.questions[index] : undefined;
}
