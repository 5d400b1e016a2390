/** A question as typed on the command line: its words, and flags for the rest. */
import type { Ask } from "../../core/ask/ask.ts";
import { type Question, type QuestionInput, questionFrom } from "../../core/ask/question.ts";
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
  const offered = (options.option ?? []).map(optionFrom);
  const bare = questionFrom({ prompt, options: offered });
  const named = (words: string[] = []) => words.map((word) => optionNamed(bare, word));
  const recommended = new Set(named(options.recommend));
  const question: QuestionInput = {
    prompt,
    title: options.title,
    selectionMode: options.mode,
    multiSelect: options.multi,
    options: offered.map((option, index) => ({
      ...option,
      recommended: recommended.has(String(index + 1)),
    })),
    placeholder: options.placeholder,
    defaultOptionIds: named(options.default),
    minSelections: options.min,
    maxSelections: options.max,
  };
  return { questions: [question] };
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
  const meant = interpret({ ...question, selectionMode: "single" }, word);
  if (meant.kind === "answer" && meant.answer.optionIds[0] !== undefined)
    return meant.answer.optionIds[0];
  throw new UsageError((usage) => usage.notAnOption(word));
}
