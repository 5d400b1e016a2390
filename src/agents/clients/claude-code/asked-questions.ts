/** Reads the input of AskUserQuestion, and its result after it was answered in the terminal. */
import { z } from "zod";
import type { Answers, AskedQuestion } from "./question-answers.ts";

const text = z.string().catch("");
const Input = z.looseObject({
  questions: z
    .array(
      z.looseObject({
        question: z.string().regex(/\S/),
        header: text,
        // Gemini CLI leaves them out where one writes.
        options: z
          .array(
            z.looseObject({
              label: z.string().min(1),
              description: text,
              preview: z.string().nullish(),
            }),
          )
          .default([]),
        multiSelect: z.boolean().catch(false),
      }),
    )
    .min(1),
});

// Codex has a list for each question.
const Given = z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(", "))]);
const Answered = z.looseObject({
  answers: z.record(z.string(), Given),
  annotations: z
    .record(
      z.string(),
      z.looseObject({ notes: z.string().optional(), preview: z.string().optional() }),
    )
    .catch({}),
});

/**
 * Null if the input has another shape, or if its answers could be mixed up. Only the terminal can
 * answer such a dialog.
 */
export function askedQuestionsIn(input: unknown): AskedQuestion[] | null {
  const parsed = Input.safeParse(input).data;
  if (parsed === undefined || !isUnambiguous(parsed)) return null;
  return parsed.questions.map((asked) => ({
    ...asked,
    options: asked.options.map((option) => ({ ...option, preview: option.preview ?? null })),
  }));
}

/** Null if there are none. */
export function answersGivenIn(value: unknown): Answers | null {
  const given = Answered.safeParse(value).data;
  if (given === undefined) return null;
  const annotations = Object.entries(given.annotations).map(([question, { notes }]) => [
    question,
    notes === undefined ? {} : { notes },
  ]);
  return { answers: given.answers, annotations: Object.fromEntries(annotations) };
}

/** Answers are keyed by the text of question and option alone, so equal texts could be mixed up. */
function isUnambiguous({ questions }: z.infer<typeof Input>): boolean {
  const areDistinct = (words: string[]) =>
    new Set(words.map((word) => word.trim().slice(0, 480))).size === words.length;
  return (
    areDistinct(questions.map(({ question }) => question)) &&
    questions.every(({ options }) => areDistinct(options.map(({ label }) => label)))
  );
}
