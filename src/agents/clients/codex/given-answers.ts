/**
 * The answers to Codex's own questions, which come as the text
 * `{"answers": {"<question id>": {"answers": [...]}}}`, by the questions' texts. Pure.
 */
import { isRecord, jsonIn } from "../../../core/json.ts";

/** What Codex writes before a person's own words. */
export const NOTE = "user_note: ";

export interface GivenAnswers {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** Null if there are none. */
export function givenAnswers(
  input: Readonly<Record<string, unknown>>,
  text: string,
): GivenAnswers | null {
  const questions: unknown[] = Array.isArray(input["questions"]) ? input["questions"] : [];
  const all = fieldOf(jsonIn(text), "answers");
  const given = questions.flatMap((question) => {
    const answers = fieldOf(fieldOf(all, String(fieldOf(question, "id"))), "answers");
    if (!Array.isArray(answers)) return [];
    return [{ question: String(fieldOf(question, "question")), ...parted(answers.map(String)) }];
  });
  if (given.length === 0) return null;
  const notes = given.filter(({ note }) => note !== "");
  return {
    answers: Object.fromEntries(given.map(({ question, chosen }) => [question, chosen])),
    ...(notes.length > 0 && {
      annotations: Object.fromEntries(
        notes.map(({ question, note }) => [question, { notes: note }]),
      ),
    }),
  };
}

/** Own words beside an option are a note on it; alone, they are the answer. */
function parted(answers: readonly string[]): { chosen: string[]; note: string } {
  const chosen = answers.filter((answer) => !answer.startsWith(NOTE));
  const words = answers.filter((answer) => answer.startsWith(NOTE));
  const own = words.map((answer) => answer.slice(NOTE.length));
  return chosen.length > 0 ? { chosen, note: own.join("\n") } : { chosen: own, note: "" };
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
