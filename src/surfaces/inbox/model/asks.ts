/** Which asks are in the list, in which order, and how each is described. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import { comparable, searchWords } from "../../../core/ask/history.ts";
import { wakesAt } from "../../../core/ask/snooze.ts";
import { keepingLast } from "../../../core/cache.ts";
import { askerName } from "../../../core/names.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import type { Messages } from "./messages.ts";
import type { Counted, Filter, InboxState } from "./state.ts";

/** The asks of the list, from top to bottom. */
export function listedAsks(state: InboxState, now: number): readonly Ask[] {
  const { asks, memory, search, filter, showsSnoozed } = state;
  return listed(asks, memory, search.writing.text, filter, showsSnoozed, nextWaking(state, now));
}

// Kept until its arguments change, because every key needs it.
const listed = keepingLast(
  (
    asks: InboxState["asks"],
    memory: InboxState["memory"],
    words: string,
    filter: InboxState["filter"],
    showsSnoozed: boolean,
    nextAwake: number,
  ): readonly Ask[] => {
    const isFound = matcherOf(words);
    // An ask that wakes at `nextAwake` or later is still asleep now.
    const isAsleep = (ask: Ask) => {
      const until = memory.snoozed[ask.id];
      return until !== undefined && wakesAt(ask, Date.parse(until)) >= nextAwake;
    };
    return [...asks.values()]
      .filter((ask) => (showsSnoozed || !isAsleep(ask)) && fits(ask, filter) && isFound(ask))
      .sort(memory.order === "urgent" ? byUrgency : byAge);
  },
);

/** True if a search or a filter may hide open asks. */
export function isNarrowed({ search, filter }: InboxState): boolean {
  return search.writing.text !== "" || filter !== null;
}

export function selectedAsk({ asks, selectedId }: InboxState): Ask | null {
  return selectedId === null ? null : (asks.get(selectedId) ?? null);
}

export function isSnoozed({ asks, memory }: InboxState, id: string, now: number): boolean {
  const until = memory.snoozed[id];
  const ask = asks.get(id);
  return until !== undefined && ask !== undefined && wakesAt(ask, Date.parse(until)) > now;
}

export function snoozedCount(state: InboxState, now: number): number {
  return Object.keys(state.memory.snoozed).filter((id) => isSnoozed(state, id, now)).length;
}

/** Snoozed asks whose time has come. */
export function awakeAsks({ asks, memory }: InboxState, now: number): Ask[] {
  return Object.entries(memory.snoozed).flatMap(([id, until]) => {
    const ask = asks.get(id);
    return ask !== undefined && wakesAt(ask, Date.parse(until)) <= now ? [ask] : [];
  });
}

/** When the next snoozed ask comes back; infinity if none does. */
export function nextWaking({ asks, memory }: InboxState, now: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const [id, until] of Object.entries(memory.snoozed)) {
    const ask = asks.get(id);
    if (ask === undefined) continue;
    const time = wakesAt(ask, Date.parse(until));
    if (time > now) next = Math.min(next, time);
  }
  return next;
}

export function isUnread({ memory }: InboxState, id: string): boolean {
  return !memory.seen.includes(id);
}

/** What a sentence calls the ask; a row says what is asked: `rowTitle`. */
export function titleOf(ask: Ask): string {
  return safeLine(ask.questions[0]?.title ?? "");
}

export function projectOf({ source }: Ask): string {
  return safeLine(source.project ?? "");
}

/** Without the part of the id that distinguishes two sessions of one agent. */
export function agentOf({ source }: Ask): string {
  return safeLine(askerName(source));
}

/** What a filter is called on the screen. */
export function filterName({ by, name }: Filter, text: Messages): string {
  return by === "agent" ? text.asker(name) : name;
}

/** Every project and agent with open asks, and how many each has. */
export function filtersIn(state: InboxState): Counted[] {
  const counts = new Map<string, Counted>();
  for (const ask of state.asks.values()) {
    for (const filter of [
      { by: "project", name: projectOf(ask) },
      { by: "agent", name: agentOf(ask) },
    ] as const) {
      if (filter.name === "") continue;
      const key = JSON.stringify(filter);
      counts.set(key, { filter, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  const rank = ({ filter }: Counted) => `${filter.by === "project" ? 0 : 1}${filter.name}`;
  return [...counts.values()].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

/** Every word must occur in the ask's text, its id, its project or its agent. */
export function matcherOf(search: string): (ask: Ask) => boolean {
  const words = searchWords(search);
  if (words.length === 0) return () => true;
  return (ask) => {
    const parts = [
      ask.id,
      projectOf(ask),
      agentOf(ask),
      ask.context ?? "",
      ...ask.questions.flatMap(({ title, prompt, options }) => [
        title,
        prompt,
        ...options.map(({ label }) => label),
      ]),
    ];
    const text = comparable(parts.join("\n"));
    return words.every((word) => text.includes(word));
  };
}

function fits(ask: Ask, filter: Filter | null): boolean {
  if (filter === null) return true;
  return (filter.by === "project" ? projectOf(ask) : agentOf(ask)) === filter.name;
}

function byAge(one: Ask, other: Ask): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? -1 : 1;
}

const RANKS = { high: 0, normal: 1, low: 2 } as const;

/** High urgency first, then the nearest deadline, then the oldest. */
function byUrgency(one: Ask, other: Ask): number {
  return (
    RANKS[one.urgency] - RANKS[other.urgency] || dueAt(one) - dueAt(other) || byAge(other, one)
  );
}

function dueAt({ expiresAt }: Ask): number {
  // A finite number: the difference of two infinities is not a number, so two asks without a
  // deadline could not be compared.
  return expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt);
}
