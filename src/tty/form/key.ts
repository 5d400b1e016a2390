/** A key as Node tells of it, and what it is on the keyboard. */
import type { InteractionChange } from "../../desk/interaction.ts";
import type { Messages } from "./messages.ts";
import type { PromptState } from "./state.ts";

export interface Key {
  name?: string | undefined;
  sequence?: string | undefined;
  ctrl?: boolean;
  meta?: boolean;
  shift?: boolean;
}

export interface Keyboard {
  /** Readline's line and caret after the key. */
  line: string;
  caret: number;
  /** How far the question can be scrolled, and by how much at once. */
  mostScroll: number;
  pageSize: number;
  text: Messages;
}

/** What the prompt cannot do alone: end without an answer, or keep a setting. */
export type Wish = { type: "cancel" } | { type: "save"; change: InteractionChange };

export interface Pressed {
  state: PromptState;
  wish?: Wish;
}

export function isScroll({ name }: Key): boolean {
  return name === "pagedown" || name === "pageup";
}

/** Keys that type nothing are sent as control characters. */
export function isPrintable({ sequence = "" }: Key): boolean {
  return sequence !== "" && !/^\p{Cc}/u.test(sequence);
}

export function isEnter({ name }: Key): boolean {
  return name === "return" || name === "enter";
}

// The letters that lie on the command keys of a Korean keyboard.
const HANGUL_KEYS: Record<string, string> = {
  ...{ ㄴ: "s", ㅜ: "n", ㅎ: "g", ㅅ: "t", ㄱ: "r" },
  ...{ ㅗ: "h", ㅓ: "j", ㅏ: "k", ㅣ: "l" },
};

export function commandOf({ name, sequence }: Key): string | undefined {
  return HANGUL_KEYS[sequence ?? ""] ?? name;
}
