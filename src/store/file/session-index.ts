/**
 * All asks of a sessions folder. Asked once, it reads the folder; while somebody watches, it keeps them in memory:
 * sessions announced on the change feed are read again at once, and a sweep every 800 ms finds what programs that
 * announce nothing have created, changed or removed.
 */
import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { type Ask, statusOf } from "../../core/ask.ts";
import type { AskChange, ListFilter, Watch } from "../ask-store.ts";
import type { ChangeFeed } from "./change-feed.ts";
import {
  isSessionId,
  listSessionIds,
  peekStatus,
  REQUEST,
  readSessionOnce,
  signatureOf,
  statusFrom,
} from "./session-directory.ts";
import { askFromFiles } from "./session-format.ts";
import type { SessionStatus } from "./session-schema.ts";
import { onTick } from "./ticker.ts";

const TICKS_PER_SWEEP = 4;
const SESSIONS_BETWEEN_BREATHS = 500;
// Newer sessions are more often open than old ones; where they are not, a glance must still be quick.
const LOOKS_PER_GLANCE = 4;

interface Entry {
  signature: string;
  /** Null while its files are missing or cannot be read. */
  ask: Ask | null;
}

export interface SessionIndex {
  all(status: ListFilter["status"]): Promise<Ask[]>;
  /** Some open asks of the folders that changed last, without reading the others. */
  glance(most: number): Ask[];
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
  const entries = new Map<string, Entry>();
  const listeners = new Set<(change: AskChange) => void>();
  // A settled session stays settled, so counting the open ones need not read it twice.
  const settledIds = new Set<string>();
  let stop: (() => void) | undefined;
  let started: Promise<void> | undefined;
  return { all, glance, watch, refresh, close };

  async function all(status: ListFilter["status"]): Promise<Ask[]> {
    if (started === undefined) return readAll(status);
    await started;
    return [...entries.values()].flatMap(({ ask }) => (ask !== null && fits(ask, status) ? [ask] : []));
  }

  function glance(most: number): Ask[] {
    const asks: Ask[] = [];
    for (const id of lastChangedFirst(directory).slice(0, most * LOOKS_PER_GLANCE)) {
      if (asks.length === most) break;
      const ask = attempt(() => readIfPending(join(directory, id)));
      if (ask !== null) asks.push(ask);
    }
    return asks;
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

  async function readAll(status: ListFilter["status"]): Promise<Ask[]> {
    const asks: Ask[] = [];
    const odd: string[] = [];
    await forEachCalmly(listSessionIds(directory), (id) => {
      if (status === "pending" && settledIds.has(id)) return;
      const path = join(directory, id);
      const written = attempt(() => peekStatus(path));
      // Most sessions of a folder are settled, and to leave those out a whole check of their files is not needed.
      if (status === "pending" && saysSettled(written)) {
        settledIds.add(id);
        return;
      }
      const ask = attempt(() => readQuickly(path, statusFrom(written)));
      if (ask === null) odd.push(id);
      else if (fits(ask, status)) asks.push(ask);
    });
    for (const id of odd) {
      const ask = await load(id).catch(() => null);
      if (ask !== null && fits(ask, status)) asks.push(ask);
    }
    return asks;
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

/** Null for what needs the slow way: an answer whose status lags behind, or files with another session's id. */
function readQuickly(path: string, statusFile?: SessionStatus): Ask | null {
  const { request, status, answers } = readSessionOnce(path, statusFile);
  const ask = askFromFiles({ request, status, answers });
  const isWhole = path.endsWith(status.sessionId) && request.sessionId === status.sessionId;
  return isWhole && statusOf(ask) === normal(status.status) ? ask : null;
}

function readIfPending(path: string): Ask | null {
  const written = peekStatus(path);
  const ask = saysSettled(written) ? null : readQuickly(path, statusFrom(written));
  return ask?.outcome === null ? ask : null;
}

function lastChangedFirst(directory: string): string[] {
  return listSessionIds(directory)
    .map((id) => ({ id, at: attempt(() => lstatSync(join(directory, id)).mtimeMs) ?? 0 }))
    .sort((one, other) => other.at - one.at)
    .map(({ id }) => id);
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Other programs have names of their own for a session that is being answered. */
function normal(status: string): string {
  return ["completed", "rejected", "timed_out", "abandoned"].includes(status) ? status : "pending";
}

function saysSettled(written: unknown): boolean {
  const { status } = (written ?? {}) as { status?: unknown };
  return typeof status === "string" && normal(status) !== "pending";
}

function fits(ask: Ask, status: ListFilter["status"]): boolean {
  return status === undefined || (status === "pending") === (ask.outcome === null);
}

async function forEachCalmly(ids: string[], visit: (id: string) => void) {
  for (const [position, id] of ids.entries()) {
    visit(id);
    if (position % SESSIONS_BETWEEN_BREATHS === SESSIONS_BETWEEN_BREATHS - 1) await breathe();
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
