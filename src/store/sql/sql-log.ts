/**
 * The turn log in an SQLite file: durable when a write resolves, shared by any number of processes.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { Kysely } from "kysely";
import type { AgentLog } from "../agent-log.ts";
import { checkpointWhenQuiet } from "./checkpoints.ts";
import { logOnDatabase } from "./log-on-database.ts";
import { loadSqlite, releaseFiles, type SqliteDatabase } from "./sqlite-binding.ts";
import { sqliteDialect, whenUnlocked } from "./sqlite-dialect.ts";
import type { Tables } from "./tables.ts";
import { syncWal } from "./wal-sync.ts";

const WORDS = { number: "integer primary key autoincrement", json: "text", time: "text" };

export async function openSqlLog({ path }: { path: string }): Promise<AgentLog> {
  keepPrivate(path);
  const { DatabaseSync } = await loadSqlite();
  // Two connections, so that a read sees what is committed and never waits for an open transaction.
  const write = await connected(new DatabaseSync(path), { waitMilliseconds: 0 });
  const read = await connected(new DatabaseSync(path), { waitMilliseconds: 5000 }).catch(
    (error) => {
      write.close();
      throw error;
    },
  );
  read.exec("pragma query_only = on");
  const disk = syncWal(`${path}-wal`);
  const checkpoints = checkpointWhenQuiet(write);
  const writer = new Kysely<Tables>({ dialect: sqliteDialect(write, { onCommit }) });
  const reader = new Kysely<Tables>({ dialect: sqliteDialect(read) });
  return logOnDatabase({
    reader,
    transaction: (work) => writer.transaction().execute(work),
    durable: disk.reached,
    words: WORDS,
    async close() {
      await disk.close();
      checkpoints.close();
      await reader.destroy();
      await writer.destroy();
      // Closed here and not by the dialect: Kysely never destroys a driver that was not used.
      read.close();
      write.close();
      await releaseFiles();
    },
  });

  function onCommit(): void {
    disk.note();
    checkpoints.note();
  }
}

/** SQLite gives the files beside the database the database's mode. */
function keepPrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // An existing file must not be opened: closing it would drop the locks SQLite holds on it for
  // another log in this process.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}

/**
 * With `synchronous = normal` a crash cannot tear the database, but a commit is durable only after
 * the next sync; `syncWal` does that one.
 */
async function connected(
  database: SqliteDatabase,
  { waitMilliseconds }: { waitMilliseconds: number },
) {
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
