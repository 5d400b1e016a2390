/** Every ask of this machine as the dashboard shows it, kept up to date by the live connection. */
import type { Dashboard as DashboardPage, LiveAsk } from "../../../src/surfaces/portal/wire.ts";
import { createStore, type Store } from "../../shared/store.ts";
import { api } from "../parts/api.ts";
import { follow } from "../parts/device.ts";
import { type Failure, failureOf, isFinal } from "../parts/failure.ts";
import { type Connection, followLive, type LiveNews } from "../parts/live.ts";
import { createSaver, type Saver } from "../settings/saver.ts";

export interface DashboardState {
  page: DashboardPage | null;
  connection: Connection;
  failure: Failure | null;
}

export interface Dashboard {
  state: Store<DashboardState>;
  saveSetting: Saver["save"];
  close(): void;
}

type Change = (page: DashboardPage) => DashboardPage;

const MOST_SETTLED = 50;

/** `onNew` is called for every open ask that was not there when the page opened. */
export function openDashboard({ onNew }: { onNew(live: LiveAsk): void }): Dashboard {
  const state = createStore<DashboardState>({
    page: null,
    connection: "connecting",
    failure: null,
  });
  const known = new Set<string>();
  // For each list on its way, the changes heard meanwhile: it may be older than they are.
  const underWay = new Set<Change[]>();
  const live = followLive({ onMessage: hear, onConnection: connected });
  void load();
  const saver = createSaver({
    latest: () => state.get().page?.saved,
    show: (saved) => update((page) => ({ ...page, saved })),
    onSaved: (saved) => update((page) => ({ ...page, saved })),
    onFailed: (error) => state.set({ failure: failureOf(error) }),
  });
  return { state, saveSetting: saver.save, close: live.close };

  async function load() {
    const heard: Change[] = [];
    underWay.add(heard);
    try {
      const listed = await api.dashboard();
      const page = heard.reduce((before, change) => change(before), listed);
      const isFirst = state.get().page === null;
      follow(page.saved, page.locale);
      state.set({ page, failure: null });
      for (const one of page.open) meet(one, !isFirst);
    } catch (error) {
      const failure = failureOf(error);
      if (state.get().page === null || isFinal(failure)) state.set({ failure });
    } finally {
      underWay.delete(heard);
    }
  }

  function hear(message: LiveNews) {
    switch (message.type) {
      case "asks":
        // The connection reports only open asks; the page's own list has those settled meanwhile.
        void load();
        return;
      case "changed":
        update((page) => withAsk(page, message));
        if (state.get().page !== null && message.ask.outcome === null) meet(message, true);
        return;
      case "removed":
        update((page) => without(page, message.id));
        return;
      case "tick":
        update((page) => ({
          ...page,
          open: page.open.map((one) => ticked(one, message.remaining)),
        }));
        return;
      case "settings":
        follow(message.saved);
        update((page) => ({ ...page, saved: message.saved }));
    }
  }

  function meet(one: LiveAsk, isNews: boolean) {
    if (known.has(one.ask.id)) return;
    known.add(one.ask.id);
    if (isNews) onNew(one);
  }

  function update(change: Change) {
    for (const heard of underWay) heard.push(change);
    const { page } = state.get();
    if (page !== null) state.set({ page: change(page) });
  }

  function connected(connection: Connection) {
    if (connection !== state.get().connection) state.set({ connection });
    // The browser does not say why a live connection was refused; loading the page's own data does.
    if (connection === "away") void load();
  }
}

function withAsk(page: DashboardPage, { ask, remainingSeconds }: LiveAsk): DashboardPage {
  const { open, settled, ...rest } = without(page, ask.id);
  const one = { ask, remainingSeconds };
  if (ask.outcome !== null)
    return {
      ...rest,
      open,
      settled: [one, ...settled].sort(lastSettledFirst).slice(0, MOST_SETTLED),
    };
  return { ...rest, settled, open: [...open, one].sort(newestFirst) };
}

function without(page: DashboardPage, id: string): DashboardPage {
  const isOther = ({ ask }: LiveAsk) => ask.id !== id;
  return { ...page, open: page.open.filter(isOther), settled: page.settled.filter(isOther) };
}

function ticked(one: LiveAsk, remaining: Record<string, number>): LiveAsk {
  const remainingSeconds = remaining[one.ask.id];
  return remainingSeconds === undefined ? one : { ...one, remainingSeconds };
}

function newestFirst({ ask: one }: LiveAsk, { ask: other }: LiveAsk): number {
  return one.createdAt < other.createdAt ? 1 : -1;
}

function lastSettledFirst({ ask: one }: LiveAsk, { ask: other }: LiveAsk): number {
  const [at = "", otherAt = ""] = [one.outcome?.provenance.at, other.outcome?.provenance.at];
  return at < otherAt ? 1 : -1;
}
