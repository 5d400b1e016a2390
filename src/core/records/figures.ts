/**
 * How long agents waited for people, and what people's rules saved them. Computed from decisions
 * alone, so that the page, the command and a spreadsheet say the same.
 */
import type { AskKind } from "./ask-kind.ts";
import type { Decision } from "./decision.ts";

/** Settled asks of one sort, and how long they were open. Milliseconds; null without any. */
export interface Waits {
  asked: number;
  byRule: number;
  byPerson: number;
  /** The time ran out, or the caller left. */
  byNobody: number;
  /** The deadline decided, with a default or without one. */
  timedOut: number;
  /** All that agents waited, whoever or whatever ended it; rules decide at once. */
  waitedMs: number;
  /** Half, and nine in ten, of the people's decisions came within that time. */
  medianMs: number | null;
  ninetiethMs: number | null;
}

export interface NamedWaits extends Waits {
  name: string;
}

export interface Figures {
  all: Waits;
  /** What agents waited in the span of equal length before; null if the span has no beginning. */
  beforeMs: number | null;
  projects: NamedWaits[];
  agents: NamedWaits[];
  kinds: (NamedWaits & { name: AskKind })[];
  /** Where people decided: their decisions only. */
  surfaces: NamedWaits[];
  /** Every day of the span, also those on which nothing was asked; the first one first. */
  days: NamedWaits[];
  /** People's decisions by how long they took. */
  paces: { underMs: number | null; count: number }[];
  /** A person decided, and the agent did something else. */
  differed: number;
}

export interface FiguresQuery {
  /** Null for everything there is. */
  since: string | null;
  until: string;
  /** The calendar day of a moment where the person lives, as 2026-03-01. */
  dayOf: (at: string) => string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const PACES_MS = [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, null];
const DAY = 24 * 60 * MINUTE;
// Longer spans show the days on which something was asked, and no empty ones.
const MOST_DAYS = 366;

export function figuresOf(decisions: Iterable<Decision>, query: FiguresQuery): Figures {
  const { since, until, dayOf } = query;
  const begin = spanBefore(query);
  const inSpan: Decision[] = [];
  let beforeMs = 0;
  for (const decision of decisions) {
    const { settledAt: at } = decision;
    if (at >= until) continue;
    if (since === null || at >= since) inSpan.push(decision);
    else if (begin !== null && at >= begin) beforeMs += decision.waitedMs;
  }
  const people = inSpan.filter(({ by }) => by === "person");
  return {
    all: waitsOf(inSpan),
    beforeMs: since === null ? null : beforeMs,
    projects: splitBy(inSpan, ({ project }) => project),
    agents: splitBy(inSpan, ({ client }) => client),
    kinds: splitBy(inSpan, ({ kind }) => kind) as Figures["kinds"],
    surfaces: splitBy(people, ({ surface }) => surface),
    days: daysOf(inSpan, since, until, dayOf),
    paces: pacesOf(people),
    differed: inSpan.filter(({ differs }) => differs).length,
  };
}

/** Where the span of equal length before begins; null without a beginning. */
export function spanBefore({ since, until }: Pick<FiguresQuery, "since" | "until">): string | null {
  if (since === null) return null;
  return new Date(2 * Date.parse(since) - Date.parse(until)).toISOString();
}

export function waitsOf(decisions: readonly Decision[]): Waits {
  const count = (by: Decision["by"]) => decisions.filter((one) => one.by === by).length;
  const taken = decisions
    .filter(({ by }) => by === "person")
    .map(({ waitedMs }) => waitedMs)
    .sort((one, other) => one - other);
  return {
    asked: decisions.length,
    byRule: count("rule"),
    byPerson: taken.length,
    byNobody: count("nobody"),
    timedOut: decisions.filter(({ result }) => result === "default" || result === "timed_out")
      .length,
    waitedMs: decisions.reduce((sum, { waitedMs }) => sum + waitedMs, 0),
    medianMs: within(taken, 0.5),
    ninetiethMs: within(taken, 0.9),
  };
}

/** The least time within which that share came: one of the times, never a mean of two. */
function within(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null;
}

/** Those that agents waited for longest come first. */
function splitBy(
  decisions: readonly Decision[],
  nameOf: (decision: Decision) => string,
): NamedWaits[] {
  return [...grouped(decisions, nameOf)]
    .map(([name, some]) => ({ name, ...waitsOf(some) }))
    .sort(
      (one, other) =>
        other.waitedMs - one.waitedMs ||
        other.asked - one.asked ||
        Number(one.name > other.name) - Number(one.name < other.name),
    );
}

export function grouped<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const name = nameOf(one);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return groups;
}

function daysOf(
  decisions: readonly Decision[],
  since: string | null,
  until: string,
  dayOf: FiguresQuery["dayOf"],
): NamedWaits[] {
  const byDay = grouped(decisions, ({ settledAt }) => dayOf(settledAt));
  const names = new Set([...(since === null ? [] : spanned(since, until, dayOf)), ...byDay.keys()]);
  return [...names].sort().map((name) => ({ name, ...waitsOf(byDay.get(name) ?? []) }));
}

/** In half days, because a day may have 23 hours. */
function spanned(since: string, until: string, dayOf: FiguresQuery["dayOf"]): string[] {
  const [first, last] = [Date.parse(since), Date.parse(until) - 1];
  if (last - first > MOST_DAYS * DAY) return [];
  const days = new Set<string>();
  for (let at = first; at < last; at += DAY / 2) days.add(dayOf(new Date(at).toISOString()));
  return [...days.add(dayOf(new Date(last).toISOString()))];
}

function pacesOf(people: readonly Decision[]): Figures["paces"] {
  const bucketOf = (waitedMs: number) =>
    PACES_MS.findIndex((under) => under === null || waitedMs < under);
  const counts = PACES_MS.map(() => 0);
  for (const { waitedMs } of people) {
    const bucket = bucketOf(waitedMs);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return PACES_MS.map((underMs, index) => ({ underMs, count: counts[index] ?? 0 }));
}
