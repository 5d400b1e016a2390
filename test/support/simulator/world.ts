/**
 * A simulated machine: virtual time, a table of processes that can die at any moment, and a disk on
 * which a dead process can do nothing more. A seed decides everything that chance decides, so the
 * same seed gives the same run.
 */
import type { ProcessIdentity } from "../../../src/core/ask/ask.ts";
import { type Disk, type Machine, thisMachine } from "../../../src/store/machine.ts";

export interface SimulatedProcess {
  readonly identity: ProcessIdentity;
  readonly machine: Machine;
  isAlive(): boolean;
  /** Ends it where it stands: what it was about to write is not written. */
  kill(): void;
}

export interface World {
  readonly now: () => Date;
  /** From 0 to below `below`, as the seed has it. */
  chance(below: number): number;
  start(): SimulatedProcess;
  isAlive(process: ProcessIdentity): boolean;
  /** Lets everything happen that needs no time. */
  settle(): Promise<void>;
  /** Passes that much time, and lets everything happen in its order. */
  pass(milliseconds: number): Promise<void>;
}

class Killed extends Error {
  constructor() {
    super("This simulated process is dead.");
  }
}

interface Timer {
  at: number;
  isShort: boolean;
  of: number;
  run: () => void;
}

const HOST = "simulated";
const BEGINS = Date.parse("2026-01-01T12:00:00.000Z");
// A dead process must let go of the queue for a lock: it wakes, and fails at its next step.
const SHORT_MS = 50;
const MOST_SYNC_MS = 6;
const TURNS_TO_SETTLE = 3;

export function createWorld(seed: number): World {
  const random = seeded(seed);
  const timers = new Set<Timer>();
  const alive = new Set<number>();
  let time = BEGINS;
  let pids = 100;
  const chance = (below: number) => Math.floor(random() * below);
  return { now: () => new Date(time), chance, start, isAlive, settle, pass };

  function isAlive({ pid }: ProcessIdentity): boolean {
    return alive.has(pid);
  }

  function start(): SimulatedProcess {
    pids += 1;
    const pid = pids;
    alive.add(pid);
    const identity = { pid, host: HOST, startedAt: String(time) };
    const clock = {
      now: () => new Date(time),
      monotonic: () => time,
      after: (milliseconds: number, run: () => void) => later(pid, milliseconds, run),
    };
    const lifeOf = (process: ProcessIdentity) => (isAlive(process) ? "alive" : "dead");
    const processes = { self: () => identity, lifeOf, isRunning: (one: number) => alive.has(one) };
    return {
      identity,
      machine: { disk: diskOf(pid), clock, processes } as Machine,
      isAlive: () => alive.has(pid),
      kill() {
        alive.delete(pid);
        for (const timer of [...timers].filter(({ of }) => of === pid)) {
          timers.delete(timer);
          if (timer.isShort) timer.run();
        }
      },
    };
  }

  function later(of: number, milliseconds: number, run: () => void): () => void {
    if (!alive.has(of)) return () => undefined;
    const timer = { at: time + milliseconds, isShort: milliseconds < SHORT_MS, of, run };
    timers.add(timer);
    return () => timers.delete(timer);
  }

  /** The real disk, but for a dead process, and for what takes time there. */
  function diskOf(pid: number): Disk {
    const guarded = Object.entries(thisMachine.disk).map(([name, call]) => [
      name,
      typeof call !== "function"
        ? call
        : (...given: unknown[]) => {
            if (!alive.has(pid)) throw new Killed();
            return Reflect.apply(call, undefined, given);
          },
    ]);
    const watch = () => {
      throw new Error("There is no watching here: changes are found by looking.");
    };
    const sync = () =>
      new Promise<void>((resolve) => void later(pid, 1 + chance(MOST_SYNC_MS), resolve));
    // The same names with the same signatures.
    return { ...Object.fromEntries(guarded), watch, sync } as Disk;
  }

  async function settle() {
    for (let turn = 0; turn < TURNS_TO_SETTLE; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
  }

  async function pass(milliseconds: number) {
    const until = time + milliseconds;
    for (;;) {
      await settle();
      const next = firstOf([...timers].filter(({ at }) => at <= until));
      if (next === undefined) break;
      timers.delete(next);
      time = Math.max(time, next.at);
      next.run();
    }
    time = until;
  }
}

function firstOf(timers: Timer[]): Timer | undefined {
  return timers.reduce<Timer | undefined>(
    (first, timer) => (first === undefined || timer.at < first.at ? timer : first),
    undefined,
  );
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
