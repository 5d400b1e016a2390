/** Reads a sessions folder once, for callers that do not watch it. */
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import type { Ask } from "../../core/ask/ask.ts";
import type { ListFilter } from "../ask-store.ts";
import type { Disk } from "../machine.ts";
import { attempt, readIfPending, readQuickly, saysSettled } from "./quick-read.ts";
import type { Seals } from "./seals.ts";
import { listSessionIds, peekStatus, statusFrom } from "./session-directory.ts";

export interface FolderScan {
  /** `onUnread` hears why an ask is left out. */
  all(status: ListFilter["status"], onUnread?: (error: unknown) => void): Promise<Ask[]>;
  /** Open asks among the folders that changed last; the others are not read. */
  glance(most: number): Ask[];
}

const SESSIONS_BETWEEN_BREATHS = 500;
// New sessions are the likeliest to be open; if they are not, a glance must still be quick.
const LOOKS_PER_GLANCE = 4;

export function createFolderScan(parts: {
  directory: string;
  disk: Disk;
  load: (id: string) => Promise<Ask>;
  seals?: Seals | undefined;
}): FolderScan {
  const { directory, disk, load, seals } = parts;
  // A settled session stays settled, so listing the open ones need not read it twice.
  const settledIds = new Set<string>();
  return { all, glance };

  async function all(
    status: ListFilter["status"],
    onUnread?: (error: unknown) => void,
  ): Promise<Ask[]> {
    const asks: Ask[] = [];
    const odd: string[] = [];
    await forEachCalmly(listSessionIds(directory, disk), (id) => {
      if (status === "pending" && settledIds.has(id)) return;
      const path = join(directory, id);
      const written = attempt(() => peekStatus(path, disk));
      // Most sessions are settled; their raw status is enough to leave them out.
      if (status === "pending" && saysSettled(written)) {
        settledIds.add(id);
        return;
      }
      const ask = attempt(() => readQuickly(path, disk, statusFrom(written), seals));
      if (ask === null) odd.push(id);
      else if (fits(ask, status)) asks.push(ask);
    });
    for (const id of odd) {
      const ask = await load(id).catch((error: unknown) => {
        onUnread?.(error);
        return null;
      });
      if (ask !== null && fits(ask, status)) asks.push(ask);
    }
    return asks;
  }

  function glance(most: number): Ask[] {
    const asks: Ask[] = [];
    for (const id of lastChangedFirst(directory, disk).slice(0, most * LOOKS_PER_GLANCE)) {
      if (asks.length === most) break;
      const ask = attempt(() => readIfPending(join(directory, id), disk));
      if (ask !== null) asks.push(ask);
    }
    return asks;
  }
}

export function fits(ask: Ask, status: ListFilter["status"]): boolean {
  return status === undefined || (status === "pending") === (ask.outcome === null);
}

/** Lets other work run now and then, so that a large folder does not block the process. */
export async function forEachCalmly(ids: string[], visit: (id: string) => void) {
  for (const [position, id] of ids.entries()) {
    visit(id);
    if (position % SESSIONS_BETWEEN_BREATHS === SESSIONS_BETWEEN_BREATHS - 1) await breathe();
  }
}

function lastChangedFirst(directory: string, disk: Disk): string[] {
  return listSessionIds(directory, disk)
    .map((id) => ({ id, at: attempt(() => disk.lstatSync(join(directory, id)).mtimeMs) ?? 0 }))
    .sort((one, other) => other.at - one.at)
    .map(({ id }) => id);
}
