/** What becomes of the decisions made here after they were sent. Pure. */
import type { SettledAsk } from "../../../core/ask/ask.ts";
import { isUntaken, isUnused } from "../../../core/ask/effect-words.ts";
import { isTaken } from "../../../core/ask/moments.ts";
import { type InboxState, type Moment, noticed } from "../model/state.ts";

/** The person is told once if the agent did something else, also after it took the decision. */
export function followDecided(state: InboxState, ask: SettledAsk, moment: Moment): InboxState {
  const known = withoutUntaken(inHistory(state, ask), ask);
  if (!isUnused(ask) || !state.decidedHere.has(ask.id)) return known;
  const decidedHere = new Set(known.decidedHere);
  decidedHere.delete(ask.id);
  return noticed({ ...known, decidedHere }, moment.text.unused(ask), moment, { isBad: true });
}

export function sayUntaken(state: InboxState, ask: SettledAsk, moment: Moment): InboxState {
  if (!isUntaken(ask)) return state;
  const said = noticed(state, moment.text.untaken(ask), moment, { isWhole: true });
  return said.notice === null ? said : { ...said, notice: { ...said.notice, untakenId: ask.id } };
}

function withoutUntaken(state: InboxState, ask: SettledAsk): InboxState {
  const isOver = isTaken(ask) && state.notice?.untakenId === ask.id;
  return isOver ? { ...state, notice: null } : state;
}

function inHistory(state: InboxState, ask: SettledAsk): InboxState {
  const { history } = state;
  if (history?.asks?.some(({ id }) => id === ask.id) !== true) return state;
  const asks = history.asks.map((one) => (one.id === ask.id ? ask : one));
  return { ...state, history: { ...history, asks } };
}
