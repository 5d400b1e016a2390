/** What a key press needs to know of the screen, and its result. */
import type { InteractionChange } from "../../desk/interaction.ts";
import type { Messages } from "./messages.ts";
import type { PromptState } from "./state.ts";

export interface Keyboard {
  /** How wide the open field is. */
  fieldWidth: number;
  /** How far the question can be scrolled, and by how much at once. */
  mostScroll: number;
  pageSize: number;
  text: Messages;
}

/** What the prompt cannot do by itself: end without an answer, or save a setting. */
export type Wish = { type: "cancel" } | { type: "save"; change: InteractionChange };

export interface Pressed {
  state: PromptState;
  wish?: Wish;
}
