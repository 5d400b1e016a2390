/**
 * Removes sessions past their retention and what killed
 * processes left behind. One failure never stops the rest.
 */
import { join } from "node:path";
import { Owner } from "../../core/ask/ask.ts";
import type { Disk, Machine } from "../machine.ts";
import { readJsonOnce } from "./durable-file.ts";
import { isSessionId, listSessionIds, REQUEST, STATUS } from "./session-directory.ts";
import { isWaitedFor } from "./waiting-mark.ts";

const LEFTOVER_AGE_MS = 60 * 60 * 1000;

export async function removeOldSessions(parts: {
  directory: string;
  createdBefore: Date;
  /** False when somebody began to wait for it meanwhile. */
  remove: (id: string) => Promise<boolean>;
  onWarning: (message: string) => void;
  machine: Machine;
}): Promise<number> {
  const { directory, createdBefore, remove, onWarning, machine } = parts;
  let removed = 0;
  for (const id of listSessionIds(directory, machine.disk)) {
    try {
      const path = join(directory, id);
      // Comparing with an invalid date is false, so such a date removes nothing.
      const isOld = createdAt(path, machine.disk) < createdBefore.getTime();
      if (isOld && !isAwaited(path, machine) && (await remove(id))) removed += 1;
    } catch (error) {
      onWarning(`Session ${id} could not be cleaned up: ${(error as Error).message}`);
    }
  }
  removeLeftovers(directory, machine, onWarning);
  return removed;
}

/** Taken from the status, else the request, else the folder: damaged sessions grow old too. */
function createdAt(path: string, disk: Disk): number {
  const written = [field(path, STATUS, "createdAt", disk), field(path, REQUEST, "timestamp", disk)];
  const recorded = written.map((at) => Date.parse(String(at)));
  return recorded.find((time) => !Number.isNaN(time)) ?? disk.statSync(path).mtimeMs;
}

export function isAwaited(path: string, machine: Machine): boolean {
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

function removeLeftovers(
  directory: string,
  machine: Machine,
  onWarning: (message: string) => void,
) {
  const { disk } = machine;
  const remove = (path: string) => disk.rmSync(path, { recursive: true, force: true });
  try {
    const names = disk.readdirSync(directory);
    const sessions = new Set(names);
    for (const name of names) {
      if (/^\.(new|old)-/.test(name) && isLongGone(join(directory, name), machine))
        remove(join(directory, name));
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

function isLongGone(path: string, { disk, clock }: Machine): boolean {
  const now = clock.now().getTime();
  return now - (disk.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > LEFTOVER_AGE_MS;
}
