/**
 * Open asks as this process saw them last, so that a decision need not read its ask again. A
 * commit names the version that it was decided on, so one that is out of date only costs a try.
 */
import type { Stored } from "./rows.ts";

export interface RecentAsks {
  get(id: string): Stored | undefined;
  keep(stored: Stored): void;
  forget(id: string): void;
}

const KEPT = 1_000;
const LARGEST = 16_384;

export function createRecentAsks(): RecentAsks {
  const asks = new Map<string, Stored>();
  return {
    get: (id) => asks.get(id),
    keep(stored) {
      const { id, outcome, context = "" } = stored.ask;
      asks.delete(id);
      if (outcome !== null || context.length > LARGEST) return;
      asks.set(id, stored);
      const [oldest] = asks.keys();
      if (asks.size > KEPT && oldest !== undefined) asks.delete(oldest);
    },
    forget: (id) => void asks.delete(id),
  };
}
