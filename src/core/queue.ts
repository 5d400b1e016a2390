/**
 * One after the other: work waits for its turn in the order in which it came. What fails,
 * fails for its caller alone.
 */

export interface Queue {
  /** Runs `work` when its turn comes, and gives back what became of it. */
  <T>(work: () => Promise<T>): Promise<T>;
  /** Resolves once nothing waits or runs any more. */
  idle(): Promise<void>;
}

/** A queue for each key; work under different keys does not wait for each other. */
export interface KeyedQueue {
  /** A wait that is aborted leaves the line; work that has begun is not disturbed. */
  <T>(key: string, work: () => Promise<T>, signal?: AbortSignal | undefined): Promise<T>;
  idle(): Promise<void>;
}

export function createQueue(): Queue {
  const keyed = createKeyedQueue();
  return Object.assign(<T>(work: () => Promise<T>) => keyed("", work), { idle: keyed.idle });
}

/**
 * `pause` lies between the end of one piece of work and the start of the next under the same key.
 */
export function createKeyedQueue({ pause }: { pause?: () => Promise<unknown> } = {}): KeyedQueue {
  const ends = new Map<string, Promise<unknown>>();
  return Object.assign(inTurn, { idle });

  function inTurn<T>(key: string, work: () => Promise<T>, signal?: AbortSignal | undefined): Promise<T> {
    const before = ends.get(key) ?? Promise.resolve();
    const turn = untilAborted(before, signal).then(work);
    // Whoever left the line early does not let the next one pass those before.
    const end = Promise.allSettled([before, turn])
      .then(pause)
      .finally(() => {
        if (ends.get(key) === end) ends.delete(key);
      });
    ends.set(key, end);
    return turn;
  }

  async function idle(): Promise<void> {
    while (ends.size > 0) await Promise.all(ends.values());
  }
}

/** `wait` never fails. */
function untilAborted(wait: Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  if (signal === undefined) return wait;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    void wait.then(resolve).finally(() => signal.removeEventListener("abort", stop));
  });
}
