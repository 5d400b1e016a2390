/** SQLite files as we use them: private, with a write-ahead log, and never blocking for long. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { SqliteDatabase } from "./sqlite-binding.ts";
import { whenUnlocked } from "./sqlite-dialect.ts";

/** SQLite gives the files beside the database the database's mode. */
export function keepPrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // An existing file must not be opened: closing it would drop the locks SQLite holds on it for
  // another store in this process.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}

/**
 * With `synchronous = normal` a crash cannot tear the database, but a commit is durable only after
 * the next sync; `syncWal` does that one.
 */
export async function connected(
  database: SqliteDatabase,
  { waitMilliseconds }: { waitMilliseconds: number },
): Promise<SqliteDatabase> {
  try {
    await whenUnlocked(() =>
      database.exec(`
        pragma busy_timeout = ${waitMilliseconds};
        pragma journal_mode = wal;
        pragma synchronous = normal;
        pragma foreign_keys = on;
        -- The first read of a transcript touches every index; a large cache avoids writing
        -- their pages each time.
        pragma cache_size = -16000;
        pragma wal_autocheckpoint = 16000;
      `),
    );
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
