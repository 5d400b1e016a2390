/** Waits a moment for the agent's side to take an answer, so that a person is told whether it has. */
import type { Ask } from "../core/ask/ask.ts";
import { isTaken, isWaitedFor } from "../core/ask/moments.ts";
import { afterMilliseconds } from "../store/clock.ts";
import type { Desk } from "./desk.ts";

const WAITS_MS = 2_000;

/**
 * The ask as it is once somebody has taken its outcome, or after two seconds. Only for a call or
 * hook that waits: nobody can say when a detached ask is fetched.
 */
export async function untilTaken(
  ask: Ask,
  desk: Pick<Desk, "wait" | "load">,
  within = WAITS_MS,
): Promise<Ask> {
  if (isTaken(ask) || !isWaitedFor(ask)) return ask;
  const patience = new AbortController();
  const stop = afterMilliseconds(within, () => patience.abort());
  try {
    return await desk.wait(ask.id, { signal: patience.signal, until: "taken" });
  } catch (error) {
    if (!patience.signal.aborted) throw error;
    return desk.load(ask.id);
  } finally {
    stop();
  }
}
