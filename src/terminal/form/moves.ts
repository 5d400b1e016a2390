/**
 * What a person does in the list of options: moving,
 * picking, noting. Each is one step from state to state.
 */
import { answerOf, isAnswered } from "../../core/ask/form.ts";
import type { Question } from "../../core/ask/question.ts";
import {
  act,
  effective,
  goOn,
  goToQuestion,
  hiddenIds,
  isRadio,
  listRows,
  openField,
  type PromptState,
  questionIn,
  rowUnderCursor,
} from "./state.ts";

export function move(state: PromptState, by: number): PromptState {
  const count = listRows(state).length;
  return count === 0
    ? state
    : { ...state, warning: null, cursor: (state.cursor + by + count) % count };
}

export function onOwnRow(state: PromptState): PromptState {
  return { ...state, cursor: listRows(state).length - 1 };
}

export function pickNumber(state: PromptState, number: number): PromptState {
  const cursor = listRows(state).findIndex((row) => row.kind === "option" && row.number === number);
  return cursor === -1 ? state : pickUnderCursor({ ...state, cursor });
}

/** Picking it again does not undo it if one option must be chosen or a pick is sent at once. */
export function pickUnderCursor(state: PromptState): PromptState {
  const row = rowUnderCursor(state);
  if (row?.kind !== "option") return state;
  const question = questionIn(state);
  const mustChoose = question.selectionMode === "single" && question.minSelections > 0;
  const type = isRadio(question) && (state.form.autoSubmit || mustChoose) ? "pick" : "toggle";
  return act(state, { type, optionId: row.option.id });
}

/** Picks all of them if several may be chosen, as far as the maximum allows. */
export function pickRecommended(state: PromptState, question: Question): PromptState {
  const ids = question.options.filter((option) => option.recommended).map((option) => option.id);
  const [first] = ids;
  if (first === undefined) return state;
  const cursor = listRows(state).findIndex(
    (row) => row.kind === "option" && row.option.id === first,
  );
  const there = { ...state, cursor: Math.max(cursor, 0) };
  if (isRadio(question)) return act(there, { type: "pick", optionId: first });
  const missing = ids.filter(
    (id) => !answerOf(state.form, state.form.index).optionIds.includes(id),
  );
  return missing.reduce((next, optionId) => act(next, { type: "pick", optionId }), there);
}

/** Picks in all questions. Sends nothing, but goes to the first open question, or to the review. */
export function pickAllRecommended(state: PromptState): PromptState {
  const { questions, autoSubmit, index } = state.form;
  let picked = state;
  for (const [at, question] of questions.entries()) {
    picked = pickRecommended(
      { ...picked, form: { ...picked.form, index: at, autoSubmit: false } },
      question,
    );
  }
  const back = { ...picked, form: { ...picked.form, index, autoSubmit } };
  if (questions.length === 1) return back;
  const open = questions.findIndex((_, at) => !isAnswered(back.form, at));
  return open === -1
    ? { ...back, page: "review", scroll: 0, field: null }
    : goToQuestion(back, open);
}

export function noteOnAll(state: PromptState): PromptState {
  return effective(state).offerGlobalNote ? openField(state, { kind: "globalNote" }) : state;
}

export function noteUnderCursor(state: PromptState): PromptState {
  const row = rowUnderCursor(state);
  if (row?.kind !== "option" || !effective(state).offerOptionNotes) return state;
  return openField(state, { kind: "note", optionId: row.option.id });
}

export function toggleHidden(state: PromptState): PromptState {
  if (hiddenIds(state).length === 0) return state;
  const next = { ...state, showsHidden: !state.showsHidden };
  return { ...next, cursor: Math.min(next.cursor, listRows(next).length - 1) };
}

export function step(state: PromptState, by: 1 | -1): PromptState {
  const { form } = state;
  if (form.questions.length === 1) return state;
  const index = form.index + by;
  if (index === form.questions.length) return goOn(state);
  return form.questions[index] === undefined ? state : goToQuestion(state, index);
}
