/** Small JSON files that are never seen half-written and never lost once a write has returned. */
import { basename, dirname, join } from "node:path";
import type { ProcessIdentity } from "../../core/ask/ask.ts";
import { AsklineError } from "../../core/ask/errors.ts";
import { sleep } from "../clock.ts";
import { type Disk, type Machine, thisMachine } from "../machine.ts";
import { isReadOnly, troubleInWords } from "./disk-trouble.ts";

export class AtomicWriteError extends AsklineError {
  readonly code = "write_failed";
  readonly suggestion: string;
  readonly path: string;
  constructor(path: string, cause: unknown) {
    super(`Could not write ${basename(path)}: ${troubleInWords(cause, "en")}.`, { cause });
    this.path = path;
    this.suggestion = isReadOnly(cause)
      ? `Nothing was changed. Make ${dirname(path)} writable again, then try again.`
      : `Make room or permission in ${dirname(path)}, then try again.`;
  }
}

export class AtomicReadError extends AsklineError {
  readonly code = "read_failed";
  readonly suggestion: string;
  readonly path: string;
  constructor(path: string, cause: unknown) {
    super(`Could not read ${basename(path)}: ${troubleInWords(cause, "en")}.`, { cause });
    this.path = path;
    this.suggestion = `The file was left as it is; look at ${path}.`;
  }
}

/** `exclusive` was requested and the file already exists. */
export class FileExists extends Error {}

const TEMPORARY = /^\.askline-(\d+)-([0-9a-z]+)-.*\.tmp$/;
const READ_ATTEMPTS = 3;
const FIRST_RETRY_MS = 50;
const LARGEST_FILE_BYTES = 16 * 1024 * 1024;

/**
 * Whether this is a temporary file whose writer died: it will never be put in place. A write takes
 * milliseconds, so an old one is left over even if its writer cannot be looked at from here, or its
 * number belongs to another process by now.
 */
export function isAbandonedTemporary(path: string, machine: Machine): boolean {
  const [, pid, host] = TEMPORARY.exec(basename(path)) ?? [];
  if (pid === undefined) return false;
  const { processes } = machine;
  const isDead = host === hostTag(processes.self()) && !processes.isRunning(Number(pid));
  return isDead || isLongGone(path, machine);
}

const LEFTOVER_AGE_MS = 60 * 60 * 1000;

/** Nobody has touched it for an hour. */
export function isLongGone(path: string, { disk, clock }: Machine): boolean {
  const now = clock.now().getTime();
  return now - (disk.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > LEFTOVER_AGE_MS;
}

/** A name that is unique across processes and over time. */
export function uniqueName({ clock, processes }: Machine): string {
  const self = processes.self();
  const chance = Math.floor(Math.random() * 2 ** 52).toString(36);
  return [self.pid, hostTag(self), clock.now().getTime().toString(36), chance].join("-");
}

/** This host in a few letters, for file names. */
function hostTag({ host }: ProcessIdentity): string {
  return [...host]
    .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 31, 7)
    .toString(36);
}

export function temporaryBeside(path: string, machine: Machine): string {
  return join(dirname(path), `.askline-${uniqueName(machine)}.tmp`);
}

/** Some file systems (exFAT, a few network shares) have no hard links. */
export function isWithoutHardLinks(error: unknown): boolean {
  return ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(
    (error as NodeJS.ErrnoException).code ?? "",
  );
}

/** The folder, made where it is missing. Throws AtomicWriteError. */
export function makeFolder(path: string, disk: Disk): void {
  try {
    disk.mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new AtomicWriteError(path, whyNot(path, disk) ?? cause);
  }
}

/** Node calls a read-only file system ENOENT when it makes several folders at once. */
function whyNot(path: string, disk: Disk): unknown {
  let missing = path;
  while (missing !== dirname(missing) && !disk.existsSync(dirname(missing)))
    missing = dirname(missing);
  try {
    disk.mkdirSync(missing, { mode: 0o700 });
    return null;
  } catch (cause) {
    return cause;
  }
}

export interface WriteOptions {
  exclusive?: boolean;
  durable?: boolean | "file";
}

/**
 * Writes a temporary file, syncs it, reads it back, moves it into place and syncs the folder. With
 * `exclusive` the file is put in place only if it is absent (a hard link cannot replace a file);
 * otherwise FileExists is thrown. `durable: "file"` skips the folder's sync, for a change that may
 * be lost but not torn; `durable: false` skips both syncs.
 */
export async function writeJson(
  path: string,
  value: unknown,
  { exclusive = false, durable = true }: WriteOptions = {},
  machine: Machine = thisMachine,
): Promise<void> {
  const { disk } = machine;
  const temporary = temporaryBeside(path, machine);
  try {
    await writeVerified(temporary, `${JSON.stringify(value, null, 2)}\n`, durable !== false, disk);
    if (exclusive) putExclusively(temporary, path, disk);
    else disk.renameSync(temporary, path);
    if (durable === true) await syncDirectory(dirname(path), disk);
  } catch (cause) {
    removeQuietly(temporary, disk);
    if (cause instanceof FileExists) throw cause;
    throw new AtomicWriteError(path, cause);
  }
}

/**
 * The parsed file, or null if it does not exist. A file
 * that does not parse is read three times before giving up.
 */
export async function readJson(
  path: string,
  { disk, clock }: Machine = thisMachine,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return readJsonOnce(path, disk);
    } catch (cause) {
      if (attempt === READ_ATTEMPTS) throw new AtomicReadError(path, cause);
      await sleep(clock, FIRST_RETRY_MS * 2 ** (attempt - 1));
    }
  }
}

/** Reads once, synchronously: much faster than the thread pool for ten thousand small files. */
export function readJsonOnce(path: string, disk: Disk = thisMachine.disk): unknown {
  const text = readSmallFile(path, disk);
  return text === null ? null : JSON.parse(text);
}

export async function syncDirectory(path: string, disk: Disk): Promise<void> {
  // Windows cannot open folders; its renames are journalled by the file system.
  if (process.platform === "win32") return;
  const folder = disk.openSync(path, "r");
  try {
    await disk.sync(folder);
  } finally {
    disk.closeSync(folder);
  }
}

/**
 * Only the sync uses the thread pool: for the other calls the pool would cost more than the work.
 */
async function writeVerified(
  path: string,
  text: string,
  durable: boolean,
  disk: Disk,
): Promise<void> {
  const file = disk.openSync(path, "wx", 0o600);
  try {
    disk.fchmodSync(file, 0o600);
    disk.writeFileSync(file, text);
    if (durable) await disk.sync(file);
  } finally {
    disk.closeSync(file);
  }
  if (disk.readFileSync(path, "utf8") !== text)
    throw new Error("what was written reads back differently");
}

function putExclusively(temporary: string, path: string, disk: Disk) {
  try {
    disk.linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw new FileExists(path);
    if (!isWithoutHardLinks(error)) throw error;
    // The caller holds the lock, so among our own processes looking first is as good as a link.
    if (disk.existsSync(path)) throw new FileExists(path);
    return disk.renameSync(temporary, path);
  }
  disk.rmSync(temporary);
}

export function removeQuietly(path: string, disk: Disk) {
  try {
    disk.rmSync(path, { force: true });
  } catch {
    // The write's own error is the one to report.
  }
}

// Files are read one at a time, so all reads share one buffer.
const bufferCache = { bytes: Buffer.allocUnsafe(64 * 1024) };

function readSmallFile(path: string, disk: Disk): string | null {
  const file = openFile(path, disk);
  if (file === null) return null;
  try {
    let length = 0;
    for (;;) {
      const { bytes } = bufferCache;
      length += disk.readSync(file, bytes, length, bytes.length - length, null);
      // For a regular file, fewer bytes than requested means its end.
      if (length < bytes.length) return bytes.toString("utf8", 0, length);
      if (length >= LARGEST_FILE_BYTES) throw new Error("it is larger than 16 MiB");
      bufferCache.bytes = Buffer.concat([bytes, Buffer.allocUnsafe(bytes.length)]);
    }
  } finally {
    disk.closeSync(file);
  }
}

function openFile(path: string, disk: Disk): number | null {
  try {
    return disk.openSync(path, disk.constants.O_RDONLY | (disk.constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}
