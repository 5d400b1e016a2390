/** SQLite as Node has it from version 22 on; for older ones a package with the same interface, loaded only there. */
import { setImmediate as nextRound } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What both have and we use. */
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
 * For when a database was closed and its statements are forgotten. The package keeps the files open until the last
 * statement is collected, which it cannot be told to do and the collector sees no need for. A program that opens and
 * closes many times would run out of files; others end before they pay for it.
 */
export const releaseFiles = createReleaser();

function createReleaser(): () => Promise<void> {
  let closedSoFar = 0;
  return async () => {
    closedSoFar += 1;
    if (closedSoFar % CLOSED_AT_MOST !== 0 || withoutExperimentalWarning(builtIn) !== undefined)
      return;
    setFlagsFromString("--expose-gc");
    // What the flag adds is only seen by contexts made after it.
    const collect = runInNewContext("gc") as () => void;
    collect();
    await nextRound();
  };
}

/** Early versions have the module without `columns()`, by which a statement is known to give rows. */
function builtIn(): SqliteBinding | undefined {
  // The types of the oldest supported Node do not know this module.
  const module = process.getBuiltinModule("node:sqlite") as
    | (SqliteBinding & { StatementSync: { prototype: object } })
    | undefined;
  return module !== undefined && "columns" in module.StatementSync.prototype ? module : undefined;
}

/** Node warns once that the module may still change; people who run a command need not read that. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
