/** A fresh folder for one test, removed afterwards. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

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
    // A program that was just told to end may still be writing.
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 20 }),
  };
}
