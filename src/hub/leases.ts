/**
 * Who still waits for asks that came from elsewhere. No process there can be looked at from here, so
 * each poll of a waiting call renews the lease of its ask. One that nobody has waited for in a long
 * time is abandoned: a laptop may sleep over lunch, but not for ever.
 */
import type { Ask } from "../core/ask/ask.ts";
import type { Desk } from "../desk/desk.ts";
import type { Clock } from "../store/clock.ts";

export interface Leases {
  renew(id: string): void;
  close(): void;
}

const LOOK_EVERY_MS = 60_000;
const LEASE_MS = 2 * 60 * 60_000;

export function keepLeases(parts: {
  desk: Pick<Desk, "find" | "withdraw">;
  clock: Clock;
  leaseMs?: number;
  lookEveryMs?: number;
}): Leases {
  const { desk, clock, leaseMs = LEASE_MS, lookEveryMs = LOOK_EVERY_MS } = parts;
  const renewed = new Map<string, number>();
  let stop = clock.after(lookEveryMs, () => void look());
  return { renew: (id) => renewed.set(id, now()), close: () => stop() };

  /** What was there before this hub began counts from its first look. */
  async function look() {
    try {
      const held = await desk.find({ status: "pending", isHeld: true });
      const remote = held.filter(isRemote);
      for (const { id } of remote) if (!renewed.has(id)) renewed.set(id, now());
      const ids = new Set(remote.map(({ id }) => id));
      for (const [id, at] of renewed) {
        if (!ids.has(id)) renewed.delete(id);
        else if (now() - at >= leaseMs) await abandon(id);
      }
    } catch {
      // The next look finds them.
    }
    stop = clock.after(lookEveryMs, () => void look());
  }

  async function abandon(id: string) {
    const why = { kind: "owner_gone", detail: "Nobody waits for it any more." } as const;
    await desk.withdraw(id, { surface: "desk" }, why).catch(() => undefined);
    renewed.delete(id);
  }

  function now(): number {
    return clock.now().getTime();
  }
}

function isRemote({ askedBy, owner }: Ask): boolean {
  return askedBy !== undefined && owner?.mode === "blocking";
}
