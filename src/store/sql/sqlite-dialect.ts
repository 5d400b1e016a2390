/** Kysely on one SQLite connection: statements are prepared once, and a transaction has the write lock from its start. */
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
 * There is one connection and no queue for it: whoever opens transactions opens one after another. Whoever opened the
 * database closes it, after this was destroyed. `onCommit` hears of transactions that may have changed something.
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
 * Runs it again while another process holds the lock it needs. SQLite's own way to wait would stop this whole process,
 * and with it a transaction of another log that is open in it.
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
    // A plain "begin" that reads first and writes later fails when another process wrote in between.
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
    // The query that was compiled knows what its rows look like.
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

/** SQLite has rolled back by itself after some failures, such as a full disk. That failure is the one to tell. */
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
