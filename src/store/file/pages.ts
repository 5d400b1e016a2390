/** Pages, counts and nearest deadlines out of asks that were read already. */
import type { Ask } from "../../core/ask/ask.ts";
import { fits } from "../ask-filter.ts";
import { cursorOf, placeOf } from "../ask-order.ts";
import type { AskPage, PageQuery, Timed } from "../ask-store.ts";

/** The asks come in the order that is asked for, from behind the cursor. */
export function pageOf(
  sorted: Iterable<Ask>,
  { limit, order = "created", ...filter }: PageQuery,
): AskPage {
  const asks: Ask[] = [];
  for (const ask of sorted) {
    const last = asks.at(-1);
    if (!fits(ask, filter)) continue;
    if (last !== undefined && asks.length >= limit)
      return { asks, next: cursorOf(placeOf(last, order)) };
    asks.push(ask);
  }
  return { asks, next: null };
}

export function nearestOf(open: Iterable<Ask>, most: number): Timed[] {
  const timed: { ask: Ask; time: number }[] = [];
  for (const ask of open) {
    const time = Date.parse(ask.expiresAt ?? "");
    if (!Number.isNaN(time)) timed.push({ ask, time });
  }
  timed.sort((one, other) => one.time - other.time);
  return timed.slice(0, most).map(({ ask }) => ask);
}
