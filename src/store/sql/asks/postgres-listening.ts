/**
 * Wakes those who follow. PostgreSQL's notifications only make it faster: what changed is read by
 * number, so a wake-up that is lost costs a moment and nothing else. A connection that broke comes
 * back, and wakes them at once.
 */
import type { Listening } from "./database.ts";
import { newClient } from "./postgres-connection.ts";

export interface ListeningParts {
  /** A connection that hears notifications; null where none does. */
  connectionString: string | null;
  channel: string;
  /** With true when the connection is another one, so that the database may be, too. */
  onWake: (isAnew: boolean) => void;
}

const LOOK_EVERY_MS = 1_000;
const LOOK_WITHOUT_NOTIFICATIONS_MS = 150;
// Without a connection of its own, nothing says that the database is another one.
const LOOKS_PER_DOUBT = 30;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** Resolves once it listens, or once the first try has failed. */
export async function listenForever(parts: ListeningParts): Promise<Listening> {
  const { connectionString, channel, onWake } = parts;
  let pause = FIRST_PAUSE_MS;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let close: () => Promise<void> = async () => undefined;
  const every = connectionString === null ? LOOK_WITHOUT_NOTIFICATIONS_MS : LOOK_EVERY_MS;
  let looks = 0;
  const look = setInterval(() => {
    looks += 1;
    onWake(connectionString === null && looks % LOOKS_PER_DOUBT === 0);
  }, every);
  if (connectionString !== null) await connect(connectionString);
  return {
    async close() {
      isClosed = true;
      clearInterval(look);
      clearTimeout(retry);
      await close();
    },
  };

  async function connect(address: string): Promise<void> {
    const client = newClient(address);
    let isOver = false;
    const lost = () => {
      if (isOver) return;
      isOver = true;
      void client.end().catch(() => undefined);
      if (isClosed) return;
      retry = setTimeout(() => void connect(address), pause * (0.5 + Math.random() / 2));
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    };
    client.on("error", lost);
    client.on("end", lost);
    client.on("notification", () => onWake(false));
    close = async () => {
      isOver = true;
      await client.end().catch(() => undefined);
    };
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      pause = FIRST_PAUSE_MS;
      onWake(true);
    } catch {
      lost();
    }
    if (isClosed) await close();
  }
}
