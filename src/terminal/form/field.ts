/** A text field: what is written in it, and how it lies on the screen. */
import { type Writing, writingOf } from "../input/editor.ts";
import { layOut, placeOf } from "../text/layout.ts";
import type { Row } from "../text/rows.ts";
import { type Line, styled } from "../text/style.ts";
import { wrap } from "../text/wrap.ts";

export interface Field {
  readonly about:
    | { kind: "own" }
    | { kind: "globalNote" }
    | { kind: "note"; optionId: string }
    | { kind: "setting" };
  readonly writing: Writing;
}

export function fieldWith(about: Field["about"], text: string): Field {
  return { about, writing: writingOf(text) };
}

/** The field after its prefix; an empty field shows its placeholder. */
export function fieldRows(
  field: Field,
  first: Line,
  prefixWidth: number,
  width: number,
  placeholder = "",
): Row[] {
  const fieldWidth = Math.max(4, width - prefixWidth);
  const { rows, row, column } = layOutField(field, fieldWidth);
  const indent = { text: " ".repeat(prefixWidth) };
  return rows.map((text, index) => {
    const hint = field.writing.text === "" ? placeholderLine(placeholder, width - prefixWidth) : [];
    const line = [...(index === 0 ? first : [indent]), { text }, ...hint];
    return index === row ? { line, caret: prefixWidth + column, fieldWidth } : { line };
  });
}

function placeholderLine(placeholder: string, width: number): Line {
  const [line = []] = wrap([styled(placeholder, "dim")], Math.max(1, width));
  return line;
}

const MOST_ROWS = 6;

/** At most six rows of a field around the caret, with the caret's row among them and its column. */
function layOutField(
  { writing }: Field,
  width: number,
): { rows: string[]; row: number; column: number } {
  const { text, caret } = writing;
  const rows = layOut(text, width);
  const at = placeOf(rows, caret, text);
  const first = Math.max(0, Math.min(at.row - MOST_ROWS + 2, rows.length - MOST_ROWS));
  const shown = rows.slice(first, first + MOST_ROWS).map(({ shown }) => shown);
  return { rows: shown, row: at.row - first, column: Math.min(at.column, width - 1) };
}
