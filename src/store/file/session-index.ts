/**
 * All asks of a sessions folder. Without a watcher each call reads the folder. With one, the asks
 * are kept in memory and in order: an announced session is read again at once, and a sweep finds
 * what programs that announce nothing created, changed or removed.
 */
import { join } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import { type AskFilter, fits, isByStatusAlone } from "../ask-filter.ts";
import { byPlace, inOrder, type Place, placeFrom, placeOf } from "../ask-order.ts";
import type { AskChange, AskPage, PageQuery, Timed, Watch, WatchOptions } from "../ask-store.ts";
import type { Disk, Machine } from "../machine.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { type ChangeLog, createChangeLog } from "./change-log.ts";
import { createFolderScan, type FolderScan, forEachCalmly } from "./folder-scan.ts";
import { nearestOf, pageOf } from "./pages.ts";
import { attempt, readQuickly } from "./read-session.ts";
import type { Seals } from "./seals.ts";
import { isSessionId, listSessionIds, REQUEST, signatureOf } from "./session-directory.ts";
import { createSortedAsks } from "./sorted-asks.ts";
import { onTick } from "./ticker.ts";

const TICKS_PER_SWEEP = 4;
// Beyond so many, a sweep may take longer: up to 45 ticks, which are nine seconds.
const FULL_SPEED = 1_000;
const TICKS_PER_SLOW_SWEEP = 45;
const TICKS_PER_SLOW_LISTING = 5;

interface Entry {
  signature: string;
  /** Null while its files are missing or cannot be read. */
  ask: Ask | null;
}

interface Listener {
  readonly hear: (change: AskChange) => void;
  /** Not while it waits for the first read. */
  isLive: boolean;
}

export interface SessionIndex extends FolderScan {
  watch(listener: (change: AskChange) => void, options?: WatchOptions): Promise<Watch>;
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
  /** Our own change, half-made: it is announced once it is whole. */
  isWriting: (id: string) => boolean;
}): SessionIndex {
  const { directory, feed, machine, load, seals, isWriting } = parts;
  const { disk, clock } = machine;
  const scan = createFolderScan({ directory, disk, load, seals });
  const entries = new Map<string, Entry>();
  const open = createSortedAsks("created");
  const settled = createSortedAsks("settled");
  // What may still change by a program that announces nothing.
  const unsettled = new Set<string>();
  const listeners = new Set<Listener>();
  let changes: ChangeLog = createChangeLog();
  let stop: (() => void) | undefined;
  let started: Promise<void> | undefined;
  return { all, page, count, nextDue, glance: scan.glance, watch, refresh, close };

  async function all(filter: AskFilter, onUnread?: (error: unknown) => void): Promise<Ask[]> {
    if (started === undefined) return scan.all(filter, onUnread);
    await started;
    return [...known(filter)].filter((ask) => fits(ask, filter));
  }

  function* known({ status }: AskFilter): Generator<Ask> {
    if (status !== "settled") yield* open.from(undefined);
    if (status !== "pending") yield* settled.from(undefined);
  }

  async function page(query: PageQuery): Promise<AskPage> {
    if (started === undefined) return scan.page(query);
    await started;
    const from = query.after === undefined ? undefined : placeFrom(query.after);
    return pageOf(behind(from, query), query);
  }

  function behind(from: Place | undefined, query: PageQuery): Iterable<Ask> {
    const { order = "created", status } = query;
    if (order === "settled") return status === "pending" ? [] : settled.from(from);
    if (status === "pending") return open.from(from);
    const found = [...known(query)].filter((ask) => fits(ask, query));
    return inOrder(found).filter(
      (ask) => from === undefined || byPlace(from, placeOf(ask, order)) < 0,
    );
  }

  async function count(filter: AskFilter, cap: number): Promise<number> {
    if (started === undefined) return scan.count(filter, cap);
    await started;
    const { status } = filter;
    if (isByStatusAlone(filter)) return Math.min(sizeOf(status), cap);
    let found = 0;
    for (const ask of known(filter)) {
      if (found === cap) break;
      if (fits(ask, filter)) found += 1;
    }
    return found;
  }

  function sizeOf(status: AskFilter["status"]): number {
    if (status === "pending") return open.size;
    return settled.size + (status === "settled" ? 0 : open.size);
  }

  async function nextDue(most: number): Promise<Timed[]> {
    if (started === undefined) return scan.nextDue(most);
    await started;
    return nearestOf(open.from(undefined), most);
  }

  async function watch(
    hear: (change: AskChange) => void,
    { after, onGap }: WatchOptions = {},
  ): Promise<Watch> {
    const listener: Listener = { hear, isLive: false };
    listeners.add(listener);
    try {
      started ??= start();
      await started;
    } catch (error) {
      leave(listener);
      throw error;
    }
    const missed = after === "now" ? [] : after === undefined ? null : changes.since(after);
    listener.isLive = true;
    if (after !== undefined && missed === null) onGap?.();
    if (missed === null) await tellAll(listener);
    else for (const id of missed) tellOne(listener, changeOf(id));
    return { close: () => leave(listener) };
  }

  function leave(listener: Listener) {
    if (listeners.delete(listener) && listeners.size === 0) close();
  }

  /** What changes meanwhile is told by the change, and not once more. */
  async function tellAll(listener: Listener) {
    const numbers = [...entries.keys()].map((id) => [id, changes.numberOf(id)] as const);
    const before = new Map(numbers);
    await forEachCalmly([...before.keys()], (id) => {
      const isAsBefore = entries.get(id)?.ask != null && changes.numberOf(id) === before.get(id);
      if (isAsBefore && listeners.has(listener)) tellOne(listener, changeOf(id));
    });
  }

  function changeOf(id: string): AskChange {
    return { id, ask: entries.get(id)?.ask ?? null, number: changes.numberOf(id) };
  }

  async function start() {
    const unsubscribe = feed.subscribe(refresh);
    const stopTicking = onTick(clock, sweepInSlices());
    stop = () => {
      unsubscribe();
      stopTicking();
    };
    try {
      await forEachCalmly(listSessionIds(directory, disk), refresh);
    } catch (error) {
      close();
      throw error;
    }
  }

  function close() {
    stop?.();
    stop = undefined;
    started = undefined;
    entries.clear();
    open.clear();
    settled.clear();
    unsettled.clear();
    changes = createChangeLog();
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
    keep(id, { signature: `${signatureOf(path, disk)} ${requestStamp(path, disk)}`, ask: null });
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
    keep(id, entry);
    if (known == null || JSON.stringify(known) !== JSON.stringify(entry.ask)) tell(id);
  }

  function drop(id: string) {
    if (!entries.delete(id)) return;
    forgetOrder(id);
    unsettled.delete(id);
    tell(id);
  }

  function keep(id: string, entry: Entry) {
    entries.set(id, entry);
    const { ask } = entry;
    if (ask === null) forgetOrder(id);
    else if (ask.outcome === null) open.put(ask);
    else {
      open.remove(id);
      settled.put(ask);
    }
    if (ask?.outcome == null) unsettled.add(id);
    else unsettled.delete(id);
  }

  function forgetOrder(id: string) {
    open.remove(id);
    settled.remove(id);
  }

  function tell(id: string) {
    changes.note(id, !entries.has(id));
    for (const listener of [...listeners]) if (listener.isLive) tellOne(listener, changeOf(id));
  }

  /** In slices, so that ten thousand do not block the process. */
  function sweepInSlices() {
    let folderStamp = "";
    let ticks = 0;
    let rest: Iterator<string> = unsettled.values();
    return () => {
      ticks += 1;
      if (entries.size <= FULL_SPEED || ticks % TICKS_PER_SLOW_LISTING === 0) lookAtFolder();
      for (let left = looksPerTick(unsettled.size); left > 0; left--) {
        let next = rest.next();
        if (next.done) {
          rest = unsettled.values();
          next = rest.next();
        }
        if (next.done) return;
        if (!isWriting(next.value)) refresh(next.value);
      }
    };

    function lookAtFolder() {
      const stamp = stampOf(directory, disk);
      if (stamp === folderStamp) return;
      folderStamp = isRecent(directory, machine) ? "" : stamp;
      findNewAndGone();
    }
  }

  function findNewAndGone() {
    const present = new Set(listSessionIds(directory, disk));
    for (const id of present) if (!entries.has(id)) refresh(id);
    for (const id of entries.keys()) if (!present.has(id)) drop(id);
  }
}

function looksPerTick(many: number): number {
  const whole = Math.min(many, FULL_SPEED) / TICKS_PER_SWEEP;
  return Math.ceil(Math.max(whole, many / TICKS_PER_SLOW_SWEEP));
}

/** A listener that throws changes nothing on disk, and the others must still be told. */
function tellOne({ hear }: Listener, change: AskChange) {
  try {
    hear(change);
  } catch (error) {
    process.emitWarning(error as Error);
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
