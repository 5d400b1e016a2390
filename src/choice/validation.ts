/**
 * Every rule about what may be asked with `provide_choice`. A new rule goes here and nowhere else.
 */
import { AsklineError } from "../core/ask/errors.ts";
import {
  completeQuestion,
  type Problem,
  problemOf,
  type Question,
  type QuestionInput,
  questionProblems,
  repeated,
} from "../core/ask/question.ts";

import { isRecord } from "../core/json.ts";
import { ProvideChoiceRequest } from "./request.ts";

/** A request that can be shown, or the id of an earlier one whose result is wanted. */
export type ParsedRequest =
  | { kind: "ask"; request: ProvideChoiceRequest; question: Question }
  | { kind: "poll"; sessionId: string };

export class InvalidRequest extends AsklineError {
  readonly code = "invalid_request";
  readonly suggestion = "Correct every field named and call again; nothing was shown to anybody.";
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(({ field, message }) => `${field}: ${message}`).join("\n"));
    this.problems = problems;
  }
}

/**
 * Throws InvalidRequest, which names every wrong field at once. Unknown fields are ignored, and so
 * is any attempt to take away the person's cancel.
 */
export function parseRequest(input: unknown): ParsedRequest {
  const given = withoutNulls(input ?? {});
  if (isPoll(given)) return poll(given["session_id"]);
  const value = isRecord(given) ? withoutIdleFields(given) : given;
  const parsed = ProvideChoiceRequest.safeParse(value);
  const misfits = isRecord(value) ? modeMisfits(value) : [];
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
    throw new InvalidRequest([
      ...parsed.error.issues.map((issue) => problemOf(issue, "request")),
      ...misfits,
      ...problemsBeside(wrong, value),
    ]);
  }
  const request = parsed.data;
  const problems = [...misfits, ...choiceProblems(request)];
  if (problems.length > 0) throw new InvalidRequest(problems);
  return { kind: "ask", request, question: completeQuestion(inputOf(request)) };
}

/** A model that fills in every field of the schema sends an empty session_id with its question. */
function isPoll(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value) || value["session_id"] === undefined) return false;
  return !saysNothing(value["session_id"]) || !ASKING.some((field) => field in value);
}

const ASKING = ["title", "prompt", "selection_mode"];

/** Fields without effect in a mode. A value there is a mistake that the model should learn of. */
const UNFIT: Record<string, readonly string[]> = {
  single: ["placeholder", "min_selections", "max_selections"],
  multi: ["placeholder", "single_submit_mode"],
  text_input: [
    "default_selection_ids",
    "min_selections",
    "max_selections",
    "single_submit_mode",
    "option_annotations",
  ],
};

/** Fields that change nothing about the answer in a mode, so that any value is harmless there. */
const HARMLESS: Record<string, { field: string; isOne: (value: unknown) => boolean }> = {
  single: { field: "show_placeholder", isOne: (value) => typeof value === "boolean" },
  multi: { field: "show_placeholder", isOne: (value) => typeof value === "boolean" },
  text_input: { field: "options", isOne: Array.isArray },
};

/**
 * The request without the fields that do not apply to it and say nothing. Models fill in every
 * field they are shown; refusing that would cost a call and teach them nothing.
 */
function withoutIdleFields(request: Record<string, unknown>): Record<string, unknown> {
  const mode = String(request["selection_mode"]);
  const harmless = HARMLESS[mode];
  const unfit = [
    ...(UNFIT[mode] ?? []),
    ...(harmless === undefined ? [] : [harmless.field]),
    ...(request["transport"] === "web" ? ["hand_off"] : []),
  ];
  const isIdle = (field: string, value: unknown) =>
    (unfit.includes(field) && saysNothing(value)) ||
    (harmless?.field === field && harmless.isOne(value));
  return Object.fromEntries(Object.entries(request).filter((entry) => !isIdle(...entry)));
}

function modeMisfits(request: Record<string, unknown>): Problem[] {
  const mode = request["selection_mode"];
  const given = (UNFIT[String(mode)] ?? []).filter(
    (field) => request[field] !== undefined && !isWhatSingleMeans(field, request[field], mode),
  );
  return given.map((field) => ({
    field,
    message: `It does not fit selection_mode ${mode}; leave it out.`,
  }));
}

function isWhatSingleMeans(field: string, value: unknown, mode: unknown): boolean {
  return mode === "single" && field.endsWith("_selections") && value === 1;
}

function saysNothing(value: unknown): boolean {
  if (value === undefined || value === false || value === 0) return true;
  if (typeof value === "string") return value.trim() === "";
  return (
    (Array.isArray(value) && value.length === 0) ||
    (isRecord(value) && Object.keys(value).length === 0)
  );
}

/** The problems in the readable fields, when others could not be read. */
function problemsBeside(unread: Set<string>, value: unknown): Problem[] {
  if (!isRecord(value) || LOOKED_AT_TOGETHER.some((field) => unread.has(field))) return [];
  const readable = Object.entries(value).filter(([field]) => !unread.has(field));
  const parsed = ProvideChoiceRequest.safeParse({
    title: "-",
    prompt: "-",
    ...Object.fromEntries(readable),
  });
  return parsed.success ? choiceProblems(parsed.data) : [];
}

const LOOKED_AT_TOGETHER = [
  "selection_mode",
  "options",
  "default_selection_ids",
  "min_selections",
  "max_selections",
  "option_annotations",
  "timeout_action",
  "transport",
  "hand_off",
];

function choiceProblems(request: ProvideChoiceRequest): Problem[] {
  const { options = [], selection_mode, timeout_action, default_selection_ids = [] } = request;
  if (selection_mode !== "text_input" && options.length === 0) {
    const message = "Give at least one option, or use selection_mode text_input for free text.";
    return [{ field: "options", message }];
  }
  const problems = selection_mode === "text_input" ? [] : optionProblems(request);
  if (timeout_action === "default" && default_selection_ids.length === 0) {
    const message = '"default" needs default_selection_ids to fall back on.';
    problems.push({ field: "timeout_action", message });
  }
  if (request.hand_off === true && request.transport === "web") {
    const message = "It opens a terminal; leave it out with transport web.";
    problems.push({ field: "hand_off", message });
  }
  return problems;
}

function optionProblems(request: ProvideChoiceRequest): Problem[] {
  const { options = [], option_annotations, default_selection_ids = [] } = request;
  const problems = questionProblems(completeQuestion(inputOf(request))).map(inTheirWords);
  // A completed question has each default once, so only the request shows a repeat.
  for (const id of repeated(default_selection_ids))
    problems.push({ field: "default_selection_ids", message: `"${id}" is named twice.` });
  if (!options.some((option) => option.recommended)) {
    const message =
      "Mark at least one option as recommended, so that the person knows what you would do.";
    problems.push({ field: "options", message });
  }
  const noted = typeof option_annotations === "object" ? Object.keys(option_annotations) : [];
  for (const id of noted.filter((key) => !options.some((option) => option.id === key))) {
    const message = `"${id}" is not one of the options.`;
    problems.push({ field: "option_annotations", message });
  }
  return problems;
}

const WIRE_NAMES: Record<string, string> = {
  defaultOptionIds: "default_selection_ids",
  minSelections: "min_selections",
  maxSelections: "max_selections",
};

function inTheirWords({ field, message }: Problem): Problem {
  return { field: WIRE_NAMES[field] ?? field, message };
}

function inputOf(request: ProvideChoiceRequest): QuestionInput {
  return {
    title: request.title,
    prompt: request.prompt,
    selectionMode: request.selection_mode,
    options: request.options ?? [],
    placeholder: request.placeholder,
    defaultOptionIds: request.default_selection_ids,
    minSelections: request.min_selections,
    maxSelections: request.max_selections,
  };
}

function poll(sessionId: unknown): ParsedRequest {
  if (typeof sessionId === "string" && sessionId.trim() !== "")
    return { kind: "poll", sessionId: sessionId.trim() };
  const message = "Give the session_id that an earlier call returned, as text.";
  throw new InvalidRequest([{ field: "session_id", message }]);
}

/** Some clients send null for a field they leave out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(entries.map(([name, field]) => [name, withoutNulls(field)]));
}
