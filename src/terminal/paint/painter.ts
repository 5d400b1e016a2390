/** Puts rows on a terminal and writes no more than what has changed since the last time. */

export interface Cursor {
  readonly row: number;
  readonly column: number;
  /**
   * Input methods draw at the cursor and screen readers
   * follow it, so it has a place even where it is not shown.
   */
  readonly isShown: boolean;
}

export interface Painter {
  paint(rows: readonly string[], cursor: Cursor): void;
  /** The screen no longer shows what was painted, so the next call paints everything. */
  forget(): void;
}

/**
 * The part of the terminal to paint on: the sequences that move the cursor and write rows there.
 */
export interface Ground {
  moveTo(row: number, column: number): string;
  /** Writes a row where the cursor is, and clears what else was on that row. */
  put(row: string): string;
  /** Before the first row of a painting that starts anew. */
  readonly clear: string;
  /** Around everything that is drawn at once. */
  readonly begin: string;
  readonly end: string;
}

const HIDE = "\u001b[?25l";
const SHOW = "\u001b[?25h";

/**
 * Rows must leave the last column free: a cursor beyond it would clear the character that is there.
 */
export function createPainter(
  write: (bytes: string) => void,
  ground: Ground = WHOLE_SCREEN,
): Painter {
  let painted: readonly string[] | null = null;
  let place: Cursor | null = null;
  return { paint, forget };

  function paint(rows: readonly string[], cursor: Cursor) {
    const before = painted ?? [];
    const changed = Array.from(
      { length: Math.max(rows.length, before.length) },
      (_, index) => index,
    ).filter((index) => (rows[index] ?? "") !== (before[index] ?? ""));
    const isFresh = painted === null;
    if (changed.length === 0 && isSamePlace(cursor, place) && !isFresh) return;
    painted = rows;
    place = cursor;
    const changes = changed.map((index) => ground.moveTo(index, 0) + ground.put(rows[index] ?? ""));
    const drawing = [isFresh ? ground.clear : "", ...changes].join("");
    const rest = ground.moveTo(cursor.row, cursor.column) + (cursor.isShown ? SHOW : HIDE);
    write(drawing === "" ? rest : `${ground.begin}${HIDE}${drawing}${rest}${ground.end}`);
  }

  function forget() {
    painted = null;
  }
}

function isSamePlace(one: Cursor, other: Cursor | null): boolean {
  return one.row === other?.row && one.column === other.column && one.isShown === other.isShown;
}

const WHOLE_SCREEN: Ground = {
  moveTo: (row, column) => `\u001b[${row + 1};${column + 1}H`,
  put: (row) => `${row}\u001b[K`,
  clear: "\u001b[2J",
  // Between these two a terminal that knows them shows nothing new; others ignore them.
  begin: "\u001b[?2026h",
  end: "\u001b[?2026l",
};
