/**
 * Kysely on one SQLite connection: statements are prepared
 * once, and a transaction holds the write lock from its start.
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { plainText } from "./plain-text.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite-binding.ts";

const LONGEST_WAIT_MS = 5000;
const STATEMENTS_KEPT = 200;
const SQLITE_BUSY = 5;

/**
 * One connection without a queue: the caller runs transactions one after another, and closes the
 * database itself after destroying Kysely. `onCommit` is called after each transaction that may
 * have changed something.
 */
export function sqliteDialect(database: SqliteDatabase, { onCommit = () => {} } = {}): Dialect {
  return {
    createDriver: () => sqliteDriver(database, onCommit),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/**
 * Retries `run` while another process holds the lock it needs. SQLite's own wait would block this
 * whole process, and with it an open transaction of another log.
 */
export async function whenUnlocked(run: () => void): Promise<void> {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
    }
    await sleep(1 + Math.random() * 4);
  }
}

function sqliteDriver(database: SqliteDatabase, onCommit: () => void): Driver {
  let hasChanges = false;
  const connection = sqliteConnection(database, () => {
    hasChanges = true;
  });
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    // A plain "begin" that reads and then writes fails if another process wrote in between.
    async beginTransaction() {
      await whenUnlocked(() => database.exec("begin immediate"));
      hasChanges = false;
    },
    async commitTransaction() {
      database.exec("commit");
      if (hasChanges) onCommit();
    },
    rollbackTransaction: async () => rollBack(database),
    destroy: async () => connection.forget(),
  };
}

function sqliteConnection(
  database: SqliteDatabase,
  onChange: () => void,
): DatabaseConnection & { forget(): void } {
  const statements = new Map<string, { statement: SqliteStatement; givesRows: boolean }>();
  return { executeQuery, streamQuery, forget: () => statements.clear() };

  async function executeQuery<Row>({
    sql,
    parameters,
    query,
  }: CompiledQuery): Promise<QueryResult<Row>> {
    if (query.kind !== "SelectQueryNode") onChange();
    const { statement, givesRows } = prepared(sql);
    const values = parameters.map((value) =>
      typeof value === "string" ? plainText(value) : value,
    );
    // Kysely typed the compiled query's rows.
    if (givesRows) return { rows: statement.all(...values) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  function prepared(sql: string) {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    const made = { statement, givesRows: statement.columns().length > 0 };
    statements.set(sql, made);
    const [oldest] = statements.keys();
    if (statements.size > STATEMENTS_KEPT && oldest !== undefined) statements.delete(oldest);
    return made;
  }

  // biome-ignore lint/correctness/useYield: nothing here reads row by row
  async function* streamQuery(): AsyncIterableIterator<never> {
    throw new Error("Rows are not read one by one here.");
  }
}

/**
 * SQLite rolls back by itself after some failures, such
 * as a full disk. That failure is the one to report.
 */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec("rollback");
  } catch (error) {
    if (!/no transaction is active/.test(String(error))) throw error;
  }
}

function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" && (errcode & 0xff) === SQLITE_BUSY;
}
