/**
 * Every rule about what may be asked with `provide_choice`. A new rule goes here and nowhere else.
 */
import { AsklineError } from "../core/ask/errors.ts";
import {
  checkQuestion,
  completeQuestion,
  type Question,
  type QuestionInput,
  sentenceOf,
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
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/**
 * Throws InvalidRequest, which names every wrong field at once. Unknown fields are ignored, and so
 * is any attempt to take away the person's cancel.
 */
export function parseRequest(input: unknown): ParsedRequest {
  const value = withoutNulls(input ?? {});
  if (isRecord(value) && value["session_id"] !== undefined) return poll(value["session_id"]);
  const parsed = ProvideChoiceRequest.safeParse(value);
  const misfits = isRecord(value) ? modeMisfits(value) : [];
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
    throw new InvalidRequest([
      ...parsed.error.issues.map(sentenceOf),
      ...misfits,
      ...problemsBeside(wrong, value),
    ]);
  }
  const request = parsed.data;
  const problems = [...misfits, ...choiceProblems(request)];
  if (problems.length > 0) throw new InvalidRequest(problems);
  return { kind: "ask", request, question: completeQuestion(inputOf(request)) };
}

/**
 * Flags without effect in the chosen mode. They are refused rather than ignored, so that the
 * model learns of its mistake.
 */
function modeMisfits(request: Record<string, unknown>): string[] {
  const mode = request["selection_mode"];
  const unfit: Record<string, string[]> = {
    single: ["placeholder", "show_placeholder", "min_selections", "max_selections"],
    multi: ["placeholder", "show_placeholder", "single_submit_mode"],
    text_input: [
      "options",
      "default_selection_ids",
      "min_selections",
      "max_selections",
      "single_submit_mode",
      "option_annotations",
    ],
  };
  const given = (unfit[String(mode)] ?? []).filter(
    (field) => !saysNothing(field, request[field], mode),
  );
  return given.map((field) => `${field}: It does not fit selection_mode ${mode}; leave it out.`);
}

/** Values that a careful client may send along without any meaning. */
function saysNothing(field: string, value: unknown, mode: unknown): boolean {
  if (value === undefined || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return (
    mode === "single" && (field === "min_selections" || field === "max_selections") && value === 1
  );
}

/** The problems in the readable fields, when others could not be read. */
function problemsBeside(unread: Set<string>, value: unknown): string[] {
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

function choiceProblems(request: ProvideChoiceRequest): string[] {
  const {
    options = [],
    selection_mode,
    option_annotations,
    timeout_action,
    default_selection_ids = [],
  } = request;
  if (selection_mode !== "text_input" && options.length === 0) {
    return ["options: Give at least one option, or use selection_mode text_input for free text."];
  }
  const problems =
    selection_mode === "text_input" ? [] : checkQuestion(completeQuestion(inputOf(request)));
  if (options.length > 0 && !options.some((option) => option.recommended)) {
    problems.push(
      "options: Mark at least one option as recommended, so that the person knows what you would do.",
    );
  }
  const ids = options.map((option, index) => option.id ?? String(index + 1));
  if (typeof option_annotations === "object") {
    const strange = Object.keys(option_annotations).filter((id) => !ids.includes(id));
    problems.push(...strange.map((id) => `option_annotations: "${id}" is not one of the options.`));
  }
  if (timeout_action === "default" && default_selection_ids.length === 0) {
    problems.push('timeout_action: "default" needs default_selection_ids to fall back on.');
  }
  if (request.hand_off === true && request.transport === "web") {
    problems.push("hand_off: It opens a terminal; leave it out with transport web.");
  }
  return problems;
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
  throw new InvalidRequest([
    "session_id: Give the session_id that an earlier call returned, as text.",
  ]);
}

/** Some clients send null for a field they leave out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(entries.map(([name, field]) => [name, withoutNulls(field)]));
}
