/**
 * Finds choices inside a model's reply, reads them and takes them out of the text
 * (`askline/extract`). Pure, in linear time.
 */
import { createFenceScanner } from "./fence-scanner.ts";
import { createRawScanner } from "./raw-scanner.ts";
import type { Choice } from "./user-choice.ts";

export { askFromChoice } from "./ask-from-choice.ts";
export { type ChoiceStream, createChoiceStream } from "./choice-stream.ts";
export type {
  Choice,
  ChoiceOption,
  ChoiceQuestion,
  UserChoice,
  UserChoices,
} from "./user-choice.ts";

export interface ExtractedChoice {
  choice: Choice;
  textWithoutChoice: string;
}

/**
 * Finds the first choice in a reply and returns the text without it. Never throws: no choice is an
 * answer too. A choice in a ```json block wins over one in the bare text, wherever each stands. Of
 * a reply with a block, only the block is taken out. Of a reply with a bare choice, the text before
 * it stays and the text after it goes.
 */
export function extractUserChoice(text: string): ExtractedChoice | null {
  const fences = createFenceScanner();
  const fenced = fences.read(text);
  if (fenced !== null) {
    return {
      choice: fenced.choice,
      textWithoutChoice: text.slice(0, fenced.start) + text.slice(fenced.end),
    };
  }
  const scanner = createRawScanner({ readings: fences.readings });
  const raw = scanner.read(text) ?? scanner.end();
  return raw && { choice: raw.choice, textWithoutChoice: text.slice(0, raw.start) };
}
