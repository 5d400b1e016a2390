/** What a program may write to standard input: a whole ask, or just one question. */
import { z } from "zod";
import { OnTimeout, Urgency } from "../../core/ask/ask.ts";
import { InvalidQuestion } from "../../core/ask/errors.ts";
import { type Question, QuestionInput, questionFrom, sentenceOf } from "../../core/ask/question.ts";
import { jsonIn } from "../../core/json.ts";
import { nearestWord } from "../../core/nearest-word.ts";
import { UsageError } from "../failure.ts";
import type { QuestionOptions } from "./flags.ts";
import { readInput } from "./read-input.ts";

// An unknown field is a mistake by the writer: if it were ignored, it would
// silently change what is asked.
const OptionFromProgram = QuestionInput.shape.options.unwrap().element.strict();
const QuestionFromProgram = QuestionInput.extend({
  options: z.array(OptionFromProgram).optional(),
}).strict();
const WholeAsk = z.strictObject({
  questions: z.array(QuestionFromProgram).min(1).max(20),
  context: z.string().max(100_000).optional(),
  timeoutSeconds: z.number().positive().optional(),
  onTimeout: OnTimeout.optional(),
  urgency: Urgency.optional(),
  project: z.string().optional(),
});

/** Its questions are complete and checked. */
export type AskFromProgram = Omit<z.infer<typeof WholeAsk>, "questions"> & {
  questions: Question[];
};

export async function fromProgram(options: QuestionOptions): Promise<AskFromProgram> {
  const text = process.stdin.isTTY ? "" : ((await readInput()) ?? "");
  if (text.trim() === "") throw new UsageError((usage) => usage.noQuestion());
  const flags = flagsAboutQuestion(options);
  if (flags.length > 0) throw new UsageError((usage) => usage.flagsBesideJson(flags));
  const value = parseJson(text);
  const isWhole = typeof value === "object" && value !== null && "questions" in value;
  const parsed = isWhole ? WholeAsk.safeParse(value) : QuestionFromProgram.safeParse(value);
  if (!parsed.success)
    throw new InvalidQuestion(parsed.error.issues.flatMap((issue) => sentencesOf(issue, isWhole)));
  const asked = "questions" in parsed.data ? parsed.data : { questions: [parsed.data] };
  return { ...asked, questions: asked.questions.map(questionFrom) };
}

const FLAGS: Record<keyof QuestionOptions, string> = {
  option: "--option",
  recommend: "--recommend",
  default: "--default",
  multi: "--multi",
  mode: "--mode",
  min: "--min",
  max: "--max",
  title: "--title",
  placeholder: "--placeholder",
};

function flagsAboutQuestion(options: QuestionOptions): string[] {
  const names = Object.keys(FLAGS) as (keyof QuestionOptions)[];
  return names.filter((name) => options[name] !== undefined).map((name) => FLAGS[name]);
}

const FIELDS = {
  ask: Object.keys(WholeAsk.shape),
  question: Object.keys(QuestionFromProgram.shape),
  option: Object.keys(OptionFromProgram.shape),
};

function sentencesOf(issue: z.core.$ZodIssue, isWhole: boolean): string[] {
  if (issue.code !== "unrecognized_keys") return [sentenceOf(issue)];
  const known = fieldsAt(issue.path, isWhole);
  return issue.keys.map((key) => {
    const path = [...issue.path, key];
    if (!isWhole && FIELDS.ask.includes(key)) {
      return sentenceOf({ path, message: 'It belongs to a whole ask, beside "questions"' });
    }
    const nearest = nearestWord(key, known);
    const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
    return `${path.join(".")}: There is no such field${hint || "."}`;
  });
}

/** A single question may be a whole ask whose "questions" is misspelt. */
function fieldsAt(path: PropertyKey[], isWhole: boolean): string[] {
  if (path.includes("options")) return FIELDS.option;
  if (isWhole) return path.length === 0 ? FIELDS.ask : FIELDS.question;
  return [...FIELDS.question, ...FIELDS.ask];
}

function parseJson(text: string): unknown {
  const given = jsonIn(text);
  if (given === undefined) throw new UsageError((usage) => usage.notJson());
  return given;
}
