/** Aligns rows in columns, also if a character is two cells wide. */
import { terminalColumns } from "./standard-output.ts";

type Width = (text: string) => number;

// One cell each. The tables of wide and invisible characters are large, so they are loaded only
// for text that needs them.
const PLAIN = /^[ -~–—…·★]*$/;

export async function table(rows: string[][]): Promise<string> {
  const width = await widthFor(rows);
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => width(row[column] ?? ""))),
  );
  const lines = rows.map((row) =>
    row.map((cell, column) => pad(cell, widths[column] ?? 0, width)).join("  "),
  );
  return lines.map((line) => line.trimEnd()).join("\n");
}

/**
 * The same, fitted to standard output. On a terminal the last column takes the remaining width, cut
 * or wrapped within its column, because wrapped rows make no table. Pipes get everything.
 */
export async function tableHere(all: string[][], how: "cut" | "wrap" = "cut"): Promise<string> {
  const whole = await table(all);
  const columns = terminalColumns();
  if (columns === null || whole.split("\n").every((line) => line.length * WIDEST_CELL <= columns))
    return whole;
  const [{ wrap }, { cutToWidth }] = await Promise.all([
    import("../terminal/text/wrap.ts"),
    import("../terminal/text/width.ts"),
  ]);
  const { rows, room } = await fitFacts(all, columns, 1, how === "cut" ? 4 : 2);
  const facts = rows[0]?.slice(0, -1) ?? [];
  return table(
    rows.flatMap((row) => {
      const last = row.at(-1) ?? "";
      const wrapped = () =>
        wrap([{ text: last }], room).map((line) => line.map(({ text }) => text).join(""));
      const parts = how === "cut" ? [cutToWidth(last, room)] : wrapped();
      return parts.map((part, index) => [
        ...(index === 0 ? row.slice(0, -1) : facts.map(() => "")),
        part,
      ]);
    }),
  );
}

/**
 * Rows whose last columns have room on a terminal of this width. Earlier columns are cut if they
 * take more than their share (a project may have any name). If there is still too little room,
 * columns are left out from the end.
 */
export async function fitFacts(all: string[][], columns: number, lastColumns: number, share = 4) {
  const { cellWidth, cutToWidth } = await import("../terminal/text/width.ts");
  const short = (cell: string) =>
    cutToWidth(cell, Math.max(LEAST_ROOM, Math.floor(columns / share)));
  let rows = all.map((row) => [
    ...row.slice(0, -lastColumns).map(short),
    ...row.slice(-lastColumns),
  ]);
  while (room() < LEAST_ROOM * lastColumns && facts().length > LEAST_FACTS) {
    rows = rows.map((row) => [...row.slice(0, -lastColumns - 1), ...row.slice(-lastColumns)]);
  }
  return { rows, room: Math.max(LEAST_ROOM, room()) };

  function facts(): string[] {
    return rows[0]?.slice(0, -lastColumns) ?? [];
  }

  function room(): number {
    const widest = (column: number) => Math.max(...rows.map((row) => cellWidth(row[column] ?? "")));
    return (
      columns -
      facts().reduce((sum, _, column) => sum + widest(column) + GAP, GAP * (lastColumns - 1))
    );
  }
}

const LEAST_FACTS = 2;
const GAP = 2;
const WIDEST_CELL = 2;
const LEAST_ROOM = 12;

async function widthFor(rows: string[][]): Promise<Width> {
  if (rows.flat().every((cell) => PLAIN.test(cell))) return (text) => text.length;
  return (await import("../terminal/text/width.ts")).cellWidth;
}

function pad(cell: string, to: number, width: Width): string {
  return cell + " ".repeat(Math.max(0, to - width(cell)));
}
