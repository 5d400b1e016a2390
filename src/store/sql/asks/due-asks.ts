/**
 * Times out what is due, by the database's clock. Every replica sleeps until the nearest deadline;
 * the database settles each ask once, however many wake at the same moment.
 */
import type { AskDatabase } from "./database.ts";
import type { DatabaseClock } from "./database-clock.ts";
import type { AskReads, NumberedChange } from "./reads.ts";
import { dueOf } from "./rows.ts";

export interface DueAsks {
  /** Returns the function that ends it. */
  start(): () => void;
  close(): void;
  /** A change that was read: its deadline may be the nearest now. */
  meet(change: NumberedChange): void;
}

const AT_ONCE = 500;
// A deadline that another process moved without our hearing of it is found within this time.
const LONGEST_SLEEP_MS = 30_000;
const AFTER_FAILURE_MS = 250;

export function keepDueAsks({
  database,
  reads,
  clock,
}: {
  database: Pick<AskDatabase, "timeOut">;
  reads: Pick<AskReads, "nextDue">;
  clock: DatabaseClock;
}): DueAsks {
  let cancel = () => {};
  let wakesAt = Number.POSITIVE_INFINITY;
  let users = 0;
  let isBusy = false;
  return { start, close, meet };

  function start() {
    users += 1;
    if (users === 1) sleepUntil(clock.now().getTime());
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      users -= 1;
      if (users === 0) rest();
    };
  }

  function close() {
    users = 0;
    rest();
  }

  function rest() {
    cancel();
    wakesAt = Number.POSITIVE_INFINITY;
  }

  function meet({ stored }: NumberedChange) {
    const ask = stored?.ask;
    if (users === 0 || isBusy || ask === undefined || ask.outcome !== null) return;
    const due = dueOf(ask);
    if (due !== null && due < wakesAt) sleepUntil(due);
  }

  function sleepUntil(moment: number) {
    cancel();
    const now = clock.now().getTime();
    wakesAt = Math.min(Math.max(moment, now), now + LONGEST_SLEEP_MS);
    cancel = clock.after(wakesAt - now, () => void settle());
  }

  async function settle(): Promise<void> {
    isBusy = true;
    let next: number;
    try {
      while (users > 0 && (await database.timeOut(AT_ONCE)) === AT_ONCE);
      await clock.sync();
      const [nearest] = await reads.nextDue(1);
      next = (nearest && dueOf(nearest)) ?? Number.POSITIVE_INFINITY;
    } catch {
      next = clock.now().getTime() + AFTER_FAILURE_MS;
    }
    isBusy = false;
    if (users > 0) sleepUntil(next);
  }
}
