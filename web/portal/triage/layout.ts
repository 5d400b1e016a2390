/** Where each row of the list stands, though only those in sight are in the document. Pure. */
import type { RowGroupCount } from "../../../src/surfaces/portal/rows/row-wire.ts";

export interface Section {
  name: string | null;
  /** The places of its rows in the list: from `first` up to, and without, `end`. */
  first: number;
  end: number;
  top: number;
  height: number;
}

export interface Layout {
  sections: Section[];
  /** The top of each row, and of the end. */
  tops: number[];
  height: number;
}

export const HEAD_PX = 31;

export function layOut(
  groups: readonly RowGroupCount[],
  total: number,
  heightOf: (place: number) => number,
): Layout {
  const parts: { name: string | null; count: number }[] =
    groups.length === 0 ? [{ name: null, count: total }] : [...groups];
  const tops: number[] = [];
  const sections: Section[] = [];
  let top = 0;
  for (const { name, count } of parts) {
    const start = top;
    const first = tops.length;
    if (name !== null) top += HEAD_PX;
    for (let place = first; place < Math.min(first + count, total); place++) {
      tops.push(top);
      top += heightOf(place);
    }
    sections.push({ name, first, end: tops.length, top: start, height: top - start });
  }
  tops.push(top);
  return { sections, tops, height: top };
}

/** The rows of a section that are near the window. */
export function inSight(
  { tops }: Layout,
  { first, end }: Section,
  from: number,
  to: number,
): { from: number; to: number } {
  let start = first;
  while (start < end && (tops[start + 1] ?? 0) < from) start += 1;
  let stop = start;
  while (stop < end && (tops[stop] ?? 0) < to) stop += 1;
  return { from: start, to: stop };
}
