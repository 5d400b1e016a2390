/** The asks of a state folder, read by the library: looking often starts no process each time. */
import { join } from "node:path";
import { openDesk } from "../../src/askline.ts";
import type { Ask } from "../../src/core/ask/ask.ts";
import { until } from "./patience.ts";

export async function asksIn(state: string): Promise<Ask[]> {
  const desk = openDesk({ sessionsDirectory: join(state, "sessions") });
  try {
    return await desk.list();
  } finally {
    await desk.close();
  }
}

/** The open asks, once there are that many; newest first. */
export function untilOpen(state: string, count: number): Promise<Ask[]> {
  return until(`${count} open asks`, async () => {
    const open = (await asksIn(state)).filter(({ outcome }) => outcome === null);
    return open.length >= count && open;
  });
}

/** The open ask that is wanted, once it is there. */
export function untilOpenAsk(
  state: string,
  isWanted: (ask: Ask) => boolean = () => true,
): Promise<Ask> {
  return until("an open ask", async () =>
    (await asksIn(state)).find((ask) => ask.outcome === null && isWanted(ask)),
  );
}
