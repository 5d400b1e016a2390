/** Choices inside a model's reply: `import { extractUserChoice } from "askline/extract"`. */
import type { QuestionInput } from "./question.js";

export interface ChoiceOption {
  id: string;
  label: string;
  description?: string;
}

/** One question alone. */
export interface UserChoice {
  type: "user_choice";
  question: string;
  context?: string;
  multiSelect?: true;
  choices: ChoiceOption[];
}

/** Several questions in one form. */
export interface UserChoices {
  type: "user_choices";
  title?: string;
  description?: string;
  questions: ChoiceQuestion[];
}

export interface ChoiceQuestion {
  id: string;
  question: string;
  context?: string;
  multiSelect?: true;
  choices: ChoiceOption[];
}

export type Choice = UserChoice | UserChoices;

export interface ExtractedChoice {
  choice: Choice;
  textWithoutChoice: string;
}

/**
 * Finds the first choice in a reply and gives back the text without it. Never throws: no choice is an answer too.
 * A choice in a ```json block goes before one in the bare text, wherever each stands. The block alone is taken out; of a
 * bare one the text before it stays and the text after it goes.
 */
export function extractUserChoice(text: string): ExtractedChoice | null;

/** Ready for `ask` or a desk. What stands around the questions is the ask's context. */
export function askFromChoice(choice: Choice): { questions: QuestionInput[]; context?: string };

export interface ChoiceStream {
  /** Takes the next piece of the reply and gives back what may be shown now. */
  push(chunk: string): string;
  /** The reply is over: what may be shown after all, and the choice that was in it. */
  end(): { text: string; choice: Choice | null };
}

/** For a reply that is shown while it is still being written: a choice in it is held back and never seen. */
export function createChoiceStream(): ChoiceStream;
