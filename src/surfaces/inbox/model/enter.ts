/**
 * Enter in the inbox, when it may not be meant. It opens an ask, too: held down, it would answer one after another that
 * nobody has read. Pure.
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

/** The state of whoever goes unheard, or null if the key is heard. */
export function unheard(
  state: InboxState,
  input: TerminalInput,
  moment: Moment,
): InboxState | null {
  if (!isPlainEnter(input) || moment.now >= state.enterFrom) return null;
  const enterFrom = Math.max(state.enterFrom, moment.now + REPEATED_MS);
  return noticed({ ...state, enterFrom }, moment.text.enterAgain, moment);
}

/** An Enter that led to another place counts there only after a moment. Any other key says that somebody is there. */
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

/** Where the next Enter would answer or send: a form but for its notes, its review, the field of words to an agent. */
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

/** The list is back under the very Enter that has sent an answer. */
export function notAtOnce(state: InboxState, now: number): InboxState {
  return state.enterFrom === 0 ? state : { ...state, enterFrom: now + FIRST_MS };
}

function isPlainEnter(input: TerminalInput): boolean {
  return input.type === "key" && isEnter(input.key) && !input.key.meta;
}
