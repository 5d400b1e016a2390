/** Rows as columns that line up, also where a character is two cells wide. */

type Width = (text: string) => number;

// One cell each. The tables of wide and unseen characters are large, so they are loaded only for text that needs them.
const PLAIN = /^[ -~–—…·★]*$/;

export async function table(rows: string[][]): Promise<string> {
  const width = await widthFor(rows);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ""))));
  const lines = rows.map((row) => row.map((cell, column) => pad(cell, widths[column] ?? 0, width)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

async function widthFor(rows: string[][]): Promise<Width> {
  if (rows.flat().every((cell) => PLAIN.test(cell))) return (text) => text.length;
  return (await import("../tty/width.ts")).cellWidth;
}

function pad(cell: string, to: number, width: Width): string {
  return cell + " ".repeat(Math.max(0, to - width(cell)));
}
