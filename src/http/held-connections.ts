/**
 * Connections that stay open, such as the event stream. They end when what let them in is taken
 * away: the device's token is revoked, or this machine's token changed.
 */
import { type FSWatcher, watch } from "node:fs";

/** A response or a socket. */
export interface Holdable {
  once(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}

export interface HeldConnections {
  hold(connection: Holdable, isStillGood: () => boolean): void;
  has(connection: Holdable): boolean;
  /** Stops looking after the connections. */
  letGo(): void;
}

// The slowest check; where the file system reports changes, that comes first.
const LOOK_EVERY_MS = 2_000;

/** `folder` is where the tokens are; changes there are noticed at once. */
export function holdConnections(folder: string | undefined): HeldConnections {
  const held = new Map<Holdable, () => boolean>();
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  return { hold, has: (connection) => held.has(connection), letGo: rest };

  function hold(connection: Holdable, isStillGood: () => boolean) {
    held.set(connection, isStillGood);
    connection.once("close", () => {
      held.delete(connection);
      if (held.size === 0) rest();
    });
    timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    watcher ??= watchQuietly();
  }

  function look() {
    for (const [connection, isStillGood] of held) if (!isStillGood()) connection.destroy();
  }

  function rest() {
    clearInterval(timer);
    watcher?.close();
    timer = undefined;
    watcher = undefined;
  }

  function watchQuietly(): FSWatcher | undefined {
    if (folder === undefined) return undefined;
    try {
      return watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || name.includes("token")) look();
      }).on("error", () => undefined);
    } catch {
      return undefined;
    }
  }
}
