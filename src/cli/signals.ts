/** The signals that end a command, and what it still has to do then. */

const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof NUMBERS;

const SIGNALS = Object.keys(NUMBERS) as Signal[];

// A terminal that is closed says so itself, and its shell says it again: that is nobody's impatience.
const SAME_MS = 1_000;

/** Tidies up before a signal ends the process. Returns how to stay after all, unless leaving has begun. */
export function beforeSignalEnds(tidyUp: () => Promise<void>): () => Promise<void> {
  let leaving: Promise<void> | undefined;
  const stop = onSignal((signal) => {
    leaving = tidyUp()
      .catch((error: Error) => void process.stderr.write(`${error.message}\n`))
      // A prompt that was aborted clears the screen within this turn.
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => process.exit(128 + NUMBERS[signal]));
  });
  return async () => {
    if (leaving === undefined) stop();
    await leaving;
  };
}

/** Resolves with the first signal, for a server that then closes by itself. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => void onSignal(() => resolve()));
}

/**
 * Calls back for the first signal; who signals again later will not wait. Returns how to stop listening. It listens on
 * until then: a listener that is gone when a prompt's own hears the signal lets that one end us untidily.
 */
function onSignal(leave: (signal: Signal) => void): () => void {
  let since: number | undefined;
  for (const signal of SIGNALS) process.on(signal, hear);
  return () => {
    for (const signal of SIGNALS) process.off(signal, hear);
  };

  function hear(signal: Signal) {
    if (since === undefined) {
      since = performance.now();
      leave(signal);
    } else if (performance.now() - since > SAME_MS) process.exit(128 + NUMBERS[signal]);
  }
}
