/** AskUserQuestion as an ask: its questions, options and previews, plus own text and notes. */
import type { QuestionInput } from "../../core/ask/question.ts";
import { askedQuestionsIn } from "../clients/claude-code/asked-questions.ts";
import { type AskedQuestion, idOf } from "../clients/claude-code/question-answers.ts";
import type { Dialog, ShownDialog } from "./dialog.ts";
import { clipped, fenced, seen } from "./fence.ts";
import type { DialogMessages } from "./messages.ts";

const MOST_PREVIEW = 4_000;

/** Null if only the agent's terminal can answer this dialog. */
export function questionDialog(input: Dialog["input"], text: DialogMessages): ShownDialog | null {
  const questions = askedQuestionsIn(input);
  if (questions === null) return null;
  return {
    updates: [],
    asks: {
      questions: questions.map((question) => shown(question, text)),
      presentation: { offerOptionNotes: true, offerGlobalNote: true },
    },
  };
}

function shown(
  { question, header, options, multiSelect }: AskedQuestion,
  text: DialogMessages,
): QuestionInput {
  const previews = options.flatMap(({ label, preview }) =>
    preview
      ? [text.preview(label), fenced(clipped(seen(preview).text, MOST_PREVIEW, text.leftOut))]
      : [],
  );
  return {
    title: header.slice(0, 200),
    prompt: [question.trim(), ...previews].join("\n\n").slice(0, 100_000),
    selectionMode: options.length === 0 ? "text_input" : "hybrid",
    options: options.map(({ label, description }, index) => ({
      id: idOf(index),
      label: label.trim().slice(0, 480) || "–",
      description: description.slice(0, 4_000),
      ...(/\(recommended\)\s*$/i.test(label) ? { recommended: true } : {}),
    })),
    ...(multiSelect ? { multiSelect, minSelections: 1, maxSelections: options.length } : {}),
  };
}
