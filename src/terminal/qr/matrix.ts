/** A QR code as a square of modules, for addresses to be read by a phone's camera. */
import { bitsOf, codewordsOf, layoutFor } from "./codewords.ts";
import { penaltyOf } from "./penalty.ts";

/** Rows of modules, true for dark, without the quiet zone around them. */
export type Modules = readonly (readonly boolean[])[];

// Where the centres of the alignment patterns are, for each version from 1 (ISO/IEC 18004, Annex E).
const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
  [6, 34, 62],
  [6, 26, 46, 66],
  [6, 26, 48, 70],
];

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** Null for a text that is too long, which is one of more than 412 bytes. */
export function qrCode(text: string): Modules | null {
  const bytes = new TextEncoder().encode(text);
  const layout = layoutFor(bytes.length);
  if (layout === null) return null;
  const bits = codewordsOf(bytes, layout).flatMap((codeword) => bitsOf(codeword, 8));
  const candidates = MASKS.map((_, mask) => drawn(layout.version, mask, bits));
  const [first, ...others] = candidates.map((modules) => ({ modules, penalty: penaltyOf(modules) }));
  return others.reduce((best, other) => (other.penalty < (best?.penalty ?? 0) ? other : best), first)?.modules ?? null;
}

function drawn(version: number, mask: number, bits: readonly number[]): Modules {
  const size = 17 + 4 * version;
  // Null where data goes.
  const modules = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  drawTiming();
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    drawFinder(row, column);
  drawAlignment();
  drawFormat();
  if (version >= 7) drawVersion();
  drawData();
  return modules.map((row) => row.map((module) => module === true));

  function set(row: number, column: number, isDark: boolean) {
    const line = modules[row];
    if (line !== undefined && column >= 0 && column < size) line[column] = isDark;
  }

  function drawTiming() {
    for (let index = 0; index < size; index++) {
      set(6, index, index % 2 === 0);
      set(index, 6, index % 2 === 0);
    }
  }

  /** With the light line around it. */
  function drawFinder(row: number, column: number) {
    drawRings(row, column, 4, (distance) => distance !== 2 && distance !== 4);
  }

  function drawAlignment() {
    const centres = ALIGNMENT[version - 1] ?? [];
    const last = centres.at(-1);
    for (const row of centres)
      for (const column of centres) {
        const isAtFinder = (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
        if (!isAtFinder) drawRings(row, column, 2, (distance) => distance !== 1);
      }
  }

  function drawRings(row: number, column: number, radius: number, isDark: (distance: number) => boolean) {
    for (let down = -radius; down <= radius; down++)
      for (let right = -radius; right <= radius; right++)
        set(row + down, column + right, isDark(Math.max(Math.abs(down), Math.abs(right))));
  }

  /** Twice, so that one damaged corner does not cost it. Level M is 00. */
  function drawFormat() {
    const format = bitsOf(withCheck(mask, 10, 0x537) ^ 0x5412, 15).map((bit) => bit === 1);
    const beside = [0, 1, 2, 3, 4, 5, 7, 8];
    for (const [index, isDark] of format.entries()) {
      const along = beside[index] ?? 0;
      const back = beside[14 - index] ?? 0;
      if (index < 8) set(8, along, isDark);
      else set(back, 8, isDark);
      if (index < 7) set(size - 1 - index, 8, isDark);
      else set(8, size - 15 + index, isDark);
    }
    set(size - 8, 8, true);
  }

  function drawVersion() {
    const information = bitsOf(withCheck(version, 12, 0x1f25), 18).reverse();
    for (const [index, bit] of information.entries()) {
      const across = size - 11 + (index % 3);
      set(Math.floor(index / 3), across, bit === 1);
      set(across, Math.floor(index / 3), bit === 1);
    }
  }

  /** Two columns at a time from the right, up and down in turn, past the vertical timing line. */
  function drawData() {
    let next = 0;
    for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
      if (right === 6) right -= 1;
      for (let step = 0; step < size; step++)
        for (const column of [right, right - 1]) {
          const row = isUp ? size - 1 - step : step;
          if (modules[row]?.[column] !== null) continue;
          set(row, column, (bits[next] === 1) !== (MASKS[mask]?.(row, column) ?? false));
          next += 1;
        }
    }
  }
}

/** A value followed by its BCH check bits. */
function withCheck(value: number, checkBits: number, generator: number): number {
  let remainder = value << checkBits;
  for (let bit = 31 - Math.clz32(remainder); bit >= checkBits; bit = 31 - Math.clz32(remainder))
    remainder ^= generator << (bit - checkBits);
  return (value << checkBits) | remainder;
}
