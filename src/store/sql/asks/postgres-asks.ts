/** The asks' database on PostgreSQL: one writing connection, a few for reading, one to listen. */
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { AskDatabase } from "./database.ts";
import {
  DatabaseAddressWrong,
  type DatabaseName,
  inWords,
  isAway,
  isDataError,
  isStarting,
} from "./database-trouble.ts";
import { isNewest, migrateAsks, NOTED } from "./migrations/all.ts";
import { patiently } from "./patiently.ts";
import { clientOptions, openConnection } from "./postgres-connection.ts";
import { listenForever } from "./postgres-listening.ts";
import { hearsNotifications, isPooled } from "./postgres-pooler.ts";
import {
  commitStatement,
  type Place,
  type Statement,
  timeOutStatement,
  writtenFrom,
} from "./postgres-statements.ts";
import type { AskTables } from "./tables.ts";

export interface PostgresOptions {
  connectionString: string;
  /** A direct connection to listen on, where the other one leads through a pooler. */
  listenString?: string | undefined;
  /** How long a call is tried again while the database is away. */
  patienceMs?: number;
  onWarning?: (message: string) => void;
}

const WORDS = {
  number: "bigint generated always as identity primary key",
  json: "text",
  time: 'text collate "C"',
  database: "postgres",
} as const;

const READING_CONNECTIONS = 4;
const PATIENCE_MS = 30_000;
const OPENS_WITHIN_MS = 3_000;
const MIGRATION_LOCK = 4_275_003;
// A plan that was made when the table was empty would read all of it for ever.
const ANALYZE_AFTER = 1_000;
// Every statement of ours has an index; a plan that reads everything is always the wrong one.
const PLANS = `set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set lock_timeout = '20s';
  set idle_in_transaction_session_timeout = '20s'`;

export async function openPostgresAsks(options: PostgresOptions): Promise<AskDatabase> {
  const { connectionString, patienceMs = PATIENCE_MS, onWarning = console.warn } = options;
  const name = databaseName(connectionString);
  let pooled = false;
  const sayAway = onceUntilBack(onWarning, name);
  const patience = { isAway, forMs: patienceMs, onAway: sayAway.away };
  const writer = openConnection({
    connectionString,
    async prepare(client) {
      if (!pooled) await client.query(PLANS);
    },
  });
  const begun = performance.now();
  // A database that is starting will be there soon; one that is not there may never be.
  const isWorthWaiting = (error: unknown) =>
    isStarting(error) || (isAway(error) && performance.now() - begun < OPENS_WITHIN_MS);
  const opening = { ...patience, isAway: isWorthWaiting };
  const facts = await patiently(() => firstLook(), opening).catch(async (error) => {
    await writer.close();
    throw inWords(error, name);
  });
  const { place } = facts;
  pooled = facts.isPooled;
  const pool = readingPool();
  const reader = new Kysely<AskTables>({ dialect: new PostgresDialect({ pool }) });
  if (!isNewest(facts.migration)) await migrateNow();
  const listenString = await listeningAddress();
  let written = 0;

  return {
    name: {
      what: `PostgreSQL at ${name.host}, database ${name.name}`,
      hears: listenString !== null,
    },
    reader,
    async commit(batch) {
      const rows = await run<{ id: string; n: number }>(commitStatement(batch, place));
      noteWritten(rows.length);
      return writtenFrom(batch, rows);
    },
    async timeOut(most) {
      return (await run(timeOutStatement(most, place))).length;
    },
    async now() {
      const [row] = await run<{ now: number }>({
        ...{ name: "askline_now", values: [] },
        text: "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
      });
      return Math.round(row?.now ?? Date.now());
    },
    epoch: () => epochOf(reader),
    write: (work) => patiently(() => work(reader), patience),
    listen: (onWake) =>
      listenForever({ connectionString: listenString, channel: place.channel, onWake }),
    isAway,
    isDataError,
    inWords: (error) => inWords(error, name),
    async close() {
      await writer.close();
      await reader.destroy();
    },
  };

  async function run<Row>({ name: statement, text, values }: Statement): Promise<Row[]> {
    const query = { text, values, ...(pooled ? {} : { name: statement }) };
    const rows = await patiently(async () => {
      const result = await writer.with((client) => client.query(query));
      return result.rows as Row[];
    }, patience);
    sayAway.back();
    return rows;
  }

  async function firstLook() {
    return writer.with(async (client) => {
      const { rows } = await client.query<{ pid: number; schema: number | null }>(
        `select pg_backend_pid() as pid,
          (select oid::bigint from pg_namespace where nspname = current_schema()) as schema`,
      );
      const { pid = 0, schema = null } = rows[0] ?? {};
      const isThere = await client.query(`select to_regclass('${NOTED}') is not null as it`);
      const last = isThere.rows[0]?.it
        ? await client.query(`select max(number) as last from ${NOTED}`)
        : { rows: [] };
      const number = schema ?? 0;
      return {
        isPooled: isPooled(client, pid),
        place: { schema: number | 0, channel: `askline_asks_${number}` } satisfies Place,
        migration: Number(last.rows[0]?.last ?? 0),
      };
    });
  }

  function readingPool(): pg.Pool {
    const made = new pg.Pool({
      ...clientOptions(connectionString),
      max: READING_CONNECTIONS,
      async onConnect(client) {
        client.on("error", () => undefined);
        if (!pooled) await client.query("set enable_seqscan = off");
      },
    });
    // An idle connection that breaks is replaced by the next query.
    made.on("error", () => undefined);
    return made;
  }

  async function migrateNow() {
    const work = reader.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction);
      await migrateAsks(transaction, WORDS);
    });
    await work.catch(async (error) => {
      await Promise.all([writer.close(), reader.destroy()]);
      throw inWords(error, name);
    });
  }

  /** The address to listen at; null where notifications do not come through. */
  async function listeningAddress(): Promise<string | null> {
    if (options.listenString !== undefined) return options.listenString;
    if (!pooled || (await hearsNotifications(connectionString, `${place.channel}_test`)))
      return connectionString;
    onWarning(
      `The connection to the database at ${name.host} leads through a pooler that drops ` +
        "notifications (PgBouncer in transaction mode does). Askline looks for changes several " +
        "times a second instead; set ASKLINE_DATABASE_LISTEN_URL to a direct connection to be told.",
    );
    return null;
  }

  function noteWritten(count: number) {
    const before = written;
    written += count;
    if (before < ANALYZE_AFTER && written >= ANALYZE_AFTER)
      void writer.with((client) => client.query("analyze asks")).catch(() => undefined);
  }
}

async function epochOf(reader: Kysely<AskTables>): Promise<string> {
  const inTable = sql`(select epoch from ask_store limit 1)`;
  const identity = sql`'asks'::regclass::oid || ' ' || pg_relation_filenode('asks')`;
  // The database cluster and its timeline: another one after a restore to a moment.
  const cluster = sql`(select system_identifier from pg_control_system()) || ' ' ||
    substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`;
  const query = (what: typeof cluster) =>
    sql<{ epoch: string }>`select md5(concat(${inTable}, ' ', ${what})) as epoch`.execute(reader);
  const { rows } = await query(sql`${identity} || ' ' || ${cluster}`).catch((error) => {
    // Some hosts let nobody ask about the cluster.
    if ((error as { code?: unknown }).code !== "42501") throw error;
    return query(identity);
  });
  return rows[0]?.epoch ?? "";
}

/** Says once that the database is away, and again only after it was back. */
function onceUntilBack(onWarning: (message: string) => void, name: DatabaseName) {
  let isSaid = false;
  return {
    away(error: unknown) {
      if (isSaid) return;
      isSaid = true;
      const said = inWords(error, name);
      onWarning(`${said instanceof Error ? said.message : String(said)} Trying again.`);
    },
    back() {
      isSaid = false;
    },
  };
}

function databaseName(connectionString: string): DatabaseName {
  const client = attempt(() => new pg.Client({ connectionString }));
  if (client === null) throw new DatabaseAddressWrong();
  const { host, port, user = "?", database: name = "?" } = client;
  return { host: host.startsWith("/") ? host : `${host}:${port}`, name, user };
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
