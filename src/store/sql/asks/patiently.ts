/** Tries again while the database is away: soon, and never at the same moment as everybody else. */
import { setTimeout as sleep } from "node:timers/promises";

export interface Patience {
  isAway: (error: unknown) => boolean;
  /** How long after the first failure it is still tried. */
  forMs: number;
  signal?: AbortSignal | undefined;
  /** Called with each failure after which it is tried again. */
  onAway?: ((error: unknown) => void) | undefined;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

export async function patiently<T>(
  work: () => Promise<T>,
  { isAway, forMs, signal, onAway }: Patience,
): Promise<T> {
  let since: number | undefined;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      since ??= performance.now();
      const isOver = performance.now() - since >= forMs;
      if (isOver || signal?.aborted === true || !isAway(error)) throw error;
      onAway?.(error);
    }
    await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}
