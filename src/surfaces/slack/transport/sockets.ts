/**
 * Socket Mode over two connections that reconnect by themselves. Slack closes sockets at any time,
 * and Bolt's own client waits five seconds before it reconnects, during which every click fails.
 * With a second connection nobody notices.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type App, type Logger, type Receiver, SocketModeReceiver } from "@slack/bolt";

export interface Sockets extends Receiver {
  health(): { state: "connected" | "connecting" | "dead"; connections: number; since: string };
}

export interface SocketsOptions {
  appToken: string;
  apiUrl: string;
  logger: Logger;
  count?: number;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 30_000;
const STOP_TRIES = 40;
const STOP_EVERY_MS = 50;
/** After this time without a connection a person should look at it. */
const DEAD_AFTER_MS = 15_000;

export function createSockets({ appToken, apiUrl, logger, count = 2 }: SocketsOptions): Sockets {
  const leaving = new AbortController();
  const connected = new Set<number>();
  let since = new Date();
  const lines = Array.from({ length: count }, () => {
    return new SocketModeReceiver({
      appToken,
      logger,
      autoReconnectEnabled: false,
      installerOptions: { clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 } } },
    });
  });
  for (const [index, { client }] of lines.entries()) {
    client.on("connected", () => change(() => connected.add(index)));
    client.on("close", () => change(() => connected.delete(index)));
    client.on("disconnected", () => change(() => connected.delete(index)));
  }
  const kept: Promise<void>[] = [];
  return {
    init: (app: App) => lines.forEach((line) => void line.init(app)),
    async start() {
      kept.push(...lines.map((_, index) => keep(index)));
    },
    async stop() {
      leaving.abort();
      const ended = Promise.all(kept).then(() => true);
      // If this client is disconnected while it connects, it leaves a timer that keeps the process
      // alive for 30 s.
      for (let tries = 0; tries < STOP_TRIES; tries += 1) {
        for (const [index, { client }] of lines.entries())
          if (connected.has(index)) void client.disconnect();
        if (await Promise.race([ended, sleep(STOP_EVERY_MS, false)])) return;
      }
    },
    health() {
      const isDead = connected.size === 0 && Date.now() - since.getTime() > DEAD_AFTER_MS;
      const state = connected.size > 0 ? "connected" : isDead ? "dead" : "connecting";
      return { state, connections: connected.size, since: since.toISOString() };
    },
  };

  /** Connects, waits until the connection is over, and connects again. */
  async function keep(index: number) {
    const client = lines[index]?.client;
    let retryMs = FIRST_RETRY_MS;
    while (client !== undefined && !leaving.signal.aborted) {
      try {
        await client.start();
        retryMs = FIRST_RETRY_MS;
        await new Promise<void>((resolve) => void client.once("disconnected", () => resolve()));
      } catch (error) {
        logger.warn(
          `Slack cannot be reached: ${(error as Error)?.message ?? "the connection was refused"}`,
        );
        await sleep(retryMs, undefined, { signal: leaving.signal }).catch(() => undefined);
        retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
      }
    }
  }

  function change(how: () => void) {
    const before = connected.size > 0;
    how();
    if (before !== connected.size > 0) since = new Date();
  }
}
