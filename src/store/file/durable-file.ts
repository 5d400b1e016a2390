/** Small JSON files that are never seen half-written and never lost once a write has returned. */
import { randomBytes } from "node:crypto";
import { closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { link, open, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AsklineError } from "../../core/errors.ts";

export class AtomicWriteError extends AsklineError {
  readonly code = "write_failed";
  readonly suggestion: string;
  readonly path: string;
  constructor(path: string, cause: unknown) {
    super(`Could not write ${basename(path)}: ${inWords(cause)}.`, { cause });
    this.path = path;
    this.suggestion = `Make room or permission in ${dirname(path)}, then try again.`;
  }
}

export class AtomicReadError extends AsklineError {
  readonly code = "read_failed";
  readonly suggestion: string;
  readonly path: string;
  constructor(path: string, cause: unknown) {
    super(`Could not read ${basename(path)}: ${inWords(cause)}.`, { cause });
    this.path = path;
    this.suggestion = `The file was left as it is; look at ${path}.`;
  }
}

/** The file is there already and `exclusive` asked that it should not be. */
export class FileExists extends Error {}

const TEMPORARY = /^\.askline-.*\.tmp$/;
const READ_ATTEMPTS = 3;
const FIRST_RETRY_MS = 50;
const LARGEST_FILE_BYTES = 16 * 1024 * 1024;

export function isTemporary(fileName: string): boolean {
  return TEMPORARY.test(fileName);
}

export function temporaryBeside(path: string): string {
  return join(dirname(path), `.askline-${process.pid}-${randomBytes(6).toString("hex")}.tmp`);
}

/** Some file systems (exFAT, a few network shares) have no hard links. */
export function isWithoutHardLinks(error: unknown): boolean {
  return ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes((error as NodeJS.ErrnoException).code ?? "");
}

/**
 * Temporary file, fsync, read back, put in place, fsync the folder. With `exclusive` the file is put in place only
 * while it is absent (a hard link cannot replace), else FileExists. `durable: "file"` leaves the folder's fsync out, for a
 * change that may be lost but not torn; `durable: false` both.
 */
export async function writeJson(
  path: string,
  value: unknown,
  { exclusive = false, durable = true }: { exclusive?: boolean; durable?: boolean | "file" } = {},
): Promise<void> {
  const temporary = temporaryBeside(path);
  try {
    await writeVerified(temporary, `${JSON.stringify(value, null, 2)}\n`, durable !== false);
    await (exclusive ? putExclusively(temporary, path) : rename(temporary, path));
    if (durable === true) await syncDirectory(dirname(path));
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    if (cause instanceof FileExists) throw cause;
    throw new AtomicWriteError(path, cause);
  }
}

/** The parsed file, or null when there is none. A file that does not parse is tried three times before giving up. */
export async function readJson(path: string): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return readJsonOnce(path);
    } catch (cause) {
      if (attempt === READ_ATTEMPTS) throw new AtomicReadError(path, cause);
      await sleep(FIRST_RETRY_MS * 2 ** (attempt - 1));
    }
  }
}

/** One synchronous try. Ten thousand small files are read several times faster this way than through the thread pool. */
export function readJsonOnce(path: string): unknown {
  const text = readSmallFile(path);
  return text === null ? null : JSON.parse(text);
}

export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open folders; its renames are journalled by the file system.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeVerified(path: string, text: string, durable: boolean): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(text);
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
  if ((await readFile(path, "utf8")) !== text) throw new Error("what was written reads back differently");
}

async function putExclusively(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw new FileExists(path);
    if (!isWithoutHardLinks(error)) throw error;
    // The caller holds the lock, so among our own processes looking first is as good as a link.
    if (existsSync(path)) throw new FileExists(path);
    return rename(temporary, path);
  }
  await rm(temporary);
}

let buffer = Buffer.allocUnsafe(64 * 1024);

function readSmallFile(path: string): string | null {
  const file = openFile(path);
  if (file === null) return null;
  try {
    let length = 0;
    for (;;) {
      const read = readSync(file, buffer, length, buffer.length - length, null);
      length += read;
      if (read === 0) return buffer.toString("utf8", 0, length);
      if (length < buffer.length) continue;
      if (length >= LARGEST_FILE_BYTES) throw new Error("it is larger than 16 MiB");
      buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
    }
  } finally {
    closeSync(file);
  }
}

function openFile(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

function inWords(cause: unknown): string {
  switch ((cause as NodeJS.ErrnoException).code) {
    case "ENOSPC":
    case "EDQUOT":
      return "the disk is full";
    case "EFBIG":
      return "the system allows no file of this size";
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return "this folder may not be written to or read from";
    case "ENOENT":
      return "its folder is gone";
    case "ELOOP":
      return "it is a link, which is not followed";
    default:
      return cause instanceof Error ? cause.message : String(cause);
  }
}
