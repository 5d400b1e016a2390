/**
 * Removes sessions past their retention and what killed
 * processes left behind. One failure never stops the rest.
 */
import { join } from "node:path";
import { type Ask, isSettled, Owner, statusOf } from "../../core/ask/ask.ts";
import { isFetched } from "../../core/ask/fetched.ts";
import type { CleanUp, CleanUpOptions } from "../ask-store.ts";
import type { Disk, Machine } from "../machine.ts";
import { isLongGone, readJsonOnce } from "./durable-file.ts";
import { isWaitedFor, removeLeftovers } from "./leftovers.ts";
import { attempt, readSessionOnce } from "./read-session.ts";
import { isSessionId, listSessionIds, REQUEST, STATUS } from "./session-directory.ts";
import { askFromFiles } from "./session-format.ts";

type Kind = keyof CleanUp["removed"];

export async function removeOldSessions(parts: {
  directory: string;
  createdBefore: Date;
  options: CleanUpOptions;
  load: (id: string) => Promise<Ask>;
  /** Removes it if it is of no use at that moment, looked at under its lock. */
  removeIf: (id: string, isUnwanted: (path: string) => boolean) => Promise<boolean>;
  onWarning: (message: string) => void;
  machine: Machine;
}): Promise<CleanUp> {
  const { directory, createdBefore, options, load, removeIf, onWarning, machine } = parts;
  const removed = { ...NONE };
  const kept = { open: 0, unfetched: 0 };
  for (const id of listSessionIds(directory, machine.disk)) {
    try {
      const path = join(directory, id);
      // Written so that a moment that is none removes nothing.
      if (!(createdAt(path, machine.disk) < createdBefore.getTime())) continue;
      // Finishes what another program left half-done, so that it counts as what it is.
      await load(id).catch(() => null);
      let kind = kindAt(path, machine);
      const isRemoved = await removeIf(id, (there) => {
        kind = kindAt(there, machine);
        return !isAwaited(there, machine) && (options.open === true || !keeps(kind));
      });
      if (isRemoved) removed[kind.status] += 1;
      else if (kind.status === "pending") kept.open += 1;
      else if (!kind.isFetched) kept.unfetched += 1;
    } catch (error) {
      onWarning(`Session ${id} could not be cleaned up: ${(error as Error).message}`);
    }
  }
  removeOtherLeftovers(directory, machine, onWarning);
  return { removed, kept };
}

const NONE: Record<Kind, number> = {
  pending: 0,
  completed: 0,
  rejected: 0,
  timed_out: 0,
  abandoned: 0,
  damaged: 0,
};

interface Found {
  status: Kind;
  isFetched: boolean;
}

function keeps({ status, isFetched: isDone }: Found): boolean {
  return status === "pending" || !isDone;
}

/** Nobody can fetch what cannot be read. */
function kindAt(path: string, { disk }: Machine): Found {
  const ask = attempt(() => askFromFiles(readSessionOnce(path, disk)));
  if (ask === null) return { status: "damaged", isFetched: true };
  return { status: statusOf(ask), isFetched: isSettled(ask) && isFetched(ask) };
}

/** Taken from the status, else the request, else the folder: damaged sessions grow old too. */
function createdAt(path: string, disk: Disk): number {
  const written = [field(path, STATUS, "createdAt", disk), field(path, REQUEST, "timestamp", disk)];
  const recorded = written.map((at) => Date.parse(String(at)));
  return recorded.find((time) => !Number.isNaN(time)) ?? disk.statSync(path).mtimeMs;
}

function isAwaited(path: string, machine: Machine): boolean {
  const { disk, processes } = machine;
  const owner = Owner.safeParse(field(path, STATUS, "owner", disk)).data;
  const isPending = field(path, STATUS, "status", disk) === "pending";
  const isOwned = isPending && owner?.mode === "blocking" && processes.lifeOf(owner) !== "dead";
  return isOwned || isWaitedFor(path, machine);
}

function field(path: string, fileName: string, name: string, disk: Disk): unknown {
  try {
    return (readJsonOnce(join(path, fileName), disk) as Record<string, unknown> | null)?.[name];
  } catch {
    return undefined;
  }
}

function removeOtherLeftovers(
  directory: string,
  machine: Machine,
  onWarning: (message: string) => void,
) {
  const { disk } = machine;
  const remove = (path: string) => disk.rmSync(path, { recursive: true, force: true });
  try {
    const names = disk.readdirSync(directory);
    const sessions = new Set(names);
    removeLeftovers(directory, machine);
    for (const name of names) {
      const path = join(directory, name);
      if (/^\.(new|old)-/.test(name) && isLongGone(path, machine)) remove(path);
      else if (isSessionId(name)) attempt(() => removeLeftovers(path, machine));
    }
    if (!sessions.has(".changed")) return;
    for (const id of disk.readdirSync(join(directory, ".changed"))) {
      if (isSessionId(id) && !sessions.has(id)) remove(join(directory, ".changed", id));
    }
  } catch (error) {
    // The folder does not exist until something is asked.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    onWarning(`Leftovers could not be cleaned up: ${(error as Error).message}`);
  }
}
