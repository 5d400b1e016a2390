/**
 * Notices a pooler between us and PostgreSQL. PgBouncer in transaction mode takes LISTEN and named
 * statements without a word, and then most notifications are never heard and statements are not
 * found; so it is looked for at the start, and the two are done without.
 */
import type pg from "pg";
import { newClient } from "./postgres-connection.ts";

/** Whether this connection's process is another one than was said when it was opened. */
export function isPooled(client: pg.Client, backendPid: number): boolean {
  // The types do not know the number that PostgreSQL gives with the key to cancel queries.
  const { processID } = client as unknown as { processID: number | null };
  return processID !== backendPid;
}

const ROUNDS = 6;
const HEARD_WITHIN_MS = 1_000;

/** Whether notifications reach a connection while others are at work: all of them, not most. */
export async function hearsNotifications(
  connectionString: string,
  channel: string,
): Promise<boolean> {
  const listener = newClient(connectionString);
  const [speaker, other] = [newClient(connectionString), newClient(connectionString)];
  const all = [listener, speaker, other];
  const heard = new Set<string>();
  let noteHeard = () => {};
  listener.on("notification", ({ payload }) => {
    heard.add(payload ?? "");
    noteHeard();
  });
  for (const client of all) client.on("error", () => undefined);
  try {
    await Promise.all(all.map((client) => client.connect()));
    await listener.query(`listen ${channel}`);
    const home = await pidOf(listener);
    for (let round = 0; round < ROUNDS; round++) {
      // A transaction of another client takes the connection that the LISTEN went to.
      await other.query("begin");
      if ((await pidOf(listener)) !== home) return false;
      await speaker.query("select pg_notify($1, $2)", [channel, String(round)]);
      await other.query("commit");
    }
    return await within(HEARD_WITHIN_MS, (resolve) => {
      noteHeard = () => heard.size === ROUNDS && resolve();
      noteHeard();
    });
  } catch {
    return false;
  } finally {
    await listener.query(`unlisten ${channel}`).catch(() => undefined);
    await Promise.all(all.map((client) => client.end().catch(() => undefined)));
  }
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

function within(milliseconds: number, wait: (resolve: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    wait(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
