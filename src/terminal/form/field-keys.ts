/** Keys and pastes in a text field. */
import { edit, insert, type Writing } from "../input/editor.ts";
import type { Key } from "../input/key.ts";
import type { Field } from "./field.ts";
import type { Keyboard } from "./key.ts";
import { move, step } from "./moves.ts";
import {
  goOn,
  isRadio,
  openField,
  type PromptState,
  questionIn,
  rowUnderCursor,
  typeInField,
} from "./state.ts";

/** Pasted text never works as keys: outside a field only the row for own words takes it. */
export function paste(state: PromptState, text: string): PromptState {
  const isForOwnRow =
    state.field === null && state.page === "form" && rowUnderCursor(state)?.kind === "own";
  return typed(isForOwnRow ? openField(state, { kind: "own" }) : state, (writing) =>
    insert(writing, text),
  );
}

/** Applies the change to the text of the open field, if there is one. */
export function typed(state: PromptState, change: (writing: Writing) => Writing): PromptState {
  const { field } = state;
  return field === null ? state : typeInField(state, { ...field, writing: change(field.writing) });
}

export function pressInField(
  state: PromptState,
  field: Field,
  key: Key,
  { fieldWidth }: Keyboard,
): PromptState {
  const isAlone = questionIn(state).selectionMode === "text_input";
  const left = { ...state, field: null };
  if (key.name === "escape") return left;
  if (key.name === "tab") return step(state, key.shift ? -1 : 1);
  if (key.name === "return" && !key.meta) return leaveByEnter(state, field, isAlone);
  const writing = edit(field.writing, key, fieldWidth);
  if (writing !== null) return typeInField(state, { ...field, writing });
  const isLeft =
    (key.name === "up" || key.name === "down") && !(isAlone && field.about.kind === "own");
  return isLeft ? move(left, key.name === "up" ? -1 : 1) : state;
}

/** Enter ends a note. It sends a person's own words as the answer, unless options may be added. */
function leaveByEnter(state: PromptState, field: Field, isAlone: boolean): PromptState {
  const left = { ...state, field: null };
  if (field.about.kind !== "own") return left;
  if (isAlone) return goOn(state);
  return isRadio(questionIn(state)) && field.writing.text.trim() !== "" ? goOn(left) : left;
}
