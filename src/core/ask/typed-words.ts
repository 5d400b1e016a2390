/** What a person has typed into a form: their own words and notes, to be kept when the form is of no use any more. */
import type { Reply } from "./answer.ts";
import type { Ask, Outcome } from "./ask.ts";
import type { FormState } from "./form.ts";

/**
 * Empty when there is nothing. Notes that the asker began are not the person's, and what the outcome
 * says has been sent.
 */
export function typedWords(
  { entries, globalNote }: Pick<FormState, "entries" | "globalNote">,
  { presentation, outcome = null }: Partial<Pick<Ask, "presentation" | "outcome">>,
  ...beside: readonly string[]
): string {
  const known = [
    ...Object.values(presentation?.startingNotes ?? {}),
    presentation?.startingGlobalNote ?? "",
    ...(outcome === null ? [] : wordsIn(outcome)),
  ].map((words) => words.trim());
  const typed = [
    ...entries.flatMap(({ text, notes }) => [text, ...Object.values(notes)]),
    globalNote,
    ...beside,
  ].map((words) => words.trim());
  return [...new Set(typed)].filter((words) => words !== "" && !known.includes(words)).join("\n\n");
}

function wordsIn(outcome: Outcome): string[] {
  const replied = "reply" in outcome && outcome.reply ? wordsOf(outcome.reply) : [];
  if (outcome.status !== "rejected") return replied;
  const { rejectionReason, notes = [], askBack = [] } = outcome;
  return [...replied, rejectionReason ?? "", ...[...notes, ...askBack].map(({ text }) => text)];
}

function wordsOf({ answers, globalNote = "" }: Reply): string[] {
  const written = answers.flatMap(({ customText = "", optionNotes = {} }) => [
    customText,
    ...Object.values(optionNotes),
  ]);
  return [...written, globalNote];
}
