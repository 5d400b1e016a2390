/** How rows become what @inquirer/core writes, and what the terminal has to be told besides. */

import type { Row } from "../../terminal/form/rows.ts";
import { paint } from "../../terminal/text/style.ts";
import { lineWidth } from "../../terminal/text/wrap.ts";

export const CURSOR = { show: "\u001b[?25h", hide: "\u001b[?25l" } as const;

/** Bracketed paste: the terminal says where pasted text begins and ends, so that it cannot act as keys. */
export const PASTE = { on: "\u001b[?2004h", off: "\u001b[?2004l" } as const;

/** What is on the screen now. */
export interface Drawn {
  readonly widths: readonly number[];
  readonly caretRow: number;
  readonly caretColumn: number;
  /** Length of the row with the caret in code units, which is what the screen manager counts. */
  readonly caretRowLength: number;
}

export const NOTHING_DRAWN: Drawn = { widths: [0], caretRow: 0, caretColumn: 0, caretRowLength: 0 };

/** The text up to the row with the caret, and the text below it. */
export function draw(
  rows: readonly Row[],
  { isPlain, columns }: { isPlain: boolean; columns: number },
): Drawn & { content: [string, string] } {
  const found = rows.findIndex(({ caret }) => caret !== undefined);
  const caretRow = found === -1 ? rows.length - 1 : found;
  const length = rows[caretRow]?.line.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
  // The screen manager starts a new row when the code units happen to fill this one, whatever they look like.
  const padding = length % columns === 0 ? " " : "";
  const lines = rows.map(({ line }) => paint(line, { isPlain }));
  lines[caretRow] += padding;
  return {
    content: [lines.slice(0, caretRow + 1).join("\n"), lines.slice(caretRow + 1).join("\n")],
    widths: rows.map(({ line }) => lineWidth(line)),
    caretRow,
    caretColumn: rows[caretRow]?.caret ?? 0,
    caretRowLength: length + padding.length,
  };
}

/** Where the cursor belongs, told in the terms of readline. */
export function cursorOf({ caretColumn, caretRowLength }: Drawn, columns: number): { rows: number; cols: number } {
  return { rows: Math.floor(caretRowLength / columns), cols: caretColumn };
}

/**
 * Clears the prompt off the terminal and leaves the cursor where it began. A terminal that has changed its width has
 * broken the rows anew, which the screen manager does not know.
 */
export function takeAway({ widths, caretRow, caretColumn }: Drawn, columns: number): string {
  const rowsOf = (width: number) => Math.max(1, Math.ceil(width / columns));
  const above = widths
    .slice(0, caretRow)
    .reduce((sum, width) => sum + rowsOf(width), Math.floor(caretColumn / columns));
  return `${up(above)}\r\u001b[J`;
}

/** As many empty rows as the screen manager is going to clear when it draws the next time. */
export function makeRoom({ widths, caretRow }: Drawn): string {
  return `${"\n".repeat(widths.length - 1)}${up(widths.length - 1 - caretRow)}`;
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : "";
}
