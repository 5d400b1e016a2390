/**
 * Moves the write-ahead log into the database in a quiet moment. SQLite would do it inside a commit
 * that a caller waits for; it still does if no quiet moment comes.
 */
import type { SqliteDatabase } from "./sqlite-binding.ts";

export interface Checkpoints {
  /** Call after each commit. */
  note(): void;
  close(): void;
}

const QUIET_MS = 1000;
const WORTHWHILE_COMMITS = 100;

export function checkpointWhenQuiet(database: SqliteDatabase): Checkpoints {
  let commits = 0;
  let timer: NodeJS.Timeout | undefined;

  return {
    note() {
      commits += 1;
      if (commits < WORTHWHILE_COMMITS) return;
      timer = timer?.refresh() ?? setTimeout(() => checkpoint("passive"), QUIET_MS).unref();
    },
    close() {
      clearTimeout(timer);
      if (commits > 0) checkpoint("truncate");
    },
  };

  function checkpoint(mode: "passive" | "truncate"): void {
    try {
      database.exec(`pragma wal_checkpoint(${mode})`);
      commits = 0;
    } catch {
      // A transaction is open, here or in another process. A
      // later checkpoint will do; nothing is lost meanwhile.
    }
  }
}
