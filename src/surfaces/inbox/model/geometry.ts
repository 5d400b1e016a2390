/** How the screen is divided. From 110 columns on, list and form are side by side. */
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

/** The first item to show so that the active one is visible, scrolled no further than necessary. */
export function topFor(top: number, active: number, count: number, rows: number): number {
  const most = Math.max(0, count - rows);
  const wanted = Math.min(Math.max(top, active - rows + 1), active);
  return Math.max(0, Math.min(wanted, most));
}
