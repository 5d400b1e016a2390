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

/**
 * The same for whoever looks at it: on a terminal the last column takes the room that is left, cut short or going on below
 * itself, since broken lines are no table. Pipes get all.
 */
export async function tableHere(rows: string[][], how: "cut" | "wrap" = "cut"): Promise<string> {
  const whole = await table(rows);
  const { isTTY, columns } = process.stdout;
  if (!isTTY || whole.split("\n").every((line) => line.length * WIDEST_CELL <= columns)) return whole;
  const [{ wrap }, { cellWidth, cutToWidth }] = await Promise.all([
    import("../tty/wrap.ts"),
    import("../tty/width.ts"),
  ]);
  const facts = rows[0]?.slice(0, -1) ?? [];
  const widest = (column: number) => Math.max(...rows.map((row) => cellWidth(row[column] ?? "")));
  const start = facts.reduce((sum, _, column) => sum + widest(column) + 2, 0);
  const room = Math.max(LEAST_ROOM, columns - start);
  return table(
    rows.flatMap((row) => {
      const last = row.at(-1) ?? "";
      const wrapped = () => wrap([{ text: last }], room).map((line) => line.map(({ text }) => text).join(""));
      const parts = how === "cut" ? [cutToWidth(last, room)] : wrapped();
      return parts.map((part, index) => [...(index === 0 ? row.slice(0, -1) : facts.map(() => "")), part]);
    }),
  );
}

const WIDEST_CELL = 2;
const LEAST_ROOM = 20;

async function widthFor(rows: string[][]): Promise<Width> {
  if (rows.flat().every((cell) => PLAIN.test(cell))) return (text) => text.length;
  return (await import("../tty/width.ts")).cellWidth;
}

function pad(cell: string, to: number, width: Width): string {
  return cell + " ".repeat(Math.max(0, to - width(cell)));
}
