/**
 * A question as every part of Askline knows it, and how to make one from the
 * input of an agent or a file.
 */
import { z } from "zod";
import { safeLine } from "../safety/safe-text.ts";
import { shortened } from "../shortened.ts";
import { InvalidQuestion } from "./errors.ts";
import { inOptionOrder } from "./selection.ts";

export const SelectionMode = z.enum(["single", "multi", "text_input", "hybrid"]);
export type SelectionMode = z.infer<typeof SelectionMode>;

export const Option = z.object({
  id: z.string().min(1),
  label: z.string().min(1).describe("A few words a person can choose at a glance"),
  description: z.string().optional(),
  recommended: z.boolean().optional(),
});
export type Option = z.infer<typeof Option>;

/**
 * `text_input` and `hybrid` take text. In `hybrid`, text alone is an answer,
 * whatever the bounds are.
 */
export const Question = z.object({
  title: z.string(),
  prompt: z.string(),
  selectionMode: SelectionMode,
  options: z.array(Option),
  placeholder: z.string().optional(),
  defaultOptionIds: z.array(z.string()),
  minSelections: z.int().min(0),
  maxSelections: z.int().min(0),
});
export type Question = z.infer<typeof Question>;

/**
 * A question as a program may write it: missing ids become positions, and a missing mode or
 * bound follows from the rest.
 */
export const QuestionInput = z.object({
  title: z.string().max(200).optional(),
  prompt: z.string().trim().min(1).max(100_000),
  selectionMode: SelectionMode.optional(),
  multiSelect: z.boolean().optional(),
  options: z
    .array(
      z.object({
        id: z.string().min(1).max(200).optional(),
        label: z.string().trim().min(1).max(500),
        description: z.string().max(4_000).optional(),
        recommended: z.boolean().optional(),
      }),
    )
    .max(100)
    .default([]),
  placeholder: z.string().max(500).optional(),
  defaultOptionIds: z.array(z.string()).optional(),
  minSelections: z.int().min(0).optional(),
  maxSelections: z.int().min(0).optional(),
});
export type QuestionInput = z.input<typeof QuestionInput>;

/** Makes a complete question, or throws InvalidQuestion with everything that is wrong. */
export function questionFrom(input: QuestionInput): Question {
  const parsed = QuestionInput.safeParse(input);
  if (!parsed.success) throw new InvalidQuestion(parsed.error.issues.map(sentenceOf));
  const question = completeQuestion(parsed.data);
  const problems = checkQuestion(question);
  if (problems.length > 0) throw new InvalidQuestion(problems);
  return question;
}

/** What is wrong with one field, apart from its name. */
export interface Problem {
  field: string;
  message: string;
}

/** A schema's complaint; `whole` names what was read, where no field of it is to blame. */
export function problemOf(
  { path, message }: { path: PropertyKey[]; message: string },
  whole: string,
): Problem {
  return {
    field: path.length === 0 ? whole : path.join("."),
    message: `${inPlainWords(message)}.`,
  };
}

/** A schema's complaint as a sentence that names the field. */
export function sentenceOf(issue: { path: PropertyKey[]; message: string }): string {
  const [, unknown] = /^Unrecognized keys?: (.*)$/.exec(issue.message) ?? [];
  if (unknown !== undefined)
    return `${[...issue.path, ""].join(".").replace(/\.$/, ": ")}There is no field called ${unknown}.`;
  const { field, message } = problemOf(issue, "This");
  return `${field}: ${message}`;
}

/** Rewords the complaint for a reader who has never seen a schema. */
function inPlainWords(message: string): string {
  if (message.endsWith("received undefined")) return "It is missing";
  const [, expected = "", received = ""] =
    /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (received !== "")
    return `It has to be ${KINDS[expected] ?? expected}, not ${KINDS[received] ?? received}`;
  const bound = boundInPlainWords(message);
  if (bound !== null) return bound;
  const [, choices] = /^Invalid option: expected one of (.*)$/.exec(message) ?? [];
  return choices === undefined
    ? message.replace(/\.$/, "")
    : `It has to be one of ${choices.replaceAll("|", ", ")}`;
}

/** "Too small: expected string to have >=1 characters", say. */
function boundInPlainWords(message: string): string | null {
  const [, compared = "", limit = "", unit = "", said = ""] =
    /^Too (?:small|big): expected \w+ to (?:have|be) ([<>]=?)(\d+)( characters| items)?(.*)$/.exec(
      message,
    ) ?? [];
  if (compared === "" || said !== "") return null;
  if (unit !== "" && compared === ">=" && limit === "1") return "It is empty";
  const most = compared.startsWith("<") ? "at most" : compared === ">=" ? "at least" : "more than";
  return unit === "" ? `It has to be ${most} ${limit}` : `It has to have ${most} ${limit}${unit}`;
}

const KINDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "nothing",
};

/**
 * Fills in what was left out. Judges nothing, so that it also reads questions of
 * other programs as they are.
 */
export function completeQuestion(input: QuestionInput): Question {
  const options = (input.options ?? []).map(({ id, label, description, recommended }, index) => ({
    id: id ?? String(index + 1),
    label,
    ...(description === undefined ? {} : { description }),
    ...(recommended === undefined ? {} : { recommended }),
  }));
  const selectionMode = input.selectionMode ?? (options.length === 0 ? "text_input" : "hybrid");
  const takesMany =
    selectionMode === "multi" || (selectionMode === "hybrid" && input.multiSelect === true);
  const usualMost = takesMany ? options.length : 1;
  return {
    title: input.title?.trim() || titleOf(input.prompt),
    prompt: input.prompt,
    selectionMode,
    options,
    ...(input.placeholder === undefined ? {} : { placeholder: input.placeholder }),
    defaultOptionIds: inOptionOrder(options, input.defaultOptionIds ?? []),
    minSelections: input.minSelections ?? (takesMany || selectionMode === "text_input" ? 0 : 1),
    maxSelections: selectionMode === "text_input" ? 0 : (input.maxSelections ?? usualMost),
  };
}

/** Everything wrong with a question, as sentences an agent can act on. Empty if it is valid. */
export function checkQuestion(question: Question): string[] {
  return questionProblems(question).map(({ message }) => message);
}

/** The same with the field that each sentence is about. */
export function questionProblems(question: Question): Problem[] {
  const { selectionMode, options, defaultOptionIds, minSelections, maxSelections } = question;
  const problems: Problem[] = [];
  if (selectionMode === "text_input") {
    if (options.length > 0)
      complain("options", "A text_input question takes no options; use hybrid to offer both.");
    return problems;
  }
  if (options.length === 0)
    complain("options", "Give at least one option, or use text_input for free text.");
  const ids = options.map((option) => option.id);
  for (const id of repeated(ids))
    complain(`options.${ids.lastIndexOf(id)}.id`, `Option id "${id}" is used twice.`);
  const labels = options.map((option) => safeLine(option.label));
  for (const label of repeated(labels)) {
    complain(
      `options.${labels.lastIndexOf(label)}.label`,
      `Option label "${label}" is used twice; a person could not tell the two apart.`,
    );
  }
  for (const [index, option] of options.entries()) {
    if (labels[index]?.trim() === "")
      complain(`options.${index}.label`, `Option "${option.id}" has a label that shows nothing.`);
  }
  for (const id of defaultOptionIds) {
    if (!ids.includes(id))
      complain("defaultOptionIds", `Default "${id}" is not one of the options.`);
  }
  if (maxSelections === 0)
    complain("maxSelections", "The maximum of selections is 0; nothing could be chosen.");
  if (minSelections > maxSelections) {
    complain(
      "minSelections",
      `The minimum of ${minSelections} selections is more than the maximum of ${maxSelections}.`,
    );
  }
  if (minSelections > options.length) {
    complain(
      "minSelections",
      `The minimum of ${minSelections} selections is more than the ${options.length} options.`,
    );
  }
  if (selectionMode === "single" && maxSelections !== 1)
    complain("maxSelections", "A single question takes one selection at most.");
  if (defaultOptionIds.length > maxSelections) {
    complain(
      "defaultOptionIds",
      `${defaultOptionIds.length} defaults are more than the maximum of ${maxSelections} selections.`,
    );
  }
  return problems;

  function complain(field: string, message: string) {
    problems.push({ field, message });
  }
}

const LONGEST_TITLE = 60;

function titleOf(prompt: string): string {
  return shortened(safeLine(prompt.trim().split("\n", 1)[0] ?? ""), LONGEST_TITLE);
}

/** What occurs more than once. */
export function repeated(values: readonly string[]): Set<string> {
  return new Set(values.filter((value, index) => values.indexOf(value) !== index));
}
