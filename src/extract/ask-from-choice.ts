/** Turns a choice found in a reply into the questions of an ask. */
import type { QuestionInput } from "../core/ask/question.ts";
import { shortened } from "../core/shortened.ts";
import type { Choice, ChoiceOption, ChoiceQuestion } from "./user-choice.ts";

// The longest texts that a question can hold.
const LONGEST_PROMPT = 100_000;
const LONGEST_LABEL = 500;
const LONGEST_DESCRIPTION = 4_000;
const LONGEST_ID = 200;

/**
 * Ready for the desk. The text around the questions becomes the ask's context; a question's own
 * context follows its prompt.
 */
export function askFromChoice(choice: Choice): { questions: QuestionInput[]; context?: string } {
  if (choice.type === "user_choice") {
    const { context, ...question } = choice;
    return { questions: [questionOf(question)], ...contextOf(context) };
  }
  return {
    questions: choice.questions.map(questionOf),
    ...contextOf(choice.title, choice.description),
  };
}

/** The person picks options or types their own text. Without options, text alone. */
function questionOf({
  question,
  context,
  multiSelect,
  choices,
}: Omit<ChoiceQuestion, "id">): QuestionInput {
  const options = withOwnIds(choices).map(offered);
  const words =
    context === undefined || context.trim() === "" ? question : `${question}\n\n${context}`;
  const prompt = shortened(words, LONGEST_PROMPT);
  if (options.length === 0) return { prompt, selectionMode: "text_input" };
  if (multiSelect) return { prompt, options, selectionMode: "hybrid", multiSelect };
  return { prompt, options, selectionMode: "hybrid", maxSelections: 1 };
}

/**
 * A label that is too long is cut. The description then begins with the whole
 * label, as far as it fits.
 */
function offered({ id, label, description }: ChoiceOption): ChoiceOption {
  const isLong = label.trim().length > LONGEST_LABEL;
  const details = [
    ...(isLong ? [label.trim()] : []),
    ...(description === undefined ? [] : [description]),
  ].join("\n\n");
  return {
    id,
    label: shortened(label.trim(), LONGEST_LABEL),
    ...(details === "" ? {} : { description: shortened(details, LONGEST_DESCRIPTION) }),
  };
}

/**
 * Positions replace the ids if a model used one twice, because it could not tell what was
 * chosen, or a very long one.
 */
function withOwnIds(choices: ChoiceQuestion["choices"]): ChoiceQuestion["choices"] {
  const ids = new Set(choices.map(({ id }) => id));
  if (ids.size === choices.length && choices.every(({ id }) => id.length <= LONGEST_ID))
    return choices;
  return choices.map((option, index) => ({ ...option, id: String(index + 1) }));
}

function contextOf(...parts: (string | undefined)[]): { context?: string } {
  const context = parts.filter((part) => part !== undefined && part.trim() !== "").join("\n\n");
  return context === "" ? {} : { context };
}
