/** The answers of AskUserQuestion, between its words (labels joined by commas, by question text) and ours. */
import type { Answer, Reply } from "../../core/answer.ts";

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

/** Option ids are positions, so that a label may be shown otherwise than it is sent. */
export function idOf(index: number): string {
  return String(index + 1);
}

export function answersFrom(questions: readonly AskedQuestion[], { answers, globalNote }: Reply): Answers {
  const result: Answers = { answers: {}, annotations: {} };
  for (const [index, asked] of questions.entries()) {
    const answer = answers[index] ?? { optionIds: [] };
    const chosen = asked.options.filter((_, position) => answer.optionIds.includes(idOf(position)));
    const labels = chosen.map(({ label }) => label);
    const text = answer.customText?.trim() ?? "";
    // One choice is one label to the agent; words beside it are a note on it.
    const isNote = text !== "" && labels.length > 0 && !asked.multiSelect;
    result.answers[asked.question] = [...labels, ...(text === "" || isNote ? [] : [text])].join(BETWEEN);
    const notes = [
      ...(isNote ? [text] : []),
      ...Object.values(answer.optionNotes ?? {}),
      ...(index === 0 && globalNote ? [globalNote] : []),
    ].join("\n");
    const preview = chosen.length === 1 ? chosen[0]?.preview : null;
    if (notes !== "" || preview) {
      result.annotations[asked.question] = { ...(notes !== "" && { notes }), ...(preview && { preview }) };
    }
  }
  return result;
}

/** Null when a question has no answer there. */
export function replyFrom(questions: readonly AskedQuestion[], given: Answers): Reply | null {
  const answers: Answer[] = [];
  let globalNote = "";
  for (const asked of questions) {
    const text = given.answers[asked.question];
    if (text === undefined) return null;
    const answer = answerFrom(asked, text);
    const notes = given.annotations[asked.question]?.notes ?? "";
    const [first] = answer.optionIds;
    if (notes !== "" && first !== undefined) answer.optionNotes = { [first]: notes };
    else if (notes !== "") globalNote = globalNote === "" ? notes : `${globalNote}\n${notes}`;
    answers.push(answer);
  }
  return { answers, ...(globalNote === "" ? {} : { globalNote }) };
}

function answerFrom({ options, multiSelect }: AskedQuestion, text: string): Answer {
  const exact = options.findIndex(({ label }) => label === text);
  if (exact !== -1) return { optionIds: [idOf(exact)] };
  if (!multiSelect) return { optionIds: [], customText: text };
  const { ids, rest } = labelsAtStart(options, text);
  const optionIds = options.map((_, index) => idOf(index)).filter((id) => ids.includes(id));
  return { optionIds, ...(rest === "" ? {} : { customText: rest }) };
}

/** Labels may hold commas themselves, so the longest one that fits is taken, as long as any fits. */
function labelsAtStart(options: AskedQuestion["options"], text: string): { ids: string[]; rest: string } {
  const ids: string[] = [];
  let rest = text;
  for (;;) {
    const fitting = options
      .map(({ label }, index) => ({ label, id: idOf(index) }))
      .filter(({ label, id }) => !ids.includes(id) && (rest === label || rest.startsWith(label + BETWEEN)))
      .sort((one, other) => other.label.length - one.label.length);
    const [longest] = fitting;
    if (longest === undefined) return { ids, rest };
    ids.push(longest.id);
    rest = rest.slice(longest.label.length + BETWEEN.length);
  }
}
