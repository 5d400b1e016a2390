/** Puts rows on a full screen and writes no more than what has changed since the last time. */

export interface Cursor {
  readonly row: number;
  readonly column: number;
  /** Input methods draw at the cursor and screen readers follow it, so it has a place even where it is not shown. */
  readonly isShown: boolean;
}

export interface Painter {
  paint(rows: readonly string[], cursor: Cursor): void;
  /** The screen no longer shows what was painted; the next time everything is. */
  forget(): void;
}

// Between these two a terminal that knows them shows nothing; others ignore them.
const BEGIN = "\u001b[?2026h";
const END = "\u001b[?2026l";
const HIDE = "\u001b[?25l";
const SHOW = "\u001b[?25h";
const CLEAR = "\u001b[2J";
const CLEAR_TO_END = "\u001b[K";

/** Rows must leave the last column free: a cursor beyond it would clear the character that is there. */
export function createPainter(write: (bytes: string) => void): Painter {
  let painted: readonly string[] | null = null;
  let place = "";
  return { paint, forget };

  function paint(rows: readonly string[], cursor: Cursor) {
    const before = painted ?? [];
    const changes = Array.from({ length: Math.max(rows.length, before.length) }, (_, index) => index)
      .filter((index) => (rows[index] ?? "") !== (before[index] ?? ""))
      .map((index) => `${moveTo(index, 0)}${rows[index] ?? ""}${CLEAR_TO_END}`);
    const wanted = moveTo(cursor.row, cursor.column) + (cursor.isShown ? SHOW : HIDE);
    const isFresh = painted === null;
    painted = rows;
    if (changes.length === 0 && wanted === place && !isFresh) return;
    place = wanted;
    const drawing = [isFresh ? CLEAR : "", ...changes].join("");
    write(drawing === "" ? wanted : `${BEGIN}${HIDE}${drawing}${wanted}${END}`);
  }

  function forget() {
    painted = null;
  }
}

function moveTo(row: number, column: number): string {
  return `\u001b[${row + 1};${column + 1}H`;
}
