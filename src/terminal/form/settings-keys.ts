/** Keys on the settings screen. Every change is saved at once. */
import type { InteractionChange } from "../../desk/interaction.ts";
import { commandOf, isEnter, type Key } from "../input/key.ts";
import type { Keyboard, Pressed } from "./key.ts";
import { changed, settingsIn } from "./settings-screen.ts";
import { effective, listRows, type PromptState } from "./state.ts";

export function pressInSettings(state: PromptState, key: Key, { text }: Keyboard): Pressed {
  const settings = settingsIn(state, text);
  const command = commandOf(key);
  if (command === "escape" || command === "s")
    return { state: { ...state, page: "form", warning: null } };
  if (command === "up" || command === "k") return { state: moveSetting(-1) };
  if (command === "down" || command === "j") return { state: moveSetting(1) };
  const isNext = isEnter(key) || command === "space" || command === "right" || command === "l";
  if (!isNext && command !== "left" && command !== "h") return { state };
  const change = settings[state.settingsCursor]?.step(isNext ? 1 : -1) ?? null;
  if (change === null) return { state: { ...state, warning: { reason: "cannot_hide" } } };
  return { state: withSaved(state, change), wish: { type: "save", change } };

  function moveSetting(by: number): PromptState {
    const settingsCursor = (state.settingsCursor + by + settings.length) % settings.length;
    return { ...state, settingsCursor, warning: null };
  }
}

function withSaved(state: PromptState, change: InteractionChange): PromptState {
  const next = { ...state, saved: changed(state.saved, change), warning: null };
  const { autoSubmit } = effective(next);
  return {
    ...next,
    form: { ...next.form, autoSubmit },
    cursor: Math.min(next.cursor, listRows(next).length - 1),
  };
}
