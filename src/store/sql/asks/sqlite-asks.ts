/** The asks' database in an SQLite file, for one machine: shared by any number of processes. */
import { watch } from "node:fs";
import { Kysely } from "kysely";
import { AsklineError } from "../../../core/ask/errors.ts";
import { createQueue } from "../../../core/queue.ts";
import { checkpointWhenQuiet } from "../checkpoints.ts";
import { loadSqlite, releaseFiles, type SqliteDatabase } from "../sqlite-binding.ts";
import { connected, keepPrivate } from "../sqlite-connection.ts";
import { sqliteDialect, whenUnlocked } from "../sqlite-dialect.ts";
import { syncWal } from "../wal-sync.ts";
import type { AskDatabase } from "./database.ts";
import { DatabaseFileUnusable } from "./database-trouble.ts";
import { isNewest, lastMigration, migrateAsks } from "./migrations/all.ts";
import { commitOnSqlite, timeOutOnSqlite } from "./sqlite-statements.ts";
import type { AskTables } from "./tables.ts";

const WORDS = {
  number: "integer primary key autoincrement",
  json: "text",
  time: "text",
  database: "sqlite",
} as const;

// The file's own events come first; this is for file systems without them.
const LOOK_EVERY_MS = 200;

export async function openSqliteAsks({ path }: { path: string }): Promise<AskDatabase> {
  try {
    return await opened(path);
  } catch (error) {
    throw error instanceof AsklineError ? error : new DatabaseFileUnusable(path, error);
  }
}

async function opened(path: string): Promise<AskDatabase> {
  keepPrivate(path);
  const { DatabaseSync } = await loadSqlite();
  const write = await connected(new DatabaseSync(path), { waitMilliseconds: 0 });
  const read = await connected(new DatabaseSync(path), { waitMilliseconds: 5_000 }).catch(
    (error) => {
      write.close();
      throw error;
    },
  );
  read.exec("pragma query_only = on");
  const disk = syncWal(`${path}-wal`);
  const checkpoints = checkpointWhenQuiet(write);
  const writer = new Kysely<AskTables>({ dialect: sqliteDialect(write, { onCommit: noted }) });
  const reader = new Kysely<AskTables>({ dialect: sqliteDialect(read) });
  const inTurn = createQueue();
  const wakes = new Set<() => void>();
  await migrateOnce().catch(async (error) => {
    await close();
    throw error;
  });

  return {
    name: { what: `SQLite at ${path}`, hears: true },
    reader,
    commit: (batch) => committed((database) => commitOnSqlite(database, batch, Date.now())),
    timeOut: (most) => committed((database) => timeOutOnSqlite(database, most, Date.now())),
    now: async () => Date.now(),
    async epoch() {
      const row = await reader.selectFrom("ask_store").select("epoch").executeTakeFirstOrThrow();
      return row.epoch;
    },
    write: (work) => durably(inTurn(() => writer.transaction().execute(work))),
    async listen(onWake) {
      const wake = () => onWake(false);
      wakes.add(wake);
      const looking = setInterval(wake, LOOK_EVERY_MS);
      const watcher = watchFile(`${path}-wal`, wake);
      return {
        async close() {
          wakes.delete(wake);
          clearInterval(looking);
          watcher?.close();
        },
      };
    },
    isAway: () => false,
    isDataError: () => false,
    inWords: (error) => error,
    close,
  };

  async function committed<T>(work: (database: SqliteDatabase) => T): Promise<T> {
    const result = inTurn(async () => {
      await whenUnlocked(() => write.exec("begin immediate"));
      try {
        const done = work(write);
        write.exec("commit");
        noted();
        return done;
      } catch (error) {
        rollBack(write);
        throw error;
      }
    });
    const value = await durably(result);
    for (const wake of [...wakes]) wake();
    return value;
  }

  async function durably<T>(work: Promise<T>): Promise<T> {
    const value = await work;
    await disk.reached();
    return value;
  }

  function noted() {
    disk.note();
    checkpoints.note();
  }

  async function migrateOnce() {
    await writer.transaction().execute(async (transaction) => {
      const last = await lastMigration(transaction).catch(() => 0);
      if (!isNewest(last)) await migrateAsks(transaction, WORDS);
    });
    await disk.reached();
  }

  async function close() {
    await inTurn.idle();
    await disk.close();
    checkpoints.close();
    await reader.destroy();
    await writer.destroy();
    read.close();
    write.close();
    await releaseFiles();
  }
}

/** SQLite rolls back by itself after some failures, such as a full disk. */
function rollBack(database: SqliteDatabase) {
  try {
    database.exec("rollback");
  } catch {
    // The failure that led here is the one to report.
  }
}

function watchFile(path: string, onChange: () => void) {
  try {
    const watcher = watch(path, { persistent: false }, onChange);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
