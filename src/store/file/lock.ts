/**
 * PID lock files. The holder's identity is in the file from its first moment, so a lock whose holder died is known to be
 * stale at once, and exactly one contender takes it over: a stale lock may only be removed by whoever holds the lock on
 * its removal (`<lock>.takeover`), which is itself such a lock.
 */
import { linkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ProcessIdentity } from "../../core/ask/ask.ts";
import { AsklineError } from "../../core/ask/errors.ts";
import { createKeyedQueue } from "../../core/queue.ts";
import { lifeOf, thisProcess } from "../process-identity.ts";
import {
  AtomicWriteError,
  isWithoutHardLinks,
  readJsonOnce,
  removeQuietly,
  temporaryBeside,
  uniqueName,
} from "./durable-file.ts";

export class LockTimeout extends AsklineError {
  readonly code = "locked";
  readonly suggestion = "Another program is busy with it; try again in a moment.";
  constructor(path: string, holder: { pid: number } | null) {
    super(`Could not get the lock ${path}${holder === null ? "" : `, held by process ${holder.pid}`}.`);
  }
}

const LockHolder = ProcessIdentity.extend({ token: z.string() });
type LockHolder = z.infer<typeof LockHolder>;

const PATIENCE_MS = 15_000;
// A lock is held for milliseconds; one this old by a machine we cannot look at, or one nobody can read, is left over.
const UNKNOWN_HOLDER_STALE_MS = 60_000;

// One for the process, like the locks: whoever opens the same folder twice still waits for itself.
const inThisProcess = createKeyedQueue();

/** Runs `work` alone: in this process by queueing, among processes by the lock file. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  return inThisProcess(path, () => holdLock(path, work));
}

async function holdLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const token = uniqueName();
  await acquire(path, token);
  try {
    return await work();
  } finally {
    if (readHolder(path)?.token === token) rmSync(path, { force: true });
  }
}

async function acquire(path: string, token: string): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt++) {
    if (createLockFile(path, JSON.stringify({ ...thisProcess(), token }))) return;
    if (isStaleLock(path)) {
      await removeStale(path);
      continue;
    }
    if (Date.now() > giveUpAt) throw new LockTimeout(path, readHolder(path));
    await sleep(Math.min(1 + attempt, 15) * (0.5 + Math.random()));
  }
}

async function removeStale(path: string): Promise<void> {
  await holdLock(`${path}.takeover`, async () => {
    // Nobody but us may remove it now, so what is stale here stays the same file until the next line is done.
    if (isStaleLock(path)) rmSync(path, { force: true });
  });
}

/** Synchronous: nothing here reaches the disk, and a trip through the thread pool would cost more than the work. */
function createLockFile(path: string, text: string): boolean {
  const temporary = temporaryBeside(path);
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    if (isWithoutHardLinks(error)) return createInPlace(path, text);
    throw isGone(error) ? error : new AtomicWriteError(path, error);
  } finally {
    removeQuietly(temporary);
  }
}

function createInPlace(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw new AtomicWriteError(path, error);
  }
}

/** The folder of what was to be locked was removed meanwhile; the caller knows what that means. */
function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

/** Whether it was left by somebody who is gone. */
export function isStaleLock(path: string): boolean {
  const holder = readHolder(path);
  const life = holder === null ? "unknown" : lifeOf(holder);
  if (life !== "unknown") return life === "dead";
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age > UNKNOWN_HOLDER_STALE_MS;
}

function readHolder(path: string): LockHolder | null {
  try {
    return LockHolder.safeParse(readJsonOnce(path)).data ?? null;
  } catch {
    return null;
  }
}
