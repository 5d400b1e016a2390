/** Rows of the screen: lines, and on one of them the caret. */
import { type Line, type Style, styled } from "./style.ts";
import { cellWidth } from "./width.ts";
import { wrap } from "./wrap.ts";

export interface Row {
  readonly line: Line;
  /** The column where the terminal's cursor stands, on the one row that has it. */
  readonly caret?: number;
  /** If the caret is in a field: the width in which the field's text is laid out. */
  readonly fieldWidth?: number;
}

export function toRows(lines: readonly Line[]): Row[] {
  return lines.map((line) => ({ line }));
}

/** A piece of our own text, wrapped. */
export function textRows(text: string, width: number, ...styles: Style[]): Row[] {
  return toRows(wrap([styled(text, ...styles)], width));
}

/** Short pieces side by side, as many as fit a row. Only a piece wider than a row is broken. */
export function pieceRows(pieces: readonly string[], width: number, ...styles: Style[]): Row[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const longer = `${lines.at(-1)} · ${piece}`;
    if (lines.length > 0 && cellWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines.flatMap((line) => textRows(line, width, ...styles));
}
