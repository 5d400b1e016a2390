/** AskUserQuestion as an ask: its questions, options and previews; own text and notes both ways. */
import { z } from "zod";
import type { QuestionInput } from "../../core/ask/question.ts";
import { type AskedQuestion, answersFrom, idOf, replyFrom } from "../clients/claude-code/question-answers.ts";
import { wordsForRejection } from "../clients/common/words-for-agents.ts";
import { type Dialog, NO_OPINION } from "./dialog.ts";
import { clipped, fenced, seen } from "./fence.ts";
import type { DialogMessages } from "./messages.ts";
import type { DialogEvent, NamedTools } from "./open-dialog.ts";

const text = z.string().catch("");
const Input = z.looseObject({
  questions: z
    .array(
      z.looseObject({
        question: z.string().regex(/\S/),
        header: text,
        options: z.array(z.looseObject({ label: z.string().min(1), description: text, preview: z.string().nullish() })),
        multiSelect: z.boolean().catch(false),
      }),
    )
    .min(1),
});

const Answered = z.looseObject({
  answers: z.record(z.string(), z.string()),
  annotations: z
    .record(z.string(), z.looseObject({ notes: z.string().optional(), preview: z.string().optional() }))
    .catch({}),
});

const MOST_PREVIEW = 4_000;

/** Null when the input is not what the tool takes, or answers to it could be mixed up: the dialog stays the terminal's. */
export function questionDialog(event: DialogEvent, { text: say, shape }: NamedTools): Dialog | null {
  const parsed = Input.safeParse(event.input).data;
  if (parsed === undefined || !isUnambiguous(parsed)) return null;
  const questions = parsed.questions.map(
    (asked): AskedQuestion => ({
      ...asked,
      options: asked.options.map((option) => ({ ...option, preview: option.preview ?? null })),
    }),
  );
  return {
    kind: "ask_user_question",
    asks: {
      questions: questions.map((question) => shown(question, say)),
      presentation: { offerOptionNotes: true, offerGlobalNote: true },
    },
    replyTo({ outcome }) {
      if (outcome.status === "rejected") return shape.deny(wordsForRejection(outcome));
      if (outcome.status !== "completed") return NO_OPINION;
      return shape.allow({ input: { ...event.input, ...answersFrom(questions, outcome.reply) } });
    },
    decisionIn({ input, response, hasFailed }) {
      const given = Answered.safeParse(response).data ?? Answered.safeParse(input).data;
      if (hasFailed || given === undefined) return null;
      return replyFrom(questions, { answers: given.answers, annotations: annotationsOf(given) });
    },
  };
}

function annotationsOf({ annotations }: z.infer<typeof Answered>) {
  return Object.fromEntries(
    Object.entries(annotations).map(([question, { notes }]) => [question, notes === undefined ? {} : { notes }]),
  );
}

function shown({ question, header, options, multiSelect }: AskedQuestion, say: DialogMessages): QuestionInput {
  const previews = options.flatMap(({ label, preview }) =>
    preview ? [say.preview(label), fenced(clipped(seen(preview).text, MOST_PREVIEW, say.leftOut))] : [],
  );
  return {
    title: header.slice(0, 200),
    prompt: [question.trim(), ...previews].join("\n\n").slice(0, 100_000),
    selectionMode: options.length === 0 ? "text_input" : "hybrid",
    options: options.map(({ label, description }, index) => ({
      id: idOf(index),
      label: label.trim().slice(0, 480) || "–",
      description: description.slice(0, 4_000),
      ...(/\(recommended\)\s*$/i.test(label) ? { recommended: true } : {}),
    })),
    ...(multiSelect ? { multiSelect, minSelections: 1, maxSelections: options.length } : {}),
  };
}

/** Answers go by the question's words and the option's words alone: what reads alike could be taken for the other. */
function isUnambiguous({ questions }: z.infer<typeof Input>): boolean {
  const areDistinct = (words: string[]) =>
    new Set(words.map((word) => word.trim().slice(0, 480))).size === words.length;
  return (
    areDistinct(questions.map(({ question }) => question)) &&
    questions.every(({ options }) => areDistinct(options.map(({ label }) => label)))
  );
}
