/**
 * The machine's local token: made once, kept in a file that only its owner can read, and changed by
 * `askline token rotate`.
 */
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { FileExists, writeJson } from "../store/file/durable-file.ts";
import { removeLeftovers } from "../store/file/leftovers.ts";
import { refuseExposed, secretExposure } from "../store/file/private-file.ts";
import { thisMachine } from "../store/machine.ts";
import { newSecret } from "./secrets.ts";

export const LOCAL_TOKEN_FILE = "local-token.json";

export async function localToken(path: string): Promise<string> {
  prepare(path);
  try {
    await writeJson(path, { token: newSecret() }, { exclusive: true });
  } catch (error) {
    if (!(error instanceof FileExists)) throw error;
  }
  refuseExposed(secretExposure(path));
  return tokenIn(path);
}

/** The token as it is in the file now. While the file cannot be read, the last one holds. */
export async function followLocalToken(path: string): Promise<() => string> {
  let token = await localToken(path);
  let stamp = stampOf(path);
  return () => {
    const now = stampOf(path);
    if (now === stamp || now === null || secretExposure(path) !== null) return token;
    try {
      token = tokenIn(path);
      stamp = now;
    } catch {
      // The next request looks again.
    }
    return token;
  };
}

/** From now on only the new token, which is returned, opens anything. */
export async function rotateLocalToken(path: string): Promise<string> {
  prepare(path);
  const token = newSecret();
  await writeJson(path, { token });
  return token;
}

/** A killed writer may have left a copy of the token beside it. */
function prepare(path: string) {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeLeftovers(folder, thisMachine);
}

function tokenIn(path: string): string {
  return (JSON.parse(readFileSync(path, "utf8")) as { token: string }).token;
}

/** Each change makes a new file, so its inode number tells two changes of one moment apart. */
function stampOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}
