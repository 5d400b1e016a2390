/**
 * The form a person fills in: one pure reducer behind every surface, the browser included.
 *
 * A form is open until a submit is accepted. Then `submitted` holds the reply, and only `reset`
 * opens the form again. A refused action changes only `refusal`; a refused submit also moves to
 * the question it is about. The next accepted action clears the refusal. States are plain JSON
 * and never changed in place.
 */

import { isRecord } from "../json.ts";
import type { Answer, Reply } from "./answer.ts";
import type { Question } from "./question.ts";
import { inOptionOrder, type Refusal, refuseAnswer, takesText, tidyReply } from "./selection.ts";

export interface FormState {
  readonly questions: readonly Question[];
  readonly autoSubmit: boolean;
  readonly index: number;
  readonly entries: readonly Entry[];
  readonly globalNote: string;
  readonly refusal: { readonly questionIndex: number; readonly refusal: Refusal } | null;
  readonly submitted: Reply | null;
}

/**
 * What the person did to one question. `chosenIds` is null until they touch the selection;
 * until then the defaults hold.
 */
export interface Entry {
  readonly chosenIds: readonly string[] | null;
  readonly text: string;
  readonly notes: Readonly<Record<string, string>>;
}

/**
 * An action is about the current question unless it names another. Naming
 * another does not move to it.
 */
export type FormAction = { questionIndex?: number | undefined } & (
  | { type: "pick"; optionId: string }
  | { type: "toggle"; optionId: string }
  | { type: "type"; text: string }
  | { type: "note"; optionId: string; text: string }
  | { type: "globalNote"; text: string }
  | { type: "goTo"; index: number }
  | { type: "clear" | "next" | "previous" | "reset" | "submit" }
);

/**
 * `autoSubmit` is `single_submit_mode`: a pick goes on to the next open question,
 * or submits after the last.
 */
export interface FormOptions {
  autoSubmit?: boolean | undefined;
}

/** The part of a half-filled form that is saved. Its questions are kept with the ask. */
export type FormDraft = Pick<FormState, "autoSubmit" | "index" | "entries" | "globalNote">;

export function openForm(
  questions: readonly Question[],
  { autoSubmit = false }: FormOptions = {},
): FormState {
  const entries = questions.map(() => UNTOUCHED);
  return {
    questions,
    autoSubmit,
    index: 0,
    entries,
    globalNote: "",
    refusal: null,
    submitted: null,
  };
}

export function reduceForm(state: FormState, action: FormAction): FormState {
  if (action.type === "reset") return openForm(state.questions, state);
  const index = action.questionIndex ?? state.index;
  const question = state.questions[index];
  if (state.submitted !== null || question === undefined) return state;
  const open = { ...state, refusal: null };
  switch (action.type) {
    case "pick":
      return pick(open, index, question, action.optionId);
    case "toggle":
      return toggle(open, index, question, action.optionId);
    case "type":
      if (!takesText(question)) return refuse(open, index, { reason: "text_not_taken" });
      return enter(open, index, { text: action.text });
    case "note":
      return note(open, index, question, action.optionId, action.text);
    case "globalNote":
      return { ...open, globalNote: action.text };
    case "clear":
      return enter(open, index, { chosenIds: [], text: "", notes: {} });
    case "goTo":
      return state.questions[action.index] === undefined ? state : { ...open, index: action.index };
    case "next":
      return { ...open, index: Math.min(index + 1, state.questions.length - 1) };
    case "previous":
      return { ...open, index: Math.max(index - 1, 0) };
    case "submit":
      return submit(open);
  }
}

export function draftOf({ autoSubmit, index, entries, globalNote }: FormState): FormDraft {
  return { autoSubmit, index, entries, globalNote };
}

/**
 * The form as it was left, or a fresh one when the draft does not fit the questions. Never throws.
 * Refusals and submits are not restored, so a reply that never arrived can be sent again.
 */
export function restoreForm(
  questions: readonly Question[],
  draft: unknown,
  options: FormOptions = {},
): FormState {
  const fresh = openForm(questions, options);
  const { autoSubmit, index, entries: drafted, globalNote } = isRecord(draft) ? draft : {};
  if (!Array.isArray(drafted) || drafted.length !== questions.length) return fresh;
  const entries = questions
    .map((question, at) => entryFrom(question, drafted[at]))
    .filter((entry) => entry !== null);
  if (entries.length !== questions.length || typeof globalNote !== "string") return fresh;
  if (typeof index !== "number" || questions[index] === undefined) return fresh;
  return {
    ...fresh,
    autoSubmit: options.autoSubmit ?? autoSubmit === true,
    index,
    entries,
    globalNote,
  };
}

/** An answer with every field present, filled in or not. */
export interface WholeAnswer {
  optionIds: string[];
  customText: string;
  optionNotes: Record<string, string>;
}

/** The answer as it stands: ids in the question's order, text and notes just as they were typed. */
export function answerOf(state: FormState, index: number): WholeAnswer {
  const question = state.questions[index];
  const { chosenIds, text, notes } = state.entries[index] ?? UNTOUCHED;
  // A person who types an answer of their own and picks nothing has not agreed
  // to the default beside it.
  const untouchedIds = question === undefined || text.trim() !== "" ? [] : preselectedIds(question);
  return {
    optionIds: [...(chosenIds ?? untouchedIds)],
    customText: text,
    optionNotes: { ...notes },
  };
}

/**
 * Whether the person gave an answer that can be sent. Untouched defaults do not count as an answer.
 */
export function isAnswered(state: FormState, index: number): boolean {
  const question = state.questions[index];
  const entry = state.entries[index];
  if (question === undefined || entry === undefined) return false;
  const isTouched = entry.chosenIds !== null || entry.text.trim() !== "";
  return isTouched && refuseAnswer(question, answerOf(state, index)) === null;
}

export function progress(state: FormState): { answered: number; total: number } {
  const answered = state.questions.filter((_, index) => isAnswered(state, index)).length;
  return { answered, total: state.questions.length };
}

/** What an answer lacks and what it leaves room for. An answer that lacks nothing can be sent. */
export interface Hint {
  moreNeeded: number;
  moreAllowed: number;
  textNeeded: boolean;
  textAllowed: boolean;
}

export function hintFor(question: Question, answer: Answer): Hint {
  const selected = answer.optionIds.length;
  const hasText = (answer.customText ?? "").trim() !== "";
  const textAlone = question.selectionMode === "text_input" || (hasText && selected === 0);
  return {
    moreNeeded: textAlone ? 0 : Math.max(0, question.minSelections - selected),
    moreAllowed: Math.max(0, question.maxSelections - selected),
    textNeeded: question.selectionMode === "text_input" && !hasText,
    textAllowed: takesText(question),
  };
}

const UNTOUCHED: Entry = { chosenIds: null, text: "", notes: {} };

function pick(state: FormState, index: number, question: Question, optionId: string): FormState {
  const { optionIds } = answerOf(state, index);
  const { maxSelections: atMost } = question;
  if (!hasOption(question, optionId))
    return refuse(state, index, { reason: "unknown_option", optionId });
  if (atMost === 1) return goOn(enter(state, index, { chosenIds: [optionId] }), index, question);
  if (!optionIds.includes(optionId) && optionIds.length >= atMost) {
    return refuse(state, index, { reason: "too_many", atMost, given: optionIds.length + 1 });
  }
  return enter(state, index, {
    chosenIds: inOptionOrder(question.options, [...optionIds, optionId]),
  });
}

function toggle(state: FormState, index: number, question: Question, optionId: string): FormState {
  const { optionIds } = answerOf(state, index);
  if (!optionIds.includes(optionId)) return pick(state, index, question, optionId);
  return enter(state, index, { chosenIds: optionIds.filter((id) => id !== optionId) });
}

/** A note stays when its option is deselected: why an option was not taken is worth telling too. */
function note(
  state: FormState,
  index: number,
  question: Question,
  optionId: string,
  text: string,
): FormState {
  if (!hasOption(question, optionId))
    return refuse(state, index, { reason: "unknown_option", optionId });
  return enter(state, index, { notes: { ...state.entries[index]?.notes, [optionId]: text } });
}

/**
 * Picking the one option of a single choice ends the question. In `multi` and after typing, the
 * person says when they are done.
 */
function goOn(state: FormState, index: number, question: Question): FormState {
  if (!state.autoSubmit || question.selectionMode === "multi") return state;
  const count = state.questions.length;
  const fromHere = state.questions.map((_, step) => (index + 1 + step) % count);
  const unanswered = fromHere.find((other) => !isAnswered(state, other));
  return unanswered === undefined ? submit(state) : { ...state, index: unanswered };
}

function submit(state: FormState): FormState {
  const answers = state.questions.map((_, index) => answerOf(state, index));
  for (const [index, question] of state.questions.entries()) {
    const refusal = refuseAnswer(question, answerOf(state, index));
    if (refusal !== null) return refuse({ ...state, index }, index, refusal);
  }
  return {
    ...state,
    submitted: tidyReply(state.questions, { answers, globalNote: state.globalNote }),
  };
}

function refuse(state: FormState, questionIndex: number, refusal: Refusal): FormState {
  return { ...state, refusal: { questionIndex, refusal } };
}

function enter(state: FormState, index: number, change: Partial<Entry>): FormState {
  return {
    ...state,
    entries: state.entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry)),
  };
}

function hasOption(question: Question, id: unknown): boolean {
  return question.options.some((option) => option.id === id);
}

function preselectedIds(question: Question): string[] {
  const known = question.defaultOptionIds.filter((id) => hasOption(question, id));
  return inOptionOrder(question.options, known).slice(0, question.maxSelections);
}

function entryFrom(question: Question, draft: unknown): Entry | null {
  const { chosenIds: ids, text, notes: texts } = isRecord(draft) ? draft : {};
  const chosenIds = chosenIdsFrom(question, ids);
  const notes = notesFrom(question, texts);
  if (chosenIds === undefined || notes === undefined || typeof text !== "string") return null;
  return text === "" || takesText(question) ? { chosenIds, text, notes } : null;
}

function chosenIdsFrom(question: Question, draft: unknown): Entry["chosenIds"] | undefined {
  if (draft === null) return null;
  if (!Array.isArray(draft) || !draft.every((id) => hasOption(question, id))) return undefined;
  const chosenIds = inOptionOrder(question.options, draft);
  return chosenIds.length > question.maxSelections ? undefined : chosenIds;
}

function notesFrom(question: Question, draft: unknown): Entry["notes"] | undefined {
  if (!isRecord(draft)) return undefined;
  const notes = Object.entries(draft).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const fits =
    notes.length === Object.keys(draft).length && notes.every(([id]) => hasOption(question, id));
  return fits ? Object.fromEntries(notes) : undefined;
}
