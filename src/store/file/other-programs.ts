/**
 * What AUQ's terminal inbox writes into answers.json beside plain answers. There a person may ask
 * for a better question: an entry of its own whose text begins with a mark, then a sentence that
 * the program made, then the person's words, if any.
 */
import type { AskBack } from "../../core/ask/ask.ts";
import type { Question } from "../../core/ask/question.ts";

const MARKS = { "[ELABORATE_REQUEST]": "elaborate", "[REPHRASE_REQUEST]": "rephrase" } as const;

/** The wish in an entry's text; null for a plain answer. */
export function askBackIn(
  question: Question,
  questionIndex: number,
  customText: string | null | undefined,
): AskBack | null {
  const text = customText?.trimStart() ?? "";
  const found = Object.entries(MARKS).find(([mark]) => text.startsWith(mark));
  if (found === undefined) return null;
  const [mark, kind] = found;
  return { questionIndex, kind, text: wordsBehind(text.slice(mark.length).trimStart(), question) };
}

/** The person's words without the labels that the program puts before them. */
function wordsBehind(text: string, question: Question): string {
  const behind = withoutSentence(text, question).replace(/^\s*Question index: \d+(?=\n|$)/, "");
  const [whole = "", quoted = ""] = /\n?User guidance: "([\s\S]*)"\s*$/.exec(behind) ?? [];
  const note = behind.slice(0, behind.length - whole.length).trim();
  const words = [note.replace(/^User note: /, ""), quoted.replaceAll('\\"', '"').trim()];
  return words.filter((part) => part !== "").join("\n");
}

const SENTENCES = /^(?:This means the user|Please (?:elaborate on|rephrase) question)\b/;

/** A first line that is none of the program's sentences is kept: it may be the person's. */
function withoutSentence(text: string, { title, prompt }: Question): string {
  if (!SENTENCES.test(text)) return text;
  // An older sentence repeats the question, which may have several lines.
  const repeated = [`'${title}' (${prompt})`, `'${title}'`].find((words) => text.includes(words));
  const from = repeated === undefined ? 0 : text.indexOf(repeated) + repeated.length;
  const end = text.indexOf("\n", from);
  return end === -1 ? "" : text.slice(end);
}
