/** What an agent is told when a person did not simply answer or agree. English: agents read it. */
import type { Outcome } from "../../../core/ask/ask.ts";

type Rejected = Extract<Outcome, { status: "rejected" }>;

export function wordsForDenial(reason: string | null): string {
  const said = reason?.trim();
  return said
    ? `A person denied this and says: ${said}`
    : "A person denied this. Do not try to get the same done another way; ask what they would like instead.";
}

export function wordsForRuling(rule: string, reason: string | null): string {
  const said = reason === null ? "" : ` It says: ${reason}`;
  return `A rule that a person has set ("${rule}") denies this; nobody was asked.${said} Do not try to get the same done another way; ask what they would like instead.`;
}

/** They only wrote something, which may be a reason, a wish or a condition. */
export function wordsWithoutChoice(said: string): string {
  return withWords("A person did not allow this.", said.trim());
}

export function wordsForRejection({ kind, rejectionReason, askBack }: Rejected): string {
  const said =
    askBack
      ?.map(({ text }) => text)
      .filter(Boolean)
      .join("\n") ||
    rejectionReason?.trim() ||
    "";
  switch (kind) {
    case "elaborate":
      return withWords(
        "A person would like to know more before deciding. Explain it and ask again.",
        said,
      );
    case "rephrase":
      return withWords(
        "A person would like this asked in other words. Rephrase it and ask again.",
        said,
      );
    case "reject":
      return wordsForDenial(rejectionReason);
    case "cancel":
      return withWords("A person closed this without deciding. That is no consent.", said);
  }
}

export function wordsForPlanning(said: string | null): string {
  return withWords(
    "A person does not approve the plan yet. Stay in plan mode and go on planning.",
    said ?? "",
  );
}

/** What the person said, out of a sentence that was made here; null where they said nothing, or it is not one of these. */
export function wordsOfPerson(told: string): string | null {
  return /^A person [^\n]*?(?: and says| They say): ([\s\S]+)$/.exec(told)?.[1]?.trim() || null;
}

function withWords(sentence: string, said: string): string {
  return said === "" ? sentence : `${sentence} They say: ${said}`;
}
