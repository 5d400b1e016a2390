/**
 * A command, or the rest of a call, as lines of the screen. What may destroy is underlined in its
 * place, with a number that leads to the reason below. Pure.
 */
import type { EvidencePart, TextMark } from "../../../agents/dialogs/evidence/evidence.ts";
import { type Line, type Span, type Style, styled } from "../../../terminal/text/style.ts";
import { cellWidth } from "../../../terminal/text/width.ts";
import { lineWidth, wrap } from "../../../terminal/text/wrap.ts";
import type { Drawing } from "./change-lines.ts";
import { colouredLines, type Range, withRanges } from "./coloured.ts";

type TextPart = Extract<EvidencePart, { kind: "text" }>;

const INDENT = "  ";
// The highlighter's own names.
const LANGUAGES: Record<string, string> = { sh: "bash" };

export function textLines(
  { text, language, marks }: TextPart,
  width: number,
  { highlight }: Drawing,
): Line[] {
  const texts = text.split("\n");
  const coloured = colouredLines(texts, LANGUAGES[language] ?? language, highlight);
  let at = 0;
  const lines = texts.flatMap((one, index) => {
    const from = at;
    at += one.length + 1;
    return codeLines(coloured[index] ?? [{ text: one }], one, from, marks, width);
  });
  return [...lines, ...reasons(marks, width)];
}

function codeLines(
  line: Line,
  text: string,
  from: number,
  marks: readonly TextMark[],
  width: number,
): Line[] {
  const ranges = marks.map(
    (mark): Range => ({
      ...{ from: mark.from - from, to: mark.to - from, styles: [colourOf(mark)] },
    }),
  );
  const rows = wrap(withRanges(line, ranges), width, {
    first: [{ text: INDENT }],
    rest: [styled("↪", "dim"), { text: " " }],
    keepSpaces: true,
  });
  let at = 0;
  return rows.flatMap((row) => {
    const spans = row.slice(row[0]?.text === INDENT ? 1 : 2);
    const begin = at;
    at += spans.reduce((sum, span) => sum + span.text.length, 0);
    const under = underline(text, from, begin, at, marks);
    return under.length === 0 ? [row] : [row, under];
  });
}

/** The signs below a row, under what each mark has of it. */
function underline(
  text: string,
  from: number,
  begin: number,
  end: number,
  marks: readonly TextMark[],
): Line {
  const spans: Span[] = [{ text: INDENT }];
  for (const [index, mark] of marks.entries()) {
    const [first, last] = [Math.max(begin, mark.from - from), Math.min(end, mark.to - from)];
    if (first >= last) continue;
    const gap = INDENT.length + cellWidth(text.slice(begin, first)) - lineWidth(spans);
    const wide = cellWidth(text.slice(first, last));
    const number = String(index + 1);
    const signs = `${number}${"^".repeat(Math.max(0, wide - number.length))}`.slice(0, wide);
    spans.push({ text: " ".repeat(Math.max(0, gap)) }, styled(signs, colourOf(mark), "bold"));
  }
  return spans.length === 1 ? [] : spans;
}

function reasons(marks: readonly TextMark[], width: number): Line[] {
  return marks.flatMap((mark, index) => {
    const number = styled(` ${index + 1} `, colourOf(mark), "bold");
    const rest = [{ text: " ".repeat(lineWidth([number])) }];
    return wrap([{ text: mark.why }], width, { first: [number], rest });
  });
}

function colourOf({ level }: TextMark): Style {
  return level === "destructive" ? "red" : "yellow";
}
