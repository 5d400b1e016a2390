/**
 * Runs work one after the other, in the order in which it came. A failure
 * reaches only its own caller.
 */

export interface Queue {
  /** Runs `work` when its turn comes, and returns its result. */
  <T>(work: () => Promise<T>): Promise<T>;
  /** Resolves once no work waits or runs any more. */
  idle(): Promise<void>;
}

/** A queue for each key; work under different keys does not wait for each other. */
export interface KeyedQueue {
  /** An aborted wait leaves the line; work that has begun is not disturbed. */
  <T>(key: string, work: () => Promise<T>, signal?: AbortSignal | undefined): Promise<T>;
  idle(): Promise<void>;
}

export function createQueue(): Queue {
  const keyed = createKeyedQueue();
  return Object.assign(<T>(work: () => Promise<T>) => keyed("", work), { idle: keyed.idle });
}

/**
 * `pause` comes between the end of one piece of work and the start of the next under the same key.
 */
export function createKeyedQueue({ pause }: { pause?: () => Promise<unknown> } = {}): KeyedQueue {
  const ends = new Map<string, Promise<unknown>>();
  return Object.assign(inTurn, { idle });

  function inTurn<T>(
    key: string,
    work: () => Promise<T>,
    signal?: AbortSignal | undefined,
  ): Promise<T> {
    const before = ends.get(key) ?? Promise.resolve();
    const turn = untilAborted(before, signal).then(work);
    // When a waiter leaves early, the one behind it still waits for all those before.
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
