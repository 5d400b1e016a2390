/**
 * PID lock files. A lock file names its holder from the moment it exists, so a dead holder's lock
 * is known to be stale at once. Exactly one contender takes it over: only the holder of a second
 * lock, `<lock>.takeover`, may remove a stale lock.
 */
import { z } from "zod";
import { ProcessIdentity } from "../../core/ask/ask.ts";
import { AsklineError } from "../../core/ask/errors.ts";
import { createKeyedQueue } from "../../core/queue.ts";
import { sleep } from "../clock.ts";
import { type Disk, type Machine, thisMachine } from "../machine.ts";
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
    super(
      `Could not get the lock ${path}${holder === null ? "" : `, held by process ${holder.pid}`}.`,
    );
  }
}

const LockHolder = ProcessIdentity.extend({ token: z.string() });
type LockHolder = z.infer<typeof LockHolder>;

const PATIENCE_MS = 15_000;
// A lock is held for milliseconds. One this old is left over
// if its holder is unreadable or on a machine we cannot see.
const UNKNOWN_HOLDER_STALE_MS = 60_000;

// One queue for the whole process, so that two stores on the same folder wait for each other.
const inThisProcess = createKeyedQueue();

/** Runs `work` alone: in this process by queueing, among processes by the lock file. */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  machine = thisMachine,
): Promise<T> {
  return inThisProcess(path, () => holdLock(path, work, machine));
}

/** A lock that its holder keeps for as long as it lives, or who holds it already. */
export type Claim = { release(): void } | { holder: { pid: number } | null };

/** Unlike `withLock` it does not wait for a living holder. */
export async function claimLock(path: string, machine = thisMachine): Promise<Claim> {
  const { disk, processes } = machine;
  const token = uniqueName(machine);
  for (;;) {
    if (createLockFile(path, JSON.stringify({ ...processes.self(), token }), machine))
      return { release };
    if (!isStaleLock(path, machine)) return { holder: readHolder(path, disk) };
    await removeStale(path, machine);
  }

  function release() {
    if (readHolder(path, disk)?.token === token) disk.rmSync(path, { force: true });
  }
}

async function holdLock<T>(path: string, work: () => Promise<T>, machine: Machine): Promise<T> {
  const { disk } = machine;
  const token = uniqueName(machine);
  await acquire(path, token, machine);
  try {
    return await work();
  } finally {
    if (readHolder(path, disk)?.token === token) disk.rmSync(path, { force: true });
  }
}

async function acquire(path: string, token: string, machine: Machine): Promise<void> {
  const { disk, clock, processes } = machine;
  const giveUpAt = clock.monotonic() + PATIENCE_MS;
  for (let attempt = 0; ; attempt++) {
    if (createLockFile(path, JSON.stringify({ ...processes.self(), token }), machine)) return;
    if (isStaleLock(path, machine)) {
      await removeStale(path, machine);
      continue;
    }
    if (clock.monotonic() > giveUpAt) throw new LockTimeout(path, readHolder(path, disk));
    await sleep(clock, Math.min(1 + attempt, 15) * (0.5 + Math.random()));
  }
}

async function removeStale(path: string, machine: Machine): Promise<void> {
  const work = async () => {
    // Only one process holds the takeover lock, so the file checked is the file removed.
    if (isStaleLock(path, machine)) machine.disk.rmSync(path, { force: true });
  };
  await holdLock(`${path}.takeover`, work, machine);
}

/**
 * Synchronous: nothing here waits for the disk, and the thread pool would cost more than the work.
 */
function createLockFile(path: string, text: string, machine: Machine): boolean {
  const { disk } = machine;
  const temporary = temporaryBeside(path, machine);
  try {
    disk.writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
    disk.linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    if (isWithoutHardLinks(error)) return createInPlace(path, text, disk);
    throw isGone(error) ? error : new AtomicWriteError(path, error);
  } finally {
    removeQuietly(temporary, disk);
  }
}

function createInPlace(path: string, text: string, disk: Disk): boolean {
  try {
    disk.writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw new AtomicWriteError(path, error);
  }
}

/** The folder that was to hold the lock was removed meanwhile; the caller handles that. */
function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

/** Whether the holder is dead or, if that cannot be known, the lock is older than a minute. */
export function isStaleLock(
  path: string,
  { disk, clock, processes }: Machine = thisMachine,
): boolean {
  const holder = readHolder(path, disk);
  const life = holder === null ? "unknown" : processes.lifeOf(holder);
  if (life !== "unknown") return life === "dead";
  const now = clock.now().getTime();
  return (
    now - (disk.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > UNKNOWN_HOLDER_STALE_MS
  );
}

function readHolder(path: string, disk: Disk): LockHolder | null {
  try {
    return LockHolder.safeParse(readJsonOnce(path, disk)).data ?? null;
  } catch {
    return null;
  }
}
