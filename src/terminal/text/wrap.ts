/** Breaks lines to fit a terminal: between words where that is possible, else inside them. */
import type { Line, Span } from "./style.ts";
import { cellWidth, cutToWidth, graphemesOf } from "./width.ts";

export interface WrapOptions {
  /** What stands before the first row and before the following ones. */
  first?: Line;
  rest?: Line;
  /** Code keeps every space and breaks anywhere. */
  keepSpaces?: boolean;
}

export function wrap(
  line: Line,
  width: number,
  { first = [], rest = first, keepSpaces = false }: WrapOptions = {},
): Line[] {
  const rows: Span[][] = [[...first]];
  const room = (prefix: Line) => Math.max(1, width - lineWidth(prefix));
  let free = room(first);
  let isEmpty = true;
  let space: Word | null = null;
  for (const word of wordsOf(line, keepSpaces)) {
    if (word.isSpace) {
      space = isEmpty ? null : word;
      continue;
    }
    if (word.width + (space?.width ?? 0) <= free) put([...(space?.spans ?? []), ...word.spans]);
    else if (word.width <= room(rest)) {
      breakRow();
      put(word.spans);
    } else fill(space === null ? word.spans : [...space.spans, ...word.spans]);
    space = null;
  }
  return rows;

  function put(spans: readonly Span[]) {
    rows.at(-1)?.push(...spans);
    free -= lineWidth(spans);
    isEmpty = false;
  }

  function breakRow() {
    rows.push([...rest]);
    free = room(rest);
    isEmpty = true;
  }

  function fill(spans: readonly Span[]) {
    for (const span of spans) {
      let text = "";
      let width = 0;
      for (const character of graphemesOf(span.text)) {
        const cells = cellWidth(character);
        if (width + cells > free && (width > 0 || !isEmpty)) {
          if (text !== "") put([{ ...span, text }]);
          breakRow();
          text = "";
          width = 0;
        }
        text += character;
        width += cells;
      }
      if (text !== "") put([{ ...span, text }]);
    }
  }
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + cellWidth(text), 0);
}

/** The line in exactly that many cells: cut with an ellipsis, or filled with spaces. */
export function fitLine(line: Line, width: number): Line {
  const fitted: Span[] = [];
  let free = width;
  for (const span of line) {
    const text = cutToWidth(span.text, free);
    if (free <= 0) break;
    fitted.push(text === span.text ? span : { ...span, text });
    free -= cellWidth(text);
    if (text !== span.text) break;
  }
  return free > 0 ? [...fitted, { text: " ".repeat(free) }] : fitted;
}

interface Word {
  spans: Span[];
  width: number;
  isSpace: boolean;
}

/** A word may change its style half-way and is still one word. */
function wordsOf(line: Line, keepSpaces: boolean): Word[] {
  if (keepSpaces) return [{ spans: [...line], width: lineWidth(line), isSpace: false }];
  const words: Word[] = [];
  for (const span of line) {
    for (const [text] of span.text.matchAll(/\s+|\S+/g)) {
      const isSpace = text.trim() === "";
      const last = words.at(-1);
      const spans = [{ ...span, text: isSpace ? " " : text }];
      const width = isSpace ? 1 : cellWidth(text);
      if (last === undefined || last.isSpace !== isSpace) words.push({ spans, width, isSpace });
      else if (!isSpace)
        Object.assign(last, { spans: [...last.spans, ...spans], width: last.width + width });
    }
  }
  return words;
}

/** The first rows, with an ellipsis at the end of the last when there were more. */
export function clip(rows: Line[], atMost: number, width: number): Line[] {
  if (rows.length <= atMost) return rows;
  const kept = rows.slice(0, Math.max(1, atMost));
  const last = kept.pop() ?? [];
  const [fitting = []] =
    lineWidth(last) < width ? [last] : wrap(last, width - 1, { keepSpaces: true });
  return [...kept, [...fitting, { text: "…", styles: last.at(-1)?.styles ?? [] }]];
}
