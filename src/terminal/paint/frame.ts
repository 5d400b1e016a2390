/** What the painter takes: rows as bytes, and the cursor where the caret is. */

import type { Row } from "../text/rows.ts";
import { type Look, paint } from "../text/style.ts";
import type { Cursor } from "./painter.ts";

export interface Frame {
  readonly rows: readonly string[];
  readonly cursor: Cursor;
}

/** The cursor is visible while a person types; otherwise it marks the place for screen readers. */
export function frameFrom(rows: readonly Row[], look: Look, isTyping: boolean): Frame {
  const row = Math.max(
    0,
    rows.findLastIndex(({ caret }) => caret !== undefined),
  );
  return {
    rows: rows.map(({ line }) => paint(line, look).trimEnd()),
    cursor: { row, column: rows[row]?.caret ?? 0, isShown: isTyping },
  };
}
