/**
 * What is written in one go. A batch is one transaction with one number for each row that it
 * changes; a write that does not apply any more is left out, and the others are not disturbed.
 */
import type { ChangedColumns, NewRow } from "./rows.ts";

export type Write = CreateWrite | ChangeWrite | RemoveWrite;

/** Not written if the id is taken. */
export interface CreateWrite {
  kind: "create";
  id: string;
  row: NewRow;
}

/** Written if the ask is still at that version, and `when` holds by the database's clock. */
export interface ChangeWrite {
  kind: "change";
  id: string;
  version: number;
  when: When;
  columns: ChangedColumns;
}

/** `in time`: before the deadline, if there is one; `late`: after it. */
export type When = "in time" | "late" | "always";

/** Removed if it is still at that version; at any if null. */
export interface RemoveWrite {
  kind: "remove";
  id: string;
  version: number | null;
}

/** The number of each write's change, in the order of the writes; null if it did not apply. */
export type Written = (number | null)[];

/** About how much a write weighs: big ones are not put into a batch with others. */
export function weightOf(write: Write): number {
  if (write.kind === "remove") return 0;
  if (write.kind === "create") return write.row.ask.length + write.row.state.length;
  return write.columns.state.length + (write.columns.outcome?.length ?? 0);
}
