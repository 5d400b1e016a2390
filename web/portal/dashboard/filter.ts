/** Filters the dashboard's asks by project and search words. */
import type { Ask } from "../../../src/core/ask/ask.ts";
import type { LiveAsk } from "../../../src/surfaces/portal/wire.ts";
import { originOf, projectOf } from "../parts/ask-words.ts";
import type { Messages } from "../parts/messages.ts";

export interface Filter {
  search: string;
  /** Empty for every project. */
  project: string;
}

export function matching(
  asks: readonly LiveAsk[],
  { search, project }: Filter,
  text: Messages,
): LiveAsk[] {
  const words = search.toLowerCase().normalize("NFC").split(/\s+/).filter(Boolean);
  return asks.filter(({ ask }) => {
    if (project !== "" && projectOf(ask) !== project) return false;
    const searched = searchedIn(ask, text);
    return words.every((word) => searched.includes(word));
  });
}

export function projectsOf(asks: readonly LiveAsk[]): string[] {
  const projects = new Set(asks.map(({ ask }) => projectOf(ask)));
  return [...projects]
    .filter((project) => project !== "")
    .sort((one, other) => one.localeCompare(other));
}

function searchedIn(ask: Ask, text: Messages): string {
  const questions = ask.questions.flatMap(({ title, prompt, options }) => [
    title,
    prompt,
    ...options.map((o) => o.label),
  ]);
  return [...questions, originOf(ask, text), ask.source.workingDirectory ?? ""]
    .join("\n")
    .toLowerCase()
    .normalize("NFC");
}
