/** A fresh folder for one test, removed afterwards. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { patient } from "./patience.ts";

export interface Sandbox extends Disposable {
  path: string;
  at(...parts: string[]): string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into files of every shape
  readJson(...parts: string[]): any;
  writeJson(value: unknown, ...parts: string[]): void;
}

/** `inMemory` is for very many files, which some disks remove slowly. */
export function openSandbox({ inMemory = false } = {}): Sandbox {
  const parent = inMemory && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const path = mkdtempSync(join(parent, "askline-test-"));
  const at = (...parts: string[]) => join(path, ...parts);
  return {
    path,
    at,
    readJson: (...parts) => JSON.parse(readFileSync(at(...parts), "utf8")),
    writeJson(value, ...parts) {
      mkdirSync(dirname(at(...parts)), { recursive: true });
      writeFileSync(at(...parts), JSON.stringify(value));
    },
    [Symbol.dispose]: () => removeWhenLeft(path),
  };
}

const LOOK_AGAIN_MS = 25;

/**
 * A program that was just told to end may still be writing. The retries of `rmSync` do not help:
 * they empty the folder only once, and so never remove a file that came after that.
 */
function removeWhenLeft(path: string) {
  const end = Date.now() + patient(30_000);
  while (!isRemoved(path)) {
    if (Date.now() > end) throw new Error(`A program still writes into ${path}.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  }
}

/** False if a file came while the folder was being emptied. */
export function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTEMPTY") return false;
    throw error;
  }
}
