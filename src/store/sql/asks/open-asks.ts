/** Opens the asks' database that an address names. */
import type { AskStore } from "../../ask-store.ts";
import { sqlitePath } from "../../database-address.ts";
import { onlyReading, randomKey, type SealKey, type Seals, sealsWith } from "../../file/seals.ts";
import type { AskDatabase } from "./database.ts";
import { sqlStore } from "./sql-store.ts";
import { openSqliteAsks } from "./sqlite-asks.ts";

export interface OpenSqlStoreOptions {
  /** `postgres://…`, `postgresql://…`, or `sqlite:` and a path. */
  url: string;
  /** A direct connection to PostgreSQL to listen on. */
  listenUrl?: string | undefined;
  /** `make` and `read` go by the key that the database itself keeps, the same for every machine. */
  seals?: Seals | "make" | "read" | undefined;
  patienceMs?: number;
  onWarning?: (message: string) => void;
}

export async function openSqlStore(options: OpenSqlStoreOptions): Promise<AskStore> {
  const database = await openDatabase(options);
  try {
    return sqlStore({ ...options, database, seals: await sealsFor(database, options.seals) });
  } catch (error) {
    await database.close();
    throw database.inWords(error);
  }
}

export async function openDatabase(options: OpenSqlStoreOptions): Promise<AskDatabase> {
  const { url, listenUrl, patienceMs, onWarning } = options;
  const path = sqlitePath(url);
  if (path !== null) return openSqliteAsks({ path });
  const { openPostgresAsks } = await import("./postgres-asks.ts");
  const more = {
    ...(patienceMs === undefined ? {} : { patienceMs }),
    ...(onWarning === undefined ? {} : { onWarning }),
  };
  return openPostgresAsks({ connectionString: url, listenString: listenUrl, ...more });
}

async function sealsFor(
  database: AskDatabase,
  seals: OpenSqlStoreOptions["seals"],
): Promise<Seals | undefined> {
  if (seals !== "make" && seals !== "read") return seals;
  const key = await keyOf(database);
  const own = sealsWith(() => key);
  return seals === "make" ? own : onlyReading(own);
}

/** Made by the first process that opens the database. */
async function keyOf({ reader, write, now }: AskDatabase): Promise<SealKey | null> {
  const read = async () => {
    const row = await reader
      .selectFrom("ask_store")
      .select(["seal_key", "sealed_since"])
      .executeTakeFirst();
    const { seal_key: key = null, sealed_since: since = null } = row ?? {};
    return key === null || since === null ? null : { key, since };
  };
  const there = await read();
  if (there !== null) return there;
  const made = { seal_key: randomKey(), sealed_since: new Date(await now()).toISOString() };
  await write((db) =>
    db.updateTable("ask_store").set(made).where("seal_key", "is", null).execute(),
  );
  return read();
}
