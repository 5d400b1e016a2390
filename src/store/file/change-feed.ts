/**
 * Word between processes that a session changed. A writer touches `.changed/<id>`; everyone watches that one folder, so
 * ten thousand sessions cost one watch. Where the system has no events left to give, the polling floor does alone.
 */
import { join } from "node:path";
import type { Disk } from "../machine.ts";

export interface ChangeFeed {
  announce(id: string): void;
  forget(id: string): void;
  /** Calls back with the id of every session announced by any process, until the returned function is called. */
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

/** Events only make things faster: without them every change is still found by looking. */
function tryQuietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
