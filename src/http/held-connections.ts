/**
 * Connections that devices hold open, such as the event
 * stream. They end when the device's token is revoked.
 */
import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";
import type { DeviceTokens } from "./device-tokens.ts";

/** A response or a socket. */
export interface Holdable {
  once(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}

export interface HeldConnections {
  hold(connection: Holdable, deviceId: string): void;
  /** Stops looking after the connections. */
  letGo(): void;
}

// The slowest check; where the file system reports changes, that comes first.
const LOOK_EVERY_MS = 2_000;

export function holdForDevices(devices: Pick<DeviceTokens, "get" | "path">): HeldConnections {
  const held = new Map<Holdable, string>();
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  return { hold, letGo: rest };

  function hold(connection: Holdable, deviceId: string) {
    held.set(connection, deviceId);
    connection.once("close", () => {
      held.delete(connection);
      if (held.size === 0) rest();
    });
    timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    watcher ??= watchQuietly();
  }

  function look() {
    for (const [connection, deviceId] of held)
      if (devices.get(deviceId) === null) connection.destroy();
  }

  function rest() {
    clearInterval(timer);
    watcher?.close();
    timer = undefined;
    watcher = undefined;
  }

  function watchQuietly(): FSWatcher | undefined {
    try {
      return watch(dirname(devices.path), { persistent: false }, look).on("error", () => undefined);
    } catch {
      return undefined;
    }
  }
}
