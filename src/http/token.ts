/** The machine's local token: made once, kept in a file that only its owner can read. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { FileExists, writeJson } from "../store/file/durable-file.ts";

export async function localToken(path: string): Promise<string> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeJson(path, { token: randomBytes(32).toString("base64url") }, { exclusive: true });
  } catch (error) {
    if (!(error instanceof FileExists)) throw error;
  }
  return (JSON.parse(readFileSync(path, "utf8")) as { token: string }).token;
}
