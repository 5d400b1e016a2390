/** Reads the end of a transcript: what matters to a dialog was written moments ago. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";

const TAIL_BYTES = 512 * 1024;

/** Newest first. The oldest may be cut. Empty if there is no file. */
export async function lastLines(path: string): Promise<string[]> {
  const text = await tailOf(path).catch(() => "");
  return text.split("\n").reverse();
}

async function tailOf(path: string): Promise<string> {
  // Without O_NONBLOCK, opening a pipe that has no writer would hang.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) return "";
    const { size } = found;
    const length = Math.min(size, TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
