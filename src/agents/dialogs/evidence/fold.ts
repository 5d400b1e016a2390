/** Which unchanged rows of a diff are folded away. Only unchanged lines fold. */
import type { ChangedRow } from "./changed-rows.ts";

export interface Run {
  from: number;
  rows: ChangedRow[];
  isFolded: boolean;
}

const AROUND = 3;
// A button in the place of two lines hides more than it saves.
const LEAST_FOLDED = 4;

export function runsOf(rows: readonly ChangedRow[], opened: ReadonlySet<number>): Run[] {
  const isNear = nearChange(rows);
  const runs: Run[] = [];
  for (const [index, row] of rows.entries()) {
    const isFolded = row.sign === " " && !isNear[index];
    const last = runs.at(-1);
    if (last !== undefined && last.isFolded === isFolded) last.rows.push(row);
    else runs.push({ from: index, rows: [row], isFolded });
  }
  return runs.map((run) => ({
    ...run,
    isFolded: run.isFolded && run.rows.length >= LEAST_FOLDED && !opened.has(run.from),
  }));
}

function nearChange(rows: readonly ChangedRow[]): boolean[] {
  const near = rows.map(() => false);
  for (const [index, { sign }] of rows.entries()) {
    if (sign !== "+" && sign !== "-") continue;
    for (
      let at = Math.max(0, index - AROUND);
      at <= Math.min(rows.length - 1, index + AROUND);
      at += 1
    )
      near[at] = true;
  }
  return near.includes(true) ? near : rows.map(() => true);
}
