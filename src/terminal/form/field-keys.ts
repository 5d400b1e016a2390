/** Keys and pastes in a text field. Readline has already seen them, so the line it made is what counts. */

import { isEnter, type Key } from "../input/key.ts";
import { type Field, withBreak } from "./field.ts";
import type { Keyboard } from "./key.ts";
import { move, step } from "./moves.ts";
import { goOn, isRadio, openField, type PromptState, questionIn, rowUnderCursor, typeInField } from "./state.ts";

/** Pasted text never works as keys: outside a field only the row for own words takes it. */
export function startPaste(state: PromptState): PromptState {
  const takesIt = state.field !== null || (state.page === "form" && rowUnderCursor(state)?.kind === "own");
  const open = takesIt && state.field === null ? openField(state, { kind: "own" }) : state;
  return { ...open, isPasting: true };
}

export function endPaste(state: PromptState, { line, caret }: Keyboard): PromptState {
  const ended = { ...state, isPasting: false };
  return state.field === null ? ended : typeInField(ended, { ...state.field, line, caret });
}

/** A line break has made readline give its line away; the field had been kept up to date until then. */
export function paste(state: PromptState, key: Key, { line, caret }: Keyboard): PromptState {
  if (state.field === null) return state;
  const field = isEnter(key) ? withBreak(state.field) : { ...state.field, line, caret };
  return { ...state, field };
}

export function pressInField(state: PromptState, field: Field, key: Key, { line, caret }: Keyboard): PromptState {
  const isAlone = questionIn(state).selectionMode === "text_input";
  const left = { ...state, field: null };
  if (isEnter(key)) return key.meta ? typeInField(state, withBreak(field)) : leaveByEnter(state, field, isAlone);
  switch (key.name) {
    case "escape":
      return left;
    case "up":
    case "down":
      return isAlone && field.about.kind === "own" ? state : move(left, key.name === "up" ? -1 : 1);
    case "tab":
      return step(state, key.shift ? -1 : 1);
    default:
      return typeInField(state, { ...field, line, caret });
  }
}

/** A note is done with Enter. One's own words are an answer, so Enter sends them, unless options may come with them. */
function leaveByEnter(state: PromptState, field: Field, isAlone: boolean): PromptState {
  const left = { ...state, field: null };
  if (field.about.kind !== "own") return left;
  if (isAlone) return goOn(state);
  return isRadio(questionIn(state)) && field.line.trim() !== "" ? goOn(left) : left;
}
