/** The name of this machine and state folder among all that talk to a hub. Made once, and kept. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function placeIn(directory: string): string {
  const path = join(directory, "place");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, crypto.randomUUID().slice(0, 13), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8");
}
