/**
 * A store on a hub that may be out of reach for a while. Where each ask is at home is said in
 * `kept.ts`: while it is here, it lives in files of this machine, like any other ask.
 */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Ask, isSettled, type Outcome, type SettledAsk } from "../../core/ask/ask.ts";
import { type AsklineError, AskNotFound } from "../../core/ask/errors.ts";
import { fits } from "../ask-filter.ts";
import { inOrder } from "../ask-order.ts";
import type {
  AskChange,
  AskStore,
  FindFilter,
  SettleOptions,
  WaitOptions,
  Watch,
  WatchOptions,
} from "../ask-store.ts";
import { openFileStore } from "../file/file-store.ts";
import type { HttpStore } from "./http-store.ts";
import { isToSend, type Kept, knownOf, openKept } from "./kept.ts";
import { openOutbox } from "./outbox.ts";
import { AskRemoved, HubUnreachable, NotSentYet } from "./unreachable.ts";

export interface OfflineParts {
  hub: HttpStore;
  url: string;
  directory: string;
  /** Said once each: the hub is gone, or back; a decision came too late. */
  onWarning: (message: string) => void;
}

const AGAIN_MS = 1_000;
const MOST_REMEMBERED = 2_000;

export interface OfflineStore extends AskStore {
  /** The hub is there: what waits for it goes out. */
  wake(): void;
}

export function openOfflineStore({ hub, url, directory, onWarning }: OfflineParts): OfflineStore {
  const kept = openKept(directory);
  const local = openFileStore({ directory: join(directory, "asks"), onWarning });
  const outbox = openOutbox({ kept, local, hub, directory, onOvertaken, onRefused });
  // Asks of others that this process was shown last: what a person decides on when the hub goes.
  const shown = new Map<string, Ask>();
  let isGone = false;
  if (kept.list().some(isToSend)) outbox.keepTrying();
  return {
    ...hub,
    ...{ create, load, find, list: find, settle, amend, markTaken, whenSettled, watch, wake },
    page: async (query) => there(hub.page(query), () => ({ asks: ownFitting(query), next: null })),
    count: async (filter, cap) =>
      there(hub.count(filter, cap), () => Math.min(ownFitting(filter).length, cap)),
    glance: async (most) =>
      there(hub.glance(most), () => ownFitting({ status: "pending" }).slice(0, most)),
    nextDue: async (most) => there(hub.nextDue(most), () => local.nextDue(most)),
    remove,
    async close() {
      await outbox.close();
      await local.close();
      await hub.close();
    },
  };

  function wake() {
    if (kept.list().some(isToSend)) outbox.keepTrying();
  }

  /** Kept before it is sent, so that no end of this process loses it. */
  async function create(ask: Ask) {
    await kept.write({ id: ask.id, home: "handing_over", ask });
    try {
      await hub.create(ask);
      await kept.write({ id: ask.id, home: "hub", ask, run: hub.run() });
      isBack();
    } catch (error) {
      if (!(error instanceof HubUnreachable)) {
        kept.remove(ask.id);
        throw error;
      }
      goes();
      if (!error.wasSent) {
        await local.create(ask);
        await kept.write({ id: ask.id, home: "local", ask });
      }
      outbox.keepTrying();
    }
  }

  async function load(id: string): Promise<Ask> {
    const own = kept.read(id);
    if (own?.home === "local") return local.load(id).catch((error) => whereItWent(id, error));
    try {
      return remembered(await hub.load(id));
    } catch (error) {
      if (error instanceof AskNotFound && (await isGivenBack(id))) return load(id);
      if (!(error instanceof HubUnreachable)) throw error;
      goes();
      const known = own === null ? shown.get(id) : knownOf(own);
      if (known === undefined) throw error;
      return known;
    }
  }

  /** It may have left for the hub a moment before. Without its own files, the copy is what goes out. */
  async function whereItWent(id: string, error: unknown): Promise<Ask> {
    const own = kept.read(id);
    if (own?.home !== "local") return load(id);
    if (error instanceof AskNotFound) return knownOf(own);
    throw error;
  }

  /**
   * A hub that was put back in time gets what it has lost, under the same id. It was started anew for
   * that; the one that took the ask knows that it was removed.
   */
  async function isGivenBack(id: string): Promise<boolean> {
    const own = kept.read(id);
    if (own?.home !== "hub" || own.run === hub.run()) return false;
    await kept.write({ ...own, home: "handing_over" });
    await outbox.flush();
    return kept.read(id)?.home === "hub";
  }

  async function find(filter: FindFilter = {}): Promise<Ask[]> {
    await sendFirst();
    const asks = await there(hub.find(filter), () => ownFitting(filter));
    for (const ask of asks) remembered(ask);
    return asks;
  }

  async function settle(
    id: string,
    decide: (ask: Ask) => Outcome | null,
    { key = crypto.randomUUID() }: SettleOptions = {},
  ): Promise<Ask> {
    const own = kept.read(id);
    if (own?.home === "local") {
      const settled = await settleHere(id, decide, key);
      if (settled !== null) return settled;
    }
    if (own?.home === "handing_over") await outbox.flush();
    try {
      const ask = await hub.settle(id, decide, { key });
      isBack();
      return ask;
    } catch (error) {
      if (!(error instanceof HubUnreachable)) throw error;
      goes();
      return decideLater(id, decide, key, error);
    }
  }

  /** Null where it has left for the hub a moment before. */
  async function settleHere(id: string, decide: (ask: Ask) => Outcome | null, key: string) {
    let hasLeft = false;
    try {
      const ask = await local.settle(
        id,
        (pending) => {
          hasLeft = kept.read(id)?.home !== "local";
          return hasLeft ? null : decide(pending);
        },
        { key },
      );
      if (hasLeft) return null;
      outbox.keepTrying();
      return ask;
    } catch (error) {
      if (error instanceof AskNotFound) return null;
      throw error;
    }
  }

  /** Kept under its key, and never called accepted. A deadline is for the hub to judge. */
  async function decideLater(
    id: string,
    decide: (ask: Ask) => Outcome | null,
    key: string,
    cause: HubUnreachable,
  ): Promise<Ask> {
    const own = kept.read(id);
    const ask = own === null ? shown.get(id) : knownOf(own);
    if (ask === undefined || isSettled(ask)) throw cause;
    const outcome = decide(ask);
    if (outcome === null) return ask;
    const isByPerson = outcome.provenance.by === "person";
    const isWithdrawn = outcome.status === "abandoned" && own !== null;
    if (!isByPerson && !isWithdrawn) throw cause;
    const home = own?.home ?? "elsewhere";
    // A person may change their mind while it waits; the same key would then name two decisions.
    await kept.write({ id, home, ask, decision: { outcome, key } });
    outbox.keepTrying();
    if (isByPerson) throw new NotSentYet(url);
    return { ...ask, outcome };
  }

  async function amend(id: string, change: Parameters<AskStore["amend"]>[1]): Promise<Ask> {
    const own = kept.read(id);
    if (own?.home === "local") return local.amend(id, change);
    try {
      return await hub.amend(id, change);
    } catch (error) {
      // Who holds it is known here, and the hub hears it with the next change.
      if (!(error instanceof HubUnreachable) || own === null) throw error;
      return { ...own.ask, ...change(own.ask) };
    }
  }

  async function markTaken(id: string, by: string): Promise<boolean> {
    const own = kept.read(id);
    if (own?.home === "local") return local.markTaken(id, by);
    try {
      const isNew = await hub.markTaken(id, by);
      // Delivered: the copy has done its work.
      if (isNew && own?.home === "hub") kept.remove(id);
      return isNew;
    } catch (error) {
      if (!(error instanceof HubUnreachable)) throw error;
      return true;
    }
  }

  /** Here, until it has left; then there, however often the hub goes away meanwhile. */
  async function whenSettled(id: string, options: WaitOptions = {}): Promise<SettledAsk> {
    for (;;) {
      options.signal?.throwIfAborted();
      try {
        const own = kept.read(id);
        if (own?.home === "local") return await local.whenSettled(id, options);
        const over = own === null ? null : knownOf(own);
        if (own?.decision !== undefined && over !== null && isSettled(over)) return over;
        const settled = await hub.whenSettled(id, options);
        isBack();
        return settled;
      } catch (error) {
        options.signal?.throwIfAborted();
        if (error instanceof AskRemoved) kept.remove(id);
        if (error instanceof AskNotFound) {
          const isMoving = kept.read(id) !== null && kept.read(id)?.home !== "hub";
          if (!isMoving && !(await isGivenBack(id))) throw error;
        } else if (!(error instanceof HubUnreachable)) throw error;
        else goes();
        outbox.keepTrying();
        await pause(AGAIN_MS * (0.5 + Math.random()), undefined, { signal: options.signal });
      }
    }
  }

  async function watch(listener: (change: AskChange) => void, options: WatchOptions = {}) {
    const ended = new AbortController();
    const tellHere = (change: AskChange) => {
      const own = kept.read(change.id);
      // It is not gone: it has left for the hub, which tells of it.
      if (change.ask === null && own !== null) return;
      listener(change);
    };
    const tellThere = (change: AskChange) => {
      if (change.ask !== null) remembered(change.ask);
      listener(change);
    };
    let there: Watch | undefined;
    const here = await local.watch(tellHere, {
      after: options.after === "now" ? "now" : undefined,
    });
    try {
      there = await hub.watch(tellThere, options);
    } catch (error) {
      if (!(error instanceof HubUnreachable)) {
        here.close();
        throw error;
      }
      goes();
      void watchLater();
    }
    return {
      close() {
        ended.abort();
        here.close();
        there?.close();
      },
    };

    /** Everything is news then. */
    async function watchLater() {
      for (; !ended.signal.aborted && there === undefined; ) {
        await pause(AGAIN_MS * (0.5 + Math.random()), undefined, { ref: false });
        there = await hub.watch(tellThere, { onGap: options.onGap }).catch(() => undefined);
      }
      if (ended.signal.aborted) there?.close();
      else wake();
    }
  }

  async function remove(id: string) {
    const isHere = kept.read(id)?.home === "local";
    await (isHere ? local.remove(id) : hub.remove(id));
    kept.remove(id);
  }

  /** What was put or decided while the hub was gone is in its lists, once it is back. */
  async function sendFirst() {
    if (!isGone && kept.list().some(isToSend)) await outbox.flush();
  }

  async function there<T>(asked: Promise<T>, here: () => T | Promise<T>): Promise<T> {
    try {
      const reply = await asked;
      isBack();
      return reply;
    } catch (error) {
      if (!(error instanceof HubUnreachable)) throw error;
      goes();
      return here();
    }
  }

  function ownFitting(filter: FindFilter): Ask[] {
    const own = kept.list().filter(({ home }) => home !== "elsewhere");
    const asks = own.map((one) => (one.home === "local" ? localNow(one) : knownOf(one)));
    return inOrder(asks.filter((ask) => fits(ask, filter)));
  }

  function localNow(one: Kept): Ask {
    return shown.get(one.id) ?? knownOf(one);
  }

  function remembered(ask: Ask): Ask {
    shown.delete(ask.id);
    shown.set(ask.id, ask);
    const [oldest] = shown.keys();
    if (shown.size > MOST_REMEMBERED && oldest !== undefined) shown.delete(oldest);
    return ask;
  }

  function goes() {
    if (!isGone) onWarning(`The hub at ${url} cannot be reached; what is asked here is kept.`);
    isGone = true;
  }

  function isBack() {
    if (!isGone) return;
    isGone = false;
    onWarning(`The hub at ${url} is there again.`);
    wake();
  }

  function onOvertaken({ outcome }: Ask) {
    const who = outcome?.provenance.who ?? "Somebody";
    onWarning(`${who} was first at the hub; the answer that waited here does not count.`);
  }

  function onRefused({ id }: Kept, error: AsklineError) {
    onWarning(`The hub did not take ${id}, which is kept: ${error.message}`);
  }
}
