/** Asks that come, change and go while the inbox is open, and what the person is told of it. Pure. */
import { type Ask, isSettled, type SettledAsk } from "../../core/ask.ts";
import { leaveForm } from "./list-keys.ts";
import { type InboxState, type Moment, noticed, type Step, stay, wishing } from "./state.ts";

/** An ask has come, changed or gone, by whoever. */
export function follow(state: InboxState, id: string, ask: Ask | null, moment: Moment): Step {
  if (ask !== null && !isSettled(ask)) {
    const known = state.asks.get(id);
    // A watch begins with telling of everything, most of which was in the list.
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(ask)) return stay(state);
    const isNew = known === undefined;
    return wishing(
      withAsk(state, ask),
      ...(isNew && state.isLoaded ? [{ type: "arrived" as const, asks: [ask] }] : []),
    );
  }
  if (!state.asks.has(id)) return stay(state);
  // What we sent ourselves is told when the desk has confirmed it.
  if (state.sendingId === id) return stay(state);
  if (ask !== null && id === state.selectedId && state.focus === "form") return stay(sayFarewell(state, ask, moment));
  return stay(without(state, id));
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
  const dialog = state.dialog !== null && "askId" in state.dialog && state.dialog.askId === id ? null : state.dialog;
  const isOpen = state.selectedId === id && state.focus === "form";
  const left = isOpen ? leaveForm(state) : state;
  return { ...left, asks, forms, dialog, ...(isOpen ? { waiting: [] } : {}) };
}

const FAREWELL_MS = 5_000;

export function sayFarewell(state: InboxState, ask: SettledAsk, moment: Moment): InboxState {
  const isOpen = state.selectedId === ask.id && state.focus === "form";
  const rest = without(state, ask.id);
  if (isOpen) return { ...rest, focus: "form", farewell: { ask, until: moment.now + FAREWELL_MS } };
  return noticed(rest, moment.text.settledElsewhere(ask), moment);
}

export function sent(state: InboxState, ask: Ask, moment: Moment): InboxState {
  const gone = without({ ...state, sendingId: null }, ask.id);
  return isSettled(ask) ? noticed(gone, moment.text.sent(ask), moment) : gone;
}

/** A form whose answer could not be kept is as it was before it was sent. */
export function reopened(state: InboxState, id: string | null): InboxState {
  const page = id === null ? undefined : state.forms.get(id);
  const sendingId = state.sendingId === id ? null : state.sendingId;
  if (id === null || page === undefined) return { ...state, sendingId };
  const form = { ...page.form, form: { ...page.form.form, submitted: null } };
  return { ...state, sendingId, forms: new Map(state.forms).set(id, { ...page, form }) };
}
