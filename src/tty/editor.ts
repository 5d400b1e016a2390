/** A text of several lines while it is written, and the keys that change it. Pure, so that any surface can drive it. */
import { safeText } from "../core/safe-text.ts";
import { isEnter, isPrintable, type Key } from "./key.ts";
import { cellWidth, graphemesOf } from "./width.ts";

export interface Writing {
  readonly text: string;
  /** In code units, never inside of what a reader sees as one character. */
  readonly caret: number;
  /** The column that moves up and down keep to, across rows that are shorter. */
  readonly goal?: number | undefined;
}

export function writingOf(text: string): Writing {
  return { text, caret: text.length };
}

export function insert({ text, caret }: Writing, added: string): Writing {
  const next = text.slice(0, caret) + added + text.slice(caret);
  return { text: next, caret: characterEnd(next, caret + added.length) };
}

/** What a paste brings: line breaks are all of one kind, and colours, links and other controls have no place in a text. */
export function pasted(text: string): string {
  return text
    .replace(SEQUENCE, "")
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "");
}

// What a terminal would read as one: a control sequence, or a command string that ends.
const ESC = "\u001b";
const SEQUENCE = new RegExp(`${ESC}\\[[0-?]*[ -/]*[@-~]|${ESC}\\][\\P{Cc}\\t]*(?:\u0007|${ESC}\\\\)`, "gu");

/**
 * The writing after a key, in rows of that width. Null for a key that edits nothing, and for a move up from the first
 * row or down from the last. Enter ends a text, so a line break is Alt-Enter or Ctrl-J.
 */
export function edit(writing: Writing, key: Key, width: number): Writing | null {
  const { text, caret } = writing;
  const byWord = key.ctrl === true || key.meta === true;
  if (key.name === "enter" || (isEnter(key) && key.meta)) return insert(writing, "\n");
  switch (key.name) {
    case "left":
      return moved(byWord ? wordStart(text, caret) : characterStart(text, caret - 1));
    case "right":
      return moved(byWord ? wordEnd(text, caret) : characterEnd(text, caret + 1));
    case "up":
      return moveRow(writing, -1, width);
    case "down":
      return moveRow(writing, 1, width);
    case "home":
      return moved(key.ctrl ? 0 : lineStart(text, caret));
    case "end":
      return moved(key.ctrl ? text.length : lineEnd(text, caret));
    case "backspace":
      return cut(key.meta ? wordStart(text, caret) : characterStart(text, caret - 1), caret);
    case "delete":
      return cut(caret, byWord ? wordEnd(text, caret) : characterEnd(text, caret + 1));
  }
  if (key.ctrl) return control(key.name);
  if (key.meta) return meta(key.name);
  return isPrintable(key) ? insert(writing, key.sequence ?? "") : null;

  function control(name: string | undefined): Writing | null {
    switch (name) {
      case "a":
        return moved(lineStart(text, caret));
      case "e":
        return moved(lineEnd(text, caret));
      case "b":
        return moved(characterStart(text, caret - 1));
      case "f":
        return moved(characterEnd(text, caret + 1));
      case "d":
        return cut(caret, characterEnd(text, caret + 1));
      case "k":
        // At its end, a line is joined with the next.
        return cut(caret, lineEnd(text, caret) === caret ? characterEnd(text, caret + 1) : lineEnd(text, caret));
      case "u":
        return cut(lineStart(text, caret), caret);
      case "w":
        return cut(startOfEnding(/\S*\s*$/, text, caret), caret);
      default:
        return null;
    }
  }

  function meta(name: string | undefined): Writing | null {
    if (name === "b") return moved(wordStart(text, caret));
    if (name === "f") return moved(wordEnd(text, caret));
    return name === "d" ? cut(caret, wordEnd(text, caret)) : null;
  }

  function moved(to: number): Writing {
    return { text, caret: to };
  }

  function cut(from: number, to: number): Writing {
    const next = text.slice(0, from) + text.slice(to);
    return { text: next, caret: characterEnd(next, from) };
  }
}

/** A row of the text as it lies on the screen: what is shown, and where in the text it begins and ends. */
export interface LaidRow {
  readonly shown: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Broken between words where that is possible. One column stays free, for the caret behind the last character. Of a long
 * text, the rows that stayed the same since the last time are not laid out again.
 */
export function layOut(text: string, width: number): readonly LaidRow[] {
  const room = Math.max(1, width - 1);
  if (text.length < LONG) return [...rowsFrom(text, 0, room)];
  if (lastLong?.text === text && lastLong.room === room) return lastLong.rows;
  const rows = lastLong?.room === room ? laidOutAgain(lastLong, text) : [...rowsFrom(text, 0, room)];
  lastLong = { text, room, rows };
  return rows;
}

// A few screens of text are laid out within a millisecond.
const LONG = 4_000;

interface Layout {
  readonly text: string;
  readonly room: number;
  readonly rows: readonly LaidRow[];
}

let lastLong: Layout | undefined;

/**
 * From a little before the first row that has changed, until the text and its rows are the old ones again: what follows
 * the beginning of a row is laid out in the same way whatever stands before it.
 */
function laidOutAgain(old: Layout, text: string): LaidRow[] {
  const shift = text.length - old.text.length;
  const most = Math.min(text.length, old.text.length);
  let same = 0;
  while (same < most && text[same] === old.text[same]) same += 1;
  // Half of a character that has changed is not the same.
  if (/[\ud800-\udbff]/.test(text[same - 1] ?? "")) same -= 1;
  let alike = 0;
  while (alike < most - same && text.at(-1 - alike) === old.text.at(-1 - alike)) alike += 1;
  const changed = old.rows.findIndex((_, index) => (old.rows[index + AHEAD]?.end ?? Number.POSITIVE_INFINITY) >= same);
  const rows = old.rows.slice(0, Math.max(0, changed));
  let other = rows.length;
  for (const row of rowsFrom(text, old.rows[other]?.start ?? 0, old.room)) {
    while ((old.rows[other]?.start ?? Number.POSITIVE_INFINITY) + shift < row.start) other += 1;
    if (row.start >= text.length - alike && old.rows[other] !== undefined && oldStart(other) === row.start) {
      return [...rows, ...old.rows.slice(other).map((kept) => moved(kept, shift))];
    }
    rows.push(row);
  }
  return rows;

  function oldStart(index: number): number {
    return (old.rows[index]?.start ?? 0) + shift;
  }
}

// Where a row ends depends on the character that did not fit on it. With its word that goes to the next row, or, where
// it does not fit there either, to the one after that.
const AHEAD = 2;

function moved({ shown, start, end }: LaidRow, by: number): LaidRow {
  return { shown, start: start + by, end: end + by };
}

/** The rows from the beginning of one of them on. Long lines are taken in pieces, so that one can stop early. */
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

export function placeOf(rows: readonly LaidRow[], caret: number, text: string): { row: number; column: number } {
  const row = Math.max(
    0,
    rows.findLastIndex(({ start }) => start <= caret),
  );
  const column = cellWidth(shownOf(text.slice(rows[row]?.start ?? 0, caret)));
  // Spaces that end a full row have no place of their own on it.
  return { row, column: Math.min(column, cellWidth(rows[row]?.shown ?? "") + 1) };
}

function moveRow(writing: Writing, by: 1 | -1, width: number): Writing | null {
  const { text, caret } = writing;
  const rows = layOut(text, width);
  const { row, column } = placeOf(rows, caret, text);
  const target = rows[row + by];
  if (target === undefined) return null;
  const goal = writing.goal ?? column;
  let at = target.start;
  let used = 0;
  for (const character of graphemesOf(text.slice(target.start, target.end))) {
    used += cellWidth(shownCharacter(character));
    // The place behind the last character of a wrapped row is the beginning of the next.
    if (used > goal || (at + character.length === target.end && rows[row + by + 1]?.start === target.end)) break;
    at += character.length;
  }
  return { text, caret: at, goal };
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
    // Spaces at the end of a row hang over its edge unseen.
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
 * What would drive the terminal is a dot; a tab is as wide as code has it here. Each character by itself, so that none is
 * shown otherwise for what stands elsewhere in its line.
 */
function shownOf(text: string): string {
  return PLAIN.test(text) ? text : graphemesOf(text).map(shownCharacter).join("");
}

const PLAIN = /^[ -~\u4e00-\u9fff\uac00-\ud7a3]*$/;

function shownCharacter(character: string): string {
  if (PLAIN.test(character)) return character;
  if (character === "\t") return "    ";
  // A joiner is part of the letter before it, and belongs there when another letter follows.
  return safeText(character + character).startsWith(character) ? character : "·";
}

// No character and no word that matters is longer than this, and looking further would take time with every key.
const NEAR = 64;
const FAR = 2_000;

/** Where the character begins that this place is inside of: the place itself, between two. */
function characterStart(text: string, at: number): number {
  if (at <= 0) return 0;
  let start = Math.max(lineStart(text, at), at - FAR);
  for (const { length } of graphemesOf(text.slice(start, Math.min(lineEnd(text, at), at + NEAR)))) {
    if (start + length > at) break;
    start += length;
  }
  return start;
}

function characterEnd(text: string, at: number): number {
  const place = Math.min(at, text.length);
  const start = characterStart(text, place);
  if (start === place) return place;
  return start + (graphemesOf(text.slice(start, Math.min(lineEnd(text, start), place + NEAR)))[0]?.length ?? 0);
}

function lineStart(text: string, caret: number): number {
  return caret === 0 ? 0 : text.lastIndexOf("\n", caret - 1) + 1;
}

function lineEnd(text: string, caret: number): number {
  const end = text.indexOf("\n", caret);
  return end === -1 ? text.length : end;
}

function wordStart(text: string, caret: number): number {
  return startOfEnding(/[\p{L}\p{M}\p{N}_]*[^\p{L}\p{M}\p{N}_]*$/u, text, caret);
}

function startOfEnding(ending: RegExp, text: string, caret: number): number {
  const before = text.slice(Math.max(0, caret - FAR), caret);
  return characterStart(text, caret - (ending.exec(before)?.[0].length ?? 0));
}

function wordEnd(text: string, caret: number): number {
  const after = text.slice(caret, caret + FAR);
  return characterEnd(text, caret + (/^[^\p{L}\p{M}\p{N}_]*[\p{L}\p{M}\p{N}_]*/u.exec(after)?.[0].length ?? 0));
}
