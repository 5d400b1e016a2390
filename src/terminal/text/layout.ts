/**
 * Lays a text out as rows of the screen. Pure, but for a cache
 * of the last long text, since every key asks for it again.
 */
import { safeText } from "../../core/safety/safe-text.ts";
import { cellWidth, graphemesOf } from "./width.ts";

/** A row of the text on the screen: what it shows, and where in the text it begins and ends. */
export interface LaidRow {
  readonly shown: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Breaks between words where that is possible. One column stays free for the caret after the last
 * character. Rows of a long text that have not changed since the last call are reused.
 */
export function layOut(text: string, width: number): readonly LaidRow[] {
  const room = Math.max(1, width - 1);
  if (text.length < LONG) return [...rowsFrom(text, 0, room)];
  const { lastLong } = layoutCache;
  if (lastLong?.text === text && lastLong.room === room) return lastLong.rows;
  const rows =
    lastLong?.room === room ? laidOutAgain(lastLong, text) : [...rowsFrom(text, 0, room)];
  layoutCache.lastLong = { text, room, rows };
  return rows;
}

// A few screens of text are laid out within a millisecond.
const LONG = 4_000;

interface Layout {
  readonly text: string;
  readonly room: number;
  readonly rows: readonly LaidRow[];
}

const layoutCache: { lastLong?: Layout } = {};

/**
 * Lays out from a little before the first changed row until the rows match the old ones again. From
 * there on the old rows hold, because a row's layout depends only on the text after its start.
 */
function laidOutAgain(old: Layout, text: string): LaidRow[] {
  const shift = text.length - old.text.length;
  const most = Math.min(text.length, old.text.length);
  let same = 0;
  while (same < most && text[same] === old.text[same]) same += 1;
  // If half of a surrogate pair has changed, the whole character has.
  if (/[\ud800-\udbff]/.test(text[same - 1] ?? "")) same -= 1;
  let alike = 0;
  while (alike < most - same && text.at(-1 - alike) === old.text.at(-1 - alike)) alike += 1;
  const changed = old.rows.findIndex(
    (_, index) => (old.rows[index + AHEAD]?.end ?? Number.POSITIVE_INFINITY) >= same,
  );
  const rows = old.rows.slice(0, Math.max(0, changed));
  let other = rows.length;
  for (const row of rowsFrom(text, old.rows[other]?.start ?? 0, old.room)) {
    while ((old.rows[other]?.start ?? Number.POSITIVE_INFINITY) + shift < row.start) other += 1;
    if (
      row.start >= text.length - alike &&
      old.rows[other] !== undefined &&
      oldStart(other) === row.start
    ) {
      return [...rows, ...old.rows.slice(other).map((kept) => moved(kept, shift))];
    }
    rows.push(row);
  }
  return rows;

  function oldStart(index: number): number {
    return (old.rows[index]?.start ?? 0) + shift;
  }
}

// A row's end depends on the character that did not fit on it. That character goes with its word to
// the next row or, if the word does not fit there either, to the row after that.
const AHEAD = 2;

function moved({ shown, start, end }: LaidRow, by: number): LaidRow {
  return { shown, start: start + by, end: end + by };
}

/**
 * The rows from the given row's start on. Long lines are
 * split into pieces, so that a caller can stop early.
 */
function* rowsFrom(text: string, from: number, room: number): Generator<LaidRow> {
  for (let at = from; at <= text.length; ) {
    const end = lineEnd(text, at);
    const rows = layOutLine(text.slice(at, Math.min(end, at + LONG)), room, at);
    const unsure = rows.at(-1 - AHEAD);
    if (end - at <= LONG || unsure === undefined || unsure.start === at) {
      yield* end - at <= LONG ? rows : layOutLine(text.slice(at, end), room, at);
      at = end + 1;
    } else {
      yield* rows.slice(0, -1 - AHEAD);
      at = unsure.start;
    }
  }
}

export function placeOf(
  rows: readonly LaidRow[],
  caret: number,
  text: string,
): { row: number; column: number } {
  const row = Math.max(
    0,
    rows.findLastIndex(({ start }) => start <= caret),
  );
  const column = cellWidth(shownOf(text.slice(rows[row]?.start ?? 0, caret)));
  // Spaces at the end of a full row have no column of their own.
  return { row, column: Math.min(column, cellWidth(rows[row]?.shown ?? "") + 1) };
}

function layOutLine(line: string, width: number, offset: number): LaidRow[] {
  const rows: LaidRow[] = [];
  let [start, at, used] = [0, 0, 0];
  let word = { at: 0, used: 0 };
  for (const character of graphemesOf(line)) {
    const cells = cellWidth(shownCharacter(character));
    const isSpace = character === " ";
    while (used + cells > width && at > start && !isSpace) {
      const end = word.at > start ? word.at : at;
      push(end);
      used -= end === at ? used : word.used;
      start = end;
    }
    at += character.length;
    // Spaces at the end of a row run over its edge unseen.
    used = isSpace ? Math.min(width, used + cells) : used + cells;
    if (isSpace) word = { at, used };
  }
  push(line.length);
  return rows;

  function push(end: number) {
    const shown = withinWidth(shownOf(line.slice(start, end)), width);
    rows.push({ shown, start: offset + start, end: offset + end });
  }
}

function withinWidth(text: string, width: number): string {
  return cellWidth(text) <= width ? text : text.trimEnd();
}

/**
 * Shows control characters as a dot, and a tab as four spaces. Each character is shown by itself,
 * so that the rest of its line cannot change how it looks.
 */
function shownOf(text: string): string {
  return PLAIN.test(text) ? text : graphemesOf(text).map(shownCharacter).join("");
}

const PLAIN = /^[ -~\u4e00-\u9fff\uac00-\ud7a3]*$/;

export function shownCharacter(character: string): string {
  if (PLAIN.test(character)) return character;
  if (character === "\t") return "    ";
  // Doubled, because a joiner is kept only if another letter follows it.
  return safeText(character + character).startsWith(character) ? character : "·";
}

export function lineEnd(text: string, caret: number): number {
  const end = text.indexOf("\n", caret);
  return end === -1 ? text.length : end;
}
