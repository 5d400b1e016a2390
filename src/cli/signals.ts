/** The signals that end a command, and the tidying up before its end. */

const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof NUMBERS;

const SIGNALS = Object.keys(NUMBERS) as Signal[];

// A closing terminal sends a signal, and its shell sends it again. The second
// is no sign of impatience.
const SAME_MS = 1_000;

/**
 * Tidies up before a signal ends the process. Returns a function that stops listening,
 * unless leaving has begun.
 */
export function beforeSignalEnds(tidyUp: () => Promise<void>): () => Promise<void> {
  let leaving: Promise<void> | undefined;
  const stop = onSignal((signal) => {
    leaving = tidyUp()
      .catch((error: Error) => void process.stderr.write(`${error.message}\n`))
      // An aborted prompt clears the screen within this turn.
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
 * Calls back for the first signal; a later second signal ends the process at once. Returns a
 * function that stops listening. The listeners stay until then: without them, a prompt's own
 * listener would end the process before it is tidied up.
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
