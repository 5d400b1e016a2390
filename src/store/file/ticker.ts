/** One 200 ms timer for everything in this process that must look at files from time to time. */
import type { Clock } from "../clock.ts";

const TICK_MS = 200;

interface Ticker {
  readonly looks: Set<() => void>;
  stop: () => void;
}

// One for each clock, and a process has one clock; tests that move time by hand bring their own.
const tickers = new WeakMap<Clock, Ticker>();

/**
 * Calls `look` on every tick until the returned function
 * is called. The process stays alive that long.
 */
export function onTick(clock: Clock, look: () => void): () => void {
  const ticker = tickers.get(clock) ?? { looks: new Set(), stop: () => undefined };
  tickers.set(clock, ticker);
  if (ticker.looks.size === 0) tickLater();
  ticker.looks.add(look);
  return () => {
    ticker.looks.delete(look);
    if (ticker.looks.size === 0) ticker.stop();
  };

  function tickLater() {
    ticker.stop = clock.after(TICK_MS, () => {
      tickLater();
      for (const one of [...ticker.looks]) lookSafely(one);
    });
  }
}

/** A look that throws must not stop the others; the next tick tries again. */
function lookSafely(look: () => void) {
  try {
    look();
  } catch (error) {
    process.emitWarning(error as Error);
  }
}
