/** A question as typed on the command line: its words, and flags for the rest. */
import type { Ask } from "../../core/ask/ask.ts";
import { InvalidQuestion } from "../../core/ask/errors.ts";
import { checkQuestion, type Question, questionFrom } from "../../core/ask/question.ts";
import { inOptionOrder } from "../../core/ask/selection.ts";
import { interpret } from "../../core/interpret/interpret.ts";
import type { CommonOptions } from "../context.ts";
import { UsageError } from "../failure.ts";
import type { AskFromProgram } from "./standard-input.ts";

export interface AskOptions extends CommonOptions, QuestionOptions {
  context?: string;
  timeout?: string;
  onTimeout?: Ask["onTimeout"];
  urgency?: Ask["urgency"];
  project?: string;
  wait: boolean;
  prompt: boolean;
}

/** The flags about the question itself. */
export interface QuestionOptions {
  option?: string[];
  recommend?: string[];
  default?: string[];
  multi?: boolean;
  mode?: Question["selectionMode"];
  min?: number;
  max?: number;
  title?: string;
  placeholder?: string;
}

export function fromFlags(prompt: string, options: QuestionOptions): AskFromProgram {
  checkMulti(options);
  const question = questionFrom({
    prompt,
    title: options.title,
    selectionMode: options.mode,
    multiSelect: options.multi,
    options: (options.option ?? []).map(optionFrom),
    placeholder: options.placeholder,
    minSelections: options.min,
    maxSelections: options.max,
  });
  return { questions: [withNamed(question, options)] };
}

/** Options are recommended and preselected by their numbers and labels, so these come last. */
function withNamed(question: Question, options: QuestionOptions): Question {
  const named = (words: string[] = []) => words.map((word) => optionNamed(question, word));
  const recommended = new Set(named(options.recommend));
  const whole = {
    ...question,
    options: question.options.map((option) => ({
      ...option,
      recommended: recommended.has(option.id),
    })),
    defaultOptionIds: inOptionOrder(question.options, named(options.default)),
  };
  const problems = checkQuestion(whole);
  if (problems.length > 0) throw new InvalidQuestion(problems);
  return whole;
}

function checkMulti({ multi, mode, option = [] }: QuestionOptions) {
  if (!multi) return;
  if (mode === "single" || mode === "text_input")
    throw new UsageError((usage) => usage.contradiction(mode));
  if (option.length === 0) throw new UsageError((usage) => usage.nothingToChoose());
}

function optionFrom(text: string): { label: string; description?: string } {
  const [label = "", ...description] = text.split(" :: ");
  return {
    label: label.trim(),
    ...(description.length === 0 ? {} : { description: description.join(" :: ").trim() }),
  };
}

function optionNamed(question: Question, word: string): string {
  const toName = { selectionMode: "single", minSelections: 1, maxSelections: 1 } as const;
  const meant = interpret({ ...question, ...toName }, word);
  if (meant.kind === "answer" && meant.answer.optionIds[0] !== undefined)
    return meant.answer.optionIds[0];
  throw new UsageError((usage) => usage.notAnOption(word));
}
