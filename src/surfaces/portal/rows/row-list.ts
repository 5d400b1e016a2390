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
import type { AskFeed } from "../../surface.ts";
import { remainingSeconds } from "../countdown.ts";
import { type Entry, entryOf, fits, grouped, sorted } from "./row-entry.ts";
import { rowOf } from "./row-of.ts";
import type { Row, RowPage, RowQuery } from "./row-wire.ts";
import { createTrigrams, foldedForSearch, type Trigrams } from "./trigrams.ts";

export interface RowChange {
  id: string;
  /** Null when it was removed. */
  ask: Ask | null;
  open: number;
  revision: number;
}

export interface RowList {
  start(asks: AskFeed): void;
  read(query: RowQuery, tools: RowListTools): Promise<RowPage>;
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

export function createRowList(desk: Pick<Desk, "millisecondsLeft">): RowList {
  const entries = new Map<string, Entry>();
  const listeners = new Set<(change: RowChange) => void>();
  const orders = new Map<string, Entry[]>();
  let feed: AskFeed | undefined;
  let following: Following | undefined;
  let started: Promise<void> | undefined;
  let trigrams: Trigrams | undefined;
  let revision = 1;
  return { start, read, row, follow, close };

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
    started ??= following.start();
    await started;
  }

  function meet(id: string, ask: Ask | null): undefined {
    const isOpen = ask !== null && !isSettled(ask);
    if (!isOpen && !entries.has(id)) return;
    revision += 1;
    orders.clear();
    if (isOpen) {
      const entry = entryOf(ask);
      entries.set(id, entry);
      trigrams?.add(id, entry.searched());
    } else {
      entries.delete(id);
      trigrams?.remove(id);
    }
    for (const listener of listeners) listener({ id, ask, open: entries.size, revision });
  }

  async function read(query: RowQuery, tools: RowListTools): Promise<RowPage> {
    await begin();
    const fitting = found(query);
    const { ordered, groups } = grouped(fitting, query.group, Date.now());
    return {
      rows: ordered
        .slice(query.offset, query.offset + query.limit)
        .map(({ ask }) => row(ask, tools)),
      offset: query.offset,
      total: ordered.length,
      open: entries.size,
      groups,
      projects: namesOf(({ project }) => project),
      agents: namesOf(({ agent }) => agent),
      revision,
    };
  }

  function found(query: RowQuery): Entry[] {
    const words = foldedForSearch(query.q).split(/\s+/).filter(Boolean);
    const all = order(query.sort).filter((entry) => fits(entry, query));
    if (words.length === 0) return all;
    const ids = index().find(words);
    return all.filter(({ ask }) => ids.has(ask.id));
  }

  function order(sort: RowQuery["sort"]): Entry[] {
    const known = orders.get(sort);
    if (known !== undefined) return known;
    const made = sorted([...entries.values()], sort);
    orders.set(sort, made);
    return made;
  }

  /** Built when somebody searches for the first time. */
  function index(): Trigrams {
    if (trigrams !== undefined) return trigrams;
    trigrams = createTrigrams();
    for (const [id, entry] of entries) trigrams.add(id, entry.searched());
    return trigrams;
  }

  function namesOf(name: (entry: Entry) => string): string[] {
    const names = new Set<string>();
    for (const entry of entries.values()) {
      if (names.size < MOST_NAMES && name(entry) !== "") names.add(name(entry));
    }
    return [...names].sort((one, other) => one.localeCompare(other));
  }

  function row(ask: Ask, tools: RowListTools): Row {
    return rowOf(ask, { ...tools, remainingSeconds: remainingSeconds(ask, desk) });
  }

  async function close() {
    listeners.clear();
    await following?.close();
  }
}
