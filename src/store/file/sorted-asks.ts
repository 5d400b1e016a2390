/**
 * Asks kept in one order, so that a page costs a search and a slice however many there are. The
 * order is made with the first page and kept from then on.
 */
import type { Ask } from "../../core/ask/ask.ts";
import { type AskOrder, byPlace, type Place, placeOf } from "../ask-order.ts";

export interface SortedAsks {
  put(ask: Ask): void;
  remove(id: string): void;
  /** From the first one after that place. */
  from(after: Place | undefined): Generator<Ask>;
  all(): Ask[];
  readonly size: number;
  clear(): void;
}

export function createSortedAsks(order: AskOrder): SortedAsks {
  const byId = new Map<string, Ask>();
  let places: Place[] | null = null;
  return {
    put,
    remove,
    from,
    all: () => [...from(undefined)],
    get size() {
      return byId.size;
    },
    clear() {
      byId.clear();
      places = null;
    },
  };

  function put(ask: Ask) {
    const known = byId.get(ask.id);
    const place = placeOf(ask, order);
    if (known !== undefined && placeOf(known, order).at !== place.at) remove(ask.id);
    if (!byId.has(ask.id)) places?.splice(firstNotBefore(places, place), 0, place);
    byId.set(ask.id, ask);
  }

  function remove(id: string) {
    const known = byId.get(id);
    if (known === undefined) return;
    places?.splice(firstNotBefore(places, placeOf(known, order)), 1);
    byId.delete(id);
  }

  function* from(after: Place | undefined): Generator<Ask> {
    places ??= [...byId.values()].map((ask) => placeOf(ask, order)).sort(byPlace);
    let next = after === undefined ? 0 : firstNotBefore(places, after);
    if (after !== undefined && places[next]?.id === after.id) next += 1;
    for (; next < places.length; next++) {
      const ask = byId.get(places[next]?.id ?? "");
      if (ask !== undefined) yield ask;
    }
  }
}

function firstNotBefore(places: readonly Place[], place: Place): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = places[middle];
    if (one !== undefined && byPlace(one, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
