/** The `provide_choice` contract as pure functions: `import { parseRequest } from "askline/choice"`. */
import type { Ask, Presentation, Provenance } from "./ask.js";
import { AsklineError } from "./errors.js";
import type { OptionInput, Question, SelectionMode } from "./question.js";

/** The request as it travels. */
export interface ProvideChoiceRequest {
  title: string;
  /** Markdown. */
  prompt: string;
  selection_mode: SelectionMode;
  /** Not used by `text_input`; at least one is recommended. */
  options?: (OptionInput & { id: string })[] | undefined;
  placeholder?: string | undefined;
  show_placeholder?: boolean | undefined;
  /** Preselected; they hold if nobody answers in time. */
  default_selection_ids?: string[] | undefined;
  min_selections?: number | undefined;
  max_selections?: number | undefined;
  /** true: choosing an option submits at once. */
  single_submit_mode?: boolean | undefined;
  /** false offers no notes on options; an object of option id to text gives notes to start from. */
  option_annotations?: boolean | Record<string, string> | undefined;
  /** false offers no note on the whole; a text gives a note to start from. */
  global_annotation?: boolean | string | undefined;
  /** 300 unless given. */
  timeout_seconds?: number | undefined;
  timeout_action?: "default" | "none" | undefined;
  transport?: "terminal" | "web" | undefined;
  /** true returns at once with a command that opens the question in a terminal; false never does. */
  hand_off?: boolean | undefined;
}

/** A request that is fit to be shown, or the id of an earlier one whose result is wanted. */
export type ParsedRequest =
  | { kind: "ask"; request: ProvideChoiceRequest; question: Question }
  | { kind: "poll"; sessionId: string };

export class InvalidRequest extends AsklineError {
  readonly code: "invalid_request";
  readonly suggestion: string;
  /** Every wrong field. The message has a line for each. */
  readonly problems: readonly { field: string; message: string }[];
  constructor(problems: readonly { field: string; message: string }[]);
}

/** Throws InvalidRequest naming every wrong field at once. Fields it does not know are ignored. */
export function parseRequest(input: unknown): ParsedRequest;

/** Five minutes, unless the request or the person's settings say otherwise. */
export const DEFAULT_TIMEOUT_SECONDS = 300;

/** What a valid request asks for, ready for `ask` or a desk. */
export interface ChoiceAsk {
  questions: [Question];
  timeoutSeconds: number;
  onTimeout: "default" | "none";
  presentation: Presentation;
}

export function askFromRequest(
  parsed: Extract<ParsedRequest, { kind: "ask" }>,
  options?: { savedTimeoutSeconds?: number | undefined },
): ChoiceAsk;

/** What became of an ask, in the contract's words. */
export interface ProvideChoiceResponse {
  action_status:
    | "selected"
    | "custom_input"
    | "cancelled"
    | "timeout"
    | "pending_terminal_launch"
    | "pending";
  selection: {
    selected_ids: string[];
    custom_input: string | null;
    option_annotations: Record<string, string>;
    global_annotation: string | null;
    /** What was decided, or what to do next, in words. */
    summary: string;
    url: string | null;
  };
  session_id: string;
  /** Null while nobody has decided. */
  provenance: Provenance | null;
  /** While a hand-off is unfinished. `opened` holds while its terminal lives. */
  hand_off?:
    | {
        state: "not_opened" | "opened" | "closed";
        opened_at: string | null;
        closed_at: string | null;
      }
    | undefined;
  /** When this result was first given to its caller; absent the first time. */
  already_fetched_at?: string | undefined;
}

/** How a handed-off question is opened: the exact command for a terminal, and its page. */
export interface Launch {
  /** Its page on the running hub, without any code; null without a hub. */
  url: string | null;
  command: string;
  /** The page it is shown on meanwhile, where there is one. */
  page?: string | undefined;
}

/** The ask ended without anybody deciding: neither a cancel nor a timeout, so it has no response. */
export class ChoiceAbandoned extends AsklineError {
  readonly code: "abandoned";
  readonly suggestion: string;
  constructor(ask: Ask);
}

/** Throws ChoiceAbandoned. `launch` is needed for an unfinished hand-off. */
export function responseFromAsk(ask: Ask, launch?: Launch): ProvideChoiceResponse;
