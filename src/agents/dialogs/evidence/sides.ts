/** The rows of a diff in two columns: what goes beside what comes in its place. */
import type { ChangedRow } from "./changed-rows.ts";

type Line = Exclude<ChangedRow, { sign: "gap" }>;

export type Pair =
  | { kind: "gap"; count: number | null }
  | { kind: "pair"; left: Line | null; right: Line | null };

export function sideBySide(rows: readonly ChangedRow[]): Pair[] {
  const pairs: Pair[] = [];
  let [out, put]: [Line[], Line[]] = [[], []];
  for (const row of rows) {
    if (row.sign === "-" && put.length === 0) out.push(row);
    else if (row.sign === "+") put.push(row);
    else {
      flush();
      if (row.sign === "gap") pairs.push({ kind: "gap", count: row.count });
      else if (row.sign === "-") out.push(row);
      else pairs.push({ kind: "pair", left: row, right: row });
    }
  }
  flush();
  return pairs;

  function flush() {
    for (let at = 0; at < Math.max(out.length, put.length); at += 1)
      pairs.push({ kind: "pair", left: out[at] ?? null, right: put[at] ?? null });
    [out, put] = [[], []];
  }
}
