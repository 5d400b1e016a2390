/**
 * Follows the asks on a desk for a part that must act on each of them: first
 * those that are open, then every change. Each ask gets one step at a time,
 * always with its latest state, so nothing is shown after it was settled. A
 * step that fails is tried again, and so is a store that cannot be read.
 */
import { type Ask, isSettled } from "../core/ask/ask.ts";
import type { Watch } from "../store/ask-store.ts";
import { type Clock, systemClock } from "../store/clock.ts";
import { everyAsk } from "./all-pages.ts";
import { keepDeadlines } from "./deadlines.ts";
import type { Desk } from "./desk.ts";

export interface FollowParts {
  desk: Pick<Desk, "page" | "watch">;
  clock?: Clock;
  /**
   * One step for one ask. A returned number repeats the step after that many milliseconds, even if
   * nothing changes; 0 repeats it at once.
   */
  take(step: Step): Promise<number | undefined> | number | undefined;
  /** The asks to begin with; the open ones unless given. */
  list?: () => Promise<Ask[]>;
  /** Called once the list has been read and each of its asks taken up. */
  onListed?: (asks: readonly Ask[]) => void;
  /**
   * Called when a step failed or, with a null id, when
   * the asks could not be read. Both are tried again.
   */
  onFailure: (error: Error, id: string | null) => void;
  /** The pause doubles with each failure in a row, from the first to the last. */
  retryMs?: { first: number; last: number };
}

export interface Step {
  id: string;
  /** Null when it was removed. */
  ask: Ask | null;
  /** The ask as it was at the last successful step. */
  before: Ask | null;
}

export interface Following {
  /**
   * Resolves once it listens and has taken up the listed asks, or once the first try has failed.
   */
  start(): Promise<void>;
  /** Takes up an ask found in another way, such as one that was settled while nobody followed. */
  meet(id: string, ask: Ask | null): void;
  /** Runs a step for every followed ask. */
  again(): void;
  /** The latest state heard of, until the step for the ask's end is done. */
  known(id: string): Ask | undefined;
  open(): Ask[];
  /** Resolves once no step is under way. */
  idle(): Promise<void>;
  /** Resolves once the last step is done. */
  close(): Promise<void>;
}

interface Followed {
  ask: Ask | null;
  before: Ask | null;
  busy: Promise<void> | null;
  /** Another step was called for during this one. */
  isStale: boolean;
  failures: number;
}

const RETRY_MS = { first: 2_000, last: 5 * 60_000 };

export function followAsks(parts: FollowParts): Following {
  const { desk, clock = systemClock, take, onListed, onFailure, retryMs = RETRY_MS } = parts;
  const { list = () => everyAsk(desk, { status: "pending" }) } = parts;
  const followed = new Map<string, Followed>();
  const timers = keepDeadlines({ clock, onDue: step });
  // Asks that changed while the list was read: the list is older than what we know of them.
  let younger: Set<string> | null = null;
  let watch: Watch | undefined;
  let stopRetry = () => {};
  let isClosed = false;
  return {
    start: () => start(0),
    meet,
    again,
    known: (id) => followed.get(id)?.ask ?? undefined,
    open,
    idle,
    close,
  };

  async function start(failures: number): Promise<void> {
    const since = new Set<string>();
    younger = since;
    try {
      watch ??= await desk.watch(({ id, ask }) => meet(id, ask), { after: "now" });
      if (isClosed) return watch.close();
      const asks = await list();
      if (isClosed) return;
      for (const ask of asks) if (!since.has(ask.id)) meet(ask.id, ask);
      onListed?.(asks);
    } catch (error) {
      if (isClosed) return;
      onFailure(error as Error, null);
      stopRetry = clock.after(pauseAfter(failures + 1), () => void start(failures + 1));
    } finally {
      younger = null;
    }
  }

  function meet(id: string, ask: Ask | null) {
    younger?.add(id);
    const known = followed.get(id);
    if (known === undefined)
      followed.set(id, { ask, before: null, busy: null, isStale: false, failures: 0 });
    else known.ask = ask;
    step(id);
  }

  function again() {
    for (const id of [...followed.keys()]) step(id);
  }

  function step(id: string): void {
    const one = followed.get(id);
    if (one === undefined || isClosed) return;
    if (one.busy !== null) {
      one.isStale = true;
      return;
    }
    const { ask, before } = one;
    timers.forget(id);
    one.isStale = false;
    try {
      const taken = take({ id, ask, before });
      // A synchronous step is finished here, so that a thousand open asks are looked at in one go.
      if (taken instanceof Promise) {
        one.busy = taken.then(
          (pause) => done(id, one, ask, pause),
          (error: Error) => failed(id, one, error),
        );
      } else {
        done(id, one, ask, taken);
      }
    } catch (error) {
      failed(id, one, error as Error);
    }
  }

  function done(id: string, one: Followed, ask: Ask | null, pause: number | undefined): void {
    one.busy = null;
    one.failures = 0;
    one.before = ask;
    if (one.isStale || pause === 0) step(id);
    else if (pause !== undefined) later(id, pause);
    else if (ask === null || isSettled(ask)) followed.delete(id);
  }

  function failed(id: string, one: Followed, error: Error) {
    one.busy = null;
    one.failures += 1;
    onFailure(error, id);
    if (one.isStale) step(id);
    else later(id, pauseAfter(one.failures));
  }

  function later(id: string, milliseconds: number) {
    const at = clock.now().getTime() + milliseconds;
    timers.track({ id, expiresAt: new Date(at).toISOString(), outcome: null });
  }

  function pauseAfter(failures: number): number {
    return Math.min(retryMs.first * 2 ** (failures - 1), retryMs.last);
  }

  function open(): Ask[] {
    return [...followed.values()].flatMap(({ ask }) =>
      ask === null || isSettled(ask) ? [] : [ask],
    );
  }

  async function idle() {
    const busy = () => [...followed.values()].flatMap((one) => one.busy ?? []);
    for (let steps = busy(); steps.length > 0; steps = busy()) await Promise.all(steps);
  }

  async function close() {
    isClosed = true;
    stopRetry();
    watch?.close();
    timers.close();
    await idle();
  }
}
