/** Rows of the screen, and lists of them that show as much as there is room for. */
import { type Line, type Style, styled } from "../text/style.ts";
import { cellWidth } from "../text/width.ts";
import { wrap } from "../text/wrap.ts";
import { type Field, layOutField } from "./field.ts";
import type { Messages } from "./messages.ts";

export interface Row {
  readonly line: Line;
  /** The column where the terminal's cursor stands, on the one row that has it. */
  readonly caret?: number;
  /** Where the caret is in a field: the width in which its text is laid out. */
  readonly fieldWidth?: number;
}

export function toRows(lines: readonly Line[]): Row[] {
  return lines.map((line) => ({ line }));
}

/** A piece of our own text, wrapped. */
export function textRows(text: string, width: number, ...styles: Style[]): Row[] {
  return toRows(wrap([styled(text, ...styles)], width));
}

/** Short pieces side by side, as many as fit a row; none is broken that fits one. */
export function pieceRows(pieces: readonly string[], width: number, ...styles: Style[]): Row[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const longer = `${lines.at(-1)} · ${piece}`;
    if (lines.length > 0 && cellWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines.flatMap((line) => textRows(line, width, ...styles));
}

/** The field with what stands before its first row; an empty one shows what could be typed. */
export function fieldRows(field: Field, first: Line, prefixWidth: number, width: number, placeholder = ""): Row[] {
  const fieldWidth = Math.max(4, width - prefixWidth);
  const { rows, row, column } = layOutField(field, fieldWidth);
  const indent = { text: " ".repeat(prefixWidth) };
  return rows.map((text, index) => {
    const hint = field.line === "" ? placeholderLine(placeholder, width - prefixWidth) : [];
    const line = [...(index === 0 ? first : [indent]), { text }, ...hint];
    return index === row ? { line, caret: prefixWidth + column, fieldWidth } : { line };
  });
}

function placeholderLine(placeholder: string, width: number): Line {
  const [line = []] = wrap([styled(placeholder, "dim")], Math.max(1, width));
  return line;
}

/** The items around the active one that fit, and how many there are above and below. */
export function windowed(items: readonly Row[][], active: number, budget: number, text: Messages): Row[] {
  const total = items.reduce((sum, rows) => sum + rows.length, 0);
  if (total <= budget) return items.flat();
  let [from, to] = [active, active];
  let free = budget - 2 - (items[active]?.length ?? 0);
  for (let grew = true; grew; ) {
    grew = false;
    const below = items[to + 1]?.length;
    if (below !== undefined && below <= free) {
      to += 1;
      free -= below;
      grew = true;
    }
    const above = items[from - 1]?.length;
    if (above !== undefined && above <= free) {
      from -= 1;
      free -= above;
      grew = true;
    }
  }
  return [
    ...(from === 0 ? [] : [{ line: [styled(`  ${text.moreAbove(from)}`, "dim")] }]),
    ...items.slice(from, to + 1).flat(),
    ...(to === items.length - 1 ? [] : [{ line: [styled(`  ${text.moreBelow(items.length - 1 - to)}`, "dim")] }]),
  ];
}
