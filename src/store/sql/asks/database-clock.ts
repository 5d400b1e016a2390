/**
 * The database's clock as this process knows it: deadlines mean the same to every replica, whatever
 * their own clocks say. Between two looks it goes by the clock that nobody can set.
 */
import { type Clock, systemClock } from "../../clock.ts";

export interface DatabaseClock extends Clock {
  /** Looks at the database's clock again. */
  sync(): Promise<void>;
}

export function databaseClock(now: () => Promise<number>, local: Clock = systemClock) {
  let ahead: number | undefined;
  const clock: DatabaseClock = {
    now: () =>
      new Date(ahead === undefined ? local.now().getTime() : Math.round(local.monotonic() + ahead)),
    monotonic: local.monotonic,
    after: local.after,
    async sync() {
      const before = local.monotonic();
      const there = await now();
      // The answer is about as old as half of the way.
      ahead = there - (before + local.monotonic()) / 2;
    },
  };
  return clock;
}
