/**
 * Converts answers between AskUserQuestion's form (joined labels, keyed by question text) and ours.
 */
import type { Answer, Reply } from "../../../core/ask/answer.ts";
import { NO_ANSWER } from "../../../core/ask/wording.ts";
import { jsonIn } from "../../../core/json.ts";

export interface AskedQuestion {
  question: string;
  header: string;
  options: { label: string; description: string; preview: string | null }[];
  multiSelect: boolean;
}

export interface Answers {
  answers: Record<string, string>;
  annotations: Record<string, { notes?: string; preview?: string }>;
}

const BETWEEN = ", ";

/** Option ids are positions, so that a label can be shown differently from how it is sent. */
export function idOf(index: number): string {
  return String(index + 1);
}

export function answersFrom(
  questions: readonly AskedQuestion[],
  { answers, globalNote }: Reply,
): Answers {
  const given = questions.map((asked, index) => {
    const note = index === 0 ? globalNote : undefined;
    return {
      question: asked.question,
      ...answerTo(asked, answers[index] ?? { optionIds: [] }, note),
    };
  });
  // Built from entries, since a question's text may be a name such as `__proto__`.
  return {
    answers: Object.fromEntries(given.map(({ question, answer }) => [question, answer])),
    annotations: Object.fromEntries(
      given.flatMap(({ question, annotation }) =>
        annotation === null ? [] : [[question, annotation]],
      ),
    ),
  };
}

function answerTo(
  asked: AskedQuestion,
  { optionIds, customText, optionNotes, unanswered }: Answer,
  globalNote = "",
) {
  if (unanswered) return { answer: NO_ANSWER, annotation: null };
  const chosen = asked.options.filter((_, position) => optionIds.includes(idOf(position)));
  const labels = chosen.map(({ label }) => label);
  const text = customText?.trim() ?? "";
  // A single choice is sent as one label, so text beside it becomes a note.
  const isNote = text !== "" && labels.length > 0 && !asked.multiSelect;
  const parts = [...labels, ...(text === "" || isNote ? [] : [text])];
  const answer = (asked.multiSelect ? parts.map(asPart) : parts).join(BETWEEN);
  const notes = [isNote ? text : "", ...Object.values(optionNotes ?? {}), globalNote]
    .filter(Boolean)
    .join("\n");
  const preview = chosen.length === 1 ? chosen[0]?.preview : null;
  const annotation =
    notes !== "" || preview
      ? { ...(notes !== "" && { notes }), ...(preview && { preview }) }
      : null;
  return { answer, annotation };
}

/** Quotes a part as Claude Code does: if it holds the separator or a quotation mark. */
function asPart(part: string): string {
  return part.includes(BETWEEN) || part.includes('"') ? JSON.stringify(part) : part;
}

function partFrom(part: string): string {
  const read = part.startsWith('"') ? jsonIn(part) : part;
  return typeof read === "string" ? read : part;
}

/** Null if a question has no answer there. */
export function replyFrom(questions: readonly AskedQuestion[], given: Answers): Reply | null {
  const answers: Answer[] = [];
  let globalNote = "";
  for (const asked of questions) {
    const text = Object.hasOwn(given.answers, asked.question)
      ? given.answers[asked.question]
      : undefined;
    if (text === undefined) return null;
    const answer = answerFrom(asked, text);
    const notes = Object.hasOwn(given.annotations, asked.question)
      ? (given.annotations[asked.question]?.notes ?? "")
      : "";
    const [first] = answer.optionIds;
    if (notes !== "" && first !== undefined) answer.optionNotes = { [first]: notes };
    else if (notes !== "") globalNote = globalNote === "" ? notes : `${globalNote}\n${notes}`;
    answers.push(answer);
  }
  return { answers, ...(globalNote === "" ? {} : { globalNote }) };
}

function answerFrom({ options, multiSelect }: AskedQuestion, text: string): Answer {
  if (!multiSelect) {
    const exact = options.findIndex(({ label }) => label === text);
    return exact === -1 ? { optionIds: [], customText: text } : { optionIds: [idOf(exact)] };
  }
  const readings = readingsOf(options, text);
  const whole = readings.filter(({ rest }) => rest === "");
  const [reading, another] = whole.length > 0 ? whole : readings;
  // Labels may hold commas themselves. A text that can be read in two ways is kept as own text.
  if (reading === undefined || another !== undefined) return { optionIds: [], customText: text };
  return {
    optionIds: reading.ids,
    ...(reading.rest === "" ? {} : { customText: partFrom(reading.rest) }),
  };
}

interface Reading {
  ids: string[];
  /** The person's own text, which follows the labels. */
  rest: string;
}

// Far more than any real question needs.
const MOST_STEPS = 500;

/**
 * Every way to read the beginning of the text as labels in any order. Empty if there are too many.
 */
function readingsOf(options: AskedQuestion["options"], text: string): Reading[] {
  const readings = new Map<string, Reading>();
  const steps: { taken: readonly number[]; rest: string }[] = [{ taken: [], rest: text }];
  for (let count = 0; steps.length > 0; count++) {
    if (count === MOST_STEPS) return [];
    const { taken, rest } = steps.pop() ?? { taken: [], rest: "" };
    const fitting = [...options.entries()]
      .filter(([index]) => !taken.includes(index))
      .flatMap(([index, { label }]) =>
        [...new Set([label, asPart(label)])].map((form) => [index, form] as const),
      )
      .filter(([, form]) => rest === form || rest.startsWith(form + BETWEEN));
    for (const [index, form] of fitting) {
      steps.push({ taken: [...taken, index], rest: rest.slice(form.length + BETWEEN.length) });
    }
    if (fitting.length > 0) continue;
    const ids = [...taken].sort((one, other) => one - other).map(idOf);
    readings.set(JSON.stringify([ids, rest]), { ids, rest });
  }
  return [...readings.values()];
}
