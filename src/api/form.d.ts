/**
 * The form a person fills in, as one pure reducer: `import { openForm, reduceForm } from "askline/form"`.
 *
 * A form is open until a submit is accepted. Then `submitted` holds the reply, and only `reset` opens the form again.
 * A refused action changes nothing but `refusal`, except that a refused submit also goes to the question it is about;
 * the next accepted action takes the refusal away. States are plain JSON and never changed in place.
 */
import type { Answer, Question, Reply } from "./question.js";

export type { Answer, Option, Question, Reply, SelectionMode } from "./question.js";

export interface FormState {
  readonly questions: readonly Question[];
  readonly autoSubmit: boolean;
  /** The current question. */
  readonly index: number;
  readonly entries: readonly Entry[];
  readonly globalNote: string;
  readonly refusal: { readonly questionIndex: number; readonly refusal: Refusal } | null;
  readonly submitted: Reply | null;
}

/** What the person did to one question. `chosenIds` is null until they touch the selection: the defaults still hold. */
export interface Entry {
  readonly chosenIds: readonly string[] | null;
  readonly text: string;
  readonly notes: Readonly<Record<string, string>>;
}

/** Why an action was refused. */
export type Refusal =
  | { reason: "unknown_option"; optionId: string }
  | { reason: "too_few"; atLeast: number; given: number }
  | { reason: "too_many"; atMost: number; given: number }
  | { reason: "text_needed" }
  | { reason: "text_not_taken" }
  | { reason: "nothing_chosen" };

/** An action is about the current question unless it names another; naming one does not go there. */
export type FormAction = { questionIndex?: number | undefined } & (
  | { type: "pick"; optionId: string }
  | { type: "toggle"; optionId: string }
  | { type: "type"; text: string }
  | { type: "note"; optionId: string; text: string }
  | { type: "globalNote"; text: string }
  | { type: "goTo"; index: number }
  | { type: "clear" | "next" | "previous" | "reset" | "submit" }
);

export interface FormOptions {
  /** A pick goes on to the next open question, or submits after the last. */
  autoSubmit?: boolean | undefined;
}

/** What is worth keeping of a half-filled form. Its questions are kept with the ask. */
export type FormDraft = Pick<FormState, "autoSubmit" | "index" | "entries" | "globalNote">;

export function openForm(questions: readonly Question[], options?: FormOptions): FormState;

export function reduceForm(state: FormState, action: FormAction): FormState;

export function draftOf(state: FormState): FormDraft;

/** The form as it was left, or a fresh one when the draft does not fit the questions. Never throws. */
export function restoreForm(
  questions: readonly Question[],
  draft: unknown,
  options?: FormOptions,
): FormState;

/** An answer with everything in it, given or not. */
export interface WholeAnswer {
  optionIds: string[];
  customText: string;
  optionNotes: Record<string, string>;
}

/** The answer as it stands: ids in the question's order, text and notes just as they were typed. */
export function answerOf(state: FormState, index: number): WholeAnswer;

/** Whether the person gave an answer that can be sent. Defaults alone are nobody's answer yet. */
export function isAnswered(state: FormState, index: number): boolean;

export function progress(state: FormState): { answered: number; total: number };

/** What an answer lacks and what it leaves room for. An answer that lacks nothing can be sent. */
export interface Hint {
  moreNeeded: number;
  moreAllowed: number;
  textNeeded: boolean;
  textAllowed: boolean;
}

export function hintFor(question: Question, answer: Answer): Hint;
