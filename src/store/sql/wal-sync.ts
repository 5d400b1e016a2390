/**
 * Syncs commits to the disk without blocking the process. SQLite would
 * sync inside each commit, one after another, and nothing else could
 * run meanwhile. Here one sync serves all commits made before it began.
 */
import { type FileHandle, open } from "node:fs/promises";

export interface WalSync {
  /** Call after each commit. */
  note(): void;
  /** Resolves once everything committed so far is on the disk. */
  reached(): Promise<void>;
  close(): Promise<void>;
}

// A commit made during one sync need not wait for its end.
// Node has four threads for this, and other work needs one.
const SYNCS_AT_ONCE = 3;

/** The file exists, and is never replaced, while a connection to the database is open. */
export function syncWal(path: string): WalSync {
  let committed = 0;
  let synced = 0;
  /** The last commit that a sync, under way or done, covers. */
  let begun = 0;
  // A failure is final: a later sync may succeed without the data that was lost.
  let failure: Error | undefined;
  const running = new Set<Promise<void>>();
  const waiting: Waiter[] = [];
  let opened: Promise<FileHandle> | undefined;

  return {
    note() {
      committed += 1;
    },
    reached() {
      return new Promise((resolve, reject) => {
        waiting.push({ upTo: committed, resolve, reject });
        tell();
        begin();
      });
    },
    async close() {
      await Promise.all(running);
      await (await opened?.catch(() => undefined))?.close();
    },
  };

  /** Resolves waits in commit order, whichever sync ended first. */
  function tell() {
    while (waiting[0] !== undefined && (failure !== undefined || waiting[0].upTo <= synced)) {
      const { resolve, reject } = waiting.shift() as Waiter; // it was there a line ago
      if (failure === undefined) resolve();
      else reject(failure);
    }
  }

  /** Starts a sync unless those already begun cover every waiting commit. */
  function begin() {
    const last = waiting.at(-1)?.upTo ?? 0;
    if (last <= begun || running.size >= SYNCS_AT_ONCE) return;
    begun = committed;
    const work = sync(committed).finally(() => {
      running.delete(work);
      tell();
      begin();
    });
    running.add(work);
  }

  async function sync(upTo: number): Promise<void> {
    try {
      opened ??= open(path, "r+");
      await (await opened).datasync();
      synced = Math.max(synced, upTo);
    } catch (cause) {
      failure ??= new Error("The disk did not keep what was written to the log.", { cause });
    }
  }
}

interface Waiter {
  upTo: number;
  resolve: () => void;
  reject: (error: Error) => void;
}
