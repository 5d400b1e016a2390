/**
 * QR codes against the standard's own figures, and read
 * back by a reader that shares nothing with the writer.
 */
import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { type Modules, qrCode, qrText } from "./qr.ts";

describe("a QR code", () => {
  // HELLO WORLD as 1-M, the example that tutorials of the standard work through.
  it("has the error correction of the published example", () => {
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
    const { codewords } = partsOf(encode("HELLO WORLD", { ecc: "M", border: 0 }).data);
    expect(codewords.slice(0, 16)).toEqual(data);
    expect(codewords.slice(16)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  });

  // Every version's first and last length, and the
  // change from 8 to 16 bits of length behind version 9.
  const lengths = [
    0, 1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213, 214,
    251,
  ];
  it.each([...lengths, 252, 287, 288, 331, 332, 362, 363, 412])(
    "of %i bytes can be read back",
    (length) => {
      const text = Array.from({ length }, (_, index) =>
        String.fromCharCode(33 + ((index * 7 + length) % 90)),
      ).join("");
      expect(read(modulesOf(text))).toBe(text);
    },
  );

  it("holds text of every language", () => {
    expect(read(modulesOf("둘째로 할게요 ✓"))).toBe("둘째로 할게요 ✓");
  });

  it("is not made of more than fits", () => {
    expect(qrCode("x".repeat(413))).toBeNull();
  });

  it.each([true, false])(
    "can be read off the terminal, with a quiet zone around it (colour: %s)",
    (hasColour) => {
      const address = "http://192.168.178.21:8475/open?token=askline_abc&to=/voice";
      const shown = qrText(modulesOf(address), { hasColour });
      const drawn = shown
        .replaceAll("\u001b[38;5;16;48;5;231m", "")
        .replaceAll("\u001b[0m", "")
        .split("\n")
        .flatMap((line) => [halves(line, "▀"), halves(line, "▄")])
        .map((row) => row.map((isPrinted) => isPrinted === hasColour))
        .slice(0, -1);
      const inner = drawn.slice(4, -4).map((row) => row.slice(4, -4));
      expect(read(inner)).toBe(address);
      const border = [...drawn.slice(0, 4), ...drawn.slice(-4)].flat();
      expect(border.some(Boolean)).toBe(false);
    },
  );
});

function modulesOf(text: string): Modules {
  const modules = qrCode(text);
  if (modules === null) throw new Error("It does not fit.");
  return modules;
}

function halves(line: string, half: string): boolean[] {
  return [...line].map((character) => character === "█" || character === half);
}

// From here on a reader of our own: format by table,
// functions by geometry, correction by syndromes.

// Level M with masks 0 to 7, and the versions from 7, as the standard prints them.
const FORMATS = [0x5412, 0x5125, 0x5e7c, 0x5b4b, 0x45f9, 0x40ce, 0x4f97, 0x4aa0];
const VERSIONS = [0x07c94, 0x085bc, 0x09a99, 0x0a4d3, 0x0bbf6, 0x0c762, 0x0d847, 0x0e60d, 0x0f928];
// Blocks and correction codewords of each, level M.
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];

function read(modules: Modules): string {
  const { version, blocks } = partsOf(modules);
  const bits = blocks
    .flat()
    .flatMap((codeword) => [...codeword.toString(2).padStart(8, "0")].map(Number));
  const number = (start: number, length: number) =>
    Number.parseInt(bits.slice(start, start + length).join(""), 2);
  expect(number(0, 4)).toBe(4);
  const lengthBits = version < 10 ? 8 : 16;
  const length = number(4, lengthBits);
  const bytes = Array.from({ length }, (_, index) => number(4 + lengthBits + 8 * index, 8));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function partsOf(modules: Modules): { version: number; codewords: number[]; blocks: number[][] } {
  const size = modules.length;
  const version = (size - 17) / 4;
  const at = (row: number, column: number) => (modules[row]?.[column] === true ? 1 : 0);
  const mask = FORMATS.indexOf(formatIn());
  expect(mask).toBeGreaterThanOrEqual(0);
  expect(formatIn(true)).toBe(FORMATS[mask]);
  if (version >= 7) expect(versionIn()).toBe(VERSIONS[version - 7]);
  const codewords = codewordsIn(mask);
  return { version, codewords, blocks: blocksOf(codewords) };

  function formatIn(isSecond = false): number {
    const first = [0, 1, 2, 3, 4, 5, 7].map((column) => at(8, column));
    const corner = [at(8, 8), at(7, 8)];
    const up = [5, 4, 3, 2, 1, 0].map((row) => at(row, 8));
    const below = Array.from({ length: 7 }, (_, index) => at(size - 1 - index, 8));
    const right = Array.from({ length: 8 }, (_, index) => at(8, size - 8 + index));
    return Number.parseInt(
      (isSecond ? [...below, ...right] : [...first, ...corner, ...up]).join(""),
      2,
    );
  }

  function versionIn(): number {
    const bits = Array.from({ length: 18 }, (_, index) =>
      at(5 - Math.floor(index / 3), size - 9 - (index % 3)),
    );
    return Number.parseInt(bits.join(""), 2);
  }

  function isFunction(row: number, column: number): boolean {
    const inCorner =
      (row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9);
    const inVersion =
      version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11));
    return inCorner || inVersion || row === 6 || column === 6 || inAlignment(row, column);
  }

  /** The centres stand evenly from the far end back to the timing line. */
  function inAlignment(row: number, column: number): boolean {
    const near = (one: number) => centres().find((centre) => Math.abs(centre - one) <= 2);
    const [down, across] = [near(row), near(column)];
    if (down === undefined || across === undefined) return false;
    const isCorner = (one: number, other: number) =>
      one === 6 && (other === 6 || other === size - 7);
    return !isCorner(down, across) && !isCorner(across, down);
  }

  function centres(): number[] {
    if (version === 1) return [];
    const gaps = Math.floor(version / 7) + 1;
    const step = Math.ceil((size - 13) / gaps / 2) * 2;
    return [6, ...Array.from({ length: gaps }, (_, index) => size - 7 - step * (gaps - 1 - index))];
  }

  function codewordsIn(usedMask: number): number[] {
    const bits: number[] = [];
    const columns = Array.from({ length: size - 1 }, (_, index) => size - 1 - index).map(
      (column, index) => ({
        column: column - (index >= size - 7 ? 1 : 0),
        pair: Math.floor(index / 2),
      }),
    );
    for (let pair = 0; pair < (size - 1) / 2; pair++)
      for (let step = 0; step < size; step++)
        for (const { column } of columns.filter((one) => one.pair === pair)) {
          const row = pair % 2 === 0 ? size - 1 - step : step;
          if (!isFunction(row, column))
            bits.push(at(row, column) ^ (isMasked(usedMask, row, column) ? 1 : 0));
        }
    return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
      Number.parseInt(bits.slice(8 * index, 8 * index + 8).join(""), 2),
    );
  }

  function blocksOf(codewords: number[]): number[][] {
    const count = BLOCKS[version - 1] ?? 0;
    const correction = CORRECTION[version - 1] ?? 0;
    const dataTotal = codewords.length - count * correction;
    const short = Math.floor(dataTotal / count);
    const longs = dataTotal % count;
    return Array.from({ length: count }, (_, block) => {
      const isLong = block >= count - longs;
      const data = Array.from(
        { length: short },
        (_, index) => codewords[index * count + block] ?? 0,
      );
      const last = isLong ? [codewords[short * count + block - (count - longs)] ?? 0] : [];
      const check = Array.from(
        { length: correction },
        (_, index) => codewords[dataTotal + index * count + block] ?? 0,
      );
      expectNoErrors([...data, ...last, ...check], correction);
      return [...data, ...last];
    });
  }
}

function isMasked(mask: number, row: number, column: number): boolean {
  const product = row * column;
  const values = [
    (row + column) % 2,
    row % 2,
    column % 3,
    (row + column) % 3,
    ((row >> 1) + Math.floor(column / 3)) % 2,
    (product % 2) + (product % 3),
    ((product % 2) + (product % 3)) % 2,
    (((row + column) % 2) + (product % 3)) % 2,
  ];
  return values[mask] === 0;
}

/** The block as a polynomial is nought at every power of the generator. */
function expectNoErrors(block: number[], correction: number) {
  const powers: number[] = [1];
  for (let index = 1; index < 255; index++) {
    const doubled = (powers[index - 1] ?? 0) * 2;
    powers.push(doubled > 255 ? doubled ^ 285 : doubled);
  }
  const times = (one: number, other: number) =>
    one === 0 || other === 0
      ? 0
      : (powers[(powers.indexOf(one) + powers.indexOf(other)) % 255] ?? 0);
  for (const root of powers.slice(0, correction)) {
    expect(block.reduce((value, codeword) => times(value, root) ^ codeword, 0)).toBe(0);
  }
}
