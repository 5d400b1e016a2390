/** The migrations of the asks' tables, in order. Added to, never edited. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { type MigrationSet, migrate, type SqlWords } from "../../migrate.ts";
import type { AskTables } from "../tables.ts";
import { asks } from "./0001-asks.ts";

export const NOTED = "ask_migrations";
const migrations = [asks];
const SET: MigrationSet = { noted: NOTED, migrations, what: "This database" };

/** Whether nothing is to be done, so that nothing has to be locked. */
export function isNewest(number: number): boolean {
  return number === migrations.length;
}

/** Run it in a transaction that holds a lock, so that only one of several processes migrates. */
export async function migrateAsks(
  transaction: Transaction<AskTables>,
  words: SqlWords,
): Promise<void> {
  await migrate(transaction, words, SET);
  const [there] = await transaction.selectFrom("ask_store").select("epoch").execute();
  if (there !== undefined) return;
  const row = { epoch: randomUUID(), n: 0, forgotten_to: 0, seal_key: null, sealed_since: null };
  await transaction.insertInto("ask_store").values(row).execute();
}

/** The number of the last migration that was done; 0 before the first. */
export async function lastMigration(db: Transaction<AskTables>): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(number) as last from ${sql.table(NOTED)}`.execute(db);
  return rows[0]?.last ?? 0;
}
