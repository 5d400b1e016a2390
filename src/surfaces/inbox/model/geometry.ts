/**
 * How the screen is divided. From 110 columns on, list and form are side by side; on a narrower
 * screen of 20 rows or more, a preview of the form stands below the list.
 */
import type { Size } from "./state.ts";

export interface Geometry {
  readonly isWide: boolean;
  /** The last column stays free: some terminals wrap as soon as it is filled. */
  readonly width: number;
  /** Rows between the header and the two lines at the bottom. */
  readonly bodyRows: number;
  readonly listWidth: number;
  readonly formWidth: number;
}

const WIDE_COLUMNS = 110;
/** Between list and form. */
export const GAP = " │ ";

export function geometryOf({ columns, rows }: Size): Geometry {
  const width = Math.max(20, columns - 1);
  const isWide = columns >= WIDE_COLUMNS;
  const listWidth = isWide ? Math.min(80, Math.floor(width * 0.42)) : width;
  const formWidth = isWide ? width - listWidth - GAP.length : width;
  return { isWide, width, bodyRows: Math.max(3, rows - 3), listWidth, formWidth };
}

const PREVIEW_FROM_ROWS = 20;
const LEAST_PREVIEW = 8;
// A list of one or two asks does not grow and shrink with every one that comes.
const LEAST_LIST = 3;

/** How many of `rows` the list has. The preview below it gets the rest, but for the rule between. */
export function listRowsIn(rows: number, count: number, size: Size): number {
  if (count === 0 || size.rows < PREVIEW_FROM_ROWS || geometryOf(size).isWide) return rows;
  return Math.min(Math.max(count, LEAST_LIST), Math.max(LEAST_LIST, rows - LEAST_PREVIEW - 1));
}

/** The first item to show so that the active one is visible, scrolled no further than necessary. */
export function topFor(top: number, active: number, count: number, rows: number): number {
  const most = Math.max(0, count - rows);
  const wanted = Math.min(Math.max(top, active - rows + 1), active);
  return Math.max(0, Math.min(wanted, most));
}
