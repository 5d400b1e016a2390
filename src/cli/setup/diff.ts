/**
 * The difference between two texts as people read it: changed lines with three lines around them.
 */

import { type StructuredPatchHunk, structuredPatch } from "diff";
import { shortened } from "../../core/shortened.ts";
import { type Line, styled } from "../../terminal/text/style.ts";

const CONTEXT = 3;
const LONGEST_LINE = 160;
// How much of a long line is shown before and behind the difference.
const AROUND = 40;

export function unifiedDiff(path: string, before: string | null, after: string): Line[] {
  const options = { context: CONTEXT, stripTrailingCr: true };
  const { hunks } = structuredPatch(path, path, before ?? "", after, undefined, undefined, options);
  const head = [
    [styled(`--- ${before === null ? "/dev/null" : path}`, "bold")],
    [styled(`+++ ${path}`, "bold")],
  ];
  return [...head, ...hunks.flatMap(painted)];
}

function painted({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): Line[] {
  // For a side without lines, the line before it is named.
  const range = (start: number, count: number) => `${count === 0 ? start - 1 : start},${count}`;
  return [
    [styled(`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`, "cyan")],
    ...lines.map((line, index) => lineOf(line, partnerOf(lines, index))),
  ];
}

/** Lines around a change may be cut short; added and removed lines never are. */
function lineOf(line: string, partner: string | null): Line {
  const [sign, text] = [line.slice(0, 1), line.slice(1)];
  if (!isChange(line)) return [{ text: sign + spaced(shortened(text, LONGEST_LINE)) }];
  const part =
    partner === null || text.length <= LONGEST_LINE ? text : whereItDiffers(text, partner.slice(1));
  return [styled(sign + spaced(part), sign === "+" ? "green" : "red")];
}

/** The line that replaces another: if as many lines come as go, the one in the same row. */
function partnerOf(lines: readonly string[], index: number): string | null {
  let [from, to] = [index, index];
  while (isInRun(lines[from - 1])) from -= 1;
  while (isInRun(lines[to])) to += 1;
  const run = lines.slice(from, to);
  const signed = (sign: string, some = run) => some.filter((line) => line.startsWith(sign));
  const [out, put] = [signed("-"), signed("+")];
  if (out.length !== put.length) return null;
  const sign = lines[index]?.startsWith("+") ? "+" : "-";
  const row = signed(sign, lines.slice(from, index)).length;
  return (sign === "+" ? out : put)[row] ?? null;
}

function isChange(line: string): boolean {
  return /^[+-]/.test(line);
}

/**
 * A line that starts with a backslash says that the line before it has no line
 * break; it does not end a run.
 */
function isInRun(line: string | undefined): boolean {
  return line !== undefined && /^[+\\-]/.test(line);
}

function whereItDiffers(text: string, other: string): string {
  const shortest = Math.min(text.length, other.length);
  let start = 0;
  while (start < shortest && text[start] === other[start]) start += 1;
  let tail = 0;
  while (tail < shortest - start && text.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const from = Math.max(0, start - AROUND);
  const to = Math.min(text.length, text.length - tail + AROUND);
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}

/** Tabs become spaces on a terminal. */
function spaced(text: string): string {
  return text.replaceAll("\t", "    ");
}
