/** The turn log in PostgreSQL, for people who want it beside their other data. */
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import pg from "pg";
import type { AgentLog } from "../agent-log.ts";
import { logOnDatabase } from "./log-on-database.ts";
import { plainText } from "./plain-text.ts";
import { getTypeParser } from "./postgres-types.ts";
import type { Tables } from "./tables.ts";

const WORDS = {
  number: "bigint generated always as identity primary key",
  json: "jsonb",
  time: 'text collate "C"',
  database: "postgres",
} as const;

// An arbitrary number that every Askline must share: it names the lock in the database.
const WRITE_LOCK = 4_275_001;

export async function openPostgresLog({
  connectionString,
}: {
  connectionString: string;
}): Promise<AgentLog> {
  const pool = new pg.Pool({ connectionString, types: { getTypeParser } });
  // An idle connection that breaks is replaced by the next query, which fails if it cannot connect.
  pool.on("error", () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withPlainText(pool) }) });
  return logOnDatabase({
    reader: db,
    transaction: (work) =>
      db.transaction().execute(async (transaction) => {
        // Without the lock, events could be committed out of
        // the order of their ids, and a reader could miss some.
        await sql`select pg_advisory_xact_lock(${WRITE_LOCK})`.execute(transaction);
        return work(transaction);
      }),
    words: WORDS,
    close: () => db.destroy(),
  });
}

function withPlainText(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return { connect, end: () => pool.end() };

  /**
   * Returns the same wrapper for the same connection: Kysely tells connections apart by identity.
   */
  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect();
    const known = clients.get(client);
    if (known !== undefined) return known;
    const query = (text: string, values: readonly unknown[]) =>
      client.query(
        text,
        values.map((value) => (typeof value === "string" ? plainText(value) : value)),
      );
    // Kysely uses the other form of `query`, with a cursor, only to read row by row.
    const made = { query, release: () => client.release() } as unknown as PostgresPoolClient;
    clients.set(client, made);
    return made;
  }
}
