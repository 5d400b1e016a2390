/** A list that shows as much of itself as there is room for. */
import type { Row } from "../text/rows.ts";
import { styled } from "../text/style.ts";
import type { Messages } from "./messages.ts";

/** The items around the active one that fit, and how many there are above and below. */
export function windowed(
  items: readonly Row[][],
  active: number,
  budget: number,
  text: Messages,
): Row[] {
  const total = items.reduce((sum, rows) => sum + rows.length, 0);
  if (total <= budget) return items.flat();
  let [from, to] = [active, active];
  let free = budget - 2 - (items[active]?.length ?? 0);
  for (let grew = true; grew; ) {
    grew = false;
    const below = items[to + 1]?.length;
    if (below !== undefined && below <= free) {
      to += 1;
      free -= below;
      grew = true;
    }
    const above = items[from - 1]?.length;
    if (above !== undefined && above <= free) {
      from -= 1;
      free -= above;
      grew = true;
    }
  }
  return [
    ...(from === 0 ? [] : [{ line: [styled(`  ${text.moreAbove(from)}`, "dim")] }]),
    ...items.slice(from, to + 1).flat(),
    ...(to === items.length - 1
      ? []
      : [{ line: [styled(`  ${text.moreBelow(items.length - 1 - to)}`, "dim")] }]),
  ];
}
