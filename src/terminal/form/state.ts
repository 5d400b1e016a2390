/**
 * What the prompt knows while it is on the screen: the form, and where the person is in it. Pure.
 *
 * It is on one page at a time. `form` shows one question; `settings` is opened from there and leads
 * back; `review` shows all answers of several questions before they are sent. An open `field` takes
 * every key until it is left.
 */
import type { Ask, Note } from "../../core/ask/ask.ts";
import { needsConfirmation } from "../../core/ask/consent.ts";
import {
  answerOf,
  type FormAction,
  type FormState,
  isAnswered,
  openForm,
  reduceForm,
  restoreForm,
} from "../../core/ask/form.ts";
import { typedNotes } from "../../core/ask/notes.ts";
import type { Option, Question } from "../../core/ask/question.ts";
import { type Refusal, refuseAnswer, takesText } from "../../core/ask/selection.ts";
import { safeText } from "../../core/safety/safe-text.ts";
import {
  type EffectiveInteraction,
  effectiveInteraction,
  type Interaction,
} from "../../desk/interaction.ts";
import { type Field, fieldWith } from "./field.ts";

export interface PromptState {
  readonly ask: Ask;
  readonly form: FormState;
  readonly saved: Interaction;
  readonly page: "form" | "review" | "settings";
  readonly cursor: number;
  readonly settingsCursor: number;
  /** Lines of the question above the part that is shown. */
  readonly scroll: number;
  readonly showsHidden: boolean;
  /** All keys are named, however little room that leaves. */
  readonly showsKeys: boolean;
  readonly field: Field | null;
  /** Questions the person went past with Enter: an empty answer to these is meant. */
  readonly passed: readonly number[];
  readonly warning: Warning | null;
}

export type Warning =
  | { reason: "none_chosen" }
  | { reason: "cannot_hide" }
  | { reason: "not_saved" }
  | { reason: "not_a_time" }
  | { reason: "enter_again" }
  | { reason: "cancel_again" }
  /** What destroys is allowed only by a second key. */
  | { reason: "confirm" }
  | Refusal;

export type ListRow = { kind: "option"; option: Option; number: number } | { kind: "own" };

export function openPrompt(ask: Ask, saved: Interaction, draft: unknown): PromptState {
  const wanted = effectiveInteraction(ask, saved);
  const isDrafted = draft !== null && draft !== undefined;
  const form = isDrafted ? restoreForm(ask.questions, draft, wanted) : formWithNotes(ask, wanted);
  const state: PromptState = {
    ask,
    form,
    saved,
    page: "form",
    cursor: 0,
    settingsCursor: 0,
    scroll: 0,
    showsHidden: false,
    showsKeys: false,
    field: null,
    passed: [],
    warning: null,
  };
  return arrive(state);
}

/**
 * Starts with the caller's notes, unless the person has turned notes off: a note that nobody sees
 * must not be sent in the person's name.
 */
function formWithNotes(
  ask: Ask,
  { autoSubmit, offerOptionNotes, offerGlobalNote }: EffectiveInteraction,
): FormState {
  const { startingNotes = {}, startingGlobalNote = "" } = ask.presentation ?? {};
  const notes = offerOptionNotes ? Object.entries(startingNotes) : [];
  const noted = notes.reduce(
    (form, [optionId, text]) => {
      const next = reduceForm(form, {
        type: "note",
        questionIndex: 0,
        optionId,
        text: safeText(text),
      });
      return next.refusal === null ? next : form;
    },
    openForm(ask.questions, { autoSubmit }),
  );
  return offerGlobalNote
    ? reduceForm(noted, { type: "globalNote", text: safeText(startingGlobalNote) })
    : noted;
}

export function questionIn({ form }: PromptState): Question {
  const question = form.questions[form.index];
  if (question === undefined) throw new RangeError(`There is no question ${form.index + 1}.`);
  return question;
}

export function effective({ ask, saved }: PromptState): EffectiveInteraction {
  return effectiveInteraction(ask, saved);
}

/** What the person noted, for an agent that gets no answer. */
export function notesIn(state: PromptState): Note[] {
  return typedNotes(state.form, state.ask.presentation, effective(state));
}

/** One option at most: picking another replaces it. */
export function isRadio({ selectionMode, maxSelections }: Question): boolean {
  return selectionMode !== "multi" && maxSelections === 1;
}

/** The hidden options. A chosen option is never hidden. */
export function hiddenIds(state: PromptState): string[] {
  const { optionIds } = answerOf(state.form, state.form.index);
  const hidden = effective(state).hiddenOptionIds[state.form.index] ?? [];
  return hidden.filter((id) => !optionIds.includes(id));
}

/** Options keep their numbers when others are hidden, so a number means the same everywhere. */
export function listRows(state: PromptState): ListRow[] {
  const question = questionIn(state);
  const hidden = state.showsHidden ? [] : hiddenIds(state);
  const options = question.options
    .map((option, index): ListRow => ({ kind: "option", option, number: index + 1 }))
    .filter((row) => row.kind !== "option" || !hidden.includes(row.option.id));
  return takesText(question) ? [...options, { kind: "own" }] : options;
}

export function rowUnderCursor(state: PromptState): ListRow | undefined {
  return listRows(state)[state.cursor];
}

/**
 * On the row for own words below some options, letters are
 * text; everywhere else outside a field they are keys.
 */
export function isOnOwnRow(state: PromptState): boolean {
  return rowUnderCursor(state)?.kind === "own" && questionIn(state).options.length > 0;
}

export function act(state: PromptState, action: FormAction): PromptState {
  const form = reduceForm(state.form, action);
  const { submitted } = form;
  if (submitted !== null && needsConfirmation(state.ask, submitted))
    return { ...state, form: { ...form, submitted: null }, warning: { reason: "confirm" } };
  const next = { ...state, form, warning: null };
  return form.index === state.form.index ? next : arrive(next);
}

export function goToQuestion(state: PromptState, index: number): PromptState {
  return arrive({ ...act(state, { type: "goTo", index }), page: "form" });
}

/** The cursor starts at what is chosen; a question for text alone starts with its field open. */
function arrive(state: PromptState): PromptState {
  const { optionIds } = answerOf(state.form, state.form.index);
  const chosen = listRows(state).findIndex(
    (row) => row.kind === "option" && optionIds.includes(row.option.id),
  );
  const arrived = {
    ...state,
    page: "form" as const,
    cursor: Math.max(0, chosen),
    scroll: 0,
    field: null,
  };
  return questionIn(state).selectionMode === "text_input"
    ? openField(arrived, { kind: "own" })
    : arrived;
}

export function openField(state: PromptState, about: Field["about"]): PromptState {
  return { ...state, warning: null, field: fieldWith(about, textAbout(state, about)) };
}

/**
 * What is in the field goes into the form with every
 * key, so nothing typed is ever only on the screen.
 */
export function typeInField(state: PromptState, field: Field): PromptState {
  const { text } = field.writing;
  const next = { ...state, field };
  switch (field.about.kind) {
    case "own":
      return act(next, { type: "type", text });
    case "globalNote":
      return act(next, { type: "globalNote", text });
    case "note":
      return act(next, { type: "note", optionId: field.about.optionId, text });
    case "setting":
      return { ...next, warning: null };
  }
}

function textAbout({ form }: PromptState, about: Field["about"]): string {
  switch (about.kind) {
    case "own":
      return form.entries[form.index]?.text ?? "";
    case "globalNote":
      return form.globalNote;
    case "note":
      return form.entries[form.index]?.notes[about.optionId] ?? "";
    case "setting":
      return "";
  }
}

/** Enter: takes the option under the cursor if nothing is taken yet, and goes on. */
export function confirm(state: PromptState): PromptState {
  const question = questionIn(state);
  const row = rowUnderCursor(state);
  if (row?.kind === "own" && isNothingChosen(state)) return openField(state, row);
  if (row?.kind === "option" && isRadio(question) && isNothingChosen(state)) {
    const picked = act(state, { type: "pick", optionId: row.option.id });
    const hasGoneOn = picked.form.submitted !== null || picked.form.index !== state.form.index;
    return hasGoneOn ? picked : goOn(picked);
  }
  const wouldSendNothing =
    isNothingChosen(state) && refuseAnswer(question, { optionIds: [] }) === null;
  if (!wouldSendNothing || state.warning?.reason === "none_chosen") return goOn(state);
  return { ...state, warning: { reason: "none_chosen" } };
}

/** To the next open question, from the last one to the review; a single question is sent. */
export function goOn(state: PromptState): PromptState {
  const { form } = state;
  if (form.questions.length === 1) return submit(state);
  const refusal = refuseAnswer(questionIn(state), answerOf(form, form.index));
  if (refusal !== null) return { ...state, warning: refusal };
  const passed = [...state.passed, form.index];
  const others = form.questions.map((_, step) => (form.index + 1 + step) % form.questions.length);
  const open = others.find((index) => !isAnswered(form, index) && !passed.includes(index));
  if (open === undefined)
    return { ...state, passed, page: "review", scroll: 0, field: null, warning: null };
  return goToQuestion({ ...state, passed }, open);
}

export function submit(state: PromptState): PromptState {
  return act(state, { type: "submit" });
}

/** The second key for what destroys: the answer that was shown is sent. */
export function submitConfirmed(state: PromptState): PromptState {
  return { ...state, form: reduceForm(state.form, { type: "submit" }), warning: null };
}

/**
 * Untouched defaults of a radio question do not count as chosen: the first choice replaces them.
 */
function isNothingChosen({ form }: PromptState): boolean {
  const entry = form.entries[form.index];
  const question = form.questions[form.index];
  if (entry === undefined || question === undefined || entry.text.trim() !== "") return false;
  if (!isRadio(question)) return answerOf(form, form.index).optionIds.length === 0;
  return entry.chosenIds === null || (entry.chosenIds.length === 0 && question.minSelections > 0);
}
