/** The signals that end a command, and what it still has to do then. */

const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof NUMBERS;

/** Tidies up before a signal ends the process. Returns how to stay after all, unless leaving has begun. */
export function beforeSignalEnds(tidyUp: () => Promise<void>): () => Promise<void> {
  const signals = Object.keys(NUMBERS) as Signal[];
  let leaving: Promise<void> | undefined;
  // Not once: a listener that is gone when the prompt's own hears the signal lets that one end us untidily.
  for (const signal of signals) process.on(signal, leave);
  return async () => {
    for (const signal of signals) process.off(signal, leave);
    await leaving;
  };

  /** Who signals twice will not wait. */
  function leave(signal: Signal) {
    if (leaving !== undefined) process.exit(128 + NUMBERS[signal]);
    leaving = tidyUp()
      .catch((error: Error) => void process.stderr.write(`${error.message}\n`))
      // A prompt that was aborted clears the screen within this turn.
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => process.exit(128 + NUMBERS[signal]));
  }
}
