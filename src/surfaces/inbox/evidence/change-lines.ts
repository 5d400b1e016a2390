/**
 * A changed file as lines of the screen: one below the other, or side by side where there is room.
 * Only unchanged lines are left out, and what to look at twice has its reason below it. Pure.
 */
import type { ChangedFile } from "../../../agents/dialogs/evidence/changed-files.ts";
import type { ChangedRow } from "../../../agents/dialogs/evidence/changed-rows.ts";
import { runsOf } from "../../../agents/dialogs/evidence/fold.ts";
import { type Pair, sideBySide } from "../../../agents/dialogs/evidence/sides.ts";
import type { Highlight } from "../../../terminal/text/markdown.ts";
import {
  type Line,
  restyled,
  type Span,
  type Style,
  styled,
} from "../../../terminal/text/style.ts";
import { fitLine, lineWidth, wrap } from "../../../terminal/text/wrap.ts";
import type { Messages } from "../model/messages.ts";
import { colouredLines, type Range, withRanges } from "./coloured.ts";

export interface Drawing {
  text: Messages["evidence"];
  highlight: Highlight | null;
}

type Changed = Exclude<ChangedRow, { sign: "gap" }>;

/** From this width on a change has two columns. */
const SIDE_BY_SIDE = 100;
const BETWEEN = " │ ";

export function changeLines(file: ChangedFile, width: number, drawing: Drawing): Line[] {
  const colours = coloursOf(file, drawing.highlight);
  const digits = Math.max(2, ...file.rows.map(longestNumber));
  const shown = runsOf(file.rows, new Set()).flatMap(({ rows, isFolded }): ChangedRow[] =>
    isFolded ? [{ sign: "gap", count: rows.length }] : rows,
  );
  const sheet = { width, digits, colours, text: drawing.text };
  return width < SIDE_BY_SIDE
    ? shown.flatMap((row) => (row.sign === "gap" ? [gapLine(row.count, sheet)] : below(row, sheet)))
    : sideBySide(shown).flatMap((pair) => besideLines(pair, sheet));
}

interface Sheet {
  width: number;
  digits: number;
  colours: ReadonlyMap<ChangedRow, Line>;
  text: Messages["evidence"];
}

function longestNumber(row: ChangedRow): number {
  return row.sign === "gap" ? 0 : String(Math.max(row.old ?? 0, row.fresh ?? 0)).length;
}

/** What is removed is coloured as the old file, everything else as the new one. */
function coloursOf(
  { rows, language }: ChangedFile,
  highlight: Highlight | null,
): Map<ChangedRow, Line> {
  const lines = rows.filter((row): row is Changed => row.sign !== "gap");
  const colours = new Map<ChangedRow, Line>();
  for (const hidden of ["+", "-"] as const) {
    const side = lines.filter(({ sign }) => sign !== hidden);
    const coloured = colouredLines(
      side.map(({ text }) => text),
      language,
      highlight,
    );
    for (const [index, row] of side.entries()) colours.set(row, coloured[index] ?? []);
  }
  return colours;
}

function gapLine(count: number | null, { text, digits }: Sheet): Line {
  return [styled(`${" ".repeat(digits)}··· ${text.unchanged(count)}`, "dim")];
}

const SIGN: Record<Changed["sign"], Style> = { "+": "green", "-": "red", " ": "dim" };
const GROUND: Record<Changed["sign"], readonly Style[]> = {
  ...{ "+": ["added"], "-": ["removed"], " ": [] },
};

function below(row: Changed, sheet: Sheet): Line[] {
  const { digits } = sheet;
  const number = (value: number | null) => String(value ?? "").padStart(digits);
  const before: Line = [
    markOf(row),
    styled(`${number(row.old)} ${number(row.fresh)}`, SIGN[row.sign]),
    styled(` ${row.sign} `, SIGN[row.sign]),
  ];
  return rowLines(row, before, sheet.width, sheet);
}

function markOf({ mark }: Changed): Span {
  return mark === undefined ? { text: " " } : styled("~", "yellow", "bold");
}

/** The code after what stands before it, and the reason for its mark. A wrapped line says so. */
function rowLines(row: Changed, before: Line, width: number, sheet: Sheet): Line[] {
  const indent = lineWidth(before);
  const rest: Line = [styled("↪", "dim"), { text: " ".repeat(indent - 1) }];
  const words = (row.words ?? []).map(
    ([from, to]): Range => ({ from, to, styles: ["bold", "underline"] }),
  );
  const marked: Range[] =
    row.mark === undefined ? [] : [{ ...row.mark, styles: ["yellow", "underline"] }];
  const code = restyled(
    withRanges(sheet.colours.get(row) ?? [{ text: row.text }], [...words, ...marked]),
    ...GROUND[row.sign],
  );
  const lines = wrap(code, width, { first: before, rest, keepSpaces: true });
  if (row.mark === undefined) return lines;
  const under: Line = [styled("~", "yellow", "bold"), { text: " ".repeat(indent - 1) }];
  const why = styled(`^ ${row.mark.why}`, "yellow");
  return [...lines, ...wrap([why], width, { first: under, rest: [...under, { text: "  " }] })];
}

function besideLines(pair: Pair, sheet: Sheet): Line[] {
  if (pair.kind === "gap") return [gapLine(pair.count, sheet)];
  const half = Math.floor((sheet.width - BETWEEN.length) / 2);
  const left = pair.left === null ? [] : sideLines(pair.left, pair.left.old, half, sheet);
  const right = pair.right === null ? [] : sideLines(pair.right, pair.right.fresh, half, sheet);
  const rows = Math.max(left.length, right.length);
  return Array.from({ length: rows }, (_, index) => [
    ...fitLine(left[index] ?? [], half),
    styled(BETWEEN, "dim"),
    ...(right[index] ?? []),
  ]);
}

function sideLines(row: Changed, number: number | null, width: number, sheet: Sheet): Line[] {
  const before: Line = [
    markOf(row),
    styled(String(number ?? "").padStart(sheet.digits), SIGN[row.sign]),
    styled(` ${row.sign} `, SIGN[row.sign]),
  ];
  return rowLines(row, before, width, sheet);
}
