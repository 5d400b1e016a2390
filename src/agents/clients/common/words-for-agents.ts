/** Messages to an agent when a person did not simply answer or agree. In English, for agents. */
import type { Outcome } from "../../../core/ask/ask.ts";

type Rejected = Extract<Outcome, { status: "rejected" }>;

const NO_WAY_AROUND =
  "Do not try to get the same done another way; ask what they would like instead.";

export function wordsForDenial(reason: string | null): string {
  const said = reason?.trim();
  return said ? `A person denied this and says: ${said}` : `A person denied this. ${NO_WAY_AROUND}`;
}

export function wordsForRuling(rule: string, reason: string | null): string {
  const said = reason === null ? "" : ` It says: ${reason}`;
  const ruling = `A rule that a person has set ("${rule}") denies this; nobody was asked.`;
  return `${ruling}${said} ${NO_WAY_AROUND}`;
}

/** The person chose no option and only wrote a text: a reason, a wish or a condition. */
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

/** For a client that takes an answer only as the reason of a refusal. */
export function wordsForAnswers(words: string): string {
  return `${ANSWERED}${words}`;
}

const ANSWERED =
  "This is no error: a person has answered elsewhere, so nobody was asked here. Their answer: ";

/** The answer in such words; null if they are none. */
export function answerInWordsFor(message: string): string | null {
  const at = message.indexOf(ANSWERED);
  return at === -1 ? null : message.slice(at + ANSWERED.length).trim();
}

/** Whether these are our words about a refusal, which nobody typed. */
export function isForAgent(text: string): boolean {
  return OURS.test(text);
}

const OURS =
  /^(?:A person (?:denied this(?: and says:|\. Do not try)|did not allow this\.)|A rule that a person has set \(")/;

/** The person's own text from one of these messages; null if there is none. */
export function wordsOfPerson(message: string): string | null {
  return /^A person [^\n]*?(?: and says| They say): ([\s\S]+)$/.exec(message)?.[1]?.trim() || null;
}

function withWords(sentence: string, said: string): string {
  return said === "" ? sentence : `${sentence} They say: ${said}`;
}
