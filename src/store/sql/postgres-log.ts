/** The turn log in PostgreSQL, for those who want it beside their other data: the same queries, the same values. */
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import pg from "pg";
import type { AgentLog } from "../agent-log.ts";
import { logOnDatabase } from "./log-on-database.ts";
import { plainText } from "./plain-text.ts";
import type { Tables } from "./tables.ts";

const WORDS = {
  number: "bigint generated always as identity primary key",
  json: "jsonb",
  time: 'text collate "C"',
};

// Any number will do, as long as every Askline takes the same: the lock is the database's own.
const WRITE_LOCK = 4_275_001;

const { INT8, JSONB } = pg.types.builtins;

export async function openPostgresLog({
  connectionString,
}: {
  connectionString: string;
}): Promise<AgentLog> {
  const pool = new pg.Pool({ connectionString, types: { getTypeParser } });
  // A connection that breaks while nobody uses it is replaced by the next query, and that one tells if it cannot be.
  pool.on("error", () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withPlainText(pool) }) });
  return logOnDatabase({
    reader: db,
    transaction: (work) =>
      db.transaction().execute(async (transaction) => {
        // Without it, events could be committed in another order than they are numbered, and a reader miss some.
        await sql`select pg_advisory_xact_lock(${WRITE_LOCK})`.execute(transaction);
        return work(transaction);
      }),
    words: WORDS,
    close: () => db.destroy(),
  });
}

/** Ids and sizes stay far below 2^53, so they are numbers here too; JSON is read where rows are. */
function getTypeParser(type: number, format?: "text" | "binary") {
  if (type === INT8) return Number;
  if (type === JSONB) return String;
  return format === "binary"
    ? pg.types.getTypeParser(type, "binary")
    : pg.types.getTypeParser(type, "text");
}

function withPlainText(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return { connect, end: () => pool.end() };

  /** The same one for the same connection: Kysely knows them apart by that. */
  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect();
    const known = clients.get(client);
    if (known !== undefined) return known;
    const query = (text: string, values: readonly unknown[]) =>
      client.query(
        text,
        values.map((value) => (typeof value === "string" ? plainText(value) : value)),
      );
    // Kysely's other way to query, with a cursor, is for reading row by row.
    const made = { query, release: () => client.release() } as unknown as PostgresPoolClient;
    clients.set(client, made);
    return made;
  }
}
