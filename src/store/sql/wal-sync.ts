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
  // After a failure it stays at that: the disk may say yes the next time, and still not have what it lost.
  let failure: Error | undefined;
  const running = new Map<number, Promise<void>>();
  let opened: Promise<FileHandle> | undefined;

  return {
    note() {
      committed += 1;
    },
    async reached() {
      const wanted = committed;
      while (synced < wanted && failure === undefined) await syncFor(wanted);
      if (failure !== undefined) throw failure;
    },
    async close() {
      await Promise.all(running.values());
      await (await opened?.catch(() => undefined))?.close();
    },
  };

  /** One under way that began late enough, or a new one, or, when there are enough of them, the end of the oldest. */
  function syncFor(wanted: number): Promise<void> | undefined {
    const late = [...running.keys()].find((upTo) => upTo >= wanted);
    if (late !== undefined) return running.get(late);
    const [oldest] = running.values();
    if (running.size >= SYNCS_AT_ONCE) return oldest;
    const fresh = sync(committed);
    running.set(committed, fresh);
    return fresh;
  }

  async function sync(upTo: number): Promise<void> {
    try {
      opened ??= open(path, "r+");
      await (await opened).datasync();
      synced = Math.max(synced, upTo);
    } catch (cause) {
      failure ??= new Error("The disk did not keep what was written to the log.", { cause });
    } finally {
      running.delete(upTo);
    }
  }
}
