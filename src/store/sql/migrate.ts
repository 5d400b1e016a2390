/** Brings the tables up to date. Migrations are numbered and added to, never edited. */
import { type Kysely, sql, type Transaction } from "kysely";
import { AsklineError } from "../../core/ask/errors.ts";

export interface Migration {
  number: number;
  statements(words: SqlWords): string[];
}

/** The migrations of one group of tables, in order, and the table that notes which were done. */
export interface MigrationSet {
  noted: string;
  migrations: readonly Migration[];
  /** What they hold, as a sentence begins with it. */
  what: string;
}

/** The few words that differ between databases. */
export interface SqlWords {
  /**
   * A counted-up primary key whose numbers are never reused, even after the last row is deleted.
   */
  number: string;
  json: string;
  /** ISO text, compared character by character whatever the database's language. */
  time: string;
  database: "postgres" | "sqlite";
}

/**
 * Run it in a transaction with the write lock, so that
 * only one of several starting processes migrates.
 */
export async function migrate<Tables>(
  transaction: Transaction<Tables>,
  words: SqlWords,
  { noted, migrations, what }: MigrationSet,
): Promise<void> {
  const table = sql.table(noted);
  await sql`create table if not exists ${table} (number integer primary key)`.execute(transaction);
  const { rows } = await sql<{ number: number }>`select number from ${table}`.execute(transaction);
  const done = new Set(rows.map(({ number }) => number));
  if (Math.max(0, ...done) > migrations.length) throw new TooNew(what);
  for (const { number, statements } of migrations) {
    if (done.has(number)) continue;
    for (const statement of statements(words)) await run(transaction, statement);
    await sql`insert into ${table} (number) values (${number})`.execute(transaction);
  }
}

/** An older program could only damage tables that it does not know. */
class TooNew extends AsklineError {
  readonly code = "log_too_new";
  readonly suggestion = "Update Askline; nothing in it was changed.";
  constructor(what: string) {
    super(`${what} was written by a newer version of Askline.`);
  }
}

async function run<Tables>(db: Kysely<Tables>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
