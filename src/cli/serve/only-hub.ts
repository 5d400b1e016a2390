/** There is one hub for a state folder: the second names the first, whatever its port. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { findHub, type HubAddress } from "../../hub/address.ts";
import { claimLock } from "../../store/file/lock.ts";

/** The right to be the hub, the hub that runs, or the process that is one and does not answer. */
export type HubClaim = { release(): void } | { running: HubAddress } | { pid: number };

// A hub that starts says its address within a second; a busy machine takes longer.
const SAYS_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 100;

/** The claim is made before anything is opened, so two hubs that start at once tell each other. */
export async function claimHub(stateDirectory: string, hubFile: string): Promise<HubClaim> {
  const end = Date.now() + SAYS_WITHIN_MS;
  mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
  for (;;) {
    const claim = await claimLock(join(stateDirectory, "hub.claim"));
    const running = await findHub(hubFile);
    if (running !== null) {
      // A hub of an older version, which made no claim.
      if ("release" in claim) claim.release();
      return { running };
    }
    if ("release" in claim) return claim;
    if (Date.now() > end && claim.holder !== null) return { pid: claim.holder.pid };
    await sleep(LOOK_EVERY_MS);
  }
}

const Health = z.object({ name: z.literal("askline"), pid: z.int() });

/** The process of the hub that has this port; null if another program has it. */
export async function hubAt(port: number): Promise<number | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, {
      signal: AbortSignal.timeout(3_000),
    });
    return Health.parse(await response.json()).pid;
  } catch {
    return null;
  }
}
