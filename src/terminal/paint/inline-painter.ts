/** Paints rows below what is on the terminal, from the cursor's row on, and removes them again. */
import { stripVTControlCharacters } from "node:util";
import { cellWidth } from "../text/width.ts";
import { type Cursor, createPainter, type Ground } from "./painter.ts";

export interface InlinePainter {
  paint(rows: readonly string[], cursor: Cursor): void;
  /**
   * Removes the rows and puts the cursor where they began. The next painting begins at the cursor.
   */
  clear(): void;
  /** The same, after the terminal has changed its width and broken the rows anew. */
  clearResized(columns: number): void;
}

const NOWHERE: Cursor = { row: 0, column: 0, isShown: true };

export function createInlinePainter(write: (bytes: string) => void): InlinePainter {
  const ground = belowTheCursor();
  const painter = createPainter(write, ground);
  let shown: readonly string[] = [];
  let at = NOWHERE;
  return { paint, clear, clearResized };

  function paint(rows: readonly string[], cursor: Cursor) {
    shown = rows;
    at = cursor;
    painter.paint(rows, cursor);
  }

  function clear() {
    paint([], NOWHERE);
    startAnew();
  }

  function clearResized(columns: number) {
    const rowsOf = (row: string) =>
      Math.max(1, Math.ceil(cellWidth(stripVTControlCharacters(row)) / columns));
    const above = shown
      .slice(0, at.row)
      .reduce((sum, row) => sum + rowsOf(row), Math.floor(at.column / columns));
    write(`${vertically(-above)}\r\u001b[J`);
    startAnew();
  }

  function startAnew() {
    shown = [];
    at = NOWHERE;
    ground.reset();
    painter.forget();
  }
}

/** The row of the screen is unknown, so every move is relative to the cursor. */
function belowTheCursor(): Ground & { reset(): void } {
  let current = 0;
  let lowest = 0;
  return {
    moveTo(row, column) {
      // The screen may end below the lowest row so far, and only a line break makes room there.
      const move =
        vertically(Math.min(row, lowest) - current) + "\n".repeat(Math.max(0, row - lowest));
      current = row;
      lowest = Math.max(lowest, row);
      return `${move}\r${column === 0 ? "" : `\u001b[${column + 1}G`}`;
    },
    put: (row) => `\u001b[2K${row}`,
    clear: "",
    begin: "",
    end: "",
    reset() {
      current = 0;
      lowest = 0;
    },
  };
}

function vertically(rows: number): string {
  if (rows === 0) return "";
  return rows > 0 ? `\u001b[${rows}B` : `\u001b[${-rows}A`;
}
