/**
 * Standard output without Node's streams, which take longer to load than a list takes to make. Only
 * a terminal needs them; a pipe or a file takes the text as it is.
 */
import { fstatSync, writeSync } from "node:fs";
import { once } from "../core/cache.ts";

const STANDARD_OUTPUT = 1;

const isPlain = once(() => {
  try {
    return process.platform !== "win32" && !fstatSync(STANDARD_OUTPUT).isCharacterDevice();
  } catch {
    return false;
  }
});

export function print(text: string) {
  const left = isPlain() ? leftToWrite(Buffer.from(text)) : text;
  if (left.length > 0) process.stdout.write(left);
}

/** The terminal's width; null if standard output is none. */
export function terminalColumns(): number | null {
  if (isPlain()) return null;
  const { isTTY, columns } = process.stdout;
  return isTTY ? columns : null;
}

/** What could not be written at once is left to the stream, which can wait and tells of failures. */
function leftToWrite(text: Buffer): Buffer {
  let left = text;
  try {
    while (left.length > 0) left = left.subarray(writeSync(STANDARD_OUTPUT, left));
  } catch {
    // The stream meets the same failure, and what happens then is one place's business.
  }
  return left;
}
