/**
 * How long a test waits for an event. `ASKLINE_TEST_PATIENCE` multiplies every such wait on a slow
 * or busy machine; the test's claims stay the same there.
 */
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE = Number(process.env["ASKLINE_TEST_PATIENCE"] ?? 1);
const LOOK_EVERY_MS = 25;

export function patient(milliseconds: number): number {
  return milliseconds * PATIENCE;
}

/**
 * Polls until `look` returns something. Fails with `what`, which may be a function that
 * describes the current state.
 */
export async function until<T>(
  what: string | (() => string),
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  everyMs = LOOK_EVERY_MS,
): Promise<T> {
  const end = Date.now() + patient(30_000);
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > end)
      throw new Error(`Waited in vain for ${typeof what === "string" ? what : what()}.`);
    await sleep(everyMs);
  }
}
