/**
 * One connection that comes back: after it broke, the next piece of work opens another. Work is
 * done one piece at a time.
 */
import pg from "pg";
import { createQueue } from "../../../core/queue.ts";
import { getTypeParser } from "../postgres-types.ts";

export interface Connection {
  /** Fails as the connection or the query does; nothing is tried twice. */
  with<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const CONNECTS_WITHIN_MS = 5_000;
const ANSWERS_WITHIN_MS = 30_000;

export function openConnection({
  connectionString,
  prepare,
}: {
  connectionString: string;
  /** The first work of every new connection. */
  prepare?: (client: pg.Client) => Promise<void>;
}): Connection {
  const inTurn = createQueue();
  let current: pg.Client | undefined;
  let isClosed = false;
  return { with: (work) => inTurn(() => withClient(work)), close };

  async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    if (isClosed) throw new Error("The connection was closed.");
    current ??= await connected();
    const client = current;
    try {
      return await work(client);
    } catch (error) {
      if (!isUsable(error)) drop(client);
      throw error;
    }
  }

  async function connected(): Promise<pg.Client> {
    const client = newClient(connectionString);
    client.on("error", () => drop(client));
    client.on("end", () => drop(client));
    try {
      await client.connect();
      await prepare?.(client);
      return client;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  function drop(client: pg.Client) {
    if (current === client) current = undefined;
    void client.end().catch(() => undefined);
  }

  async function close() {
    isClosed = true;
    await inTurn.idle();
    const client = current;
    current = undefined;
    await client?.end().catch(() => undefined);
  }
}

export function newClient(connectionString: string): pg.Client {
  return new pg.Client(clientOptions(connectionString));
}

export function clientOptions(connectionString: string) {
  return {
    connectionString,
    types: { getTypeParser },
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
    // A network that is gone says nothing: without this a read would wait for ever.
    query_timeout: ANSWERS_WITHIN_MS,
    keepAlive: true,
    application_name: "askline",
  };
}

/** PostgreSQL refused what was asked, and the connection itself is as good as before. */
function isUsable(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code !== undefined && /^(22|23|40|42|54|55)/.test(code) && code.length === 5;
}
