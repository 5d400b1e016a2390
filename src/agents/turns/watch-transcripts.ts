/**
 * Follows the transcripts of running agents. The folder of each is watched. File sizes are also
 * polled, for file systems without events and for folders beyond what a process may watch.
 */
import { type FSWatcher, statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { Clock } from "../../store/clock.ts";

export interface TranscriptWatch {
  /** True if this file was not followed before, so that it may have unread lines. */
  add(agentId: number, path: string): boolean;
  remove(agentId: number): void;
  close(): void;
}

// Systems allow a process about 128 watches, and other parts need some too.
const MOST_FOLDERS = 48;
const LOOK_EVERY_MS = 500;

export function watchTranscripts({
  clock,
  onChange,
}: {
  clock: Clock;
  onChange: (agentId: number) => void;
}): TranscriptWatch {
  const followed = new Map<number, { path: string; size: number }>();
  const folders = new Map<string, FSWatcher>();
  let cancel = look();

  return {
    add(agentId, path) {
      if (followed.get(agentId)?.path === path) return false;
      followed.set(agentId, { path, size: sizeOf(path) });
      watchFolder(dirname(path));
      return true;
    },
    remove(agentId) {
      const folder = dirname(followed.get(agentId)?.path ?? "");
      if (!followed.delete(agentId)) return;
      if ([...followed.values()].some(({ path }) => dirname(path) === folder)) return;
      folders.get(folder)?.close();
      folders.delete(folder);
    },
    close() {
      cancel();
      for (const watcher of folders.values()) watcher.close();
      folders.clear();
      followed.clear();
    },
  };

  function watchFolder(folder: string): void {
    if (folders.has(folder) || folders.size >= MOST_FOLDERS) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => changed(folder, name));
      watcher.on("error", () => folders.delete(folder));
      folders.set(folder, watcher);
    } catch {
      // The folder does not exist yet; polling finds the file once it does.
    }
  }

  function changed(folder: string, name: string | null): void {
    for (const [agentId, { path }] of followed) {
      if (dirname(path) === folder && (name === null || name === basename(path)))
        checkSize(agentId);
    }
  }

  function look(): () => void {
    return clock.after(LOOK_EVERY_MS, () => {
      for (const agentId of followed.keys()) checkSize(agentId);
      cancel = look();
    });
  }

  function checkSize(agentId: number): void {
    const file = followed.get(agentId);
    if (file === undefined) return;
    const size = sizeOf(file.path);
    if (size === file.size) return;
    file.size = size;
    onChange(agentId);
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    // No such file, or a path that no system takes.
    return 0;
  }
}
