/** The difference between two texts, the way people read it: changed lines with three lines around them. */
import { type Line, styled } from "../../terminal/text/style.ts";

type Edit = readonly ["same" | "out" | "in", string];

const CONTEXT = 3;
// Comparing every line with every other one takes long beyond this; what differs is then shown as a whole.
const MOST_PAIRS = 4_000_000;
const LONGEST_LINE = 160;
// How much of a long line is shown before and behind what is different in it.
const AROUND = 40;

export function unifiedDiff(path: string, before: string | null, after: string): Line[] {
  const edits = editsBetween(linesOf(before ?? ""), linesOf(after));
  const head = [[styled(`--- ${before === null ? "/dev/null" : path}`, "bold")], [styled(`+++ ${path}`, "bold")]];
  return [...head, ...hunksOf(edits).flatMap((hunk) => painted(edits, hunk))];
}

function editsBetween(one: string[], other: string[]): Edit[] {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let tail = 0;
  const shortest = Math.min(one.length, other.length) - start;
  while (tail < shortest && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const middle = compared(one.slice(start, one.length - tail), other.slice(start, other.length - tail));
  const same = (lines: string[]) => lines.map((line): Edit => ["same", line]);
  return [...same(one.slice(0, start)), ...middle, ...same(one.slice(one.length - tail))];
}

/** The longest common run of lines, by the textbook's table. */
function compared(one: string[], other: string[]): Edit[] {
  if (one.length * other.length > MOST_PAIRS) return replaced(one, other);
  const width = other.length + 1;
  const lengths = new Uint32Array((one.length + 1) * width);
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      const isSame = one[row] === other[column];
      const skipping = Math.max(at(row + 1, column), at(row, column + 1));
      lengths[row * width + column] = isSame ? at(row + 1, column + 1) + 1 : skipping;
    }
  }
  const edits: Edit[] = [];
  let row = 0;
  let column = 0;
  while (row < one.length && column < other.length) {
    const [left = "", right = ""] = [one[row], other[column]];
    if (left === right) {
      edits.push(["same", left]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      edits.push(["out", left]);
      row += 1;
    } else {
      edits.push(["in", right]);
      column += 1;
    }
  }
  return [...edits, ...replaced(one.slice(row), other.slice(column))];

  function at(row: number, column: number): number {
    return lengths[row * width + column] ?? 0;
  }
}

function replaced(one: string[], other: string[]): Edit[] {
  return [...one.map((line): Edit => ["out", line]), ...other.map((line): Edit => ["in", line])];
}

/** Ranges of edits to show: changes with what is around them, joined where they touch. */
function hunksOf(edits: readonly Edit[]): { from: number; to: number }[] {
  const hunks: { from: number; to: number }[] = [];
  for (const [index, [kind]] of edits.entries()) {
    if (kind === "same") continue;
    const from = Math.max(0, index - CONTEXT);
    const to = Math.min(edits.length, index + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks;
}

function painted(edits: readonly Edit[], { from, to }: { from: number; to: number }): Line[] {
  const count = (part: readonly Edit[], kind: Edit[0]) => part.filter(([one]) => one === "same" || one === kind).length;
  const [above, shown] = [edits.slice(0, from), edits.slice(from, to)];
  const range = (kind: "out" | "in") =>
    `${count(above, kind) + (count(shown, kind) > 0 ? 1 : 0)},${count(shown, kind)}`;
  return [
    [styled(`@@ -${range("out")} +${range("in")} @@`, "cyan")],
    ...shown.map((edit, index) => lineOf(edit, partnerOf(shown, index))),
  ];
}

/** What is around a change may be cut short, what is put in or taken out never. */
function lineOf([kind, text]: Edit, partner: string | null): Line {
  if (kind === "same")
    return [{ text: ` ${spaced(text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE)}…`)}` }];
  const part = partner === null || text.length <= LONGEST_LINE ? text : whereItDiffers(text, partner);
  return [kind === "in" ? styled(`+${spaced(part)}`, "green") : styled(`-${spaced(part)}`, "red")];
}

/** The line that takes the place of another one: of as many in as out, those in the same row. */
function partnerOf(edits: readonly Edit[], index: number): string | null {
  const isChange = (edit: Edit | undefined) => edit !== undefined && edit[0] !== "same";
  let [from, to] = [index, index];
  while (isChange(edits[from - 1])) from -= 1;
  while (isChange(edits[to])) to += 1;
  const run = edits.slice(from, to);
  const [out, put] = (["out", "in"] as const).map((kind) => run.filter((edit) => edit[0] === kind));
  if (out === undefined || put === undefined || out.length !== put.length) return null;
  const edit = edits[index];
  const row = edit === undefined ? -1 : Math.max(out.indexOf(edit), put.indexOf(edit));
  return (edit?.[0] === "in" ? out : put)[row]?.[1] ?? null;
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

/** A terminal is shown no tabs. */
function spaced(text: string): string {
  return text.replaceAll("\t", "    ");
}

/** A last line without a line break is said to be one, as `diff` does. */
function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  if (lines.at(-1) === "") return lines.slice(0, -1);
  return [...lines, "\\ No newline at end of file"];
}
