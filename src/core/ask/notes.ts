/**
 * Notes of a person who decides nothing: what they wrote on options or on the whole before they
 * cancelled or declined. Free of schemas, because the browser's form uses it.
 */
import { safeText } from "../safety/safe-text.ts";
import type { Note, Presentation } from "./ask.ts";
import type { FormState } from "./form.ts";
import type { Question } from "./question.ts";
import { refusalSentence } from "./selection.ts";

/** What the person can see. An unseen note must not go out in their name. */
export interface OfferedNotes {
  offerOptionNotes: boolean;
  offerGlobalNote: boolean;
}

/** The notes in a form that the person wrote or changed. The asker's own are not sent back. */
export function typedNotes(
  { questions, entries, globalNote }: FormState,
  { startingNotes = {}, startingGlobalNote = "" }: Presentation = {},
  { offerOptionNotes, offerGlobalNote }: OfferedNotes,
): Note[] {
  const onOptions = questions.flatMap((question, questionIndex) =>
    question.options.flatMap(({ id: optionId }) => {
      const text = entries[questionIndex]?.notes[optionId]?.trim() ?? "";
      const begun = questionIndex === 0 ? safeText(startingNotes[optionId] ?? "").trim() : "";
      return text === "" || text === begun ? [] : [{ questionIndex, optionId, text }];
    }),
  );
  const onAll = globalNote.trim();
  const isTyped = onAll !== "" && onAll !== safeText(startingGlobalNote).trim();
  return [
    ...(offerGlobalNote && isTyped ? [{ text: onAll }] : []),
    ...(offerOptionNotes ? onOptions : []),
  ];
}

/** Everything wrong with notes, as sentences. Empty if they are valid. */
export function checkNotes(questions: readonly Question[], notes: readonly Note[]): string[] {
  return notes.flatMap(({ questionIndex = 0, optionId }) => {
    const options = questions[questionIndex]?.options ?? [];
    if (optionId === undefined || options.some(({ id }) => id === optionId)) return [];
    return [refusalSentence({ reason: "unknown_option", optionId })];
  });
}

/** One line for each note; a note on an option begins with its label. */
export function wordNotes(questions: readonly Question[], notes: readonly Note[]): string[] {
  return notes.map(({ questionIndex = 0, optionId, text }) => {
    const option = questions[questionIndex]?.options.find(({ id }) => id === optionId);
    return option === undefined ? text : `${option.label}: ${text}`;
  });
}
