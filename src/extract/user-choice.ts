/** The three kinds of choice that a model may write, and the two shapes they are read into. */
import { isRecord, jsonIn } from "../core/json.ts";

export interface ChoiceOption {
  id: string;
  label: string;
  description?: string;
}

/** One question alone. */
export interface UserChoice {
  type: "user_choice";
  question: string;
  context?: string;
  multiSelect?: true;
  choices: ChoiceOption[];
}

/** Several questions in one form. */
export interface UserChoices {
  type: "user_choices";
  title?: string;
  description?: string;
  questions: ChoiceQuestion[];
}

export interface ChoiceQuestion {
  id: string;
  question: string;
  context?: string;
  multiSelect?: true;
  choices: ChoiceOption[];
}

export type Choice = UserChoice | UserChoices;

/** A choice that was meant but cannot be asked: what is wrong with it, for its model. */
export interface Unreadable {
  problem: string;
}

/**
 * The choice in the JSON, or null if it is none of the three kinds. A choice with a part
 * missing is not asked in part.
 */
export function readChoice(json: string): Choice | null {
  const read = choiceFrom(jsonIn(json));
  return read === null || "problem" in read ? null : read;
}

/** By hand, because a schema takes long for a reply with thousands of objects. */
export function choiceFrom(written: unknown): Choice | Unreadable | null {
  if (!isRecord(written)) return null;
  switch (written["type"]) {
    case "user_choice": {
      const read = questionFrom(written, "");
      return "problem" in read ? read : { type: "user_choice", ...withoutId(read) };
    }
    case "user_choices":
      return formFrom(written);
    case "user_choice_group":
      return groupFrom(written);
    case undefined:
      return untypedFrom(written);
    default:
      return null;
  }
}

/** A group without a type is recognised by its question alone. */
function untypedFrom(written: Written): Choice | Unreadable | null {
  const { question, choices, options } = written;
  if (!isWords(question)) return null;
  const read = Array.isArray(choices) && choices.some(isRecord) ? groupFrom(written) : null;
  if (read !== null && !("problem" in read)) return read;
  const isMeant = [choices, options].some(Array.isArray);
  const isAllKnown = Object.keys(written).every((key) => KNOWN.has(key));
  return isMeant && isAllKnown ? wrong('type is missing, as in "type": "user_choice"') : null;
}

const KNOWN = new Set(["id", "question", "context", "multiSelect", "choices", "options"]);

type Written = Record<string, unknown>;
type Read = Omit<ChoiceQuestion, "id"> & { ownId: string | undefined };

/** `options` and `choices` mean the same here. */
function questionFrom(written: Written, where: string): Read | Unreadable {
  const { type = "user_choice", question } = written;
  if (type !== "user_choice") return wrong(`${where}type has to be "user_choice"`);
  if (!isWords(question)) return wrong(`${where}question is missing`);
  const choices = optionsFrom(written["choices"], `${where}choices`);
  const options = optionsFrom(written["options"], `${where}options`);
  if (choices !== null && "problem" in choices) return choices;
  if (options !== null && "problem" in options) return options;
  if (choices === null && options === null) return wrong(`${where}options is missing`);
  return {
    ownId: idIn(written),
    question,
    ...maybe("context", written),
    ...(written["multiSelect"] === true && { multiSelect: true }),
    choices: (choices?.length ? choices : options) ?? [],
  };
}

/** A form written as `user_choices` knows only `choices`. */
function formFrom(written: Written): Choice | Unreadable {
  const parts = listOf(written["questions"]);
  if (parts === null || parts.length === 0) return wrong("questions is missing or empty");
  const withOptions = parts.findIndex((part) => isRecord(part) && listOf(part["choices"]) === null);
  if (withOptions >= 0) return wrong(`questions[${withOptions}].choices is missing`);
  const read = partsFrom(
    parts.map((part) => (isRecord(part) ? { ...part, type: undefined, options: undefined } : part)),
    "questions",
  );
  if ("problem" in read) return read;
  const { title, description } = written;
  return formOf(textIn(title), textIn(description), read);
}

/**
 * A group of one question becomes that question. The words around it are its context
 * if it has none of its own.
 */
function groupFrom(written: Written): Choice | Unreadable {
  const parts = listOf(written["choices"]);
  if (parts === null || parts.length === 0) return wrong("choices is missing or empty");
  const read = partsFrom(parts, "choices");
  if ("problem" in read) return read;
  const [question, context] = [textIn(written["question"]), textIn(written["context"])];
  const [only, ...others] = read;
  if (only === undefined || others.length > 0) return formOf(question, context, read);
  const own = withoutId(only);
  return {
    type: "user_choice",
    ...own,
    ...(own.context === undefined && context !== undefined && { context }),
  };
}

function partsFrom(parts: readonly unknown[], where: string): Read[] | Unreadable {
  const read: Read[] = [];
  for (const [index, part] of parts.entries()) {
    if (!isRecord(part)) return wrong(`${where}[${index}] is not an object`);
    const one = questionFrom(part, `${where}[${index}].`);
    if ("problem" in one) return one;
    read.push(one);
  }
  return read;
}

function formOf(
  title: string | undefined,
  description: string | undefined,
  parts: readonly Read[],
): UserChoices {
  return {
    type: "user_choices",
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    questions: parts.map((part, index) => ({
      id: part.ownId ?? `q${index + 1}`,
      ...withoutId(part),
    })),
  };
}

/** Models also write an option as its words alone, or a label as a number, and mean the same. */
function optionsFrom(written: unknown, where: string): ChoiceOption[] | Unreadable | null {
  if (written === undefined || written === null) return null;
  const items = listOf(written);
  if (items === null) return wrong(`${where} is not a list`);
  if (items.length === 0 && (written as unknown[]).length > 0) return wrong(`${where} is empty`);
  const options: ChoiceOption[] = [];
  for (const [index, item] of items.entries()) {
    const label = labelIn(isRecord(item) ? item["label"] : item);
    if (label === null) return wrong(`${where}[${index}].label is missing`);
    const own = isRecord(item) ? item : {};
    options.push({ id: idIn(own) ?? String(index + 1), label, ...maybe("description", own) });
  }
  return options;
}

/** The list without its nulls, which say nothing. */
function listOf(written: unknown): unknown[] | null {
  return Array.isArray(written) ? written.filter((item) => item !== null) : null;
}

function labelIn(written: unknown): string | null {
  if (typeof written === "number") return String(written);
  return isWords(written) ? written : null;
}

function idIn({ id }: Written): string | undefined {
  if (typeof id === "number") return String(id);
  return typeof id === "string" && id !== "" ? id : undefined;
}

function maybe<Name extends "context" | "description">(name: Name, written: Written) {
  const text = textIn(written[name]);
  // The computed key would otherwise lose its name.
  return (text === undefined ? {} : { [name]: text }) as Partial<Record<Name, string>>;
}

function textIn(written: unknown): string | undefined {
  return typeof written === "string" ? written : undefined;
}

function isWords(written: unknown): written is string {
  return typeof written === "string" && written.trim() !== "";
}

function withoutId({ ownId: _, ...question }: Read): Omit<ChoiceQuestion, "id"> {
  return question;
}

function wrong(problem: string): Unreadable {
  return { problem: `${problem}.` };
}
