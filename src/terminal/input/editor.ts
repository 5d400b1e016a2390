/**
 * A text of several lines while it is written, and the keys
 * that change it. Pure, so that any surface can drive it.
 */

import { layOut, lineEnd, placeOf, shownCharacter } from "../text/layout.ts";
import { cellWidth, graphemesOf } from "../text/width.ts";
import { isEnter, isPrintable, type Key } from "./key.ts";

export interface Writing {
  readonly text: string;
  /** In code units, never inside what a reader sees as one character. */
  readonly caret: number;
  /** The column that moves up and down return to after shorter rows. */
  readonly goal?: number | undefined;
}

export function writingOf(text: string): Writing {
  return { text, caret: text.length };
}

export function insert({ text, caret }: Writing, added: string): Writing {
  const next = text.slice(0, caret) + added + text.slice(caret);
  return { text: next, caret: characterEnd(next, caret + added.length) };
}

/**
 * Cleans a paste: line breaks become one kind, and colours, links and other controls are removed.
 */
export function pasted(text: string): string {
  return text
    .replace(SEQUENCE, "")
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "");
}

// What a terminal reads as one command: a control sequence, or a command string with an end.
const ESC = "\u001b";
const SEQUENCE = new RegExp(
  `${ESC}\\[[0-?]*[ -/]*[@-~]|${ESC}\\][\\P{Cc}\\t]*(?:\u0007|${ESC}\\\\)`,
  "gu",
);

/**
 * The writing after a key, in rows of that width. Null for a key that
 * edits nothing, and for a move up from the first row or down from the
 * last. Enter ends a text, so a line break is Alt-Enter or Ctrl-J.
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
        return cut(
          caret,
          lineEnd(text, caret) === caret ? characterEnd(text, caret + 1) : lineEnd(text, caret),
        );
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
    if (
      used > goal ||
      (at + character.length === target.end && rows[row + by + 1]?.start === target.end)
    )
      break;
    at += character.length;
  }
  return { text, caret: at, goal };
}

// No character and no word that matters is longer than
// this, and looking further would slow down every key.
const NEAR = 64;
const FAR = 2_000;

/** Where the character around this place begins; between two characters, the place itself. */
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
  return (
    start +
    (graphemesOf(text.slice(start, Math.min(lineEnd(text, start), place + NEAR)))[0]?.length ?? 0)
  );
}

function lineStart(text: string, caret: number): number {
  return caret === 0 ? 0 : text.lastIndexOf("\n", caret - 1) + 1;
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
  return characterEnd(
    text,
    caret + (/^[^\p{L}\p{M}\p{N}_]*[\p{L}\p{M}\p{N}_]*/u.exec(after)?.[0].length ?? 0),
  );
}
