/** A line of code in its colours, with the places in it that something is to be said of. Pure. */
import type { Highlight } from "../../../terminal/text/markdown.ts";
import type { Line, Span, Style } from "../../../terminal/text/style.ts";

export interface Range {
  from: number;
  to: number;
  styles: readonly Style[];
}

/** The lines of some code; without a highlighter, or where the language is not known, plain. */
export function colouredLines(
  texts: readonly string[],
  language: string,
  highlight: Highlight | null,
): Line[] {
  const plain = texts.map((text): Line => [{ text }]);
  const lines = highlight?.(texts.join("\n"), language) ?? null;
  if (lines === null || lines.length !== texts.length) return plain;
  return lines.map((line, index) =>
    line.map(({ text }) => text).join("") === texts[index] ? line : (plain[index] ?? []),
  );
}

/** The same line, its spans cut where a range begins or ends, which adds its styles. */
export function withRanges(line: Line, ranges: readonly Range[]): Line {
  let at = 0;
  return line.flatMap((span) => {
    const from = at;
    at += span.text.length;
    return cutSpan(span, from, ranges);
  });
}

function cutSpan({ text, styles = [] }: Span, from: number, ranges: readonly Range[]): Span[] {
  const inside = ranges.flatMap((range) => [range.from - from, range.to - from]);
  const edges = [...new Set([0, ...inside, text.length])]
    .filter((edge) => edge >= 0 && edge <= text.length)
    .sort((one, other) => one - other);
  return edges.slice(1).map((end, index) => {
    const start = edges[index] ?? 0;
    const added = ranges
      .filter((range) => range.from <= from + start && from + end <= range.to)
      .flatMap((range) => range.styles);
    return { text: text.slice(start, end), styles: [...styles, ...added] };
  });
}
