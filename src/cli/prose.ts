/** Wraps sentences between words to fit a terminal. Pipes and files get them unwrapped. */

/**
 * A line with a word longer than the screen stays whole, so that an address
 * or a path can be copied.
 */
export async function prose(
  text: string,
  { isTTY, columns }: NodeJS.WriteStream = process.stdout,
): Promise<string> {
  if (!isTTY || text.split("\n").every((line) => line.length * WIDEST_CELL <= columns)) return text;
  const [{ wrap, lineWidth }, { cellWidth }] = await Promise.all([
    import("../terminal/text/wrap.ts"),
    import("../terminal/text/width.ts"),
  ]);
  return text.split("\n").map(fitted).join("\n");

  function fitted(line: string): string {
    const [indent = ""] = /^\s*(?:[→✓!✗] )?/.exec(line) ?? [];
    const room = columns - indent.length;
    const isWhole =
      cellWidth(line) <= columns || line.split(" ").some((word) => cellWidth(word) > room);
    if (isWhole) return line;
    const first = [{ text: indent }];
    const rest = [{ text: " ".repeat(lineWidth(first)) }];
    const rows = wrap([{ text: line.slice(indent.length) }], columns, { first, rest });
    return rows.map((row) => row.map((span) => span.text).join("")).join("\n");
  }
}

const WIDEST_CELL = 2;
