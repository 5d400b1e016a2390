/**
 * The open questions that this page shows, kept up to date by the live connection. The hub sorts,
 * groups and searches; the page has the rows around what is in sight, and applies each difference.
 *
 * A row is open, then `gone` for a few seconds when somebody else settled it, then away. While the
 * list is held (it has the focus or the pointer), new rows wait, so that nothing moves under a hand.
 */
import type { Locale } from "../../../src/core/locale.ts";
import type { Interaction } from "../../../src/desk/interaction.ts";
import type { Row, RowGroup, RowMessage } from "../../../src/surfaces/portal/rows/row-wire.ts";
import type { LiveAsk } from "../../../src/surfaces/portal/wire.ts";
import { createStore, type Store } from "../../shared/store.ts";
import { api } from "../parts/api.ts";
import { counts } from "../parts/counts.ts";
import { follow } from "../parts/device.ts";
import { type Failure, failureOf, isFinal } from "../parts/failure.ts";
import { type Connection, followLive, type LiveNews } from "../parts/live.ts";
import { createSaver, type Saver } from "../settings/saver.ts";
import type { Address } from "./address.ts";
import {
  placeOf,
  type RowWindow,
  type ShownRow,
  shownRow,
  withChanged,
  withNew,
  without,
  withPage,
} from "./row-window.ts";

export type ListQuery = Omit<Address, "ask" | "group" | "selected"> & { group: RowGroup };

export interface ListState extends RowWindow {
  /** The words that the rows were found by. */
  shownFor: string;
  /** Whether the rows are those that are put off. */
  showsSnoozed: boolean;
  /** Null until the first answer. */
  open: number | null;
  /** How many are put off. */
  snoozed: number;
  projects: string[];
  agents: string[];
  saved: Interaction;
  /** What was settled last, the newest first. */
  settled: LiveAsk[];
  /** Rows that stay for a moment though their question is settled; null when it was removed. */
  gone: ReadonlyMap<string, LiveAsk | null>;
  /** New rows that are not shown yet. */
  waiting: readonly ShownRow[];
  /** Asked since the page was opened, and not looked at yet. */
  fresh: ReadonlySet<string>;
  connection: Connection;
  failure: Failure | null;
  /** When the list was last known to be right. */
  asOf: number;
}

export interface List {
  state: Store<ListState>;
  show(query: ListQuery): void;
  /** Somebody scrolls there. */
  need(from: number, to: number): void;
  hold(isHeld: boolean): void;
  showNew(): void;
  looked(id: string): void;
  /** The person settled it here, so its row goes at once. */
  settledHere(id: string): void;
  /** What the person tried was refused. */
  notSettledHere(id: string): void;
  saveSetting: Saver["save"];
  close(): void;
}

export interface ListParts {
  locale: Locale;
  query: ListQuery;
  onNew(row: Row): void;
}

const ROWS_PER_PAGE = 50;
const GONE_STAYS_MS = 4_000;
const MOST_SETTLED = 20;

export function openList({ locale, query: first, onNew }: ListParts): List {
  const state = createStore<ListState>({
    ...{
      rows: [],
      groups: [],
      open: null,
      snoozed: 0,
      projects: [],
      agents: [],
      saved: {},
      settled: [],
    },
    ...{ gone: new Map(), waiting: [], fresh: new Set(), connection: "connecting", failure: null },
    ...{ shownFor: "", showsSnoozed: first.snoozed, asOf: Date.now() },
  });
  let query = first;
  let revision = 0;
  let isHeld = false;
  let asking: AbortController | undefined;
  let isAsking = false;
  let lastNeeded = 0;
  let isRefreshing = false;
  const asked = new Set<number>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  // Differences that arrive while rows are on their way, which may be older than they are.
  let meanwhile: RowMessage[] = [];
  const mine = new Set<string>();
  const live = followLive({ rows: locale, onMessage: hear, onConnection: connected });
  const saver = createSaver({
    latest: () => state.get().saved,
    show: (saved) => state.set({ saved }),
    onSaved: (saved) => state.set({ saved }),
    onFailed: (error) => state.set({ failure: failureOf(error) }),
  });
  void reload();
  return {
    ...{ state, show, need, hold, showNew, looked, settledHere, notSettledHere, close },
    saveSetting: saver.save,
  };

  function show(next: ListQuery) {
    if (JSON.stringify(next) === JSON.stringify(query)) return;
    query = next;
    void reload();
  }

  /** From the top; what is on its way for an earlier question is given up. */
  async function reload() {
    asking?.abort();
    const own = new AbortController();
    asking = own;
    isAsking = true;
    asked.clear();
    meanwhile = [];
    try {
      const isFirst = state.get().open === null;
      const { q: shownFor, snoozed: showsSnoozed } = query;
      const page = await api.rows(asQuery(0, isFirst), own.signal);
      if (asking !== own) return;
      revision = page.revision;
      const { start } = page;
      if (start !== undefined) follow(start.saved, start.locale);
      state.set({
        ...withPage({ rows: [], groups: [] }, page, Date.now()),
        ...{ projects: page.projects, agents: page.agents, gone: new Map(), waiting: [] },
        ...(start && { saved: start.saved, settled: start.settled }),
        ...{ failure: null, shownFor, showsSnoozed },
      });
      told(page);
      asked.add(0);
      for (const message of meanwhile.splice(0))
        if (message.revision > page.revision) take(message);
    } catch (error) {
      if (asking === own && !own.signal.aborted) failed(error);
    } finally {
      if (asking === own) isAsking = false;
    }
  }

  function asQuery(offset: number, isFirst = false): Record<string, string> {
    const { project, agent, kind, q, snoozed, sort, group } = query;
    return {
      ...(project !== "" && { project }),
      ...(agent !== "" && { agent }),
      ...(snoozed && { snoozed: "1" }),
      ...{ kind, q, sort, group, locale, offset: String(offset), limit: String(ROWS_PER_PAGE) },
      ...(isFirst && { first: "1" }),
    };
  }

  function need(from: number, to: number) {
    const { rows } = state.get();
    lastNeeded = from;
    for (let page = Math.floor(from / ROWS_PER_PAGE); page * ROWS_PER_PAGE < to; page++) {
      const start = page * ROWS_PER_PAGE;
      const isMissing = rows.slice(start, start + ROWS_PER_PAGE).includes(undefined);
      if (start < rows.length && isMissing && !asked.has(page)) void fetchPage(page);
    }
  }

  async function fetchPage(number: number) {
    asked.add(number);
    const own = asking;
    try {
      const page = await api.rows(asQuery(number * ROWS_PER_PAGE), own?.signal);
      if (asking !== own) return;
      state.set(withPage(state.get(), page, Date.now()));
    } catch (error) {
      if (asking === own && own?.signal.aborted === false) failed(error);
    } finally {
      asked.delete(number);
    }
  }

  function failed(error: unknown) {
    const failure = failureOf(error);
    if (state.get().open === null || isFinal(failure)) state.set({ failure });
  }

  function hear(message: LiveNews) {
    switch (message.type) {
      case "hello":
        // What happened between the list and this connection is in neither.
        if (state.get().open !== null && message.revision !== revision) void reload();
        return;
      case "row":
      case "row_gone":
        if (isAsking) meanwhile.push(message);
        if (state.get().open !== null) take(message);
        return;
      case "settings":
        follow(message.saved);
        if (!saver.isBusy()) state.set({ saved: message.saved });
    }
  }

  function take(message: RowMessage) {
    if (message.type === "hello") return;
    const isLess = message.revision !== revision;
    revision = message.revision;
    told(message);
    if (message.type === "row") arrived(message.row);
    else left(message.id, message.settled, isLess);
  }

  function told({ open, snoozed }: { open: number; snoozed: number }) {
    counts.set({ open });
    state.set({ open, snoozed, asOf: Date.now() });
  }

  function arrived(row: Row) {
    const now = state.get();
    const shown = shownRow(row, Date.now());
    const isHere = placeOf(now, row.id) !== -1;
    if (isHere && isMeant(row)) return state.set(withChanged(now, shown));
    // It was put off, or is back.
    if (isHere) return fold(row.id);
    if (row.snoozed !== undefined && !query.snoozed) return wentToSleep(row.id);
    if (now.waiting.some(({ id }) => id === row.id)) return;
    if (row.snoozed === undefined) onNew(row);
    state.set({ fresh: new Set([...now.fresh, row.id]) });
    if (!isMeant(row)) return;
    state.set({ waiting: [...now.waiting, shown] });
    if (!isHeld) showNew();
  }

  /** Words are the hub's to find, so a list that is searched asks it again. */
  function isMeant({ project, agent, kind, snoozed }: Row): boolean {
    if ((snoozed !== undefined) !== query.snoozed) return false;
    const isPermission = kind !== "question" && kind !== "several";
    if (query.project !== "" && query.project !== project) return false;
    if (query.agent !== "" && query.agent !== agent) return false;
    return query.kind === "all" || isPermission === (query.kind === "permissions");
  }

  function wentToSleep(id: string) {
    const { waiting } = state.get();
    state.set({ waiting: waiting.filter((row) => row.id !== id) });
    shrunk();
  }

  function showNew() {
    const { waiting } = state.get();
    if (waiting.length === 0) return;
    state.set({ waiting: [] });
    if (query.q !== "") return void reload();
    let window: RowWindow | null = state.get();
    for (const row of waiting) window &&= withNew(window, row, query);
    if (window === null) void reload();
    else state.set({ rows: window.rows, groups: window.groups });
  }

  function left(id: string, settled: LiveAsk | null, isLess: boolean) {
    const now = state.get();
    if (settled !== null && settled.ask.outcome !== null) addSettled(settled);
    state.set({ waiting: now.waiting.filter((row) => row.id !== id) });
    if (placeOf(now, id) === -1) return isLess ? shrunk() : undefined;
    if (now.gone.has(id)) return;
    if (mine.delete(id)) return fold(id);
    state.set({ gone: new Map([...now.gone, [id, settled]]) });
    later(GONE_STAYS_MS, () => fold(id));
  }

  /** It was among those that were never sent: where, only the hub knows. */
  function shrunk() {
    if (isRefreshing || !state.get().rows.includes(undefined)) return;
    isRefreshing = true;
    later(SOON_MS, () => {
      isRefreshing = false;
      void fetchPage(Math.floor(lastNeeded / ROWS_PER_PAGE));
    });
  }

  function addSettled(one: LiveAsk) {
    const others = state.get().settled.filter(({ ask }) => ask.id !== one.ask.id);
    state.set({ settled: [one, ...others].slice(0, MOST_SETTLED) });
  }

  function fold(id: string) {
    const now = state.get();
    const gone = new Map(now.gone);
    gone.delete(id);
    const { rows, groups } = without(now, id);
    state.set({ rows, groups, gone });
  }

  function settledHere(id: string) {
    if (state.get().gone.has(id)) fold(id);
    else mine.add(id);
  }

  function notSettledHere(id: string) {
    mine.delete(id);
  }

  function hold(next: boolean) {
    isHeld = next;
    if (!isHeld) showNew();
  }

  function looked(id: string) {
    const { fresh } = state.get();
    if (!fresh.has(id)) return;
    state.set({ fresh: new Set([...fresh].filter((one) => one !== id)) });
  }

  function connected(connection: Connection) {
    if (connection !== state.get().connection) state.set({ connection });
    // The browser does not say why a live connection was refused; loading the page's own data does.
    if (connection === "away" && state.get().failure === null) void probe();
  }

  async function probe() {
    try {
      await api.rows({ limit: "1" });
    } catch (error) {
      const failure = failureOf(error);
      if (isFinal(failure)) state.set({ failure });
    }
  }

  function later(milliseconds: number, run: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, milliseconds);
    timers.add(timer);
  }

  function close() {
    asking?.abort();
    live.close();
    for (const timer of timers) clearTimeout(timer);
  }
}

const SOON_MS = 1_000;
