/**
 * Tables for spreadsheets (RFC 4180). A spreadsheet runs a cell that begins like a formula, and
 * agents' words stand in these tables, so such a cell gets an apostrophe in front.
 */
type Cell = string | number | null;

export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

// Some spreadsheets fold full-width signs to the plain ones.
const BEGINS_A_FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

function cellOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = BEGINS_A_FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n\t']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
