/** Brings the tables up to date. Migrations are numbered and added to, never edited. */
import { type Kysely, sql, type Transaction } from "kysely";
import { AsklineError } from "../../core/ask/errors.ts";
import { turnLog } from "./migrations/0001-turn-log.ts";
import { failures } from "./migrations/0002-failures.ts";
import { places } from "./migrations/0003-places.ts";
import type { Tables } from "./tables.ts";

export interface Migration {
  number: number;
  statements(words: SqlWords): string[];
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
}

const MIGRATIONS: readonly Migration[] = [turnLog, failures, places];

/**
 * Run it in a transaction with the write lock, so that
 * only one of several starting processes migrates.
 */
export async function migrate(transaction: Transaction<Tables>, words: SqlWords): Promise<void> {
  await run(transaction, "create table if not exists migrations (number integer primary key)");
  const { rows } = await sql<{ number: number }>`select number from migrations`.execute(
    transaction,
  );
  const done = new Set(rows.map(({ number }) => number));
  if (Math.max(0, ...done) > MIGRATIONS.length) throw new LogTooNew();
  for (const { number, statements } of MIGRATIONS) {
    if (done.has(number)) continue;
    for (const statement of statements(words)) await run(transaction, statement);
    await run(transaction, `insert into migrations (number) values (${number})`);
  }
}

/** An older program could only damage tables that it does not know. */
class LogTooNew extends AsklineError {
  readonly code = "log_too_new";
  readonly suggestion = "Update Askline; nothing in the log was changed.";
  constructor() {
    super("The log of the agents was written by a newer version of Askline.");
  }
}

async function run(db: Kysely<Tables>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
