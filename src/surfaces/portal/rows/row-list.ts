/**
 * The open asks in the orders and groups that a page can ask for. It begins to follow them when the
 * first page looks, and goes on: ten thousand are not read again for the next one.
 */
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import { AsklineError } from "../../../core/ask/errors.ts";
import type { Locale } from "../../../core/locale.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { Following } from "../../../desk/follow-asks.ts";
import type { Interaction } from "../../../desk/interaction.ts";
import type { Snoozes } from "../../../desk/snoozes.ts";
import { type Access, WHOLE_ACCESS } from "../../../http/access.ts";
import type { AskFeed } from "../../surface.ts";
import { createAsleep } from "./asleep.ts";
import { remainingSeconds } from "./countdown.ts";
import { type Entry, entryOf, fits, grouped, sorted } from "./row-entry.ts";
import { rowOf } from "./row-of.ts";
import type { Row, RowPage, RowQuery } from "./row-wire.ts";
import { createTrigrams, foldedForSearch } from "./trigrams.ts";

export interface OpenCount {
  /** Without those that are put off. */
  open: number;
  snoozed: number;
}

export interface RowChange extends OpenCount {
  id: string;
  /** Null when it was removed. */
  ask: Ask | null;
  revision: number;
}

export interface RowList {
  start(asks: AskFeed): void;
  read(query: RowQuery, tools: RowListTools, access: Access): Promise<RowPage>;
  /** How many of the open asks the caller may see, and how many of them are put off. */
  countedFor(access: Access): OpenCount;
  row(ask: Ask, tools: RowListTools): Row;
  /** Resolves once it follows; the revision then. */
  follow(listener: (change: RowChange) => void): Promise<number>;
  close(): Promise<void>;
}

export interface RowListTools {
  locale: Locale;
  waitsForSubmit: boolean;
}

/** Where a pick waits for Submit, a digit picks and Enter sends, in the list too. */
export function waitsForSubmit({ submitMode }: Interaction): boolean {
  return submitMode === "batch";
}

/** The hub is still starting. */
class NotYet extends AsklineError {
  readonly code = "not_yet";
  readonly suggestion = "Try again in a moment.";
}

const MOST_NAMES = 200;
// The first page comes first, and what it asks for next is not kept waiting.
const INDEX_AFTER_MS = 1_000;
const INDEX_FOR_MS = 4;
const INDEXED_AT_ONCE = 10;

export function createRowList(
  desk: Pick<Desk, "millisecondsLeft">,
  snoozes: Pick<Snoozes, "load" | "watch">,
): RowList {
  const asleep = createAsleep(snoozes, {
    find: (id) => entries.get(id)?.ask,
    onChange: (ids) => ids.forEach(retell),
  });
  const entries = new Map<string, Entry>();
  const listeners = new Set<(change: RowChange) => void>();
  const orders = new Map<string, Entry[]>();
  let feed: AskFeed | undefined;
  let following: Following | undefined;
  let started: Promise<void> | undefined;
  const trigrams = createTrigrams();
  // What was changed since, or is not in it yet.
  const unindexed = new Set<string>();
  let knownNames: Pick<RowPage, "projects" | "agents"> | undefined;
  let indexing: NodeJS.Timeout | undefined;
  let revision = 1;
  return { start, read, countedFor, row, follow, close };

  function start(asks: AskFeed) {
    feed = asks;
  }

  async function follow(listener: (change: RowChange) => void): Promise<number> {
    listeners.add(listener);
    await begin();
    return revision;
  }

  async function begin() {
    if (feed === undefined) throw new NotYet("The hub is still starting.");
    following ??= feed({ take: ({ id, ask }) => meet(id, ask), onFailure: () => undefined });
    started ??= Promise.all([following.start(), asleep.start()]).then(() =>
      indexAfter(INDEX_AFTER_MS),
    );
    await started;
  }

  /** It was put off, or is back. */
  function retell(id: string) {
    const ask = entries.get(id)?.ask;
    if (ask === undefined) return;
    revision += 1;
    tell(id, ask);
  }

  function meet(id: string, ask: Ask | null): undefined {
    const isOpen = ask !== null && !isSettled(ask);
    // What an agent did with a decision is learned later; pages that show the decision are told.
    if (!isOpen && !entries.has(id)) return ask === null ? undefined : tell(id, ask);
    revision += 1;
    orders.clear();
    knownNames = undefined;
    if (isOpen) {
      entries.set(id, entryOf(ask));
      unindexed.add(id);
    } else {
      entries.delete(id);
      trigrams.remove(id);
    }
    tell(id, ask);
  }

  function tell(id: string, ask: Ask | null): undefined {
    if (listeners.size === 0) return;
    const change = { id, ask, ...countedFor(WHOLE_ACCESS), revision };
    for (const listener of listeners) listener(change);
  }

  async function read(query: RowQuery, tools: RowListTools, access: Access): Promise<RowPage> {
    await begin();
    await asleep.refresh();
    const fitting = access.isWhole
      ? found(query)
      : found(query).filter(({ ask }) => access.sees(ask));
    const { ordered, groups } = grouped(fitting, query.group, Date.now());
    return {
      rows: ordered
        .slice(query.offset, query.offset + query.limit)
        .map(({ ask }) => row(ask, tools)),
      offset: query.offset,
      total: ordered.length,
      groups,
      ...names(access),
      ...countedFor(access),
      revision,
    };
  }

  function found(query: RowQuery): Entry[] {
    const words = foldedForSearch(query.q).split(/\s+/).filter(Boolean);
    const isWanted =
      asleep.count(() => true) === 0 ? () => query.snoozed === undefined : isAsWanted;
    const all = order(query.sort).filter((entry) => fits(entry, query) && isWanted(entry));
    if (words.length === 0) return all;
    addToIndex(Number.POSITIVE_INFINITY);
    const ids = trigrams.find(words);
    return all.filter(({ ask }) => ids.has(ask.id));

    function isAsWanted({ ask }: Entry): boolean {
      return (asleep.of(ask) !== null) === (query.snoozed !== undefined);
    }
  }

  function order(sort: RowQuery["sort"]): Entry[] {
    const known = orders.get(sort);
    if (known !== undefined) return known;
    const made = sorted([...entries.values()], sort);
    orders.set(sort, made);
    return made;
  }

  /** Some at a time, so that nobody waits for ten thousand; whoever searches before has the rest done. */
  function indexSome() {
    const end = performance.now() + INDEX_FOR_MS;
    while (unindexed.size > 0 && performance.now() < end) addToIndex(INDEXED_AT_ONCE);
    if (unindexed.size > 0) indexAfter(1);
  }

  function indexAfter(milliseconds: number) {
    indexing = setTimeout(indexSome, milliseconds).unref();
  }

  function addToIndex(most: number) {
    for (const id of unindexed) {
      if (most-- === 0) return;
      unindexed.delete(id);
      const entry = entries.get(id);
      if (entry !== undefined) trigrams.add(id, entry.searched());
    }
  }

  function countedFor(access: Access): OpenCount {
    const seen = access.isWhole ? entries.size : seenBy(access).length;
    const snoozed = asleep.count(access.isWhole ? () => true : access.sees);
    return { open: seen - snoozed, snoozed };
  }

  function names(access: Access): Pick<RowPage, "projects" | "agents"> {
    if (!access.isWhole) return namesOf(seenBy(access));
    knownNames ??= namesOf([...entries.values()]);
    return knownNames;
  }

  function seenBy(access: Access): Entry[] {
    return [...entries.values()].filter(({ ask }) => access.sees(ask));
  }

  function row(ask: Ask, tools: RowListTools): Row {
    const snoozed = asleep.of(ask);
    const row = rowOf(ask, { ...tools, remainingSeconds: remainingSeconds(ask, desk) });
    return snoozed === null ? row : { ...row, snoozed };
  }

  async function close() {
    listeners.clear();
    clearTimeout(indexing);
    asleep.close();
    await following?.close();
  }
}

function namesOf(entries: Entry[]): Pick<RowPage, "projects" | "agents"> {
  return {
    projects: namesIn(entries.map(({ project }) => project)),
    agents: namesIn(entries.map(({ agent }) => agent)),
  };
}

function namesIn(all: string[]): string[] {
  const names = [...new Set(all)].filter((name) => name !== "").slice(0, MOST_NAMES);
  return names.sort((one, other) => one.localeCompare(other));
}
