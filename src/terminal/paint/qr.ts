/** A QR code drawn with half blocks, two modules to a character, so that its modules are square. */
import { encode } from "uqr";

/** Dark modules are true, row by row. */
export type Modules = readonly (readonly boolean[])[];

// A larger code would hardly fit a terminal, and no address is that long.
const LARGEST_VERSION = 15;

const QUIET_ZONE = 4;
// Black on white whatever the terminal's own colours are.
const BLACK_ON_WHITE = "\u001b[38;5;16;48;5;231m";
const PLAIN = "\u001b[0m";

/** Null when the text is longer than a code can be. */
export function qrCode(text: string): Modules | null {
  // As bytes: the code names no encoding, and cameras assume UTF-8.
  const bytes = [...new TextEncoder().encode(text)];
  try {
    return encode(bytes, { ecc: "M", maxVersion: LARGEST_VERSION, border: 0 }).data;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Without colour it suits light text on a dark ground: what is printed is the light part. */
export function qrText(modules: Modules, { hasColour }: { hasColour: boolean }): string {
  const size = qrWidth(modules);
  const isDark = (row: number, column: number) =>
    modules[row - QUIET_ZONE]?.[column - QUIET_ZONE] === true;
  const lines = Array.from({ length: Math.ceil(size / 2) }, (_, line) =>
    Array.from({ length: size }, (_, column) => {
      const [above, below] = [
        isDark(2 * line, column),
        2 * line + 1 < size && isDark(2 * line + 1, column),
      ];
      return hasColour ? half(above, below) : half(!above, 2 * line + 1 < size && !below);
    }).join(""),
  );
  return lines.map((line) => (hasColour ? `${BLACK_ON_WHITE}${line}${PLAIN}` : line)).join("\n");
}

/** In characters, with the light margin that a camera needs. */
export function qrWidth(modules: Modules): number {
  return modules.length + 2 * QUIET_ZONE;
}

function half(above: boolean, below: boolean): string {
  if (above && below) return "█";
  if (above) return "▀";
  return below ? "▄" : " ";
}
