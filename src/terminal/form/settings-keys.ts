/** Keys on the settings screen. Every step, and every value that is typed, is a wish to keep it. */
import type { Interaction, InteractionChange } from "../../desk/interaction.ts";
import { edit } from "../input/editor.ts";
import { commandOf, isEnter, type Key } from "../input/key.ts";
import type { Field } from "./field.ts";
import { typed } from "./field-keys.ts";
import type { Keyboard, Pressed } from "./key.ts";
import { changed, type Setting, settingsIn } from "./settings-screen.ts";
import { effective, listRows, openField, type PromptState, typeInField } from "./state.ts";

export function pressInSettings(state: PromptState, key: Key, keyboard: Keyboard): Pressed {
  const settings = settingsIn(state, keyboard.text);
  const setting = settings[state.settingsCursor];
  if (state.field !== null) return pressInSetting(state, state.field, setting, key, keyboard);
  const command = commandOf(key);
  if (setting?.read !== undefined && /^\d$/.test(key.sequence ?? ""))
    return { state: opened(state, key.sequence ?? "") };
  if (command === "escape" || command === "s")
    return { state: { ...state, page: "form", warning: null } };
  if (command === "up" || command === "k") return { state: moveSetting(-1) };
  if (command === "down" || command === "j") return { state: moveSetting(1) };
  const isNext = isEnter(key) || command === "space" || command === "right" || command === "l";
  if (!isNext && command !== "left" && command !== "h") return { state };
  const change = setting?.step(isNext ? 1 : -1) ?? null;
  if (change === null) return { state: { ...state, warning: { reason: "cannot_hide" } } };
  return keeping(state, change);

  function moveSetting(by: number): PromptState {
    const settingsCursor = (state.settingsCursor + by + settings.length) % settings.length;
    return { ...state, settingsCursor, warning: null };
  }
}

function opened(state: PromptState, digit: string): PromptState {
  return typed(openField(state, { kind: "setting" }), () => ({ text: digit, caret: digit.length }));
}

/** The value counts with Enter. Esc leaves it as it was. */
function pressInSetting(
  state: PromptState,
  field: Field,
  setting: Setting | undefined,
  key: Key,
  { fieldWidth }: Keyboard,
): Pressed {
  const left = { ...state, field: null, warning: null };
  if (key.name === "escape") return { state: left };
  if (isEnter(key)) {
    const change = setting?.read?.(field.writing.text) ?? null;
    return change === null
      ? { state: { ...state, warning: { reason: "not_a_time" } } }
      : keeping(left, change);
  }
  const writing = edit(field.writing, key, fieldWidth);
  return { state: writing === null ? state : typeInField(state, { ...field, writing }) };
}

function keeping(state: PromptState, change: InteractionChange): Pressed {
  return {
    state: { ...withSettings(state, changed(state.saved, change)), warning: null },
    wish: { type: "save", change },
  };
}

/** The prompt under other settings, whoever changed them. */
export function withSettings(state: PromptState, saved: Interaction): PromptState {
  const next = { ...state, saved };
  const { autoSubmit } = effective(next);
  return {
    ...next,
    form: { ...next.form, autoSubmit },
    cursor: Math.min(next.cursor, listRows(next).length - 1),
  };
}
