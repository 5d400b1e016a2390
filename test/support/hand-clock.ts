/** A clock that a test moves by hand. */
import { type Clock, systemClock } from "../../src/store/clock.ts";
import { type Machine, thisMachine } from "../../src/store/machine.ts";

export interface HandClock extends Clock {
  advance(minutes: number): void;
  advanceMilliseconds(milliseconds: number): void;
  /** Somebody sets the clock: no time passes. */
  set(byMinutes: number): void;
}

export function handClock(start = "2026-01-01T12:00:00.000Z"): HandClock {
  // The time since some moment, which nobody can set.
  let time = 0;
  let wall = Date.parse(start);
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => new Date(wall + time),
    monotonic: () => time,
    set(byMinutes) {
      wall += byMinutes * 60_000;
    },
    after(milliseconds, run) {
      const timer = { at: time + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (minutes) => advanceMilliseconds(minutes * 60_000),
    advanceMilliseconds,
  };

  function advanceMilliseconds(milliseconds: number) {
    const until = time + milliseconds;
    for (;;) {
      const [next] = [...timers]
        .filter(({ at }) => at <= until)
        .sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      timers.delete(next);
      time = Math.max(time, next.at);
      next.run();
    }
    time = until;
  }
}

/**
 * This machine at the hand's time. Its timers stay real: files are still
 * polled while the hand rests.
 */
export function machineAt({ now, monotonic }: Clock): Machine {
  return { ...thisMachine, clock: { ...systemClock, now, monotonic } };
}
