/**
 * A client's configuration file: read whole, and replaced so that it is never
 * half-written and keeps its owner.
 */
import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isAbandonedTemporary, temporaryBeside } from "../../store/file/durable-file.ts";
import { thisMachine } from "../../store/machine.ts";

/** Why a file is better left alone. */
export type Obstacle = "not_a_file" | "dangling_link" | "read_only" | "not_text" | "too_large";

export class LeaveAlone extends Error {
  readonly obstacle: Obstacle;
  constructor(obstacle: Obstacle) {
    super(`The file is to be left alone: ${obstacle}.`);
    this.obstacle = obstacle;
  }
}

const LARGEST_BYTES = 64 * 1024 * 1024;

/** The file's text, or null if there is none. Throws `LeaveAlone` if it cannot be a configuration. */
export function readConfig(path: string): string | null {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file === undefined) return null;
  const target = statSync(path, { throwIfNoEntry: false });
  if (target === undefined) throw new LeaveAlone("dangling_link");
  if (!target.isFile()) throw new LeaveAlone("not_a_file");
  if (target.size > LARGEST_BYTES) throw new LeaveAlone("too_large");
  const bytes = readFileSync(path);
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes)) throw new LeaveAlone("not_text");
  return text;
}

/**
 * The same, for a file that is going to be changed. Even root leaves a file alone that its owner
 * marked read-only, such as one that a program generates.
 */
export function readToChange(path: string): string | null {
  const text = readConfig(path);
  if (text !== null && ((statSync(path).mode & 0o222) === 0 || !mayWrite(path)))
    throw new LeaveAlone("read_only");
  return text;
}

/** Replaces the text, behind a link if there is one. */
export function writeConfig(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const before = statSync(path, { throwIfNoEntry: false });
  const target = before === undefined ? path : realpathSync(path);
  const aside = temporaryBeside(target, thisMachine);
  try {
    // Settings may contain keys, so a file that we create is for its owner only.
    const file = openSync(aside, "wx", 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (before !== undefined) keepOwner(aside, before);
    renameSync(aside, target);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** The folders that must be created for a file, outermost first. */
export function foldersMissingFor(path: string): string[] {
  const folder = dirname(path);
  return existsSync(folder) ? [] : [...foldersMissingFor(folder), folder];
}

/** Removes half-written files that a killed set-up left beside it. */
export function sweepBeside(path: string) {
  const folder = dirname(existsSync(path) ? realpathSync(path) : path);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (isAbandonedTemporary(path, thisMachine)) rmSync(path, { force: true });
  }
}

/** Removes a file that we created, and the folders created for it that are empty. */
export function removeConfig(path: string, folders: readonly string[]) {
  rmSync(path, { force: true });
  removeFolders(folders);
}

/** Removes those of the folders that exist and are empty. */
export function removeFolders(folders: readonly string[]) {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      // The folder is in use now, or a killed set-up never created it.
    }
  }
}

export function hashOf(text: string | null): string | null {
  return text === null ? null : createHash("sha256").update(text).digest("hex");
}

function keepOwner(path: string, { mode, uid, gid }: Stats) {
  chmodSync(path, mode & 0o7777);
  const { uid: ourUid, gid: ourGid } = statSync(path);
  if (uid !== ourUid || gid !== ourGid) chownSync(path, uid, gid);
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
