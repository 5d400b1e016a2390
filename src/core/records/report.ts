/** Figures and what was asked most, out of settled asks: what page, command and export start from. */
import type { SettledAsk } from "../ask/ask.ts";
import { type AskedAlike, type AskedCall, askedAlike, askedCallOf } from "./asked-alike.ts";
import { type Decision, decisionOf } from "./decision.ts";
import { type DecisionFilter, fitsDecision } from "./decision-filter.ts";
import { type Figures, type FiguresQuery, figuresOf } from "./figures.ts";

export interface Report {
  figures: Figures;
  askedMost: AskedAlike[];
}

export function reportOn(
  asks: Iterable<SettledAsk>,
  query: FiguresQuery & Pick<DecisionFilter, "project">,
): Report {
  const { since, until, project } = query;
  const isInSpan = (at: string) => (since === null || at >= since) && at < until;
  const decisions: Decision[] = [];
  const calls: AskedCall[] = [];
  for (const ask of asks) {
    const decision = decisionOf(ask);
    if (!fitsDecision(decision, { project })) continue;
    decisions.push(decision);
    const call = isInSpan(decision.settledAt) ? askedCallOf(ask, decision) : null;
    if (call !== null) calls.push(call);
  }
  return { figures: figuresOf(decisions, query), askedMost: askedAlike(calls) };
}

/** The calendar day of a moment where a person lives. Throws RangeError for no zone. */
export function dayIn(zone: string | undefined): (at: string) => string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  return (at) => format.format(new Date(at));
}

/** The first moment of that day, to the millisecond: days of 23 and 25 hours exist. */
export function beginOfDay(at: Date, dayOf: (at: string) => string): Date {
  const day = dayOf(at.toISOString());
  let [before, within] = [at.getTime() - 2 * 86_400_000, at.getTime()];
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dayOf(new Date(middle).toISOString()) === day) within = middle;
    else before = middle;
  }
  return new Date(within);
}
