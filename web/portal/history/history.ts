/** The history as the page shows it: what fits the address, page by page. */
import type {
  HistoryNames,
  HistoryPage,
  HistoryRow,
} from "../../../src/surfaces/portal/records/records-wire.ts";
import { createStore, type Store } from "../../shared/store.ts";
import { type Failure, failureOf } from "../parts/failure.ts";
import { recordsApi } from "../parts/records-api.ts";
import { type Address, addressIn, HISTORY_PATH, pathOf, queryOf } from "./address.ts";

export interface HistoryState extends Address {
  rows: HistoryRow[];
  next: string | null;
  /** Null until the first page is here. */
  found: number | null;
  total: number;
  names: HistoryNames | null;
  failure: Failure | null;
}

export interface History {
  state: Store<HistoryState>;
  /** Shows another part; a typed search and a chosen row leave no entry to go Back to. */
  show(change: Partial<Address>, how?: "replace" | "push"): void;
  more(): Promise<void>;
  /** Something was decided since: what is new stands above, and what is known is as it is now. */
  refresh(): Promise<void>;
  /** For the filters: asked of the server when they are first opened. */
  loadNames(): Promise<void>;
  keepScroll(top: number): void;
  scrollTop: number;
  close(): void;
}

// What the page showed last, for a person who comes back to it.
let kept: { path: string; state: HistoryState; scrollTop: number } | null = null;

const TYPING_PAUSE_MS = 120;

export function openHistory(): History {
  const address = addressIn(location.search);
  const isKept = kept?.path === listPath(address);
  const state = createStore<HistoryState>(
    isKept && kept !== null ? { ...kept.state, ...address } : { ...address, ...EMPTY },
  );
  // What the rows were asked for, which may be another filter than the one just chosen.
  let rowsOf = isKept ? listPath(address) : null;
  let scrollTop = isKept && kept !== null ? kept.scrollTop : 0;
  let latest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener("popstate", follow);
  void (isKept ? refresh() : load());
  return {
    state,
    show,
    more,
    refresh,
    loadNames,
    keepScroll: (top) => {
      scrollTop = top;
    },
    get scrollTop() {
      return scrollTop;
    },
    close,
  };

  function show(change: Partial<Address>, how: "replace" | "push" = "push") {
    const before = state.get();
    const after = { filter: before.filter, ask: before.ask, ...change };
    const path = pathOf(after);
    if (how === "push") history.pushState(null, "", path);
    else history.replaceState(null, "", path);
    const isSameList = listPath(after) === listPath(before);
    if (!isSameList) scrollTop = 0;
    state.set(after);
    if (isSameList) return;
    // Every letter typed changes the address; the server is asked once the person pauses.
    clearTimeout(timer);
    if (how === "replace") timer = setTimeout(load, TYPING_PAUSE_MS);
    else void load();
  }

  function follow() {
    if (location.pathname !== HISTORY_PATH) return;
    const before = state.get();
    const after = addressIn(location.search);
    state.set(after);
    if (listPath(after) !== listPath(before)) void load();
  }

  async function load() {
    latest += 1;
    const turn = latest;
    try {
      const asked = listPath(state.get());
      const page = await recordsApi.history(queryOf(state.get().filter));
      if (turn !== latest) return;
      rowsOf = asked;
      state.set({ ...page, failure: null });
    } catch (error) {
      if (turn === latest) state.set({ failure: failureOf(error) });
    }
  }

  async function refresh() {
    const { filter, found } = state.get();
    // The first page is on its way.
    if (found === null) return;
    const turn = latest;
    const page = await recordsApi.history(queryOf(filter)).catch(() => null);
    if (page === null || turn !== latest) return;
    const { rows, next } = state.get();
    const isAll = rows.length <= page.rows.length;
    const isNew = new Set(page.rows.map(({ id }) => id));
    const others = isAll ? [] : rows.filter(({ id }) => !isNew.has(id));
    state.set({ ...page, rows: [...page.rows, ...others], next: isAll ? page.next : next });
  }

  async function more() {
    const { next, filter } = state.get();
    if (next === null) return;
    const turn = latest;
    try {
      const page: HistoryPage = await recordsApi.history({ ...queryOf(filter), after: next });
      const { rows, next: at } = state.get();
      // Another search, or the same page twice.
      if (turn !== latest || at !== next) return;
      state.set({ rows: [...rows, ...page.rows], next: page.next, failure: null });
    } catch (error) {
      state.set({ failure: failureOf(error) });
    }
  }

  async function loadNames() {
    if (state.get().names !== null) return;
    const names = await recordsApi.names().catch(() => null);
    if (names !== null) state.set({ names });
  }

  function close() {
    clearTimeout(timer);
    removeEventListener("popstate", follow);
    const last = state.get();
    const isWhole = last.found !== null && rowsOf === listPath(last);
    kept = isWhole ? { path: rowsOf ?? "", state: last, scrollTop } : null;
  }
}

const EMPTY = { rows: [], next: null, found: null, total: 0, names: null, failure: null };

function listPath({ filter }: Pick<Address, "filter">): string {
  return pathOf({ filter, ask: null });
}
