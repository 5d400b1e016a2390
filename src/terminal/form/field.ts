/** A text field: what readline holds of it, and how it lies on the screen. */
import type { Writing } from "../input/editor.ts";
import { layOut, placeOf } from "../text/layout.ts";

/** `line` and `caret` are readline's own: one line, and the caret in code units. */
export interface Field {
  readonly about: { kind: "own" } | { kind: "globalNote" } | { kind: "note"; optionId: string };
  readonly line: string;
  readonly caret: number;
  readonly goal?: number | undefined;
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

/** The field as an editor of our own knows it, and back. */
export function writingIn(field: Field): Writing {
  return { text: textIn(field), caret: field.caret, goal: field.goal };
}

export function withWriting(field: Field, { text, caret, goal }: Writing): Field {
  return { ...field, line: text.replaceAll("\n", BREAK), caret, goal };
}

export function withBreak(field: Field): Field {
  const line = field.line.slice(0, field.caret) + BREAK + field.line.slice(field.caret);
  return { ...field, line, caret: field.caret + 1 };
}

const MOST_ROWS = 6;

/** The rows of a field, at most six around the caret, which comes as its row among these and its column. */
export function layOutField(field: Field, width: number): { rows: string[]; row: number; column: number } {
  const text = textIn(field);
  const rows = layOut(text, width);
  const at = placeOf(rows, field.caret, text);
  const first = Math.max(0, Math.min(at.row - MOST_ROWS + 2, rows.length - MOST_ROWS));
  const shown = rows.slice(first, first + MOST_ROWS).map(({ shown }) => shown);
  return { rows: shown, row: at.row - first, column: Math.min(at.column, width - 1) };
}
