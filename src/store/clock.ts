/** Time as the store and the desk see it, so that tests can move it by hand. */

export interface Clock {
  now(): Date;
  /** Milliseconds since some moment, by a clock that nobody can set. */
  monotonic(): number;
  /**
   * Calls `run` once after that many milliseconds, unless the returned function is called first.
   */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  after: afterMilliseconds,
};

// `setTimeout` fires at once when its delay is longer than 24 days.
const LONGEST_MS = 2 ** 31 - 1;

/** Runs `run` once, like `Clock.after`; after an infinite delay it never runs. */
export function afterMilliseconds(milliseconds: number, run: () => void): () => void {
  if (milliseconds === Number.POSITIVE_INFINITY) return () => undefined;
  let timer: NodeJS.Timeout;
  const due = performance.now() + milliseconds;
  wait(milliseconds);
  return () => clearTimeout(timer);

  function wait(left: number) {
    timer = setTimeout(
      () => (left > LONGEST_MS ? wait(due - performance.now()) : run()),
      Math.min(left, LONGEST_MS),
    );
  }
}

/** The outcome of `work`, or an error if it takes longer. The work itself is not ended. */
export async function within<T>(clock: Clock, milliseconds: number, work: Promise<T>): Promise<T> {
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(milliseconds, () => reject(new Error("It took too long.")));
  });
  return Promise.race([work, late]).finally(() => cancel());
}

export function sleep(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => void clock.after(milliseconds, resolve));
}
