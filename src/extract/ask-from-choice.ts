/** A choice found in a reply, as the questions of an ask. */
import type { QuestionInput } from "../core/question.ts";
import type { Choice, ChoiceQuestion } from "./user-choice.ts";

/** Ready for the desk. What stands around the questions is the ask's context; a question's own context follows its words. */
export function askFromChoice(choice: Choice): { questions: QuestionInput[]; context?: string } {
  if (choice.type === "user_choice") {
    const { context, ...question } = choice;
    return { questions: [questionOf(question)], ...contextOf(context) };
  }
  return { questions: choice.questions.map(questionOf), ...contextOf(choice.title, choice.description) };
}

/** Any of the options or the person's own text. Without options it is their text alone. */
function questionOf({ question, context, multiSelect, choices }: Omit<ChoiceQuestion, "id">): QuestionInput {
  const options = withOwnIds(choices);
  const prompt = context === undefined || context.trim() === "" ? question : `${question}\n\n${context}`;
  if (options.length === 0) return { prompt, selectionMode: "text_input" };
  if (multiSelect) return { prompt, options, selectionMode: "hybrid", multiSelect };
  return { prompt, options, selectionMode: "hybrid", maxSelections: 1 };
}

/** Ids that a model used twice could not tell it what was chosen; positions can. */
function withOwnIds(choices: ChoiceQuestion["choices"]): ChoiceQuestion["choices"] {
  if (new Set(choices.map(({ id }) => id)).size === choices.length) return choices;
  return choices.map((option, index) => ({ ...option, id: String(index + 1) }));
}

function contextOf(...parts: (string | undefined)[]): { context?: string } {
  const context = parts.filter((part) => part !== undefined && part.trim() !== "").join("\n\n");
  return context === "" ? {} : { context };
}
