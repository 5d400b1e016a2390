/**
 * Keeps the nearest deadlines of all open asks, for a desk that watches. The store knows them all;
 * a process holds so many of them, and asks for the next ones when half of those have come.
 */
import type { AskStore, Timed } from "../store/ask-store.ts";
import type { Clock } from "../store/clock.ts";
import type { Deadlines } from "./deadlines.ts";

export interface NearestDeadlines {
  /** Asks the store again, but not twice at a time. Never throws: the next call may go better. */
  refill(): Promise<void>;
  /** An ask that changed: its deadline may be among the nearest now. */
  meet(ask: Timed): void;
  /** Whether this deadline is the one at which to refill, and no ask's. Begins to refill if so. */
  refillsAt(id: string): boolean;
  rest(): void;
}

const REFILL = "refill";
// Where very many are due at once, the store is not asked again before some of them are settled.
const PAUSE_MS = 1_000;

export function keepNearest(parts: {
  store: Pick<AskStore, "nextDue">;
  deadlines: Pick<Deadlines, "track" | "forget">;
  clock: Clock;
  most?: number;
}): NearestDeadlines {
  const { store, deadlines, clock, most = 1_000 } = parts;
  // Later deadlines are left to the store; nothing is known before it was asked.
  let horizon = Number.NEGATIVE_INFINITY;
  let isResting = true;
  let refilling: Promise<void> | undefined;
  let stopPause = () => {};
  return { refill, meet, refillsAt, rest };

  function refill(): Promise<void> {
    isResting = false;
    refilling ??= ask().finally(() => {
      refilling = undefined;
    });
    return refilling;
  }

  async function ask() {
    const nearest = await store.nextDue(most).catch(() => []);
    if (isResting) return;
    const isAll = nearest.length < most;
    horizon = isAll ? Number.POSITIVE_INFINITY : Date.parse(nearest.at(-1)?.expiresAt ?? "");
    for (const one of nearest) deadlines.track(one);
    const middle = isAll ? null : (nearest[most >>> 1]?.expiresAt ?? null);
    deadlines.track({ id: REFILL, expiresAt: middle, outcome: null });
  }

  function meet(ask: Timed) {
    const isFar = ask.outcome === null && Date.parse(ask.expiresAt ?? "") > horizon;
    if (!isFar) deadlines.track(ask);
  }

  function refillsAt(id: string): boolean {
    if (id !== REFILL) return false;
    stopPause();
    stopPause = clock.after(PAUSE_MS, () => void refill());
    return true;
  }

  function rest() {
    isResting = true;
    horizon = Number.NEGATIVE_INFINITY;
    stopPause();
    deadlines.forget(REFILL);
  }
}
