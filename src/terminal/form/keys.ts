/** What a key does: which page or field takes it, and the keys of the form itself. */
import { takesText } from "../../core/ask/selection.ts";
import { insert } from "../input/editor.ts";
import { commandOf, isEnter, isPrintable, isScroll, type Key } from "../input/key.ts";
import { pressInField, typed } from "./field-keys.ts";
import type { Keyboard, Pressed } from "./key.ts";
import {
  move,
  noteOnAll,
  noteUnderCursor,
  onOwnRow,
  pickAllRecommended,
  pickNumber,
  pickRecommended,
  pickUnderCursor,
  step,
  toggleHidden,
} from "./moves.ts";
import { pressInSettings } from "./settings-keys.ts";
import {
  confirm,
  goToQuestion,
  isOnOwnRow,
  listRows,
  openField,
  type PromptState,
  questionIn,
  submit,
  submitConfirmed,
} from "./state.ts";

export function press(before: PromptState, key: Key, keyboard: Keyboard): Pressed {
  const isAskedTwice = before.warning?.reason === "cancel_again";
  // Any other key shows that the person goes on.
  const state = isAskedTwice ? { ...before, warning: null } : before;
  if (isScroll(key)) return { state: scroll(state, key, keyboard) };
  if (state.warning?.reason === "confirm") return { state: pressToConfirm(state, key) };
  if (state.page === "settings") return pressInSettings(state, key, keyboard);
  if (state.field !== null) return { state: pressInField(state, state.field, key, keyboard) };
  if (key.name === "escape") {
    if (isAskedTwice) return { state: before, wish: { type: "cancel" } };
    return { state: { ...state, warning: { reason: "cancel_again" } } };
  }
  if (key.ctrl || key.meta) return { state };
  return {
    state: state.page === "review" ? pressInReview(state, key, keyboard) : pressInForm(state, key),
  };
}

/** Only its own key allows; an Enter may be one too many, and any other key goes back. */
function pressToConfirm(state: PromptState, key: Key): PromptState {
  if (isEnter(key)) return state;
  const isMeant = commandOf(key) === "y" && !key.ctrl && !key.meta;
  return isMeant ? submitConfirmed(state) : { ...state, warning: null };
}

function pressInForm(state: PromptState, key: Key): PromptState {
  const question = questionIn(state);
  if (isEnter(key)) return confirm(state);
  if (isOnOwnRow(state) && isPrintable(key)) {
    const opened = openField(state, { kind: "own" });
    const { sequence = "" } = key;
    return sequence.trim() === "" ? opened : typed(opened, (writing) => insert(writing, sequence));
  }
  if (key.sequence === "R" || key.sequence === "ㄲ") return pickAllRecommended(state);
  if (key.sequence === "N") return noteOnAll(state);
  if (key.sequence === "?") return { ...state, showsKeys: !state.showsKeys };
  if (/^[1-9]$/.test(key.name ?? "")) return pickNumber(state, Number(key.name));
  switch (commandOf(key)) {
    case "up":
    case "k":
      return move(state, -1);
    case "down":
    case "j":
      return move(state, 1);
    case "home":
      return { ...state, cursor: 0 };
    case "end":
      return { ...state, cursor: listRows(state).length - 1 };
    case "space":
      return pickUnderCursor(state);
    case "r":
      return pickRecommended(state, question);
    case "n":
      return noteUnderCursor(state);
    case "g":
      return noteOnAll(state);
    case "t":
      return takesText(question) ? openField(onOwnRow(state), { kind: "own" }) : state;
    case "h":
      return toggleHidden(state);
    case "s":
      return { ...state, page: "settings", settingsCursor: 0, warning: null };
    case "right":
      return step(state, 1);
    case "tab":
      return step(state, key.shift ? -1 : 1);
    case "left":
      return step(state, -1);
    default:
      return state;
  }
}

/** Up and down scroll if there is more than the screen shows; up from the beginning goes back. */
function pressInReview(state: PromptState, key: Key, { mostScroll }: Keyboard): PromptState {
  const { form } = state;
  if (isEnter(key)) return submit(state);
  if (/^[1-9]$/.test(key.name ?? "")) {
    return form.questions[Number(key.name) - 1] === undefined
      ? state
      : goToQuestion(state, Number(key.name) - 1);
  }
  const command = commandOf(key);
  const scroll = Math.min(state.scroll, mostScroll);
  if (command === "down" || command === "j")
    return { ...state, scroll: Math.min(scroll + 1, mostScroll) };
  if ((command === "up" || command === "k") && scroll > 0) return { ...state, scroll: scroll - 1 };
  const isBack = command === "left" || command === "up" || (command === "tab" && key.shift);
  return isBack ? goToQuestion(state, form.index) : state;
}

function scroll(
  state: PromptState,
  { name }: Key,
  { mostScroll, pageSize }: Keyboard,
): PromptState {
  const wanted = Math.min(state.scroll, mostScroll) + (name === "pagedown" ? pageSize : -pageSize);
  return { ...state, scroll: Math.max(0, Math.min(wanted, mostScroll)) };
}
