/**
 * The turn log in an SQLite file: durable when a write resolves, shared by any number of processes.
 */
import { Kysely } from "kysely";
import type { AgentLog } from "../agent-log.ts";
import { checkpointWhenQuiet } from "./checkpoints.ts";
import { logOnDatabase } from "./log-on-database.ts";
import { loadSqlite, releaseFiles } from "./sqlite-binding.ts";
import { connected, keepPrivate } from "./sqlite-connection.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import type { Tables } from "./tables.ts";
import { syncWal } from "./wal-sync.ts";

const WORDS = {
  number: "integer primary key autoincrement",
  json: "text",
  time: "text",
  database: "sqlite",
} as const;

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
