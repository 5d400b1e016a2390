/** SQLite as Node has it from version 22 on; for older ones a package with the same interface, loaded only there. */

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
