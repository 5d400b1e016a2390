/** Rows as columns that line up, also where a character is two cells wide. */
import { cellWidth } from "../tty/width.ts";

export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => cellWidth(row[column] ?? ""))));
  const lines = rows.map((row) => row.map((cell, column) => pad(cell, widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

function pad(cell: string, width: number): string {
  return cell + " ".repeat(Math.max(0, width - cellWidth(cell)));
}
