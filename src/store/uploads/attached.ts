/** The files that a person put into an answer: they go with their ask. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";

/** The folder of `uploads` in which answers' files are. */
export const ANSWERS_FOLDER = "answers";
// The secret in a file's name cannot be guessed, so nobody can name another answer's file.
const SECRET = /(?<![0-9a-f])[0-9a-f]{24}(?=-)/g;

export async function removeAttached(uploads: string, { outcome }: Ask): Promise<void> {
  const named = new Set(JSON.stringify(outcome).match(SECRET));
  if (named.size === 0) return;
  const folder = join(uploads, ANSWERS_FOLDER);
  const names = await readdir(folder).catch(() => []);
  const theirs = names.filter((name) => named.has(name.slice(0, 24)));
  await Promise.all(theirs.map((name) => rm(join(folder, name), { force: true })));
}
