/** What a person has typed into a form: their own words and notes, to be kept when the form is of no use any more. */
import type { Ask } from "./ask.ts";
import type { FormState } from "./form.ts";

/** Empty when there is nothing. Notes that the asker began are not the person's. */
export function typedWords(
  { entries, globalNote }: Pick<FormState, "entries" | "globalNote">,
  { presentation }: Pick<Ask, "presentation">,
  ...beside: readonly string[]
): string {
  const given = [
    ...Object.values(presentation?.startingNotes ?? {}),
    presentation?.startingGlobalNote ?? "",
  ].map((words) => words.trim());
  const typed = [
    ...entries.flatMap(({ text, notes }) => [text, ...Object.values(notes)]),
    globalNote,
    ...beside,
  ].map((words) => words.trim());
  return [...new Set(typed)].filter((words) => words !== "" && !given.includes(words)).join("\n\n");
}
