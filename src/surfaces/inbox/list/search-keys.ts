/** Keys while search words are typed. The list follows with every key. */
import { edit, insert } from "../../../terminal/input/editor.ts";
import { isEnter } from "../../../terminal/input/key.ts";
import type { TerminalInput } from "../../../terminal/input/keyboard.ts";
import {
  EMPTY_SEARCH,
  type InboxState,
  type Moment,
  type Search,
  type Step,
  stay,
} from "../model/state.ts";
import { pressInList } from "./list-keys.ts";

export function pressInSearch(state: InboxState, input: TerminalInput, moment: Moment): Step {
  const next = typeInSearch(state.search, input);
  if (next !== null) return stay({ ...state, search: next });
  if (input.type === "key" && ["up", "down", "pageup", "pagedown"].includes(input.key.name ?? "")) {
    return pressInList(state, input.key, moment);
  }
  return stay(state);
}

/**
 * Enter keeps the words and returns the keys to the list; Esc forgets the words. Null for other
 * keys.
 */
export function typeInSearch(search: Search, input: TerminalInput): Search | null {
  if (input.type === "paste") {
    return { ...search, writing: insert(search.writing, input.text.replaceAll("\n", " ")) };
  }
  if (input.type !== "key") return null;
  if (input.key.name === "escape") return EMPTY_SEARCH;
  if (isEnter(input.key)) return { ...search, isOpen: false };
  if (input.key.name === "up" || input.key.name === "down") return null;
  const writing = edit(search.writing, input.key, Number.POSITIVE_INFINITY);
  return writing === null ? null : { ...search, writing };
}
