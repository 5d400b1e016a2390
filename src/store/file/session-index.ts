/**
 * All asks of a sessions folder. Without a watcher each call reads the folder. With one, the asks
 * are kept in memory: an announced session is read again at once, and a sweep every 800 ms finds
 * what programs that announce nothing created, changed or removed.
 */
import { join } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import type { AskChange, ListFilter, Watch } from "../ask-store.ts";
import type { Disk, Machine } from "../machine.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { createFolderScan, type FolderScan, fits, forEachCalmly } from "./folder-scan.ts";
import { attempt, readQuickly } from "./quick-read.ts";
import type { Seals } from "./seals.ts";
import { isSessionId, listSessionIds, REQUEST, signatureOf } from "./session-directory.ts";
import { onTick } from "./ticker.ts";

const TICKS_PER_SWEEP = 4;

interface Entry {
  signature: string;
  /** Null while its files are missing or cannot be read. */
  ask: Ask | null;
}

export interface SessionIndex extends FolderScan {
  watch(listener: (change: AskChange) => void): Promise<Watch>;
  /** Looks at one session again now. Does nothing while nobody watches. */
  refresh(id: string): void;
  close(): void;
}

export function createSessionIndex(parts: {
  directory: string;
  feed: ChangeFeed;
  machine: Machine;
  load: (id: string) => Promise<Ask>;
  seals?: Seals | undefined;
}): SessionIndex {
  const { directory, feed, machine, load, seals } = parts;
  const { disk, clock } = machine;
  const scan = createFolderScan({ directory, disk, load, seals });
  const entries = new Map<string, Entry>();
  const listeners = new Set<(change: AskChange) => void>();
  let stop: (() => void) | undefined;
  let started: Promise<void> | undefined;
  return { all, glance: scan.glance, watch, refresh, close };

  async function all(
    status: ListFilter["status"],
    onUnread?: (error: unknown) => void,
  ): Promise<Ask[]> {
    if (started === undefined) return scan.all(status, onUnread);
    await started;
    return [...entries.values()].flatMap(({ ask }) =>
      ask !== null && fits(ask, status) ? [ask] : [],
    );
  }

  async function watch(listener: (change: AskChange) => void): Promise<Watch> {
    listeners.add(listener);
    started ??= start();
    await started;
    return {
      close() {
        if (listeners.delete(listener) && listeners.size === 0) close();
      },
    };
  }

  async function start() {
    const unsubscribe = feed.subscribe(refresh);
    const stopTicking = onTick(clock, sweepInSlices());
    stop = () => {
      unsubscribe();
      stopTicking();
    };
    await forEachCalmly(listSessionIds(directory, disk), refresh);
  }

  function close() {
    stop?.();
    stop = undefined;
    started = undefined;
    entries.clear();
  }

  function refresh(id: string) {
    if (stop === undefined || !isSessionId(id)) return;
    const path = join(directory, id);
    const known = entries.get(id);
    const signature =
      known?.ask === null
        ? `${signatureOf(path, disk)} ${requestStamp(path, disk)}`
        : signatureOf(path, disk);
    if (signature === known?.signature) return;
    if (signature.startsWith("- -") && isGone(path, disk)) return drop(id);
    const ask = attempt(() => readQuickly(path, disk, undefined, seals));
    if (ask !== null) return put(id, { signature, ask });
    entries.set(id, {
      signature: `${signatureOf(path, disk)} ${requestStamp(path, disk)}`,
      ask: null,
    });
    readSlowly(id);
  }

  /** For files that cannot be read at once: half-written by another program, or broken for good. */
  function readSlowly(id: string) {
    // Taken before the read, so that a change during the read is noticed by the next refresh.
    const signature = signatureOf(join(directory, id), disk);
    load(id).then(
      (ask) => stop !== undefined && put(id, { signature, ask }),
      () => undefined,
    );
  }

  function put(id: string, entry: Entry & { ask: Ask }) {
    const known = entries.get(id)?.ask;
    entries.set(id, entry);
    if (known == null || JSON.stringify(known) !== JSON.stringify(entry.ask))
      tell({ id, ask: entry.ask });
  }

  function drop(id: string) {
    if (entries.delete(id)) tell({ id, ask: null });
  }

  function tell(change: AskChange) {
    for (const listener of [...listeners]) {
      try {
        listener(change);
      } catch (error) {
        // A listener that throws changes nothing on disk, and the others must still be told.
        process.emitWarning(error as Error);
      }
    }
  }

  /**
   * Checks a quarter of the entries on each tick, so that ten thousand do not block the process.
   */
  function sweepInSlices() {
    let folderStamp = "";
    let rest: Iterator<[string, Entry]> = entries.entries();
    return () => {
      const stamp = stampOf(directory, disk);
      if (stamp !== folderStamp) {
        folderStamp = isRecent(directory, machine) ? "" : stamp;
        findNewAndGone();
      }
      for (let left = Math.ceil(entries.size / TICKS_PER_SWEEP); left > 0; left--) {
        let next = rest.next();
        if (next.done) {
          rest = entries.entries();
          next = rest.next();
        }
        if (next.done) return;
        const [id, { ask }] = next.value;
        if (ask?.outcome == null) refresh(id);
      }
    };
  }

  function findNewAndGone() {
    const present = new Set(listSessionIds(directory, disk));
    for (const id of present) if (!entries.has(id)) refresh(id);
    for (const id of entries.keys()) if (!present.has(id)) drop(id);
  }
}

function isGone(path: string, disk: Disk): boolean {
  return attempt(() => disk.lstatSync(path, { throwIfNoEntry: false }) === undefined) === true;
}

function stampOf(path: string, disk: Disk): string {
  const stats = attempt(() => disk.statSync(path, { throwIfNoEntry: false }));
  return stats == null ? "-" : `${stats.ino}:${stats.mtimeMs}`;
}

/**
 * A folder's time moves in steps of some milliseconds:
 * a second change in the same step would go unnoticed.
 */
function isRecent(path: string, { disk, clock }: Machine): boolean {
  return (
    clock.now().getTime() - (disk.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 100
  );
}

function requestStamp(path: string, disk: Disk): string {
  return stampOf(join(path, REQUEST), disk);
}
