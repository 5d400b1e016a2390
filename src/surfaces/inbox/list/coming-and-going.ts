/**
 * Asks that arrive, change and go while the inbox is open, and what the person is told about it.
 * Pure.
 */
import { type Ask, isSettled, type SettledAsk } from "../../../core/ask/ask.ts";
import { typedWords } from "../../../core/ask/typed-words.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import type { TerminalInput } from "../../../terminal/input/keyboard.ts";
import { titleOf } from "../model/asks.ts";
import { notAtOnce } from "../model/enter.ts";
import {
  type Farewell,
  type InboxState,
  type Moment,
  noticed,
  type Step,
  stay,
  wishing,
} from "../model/state.ts";
import { followDecided } from "./decided-here.ts";
import { leaveForm } from "./list-keys.ts";

/** Handles an ask that was added, changed or removed by any process. */
export function follow(state: InboxState, id: string, ask: Ask | null, moment: Moment): Step {
  const known = state.asks.get(id);
  if (ask !== null && !isSettled(ask)) {
    // A watch begins with every ask, and most of them are in the list already.
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(ask)) return stay(state);
    const isNew = known === undefined;
    return wishing(
      withAsk(state, ask),
      ...(isNew && state.isLoaded ? [{ type: "arrived" as const, asks: [ask] }] : []),
    );
  }
  if (known === undefined) return stay(ask === null ? state : followDecided(state, ask, moment));
  // The desk's confirmation reports what was sent from here.
  if (state.sendingId === id) return stay(state);
  const words =
    ask === null ? moment.text.removed(titleOf(known)) : moment.text.settledElsewhere(ask);
  if (isAtHand(state, id)) return stay(withFarewell(state, id, words, moment));
  const typed = typedFor(state, id);
  if (typed === "") return stay(without(state, id));
  const told = `${words} ${moment.text.youTyped} ${safeLine(typed)}`;
  return stay(noticed(without(state, id), told, moment, { isWhole: true }));
}

/** The person is reading the ask, or writing something about it. */
function isAtHand({ selectedId, focus, dialog }: InboxState, id: string): boolean {
  return (
    (selectedId === id && focus === "form") ||
    (dialog !== null && "askId" in dialog && dialog.askId === id)
  );
}

export function withAsk(state: InboxState, ask: Ask): InboxState {
  const page = state.forms.get(ask.id);
  const asks = new Map(state.asks).set(ask.id, ask);
  if (page === undefined) return { ...state, asks };
  const form = { ...page.form, ask: { ...page.form.ask, expiresAt: ask.expiresAt } };
  return { ...state, asks, forms: new Map(state.forms).set(ask.id, { ...page, form }) };
}

function without(state: InboxState, id: string): InboxState {
  const asks = new Map(state.asks);
  const forms = new Map(state.forms);
  asks.delete(id);
  forms.delete(id);
  const dialog =
    state.dialog !== null && "askId" in state.dialog && state.dialog.askId === id
      ? null
      : state.dialog;
  const isOpen = state.selectedId === id && state.focus === "form";
  const left = isOpen ? leaveForm(state) : state;
  return { ...left, asks, forms, dialog, ...(isOpen ? { waiting: [] } : {}) };
}

/** Everything that they have written about it, in the form or in a dialog over it. */
function typedFor({ forms, dialog, asks }: InboxState, id: string): string {
  const page = forms.get(id);
  const isOver = dialog !== null && "writing" in dialog && dialog.askId === id;
  const beside = [
    ...(page === undefined ? [] : [page.reason, ...page.askBack.map(({ text }) => text)]),
    ...(isOver ? [dialog.writing.text] : []),
  ];
  const form = page?.form.form ?? { entries: [], globalNote: "" };
  return typedWords(form, page?.form.ask ?? asks.get(id) ?? {}, ...beside);
}

const FAREWELL_MS = 5_000;

/** The ask was settled elsewhere before what was sent from here arrived. */
export function sayFarewell(state: InboxState, ask: SettledAsk, moment: Moment): InboxState {
  const words = moment.text.settledElsewhere(ask);
  const arrived = noLongerSending(state, ask.id);
  if (isAtHand(state, ask.id)) return withFarewell(arrived, ask.id, words, moment);
  return noticed(without(arrived, ask.id), words, moment);
}

function withFarewell(state: InboxState, id: string, text: string, { now }: Moment): InboxState {
  const typed = typedFor(state, id);
  return {
    ...without(state, id),
    page: "asks",
    focus: "form",
    // Words that were typed stay until the person goes on.
    farewell: { text, typed, until: typed === "" ? now + FAREWELL_MS : Number.POSITIVE_INFINITY },
  };
}

/**
 * Enter and Esc go on. Any other key was meant for the ask that is gone, so the farewell stays
 * longer.
 */
export function hearInFarewell(
  state: InboxState,
  farewell: Farewell,
  input: TerminalInput,
  moment: Moment,
): Step {
  const { typed } = farewell;
  if (typed !== "" && input.type === "key" && input.key.ctrl && input.key.name === "y")
    return wishing(noticed(state, moment.text.copiedWords, moment), { type: "copy", text: typed });
  const isOver =
    input.type === "key" && !input.key.meta && ["return", "escape"].includes(input.key.name ?? "");
  if (isOver) return stay(noticed(leaveForm({ ...state, farewell: null }), farewell.text, moment));
  const until = Math.max(farewell.until, moment.now + FAREWELL_MS);
  return stay({ ...state, farewell: { ...farewell, until } });
}

export function sent(state: InboxState, ask: Ask, moment: Moment): InboxState {
  const gone = notAtOnce(without(noLongerSending(state, ask.id), ask.id), moment.now);
  if (!isSettled(ask)) return gone;
  const decidedHere = new Set(gone.decidedHere).add(ask.id);
  return noticed({ ...gone, decidedHere }, moment.text.sent(ask), moment);
}

/** Restores a form whose answer could not be saved. */
export function reopened(state: InboxState, id: string | null): InboxState {
  const page = id === null ? undefined : state.forms.get(id);
  if (id === null || page === undefined) return noLongerSending(state, id);
  const form = { ...page.form, form: { ...page.form.form, submitted: null } };
  return { ...noLongerSending(state, id), forms: new Map(state.forms).set(id, { ...page, form }) };
}

/** A quick person may have sent the next answer before the first is confirmed. */
function noLongerSending(state: InboxState, id: string | null): InboxState {
  return state.sendingId === id ? { ...state, sendingId: null } : state;
}
