/**
 * Guards against an Enter that was not meant. Enter also opens asks: held down, it would answer one
 * ask after another unread. Pure.
 */
import {
  decidingPage,
  FIRST_MS,
  pauseAfterEnter,
  REPEATED_MS,
} from "../../../terminal/form/enter.ts";
import type { PromptState } from "../../../terminal/form/state.ts";
import { isEnter } from "../../../terminal/input/key.ts";
import type { TerminalInput } from "../../../terminal/input/keyboard.ts";
import { type InboxState, type Moment, noticed } from "./state.ts";

/** The state after an Enter that is ignored; null if the key counts. */
export function unheard(
  state: InboxState,
  input: TerminalInput,
  moment: Moment,
): InboxState | null {
  if (!isPlainEnter(input) || moment.now >= state.enterFrom) return null;
  const enterFrom = Math.max(state.enterFrom, moment.now + REPEATED_MS);
  return noticed({ ...state, enterFrom }, moment.text.enterAgain, moment);
}

/**
 * After an Enter that led to another place, the next Enter counts only after a pause. Any other key
 * proves that a person is there and ends the pause.
 */
export function afterKey(
  before: InboxState,
  state: InboxState,
  input: TerminalInput,
  { now }: Moment,
): InboxState {
  if (!isPlainEnter(input)) return state.enterFrom === 0 ? state : { ...state, enterFrom: 0 };
  return { ...state, enterFrom: now + pauseAfter(before, state) };
}

function pauseAfter(before: InboxState, state: InboxState): number {
  const place = decidingPlace(state);
  if (before.focus !== state.focus || (place !== null && place !== decidingPlace(before)))
    return FIRST_MS;
  const [from, to] = [formIn(before), formIn(state)];
  return from === undefined || to === undefined ? 0 : pauseAfterEnter(from, to);
}

/**
 * The place where the next Enter would answer or send: a form (except in a note), its review, or
 * the text to an agent.
 */
function decidingPlace(state: InboxState): string | null {
  if (state.dialog !== null) return null;
  if (state.page === "agents") return state.agents.isWriting ? "agents" : null;
  if (state.page !== "asks" || state.focus !== "form") return null;
  const form = formIn(state);
  return form === undefined ? "form" : decidingPage(form);
}

function formIn({ forms, selectedId }: InboxState): PromptState | undefined {
  return selectedId === null ? undefined : forms.get(selectedId)?.form;
}

/** The Enter that sent the answer may still be held down when the list is back. */
export function notAtOnce(state: InboxState, now: number): InboxState {
  return state.enterFrom === 0 ? state : { ...state, enterFrom: now + FIRST_MS };
}

function isPlainEnter(input: TerminalInput): boolean {
  return input.type === "key" && isEnter(input.key) && !input.key.meta;
}
