/** One after the other: work under the same key waits for its turn, in the order in which it came. */
import { setTimeout as sleep } from "node:timers/promises";

export interface Queue {
  /** A wait that is aborted leaves the line; work that has begun is not disturbed. */
  take<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
  /** When nobody is in line any more. */
  idle(): Promise<void>;
}

/** `gapMs` lies between the end of one piece of work and the start of the next. */
export function createQueue(gapMs: number): Queue {
  const last = new Map<string, Promise<unknown>>();
  return { take, idle };

  function take<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const before = last.get(key) ?? Promise.resolve();
    const turn = untilAborted(before, signal).then(work);
    // Whoever left the line early does not let the next one pass those before.
    const end = Promise.allSettled([before, turn]).then(async () => {
      await sleep(gapMs);
      if (last.get(key) === end) last.delete(key);
    });
    last.set(key, end);
    return turn;
  }

  async function idle(): Promise<void> {
    while (last.size > 0) await Promise.all(last.values());
  }
}

function untilAborted(wait: Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  if (signal === undefined) return wait;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    void wait.then(resolve).finally(() => signal.removeEventListener("abort", stop));
  });
}
