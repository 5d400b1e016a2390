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

/** The file is there as long as somebody has the database open, and stays the same one. */
export function syncWal(path: string): WalSync {
  let committed = 0;
  let synced = 0;
  let running: Promise<void> | undefined;
  let opened: Promise<FileHandle> | undefined;

  return {
    note() {
      committed += 1;
    },
    async reached() {
      const wanted = committed;
      while (synced < wanted) {
        running ??= sync();
        await running;
      }
    },
    async close() {
      await running?.catch(() => undefined);
      await (await opened)?.close();
    },
  };

  /** After a failure it stays at that: the disk may say yes the next time, and still not have what it lost. */
  async function sync(): Promise<void> {
    const upTo = committed;
    opened ??= open(path, "r+");
    await (await opened).datasync();
    synced = upTo;
    running = undefined;
  }
}
