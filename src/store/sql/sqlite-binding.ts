/**
 * SQLite from Node itself (22 and newer); on older versions
 * from a package with the same interface, loaded only there.
 */
import { setImmediate as nextRound } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The part of the shared interface that we use. */
export interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { changes: number | bigint };
  columns(): unknown[];
}

interface SqliteBinding {
  DatabaseSync: new (path: string) => SqliteDatabase;
}

export async function loadSqlite(): Promise<SqliteBinding> {
  return withoutExperimentalWarning(builtIn) ?? (await import("@photostructure/sqlite"));
}

const CLOSED_AT_MOST = 25;

/**
 * Call it after closing a database and dropping its statements. The package
 * keeps the files open until the last statement is garbage-collected, and
 * cannot be told to collect it. A program that opens and closes many logs
 * would run out of file handles, so every 25th close forces a collection.
 */
export const releaseFiles = createReleaser();

function createReleaser(): () => Promise<void> {
  let closedSoFar = 0;
  return async () => {
    closedSoFar += 1;
    if (closedSoFar % CLOSED_AT_MOST !== 0 || withoutExperimentalWarning(builtIn) !== undefined)
      return;
    setFlagsFromString("--expose-gc");
    // Only contexts made after the flag was set have `gc`.
    const collect = runInNewContext("gc") as () => void;
    collect();
    await nextRound();
  };
}

/** Early versions of the module lack `columns()`, which tells whether a statement gives rows. */
function builtIn(): SqliteBinding | undefined {
  // The types of the oldest supported Node do not know this module.
  const module = process.getBuiltinModule("node:sqlite") as
    | (SqliteBinding & { StatementSync: { prototype: object } })
    | undefined;
  return module !== undefined && "columns" in module.StatementSync.prototype ? module : undefined;
}

/** Node warns that the module may still change; people who run a command need not read that. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
