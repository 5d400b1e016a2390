/**
 * Enter, when it may not be meant. It opens an ask, takes the option under the cursor and sends: held down, or pressed
 * twice in haste, it would answer one ask after another that nobody has read. Pure.
 */
import type { TerminalInput } from "../../tty/keyboard.ts";
import { type InboxState, type Moment, noticed } from "./state.ts";

// Longer than keyboards wait before they repeat a key that is held down; then they repeat it far more often than this.
const FIRST_MS = 700;
const REPEATED_MS = 120;

/** The state of whoever goes unheard, or null if the key is heard. */
export function unheard(state: InboxState, input: TerminalInput, moment: Moment): InboxState | null {
  if (!isEnter(input) || moment.now >= state.enterFrom) return null;
  const enterFrom = Math.max(state.enterFrom, moment.now + REPEATED_MS);
  return noticed({ ...state, enterFrom }, moment.text.enterAgain, moment);
}

/** An Enter that led to another place counts there only after a moment. Any other key says that somebody is there. */
export function afterKey(before: InboxState, state: InboxState, input: TerminalInput, { now }: Moment): InboxState {
  if (!isEnter(input)) return state.enterFrom === 0 ? state : { ...state, enterFrom: 0 };
  return { ...state, enterFrom: before.focus === state.focus ? now : now + FIRST_MS };
}

/** The list is back under the very Enter that has sent an answer. */
export function notAtOnce(state: InboxState, now: number): InboxState {
  return state.enterFrom === 0 ? state : { ...state, enterFrom: now + FIRST_MS };
}

function isEnter(input: TerminalInput): boolean {
  return input.type === "key" && input.key.name === "return" && !input.key.meta;
}
