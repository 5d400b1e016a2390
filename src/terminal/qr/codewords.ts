/** A QR code's data: the bytes of a text with their error correction (level M, which stands 15 % of damage). */

export interface Layout {
  version: number;
  /** How many data codewords each block has. */
  blocks: readonly number[];
  correctionPerBlock: number;
}

// For each version from 1: correction codewords a block, then how many blocks of how many data codewords (ISO/IEC 18004).
const LAYOUTS: readonly (readonly number[])[] = [
  [10, 1, 16],
  [16, 1, 28],
  [26, 1, 44],
  [18, 2, 32],
  [24, 2, 43],
  [16, 4, 27],
  [18, 4, 31],
  [22, 2, 38, 2, 39],
  [22, 3, 36, 2, 37],
  [26, 4, 43, 1, 44],
  [30, 1, 50, 4, 51],
  [22, 6, 36, 2, 37],
  [22, 8, 37, 1, 38],
  [24, 4, 40, 5, 41],
  [24, 5, 41, 5, 42],
];
const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11];

/** The smallest version that holds so many bytes; null when not even the largest does. */
export function layoutFor(byteLength: number): Layout | null {
  const layouts = LAYOUTS.map(([correctionPerBlock = 0, ...groups], index): Layout => {
    const [count = 0, size = 0, moreCount = 0, moreSize = 0] = groups;
    const blocks = [...Array<number>(count).fill(size), ...Array<number>(moreCount).fill(moreSize)];
    return { version: index + 1, blocks, correctionPerBlock };
  });
  return layouts.find((layout) => 4 + lengthBits(layout) + 8 * byteLength <= 8 * capacityOf(layout)) ?? null;
}

/** All codewords in the order they are drawn: one of each block in turn, data first, then correction. */
export function codewordsOf(bytes: Uint8Array, layout: Layout): number[] {
  const data = dataCodewords(bytes, layout);
  const blocks = layout.blocks.map((size) => data.splice(0, size));
  const corrections = blocks.map((block) => correctionOf(block, layout.correctionPerBlock));
  return [...inTurn(blocks), ...inTurn(corrections)];
}

/** Reed-Solomon: the remainder of the block, as a polynomial, divided by (x - 1)(x - a)(x - a²)… */
export function correctionOf(block: readonly number[], count: number): number[] {
  const generator = generatorOf(count);
  let remainder = Array<number>(count).fill(0);
  for (const codeword of block) {
    const [first = 0, ...rest] = remainder;
    remainder = [...rest, 0].map((value, index) => value ^ multiply(generator[index] ?? 0, codeword ^ first));
  }
  return remainder;
}

function dataCodewords(bytes: Uint8Array, layout: Layout): number[] {
  const capacity = capacityOf(layout);
  const bits = [
    ...bitsOf(BYTE_MODE, 4),
    ...bitsOf(bytes.length, lengthBits(layout)),
    ...[...bytes].flatMap((byte) => bitsOf(byte, 8)),
  ];
  const terminated = [...bits, ...Array<number>(Math.min(4, 8 * capacity - bits.length)).fill(0)];
  const whole = [...terminated, ...Array<number>((8 - (terminated.length % 8)) % 8).fill(0)];
  const codewords = Array.from({ length: whole.length / 8 }, (_, index) =>
    whole.slice(8 * index, 8 * index + 8).reduce((value, bit) => 2 * value + bit, 0),
  );
  const missing = capacity - codewords.length;
  return [...codewords, ...Array.from({ length: missing }, (_, index) => PADDING[index % 2] ?? 0)];
}

function capacityOf({ blocks }: Layout): number {
  return blocks.reduce((sum, size) => sum + size, 0);
}

function lengthBits({ version }: Layout): number {
  return version < 10 ? 8 : 16;
}

export function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1);
}

function inTurn(blocks: readonly number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, index) => blocks.flatMap((block) => block.slice(index, index + 1))).flat();
}

/** Without its leading 1. */
function generatorOf(degree: number): number[] {
  let polynomial = [1];
  let root = 1;
  for (let power = 0; power < degree; power++) {
    const times = root;
    polynomial = [...polynomial, 0].map((value, index) => value ^ multiply(polynomial[index - 1] ?? 0, times));
    root = multiply(root, 2);
  }
  return polynomial.slice(1);
}

/** In the field of 256 elements that QR codes use: as polynomials over bits, modulo x⁸ + x⁴ + x³ + x² + 1. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (const bit of bitsOf(other, 8)) product = (product << 1) ^ (product & 0x80 ? 0x11d : 0) ^ (bit === 1 ? one : 0);
  return product;
}
