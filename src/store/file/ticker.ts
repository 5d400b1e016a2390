/** One 200 ms timer for everything in this process that must look at files from time to time. */

const TICK_MS = 200;

/** Calls `look` on every tick until the returned function is called. The process stays alive that long. */
export const onTick = createTicker(TICK_MS);

function createTicker(everyMs: number): (look: () => void) => () => void {
  const subscribers = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  return (look) => {
    subscribers.add(look);
    timer ??= setInterval(() => {
      for (const subscriber of [...subscribers]) lookSafely(subscriber);
    }, everyMs);
    return () => {
      subscribers.delete(look);
      if (subscribers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}

/** What one subscriber cannot look at is its own trouble; the next tick tries again. */
function lookSafely(look: () => void) {
  try {
    look();
  } catch (error) {
    process.emitWarning(error as Error);
  }
}
