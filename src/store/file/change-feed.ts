/**
 * Tells other processes that a session changed. A writer touches `.changed/<id>`; every reader
 * watches that one folder, so ten thousand sessions cost one watch. If the system has no watches
 * left, polling alone finds the changes.
 */
import { join } from "node:path";
import type { Disk, Machine } from "../machine.ts";
import { signatureOf } from "./session-directory.ts";
import { onTick } from "./ticker.ts";

export interface ChangeFeed {
  announce(id: string): void;
  forget(id: string): void;
  /**
   * Calls back with the id of every session that any process
   * announces, until the returned function is called.
   */
  subscribe(listener: (id: string) => void): () => void;
}

export function openChangeFeed(directory: string, disk: Disk): ChangeFeed {
  const folder = join(directory, ".changed");
  const listeners = new Set<(id: string) => void>();
  let watcher: ReturnType<Disk["watch"]> | undefined;
  return { announce, forget, subscribe };

  function announce(id: string) {
    tryQuietly(() => {
      disk.mkdirSync(folder, { recursive: true, mode: 0o700 });
      disk.writeFileSync(join(folder, id), "", { mode: 0o600 });
    });
  }

  function forget(id: string) {
    tryQuietly(() => disk.rmSync(join(folder, id), { force: true }));
  }

  function subscribe(listener: (id: string) => void) {
    listeners.add(listener);
    watcher ??= watchFolder();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      watcher?.close();
      watcher = undefined;
    };
  }

  function watchFolder(): ReturnType<Disk["watch"]> | undefined {
    return tryQuietly(() => {
      disk.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const opened = disk.watch(folder, { persistent: false }, (_event, id) => {
        if (id !== null) for (const listener of [...listeners]) listener(id);
      });
      opened.on("error", () => opened.close());
      return opened;
    });
  }
}

/** Waits for the next change of one session: announced, or found by looking at its files on every tick. */
export interface SessionChange {
  /** Resolves when something changed since the last call, or the signal is aborted. */
  next(signal?: AbortSignal): Promise<void>;
  close(): void;
}

export function watchSession(parts: {
  id: string;
  path: string;
  feed: ChangeFeed;
  machine: Machine;
}): SessionChange {
  const { id, path, feed, machine } = parts;
  let seen = signatureOf(path, machine.disk);
  let isChanged = false;
  let wake = () => {};
  const unsubscribe = feed.subscribe((changedId) => {
    if (changedId === id) ring();
  });
  const stopTicking = onTick(machine.clock, () => {
    const signature = signatureOf(path, machine.disk);
    if (signature === seen) return;
    seen = signature;
    ring();
  });
  return { next, close };

  async function next(signal?: AbortSignal) {
    if (!isChanged && signal?.aborted !== true) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        signal?.addEventListener("abort", wake, { once: true });
      });
      signal?.removeEventListener("abort", wake);
    }
    isChanged = false;
  }

  function close() {
    unsubscribe();
    stopTicking();
  }

  function ring() {
    isChanged = true;
    wake();
  }
}

/** Events only make it faster: without them polling still finds every change. */
function tryQuietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
