/**
 * Puts what was committed on the disk while the process goes on with other things. SQLite itself would do it within each
 * commit, one after the other, and nobody else could even be listened to meanwhile. Here one sync serves all that were
 * committed before it began.
 */
import { type FileHandle, open } from "node:fs/promises";

export interface WalSync {
  /** Something was committed. */
  note(): void;
  /** Resolves once all that was committed by now is on the disk. */
  reached(): Promise<void>;
  close(): Promise<void>;
}

// Whoever comes while the disk is busy with one need not wait for its end. Node does this in four threads, and others
// want one too.
const SYNCS_AT_ONCE = 3;

/** The file is there as long as somebody has the database open, and stays the same one. */
export function syncWal(path: string): WalSync {
  let committed = 0;
  let synced = 0;
  /** The last commit that some sync, under way or done, began after. */
  let begun = 0;
  // After a failure it stays at that: the disk may say yes the next time, and still not have what it lost.
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

  /** In the order of the commits, whichever sync was the first to end: whoever wrote first goes on first. */
  function tell() {
    while (waiting[0] !== undefined && (failure !== undefined || waiting[0].upTo <= synced)) {
      const { resolve, reject } = waiting.shift() as Waiter; // it was there a line ago
      if (failure === undefined) resolve();
      else reject(failure);
    }
  }

  /** Only for those whose commit no sync has begun after. */
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
