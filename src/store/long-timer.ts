/** A timer for any length of time: the system's own runs out at once when set for more than 24 days. */

const LONGEST_MS = 2 ** 31 - 1;

/** Calls `run` once after that many milliseconds, unless the returned function is called first. Infinity never comes. */
export function afterMilliseconds(milliseconds: number, run: () => void): () => void {
  if (milliseconds === Number.POSITIVE_INFINITY) return () => undefined;
  let timer: NodeJS.Timeout;
  const due = Date.now() + milliseconds;
  wait(milliseconds);
  return () => clearTimeout(timer);

  function wait(left: number) {
    timer = setTimeout(() => (left > LONGEST_MS ? wait(due - Date.now()) : run()), Math.min(left, LONGEST_MS));
  }
}
