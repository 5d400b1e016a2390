/** A text field: what readline holds of it, and how it lies on the screen. */
import { safeText } from "../../core/safe-text.ts";
import { cellWidth, graphemesOf } from "../width.ts";

/** `line` and `caret` are readline's own: one line, and the caret in code units. */
export interface Field {
  readonly about: { kind: "own" } | { kind: "globalNote" } | { kind: "note"; optionId: string };
  readonly line: string;
  readonly caret: number;
}

// Readline ends a line at every line break, so inside it a character that nobody types stands for one.
const BREAK = "\ue00a";

export function fieldWith(about: Field["about"], text: string): Field {
  const line = text.replaceAll("\n", BREAK);
  return { about, line, caret: line.length };
}

export function textIn({ line }: Field): string {
  return line.replaceAll(BREAK, "\n");
}

export function withBreak(field: Field): Field {
  const line = field.line.slice(0, field.caret) + BREAK + field.line.slice(field.caret);
  return { ...field, line, caret: field.caret + 1 };
}

const MOST_ROWS = 6;

/** The rows of a field, at most six around the caret, which comes as its row among these and its column. */
export function layOutField({ line, caret }: Field, width: number): { rows: string[]; row: number; column: number } {
  const rows = [""];
  let used = 0;
  let offset = 0;
  let at = { row: 0, column: 0 };
  for (const character of graphemesOf(line)) {
    const isBreak = character === BREAK;
    const shown = isBreak || safeText(character) === character ? character : "·";
    const cells = isBreak ? 0 : cellWidth(shown);
    if (used + cells > width) startRow();
    if (offset <= caret) at = { row: rows.length - 1, column: used };
    offset += character.length;
    if (isBreak) startRow();
    else rows[rows.length - 1] += shown;
    used += cells;
  }
  if (offset <= caret) {
    if (used >= width) startRow();
    at = { row: rows.length - 1, column: used };
  }
  const first = Math.max(0, Math.min(at.row - MOST_ROWS + 2, rows.length - MOST_ROWS));
  return { rows: rows.slice(first, first + MOST_ROWS), row: at.row - first, column: at.column };

  function startRow() {
    rows.push("");
    used = 0;
  }
}
