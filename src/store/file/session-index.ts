/**
 * All asks of a sessions folder. Asked once, it reads the folder; while somebody watches, it keeps them in memory:
 * sessions announced on the change feed are read again at once, and a sweep every 800 ms finds what programs that
 * announce nothing have created, changed or removed.
 */
import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import type { AskChange, ListFilter, Watch } from "../ask-store.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { createFolderScan, type FolderScan, fits, forEachCalmly } from "./folder-scan.ts";
import { attempt, readQuickly } from "./quick-read.ts";
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
  load: (id: string) => Promise<Ask>;
}): SessionIndex {
  const { directory, feed, load } = parts;
  const scan = createFolderScan(directory, load);
  const entries = new Map<string, Entry>();
  const listeners = new Set<(change: AskChange) => void>();
  let stop: (() => void) | undefined;
  let started: Promise<void> | undefined;
  return { all, glance: scan.glance, watch, refresh, close };

  async function all(status: ListFilter["status"]): Promise<Ask[]> {
    if (started === undefined) return scan.all(status);
    await started;
    return [...entries.values()].flatMap(({ ask }) => (ask !== null && fits(ask, status) ? [ask] : []));
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
    const stopTicking = onTick(sweepInSlices());
    stop = () => {
      unsubscribe();
      stopTicking();
    };
    await forEachCalmly(listSessionIds(directory), refresh);
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
    const signature = known?.ask === null ? `${signatureOf(path)} ${requestStamp(path)}` : signatureOf(path);
    if (signature === known?.signature) return;
    if (signature.startsWith("- -") && isGone(path)) return drop(id);
    const ask = attempt(() => readQuickly(path));
    if (ask !== null) return put(id, { signature, ask });
    entries.set(id, { signature: `${signatureOf(path)} ${requestStamp(path)}`, ask: null });
    readSlowly(id);
  }

  /** Files that do not read at once: half-written by another program, or broken for good. */
  function readSlowly(id: string) {
    // Taken before, so that a change while it is read is looked at again.
    const signature = signatureOf(join(directory, id));
    load(id).then(
      (ask) => stop !== undefined && put(id, { signature, ask }),
      () => undefined,
    );
  }

  function put(id: string, entry: Entry & { ask: Ask }) {
    const known = entries.get(id)?.ask;
    entries.set(id, entry);
    if (known == null || JSON.stringify(known) !== JSON.stringify(entry.ask)) tell({ id, ask: entry.ask });
  }

  function drop(id: string) {
    if (entries.delete(id)) tell({ id, ask: null });
  }

  function tell(change: AskChange) {
    for (const listener of [...listeners]) {
      try {
        listener(change);
      } catch (error) {
        // What is on disk is decided, whatever somebody who heard of it makes of it.
        process.emitWarning(error as Error);
      }
    }
  }

  /** A quarter of the entries on each tick, so that ten thousand never hold up everything else at once. */
  function sweepInSlices() {
    let folderStamp = "";
    let rest: Iterator<[string, Entry]> = entries.entries();
    return () => {
      const stamp = stampOf(directory);
      if (stamp !== folderStamp) {
        folderStamp = isRecent(directory) ? "" : stamp;
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
    const present = new Set(listSessionIds(directory));
    for (const id of present) if (!entries.has(id)) refresh(id);
    for (const id of entries.keys()) if (!present.has(id)) drop(id);
  }
}

function isGone(path: string): boolean {
  return attempt(() => lstatSync(path, { throwIfNoEntry: false }) === undefined) === true;
}

function stampOf(path: string): string {
  const stats = attempt(() => statSync(path, { throwIfNoEntry: false }));
  return stats == null ? "-" : `${stats.ino}:${stats.mtimeMs}`;
}

/** A folder's time moves in steps of some milliseconds: a second change within the same step would go unnoticed. */
function isRecent(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 100;
}

function requestStamp(path: string): string {
  return stampOf(join(path, REQUEST));
}
