/**
 * Follows the changes of all asks by their numbers, for everybody in this process who watches or
 * waits: one reader behind one connection, however many they are. Wake-ups only say that something
 * may have changed; a wake-up that is lost, or a database that was away, loses no change.
 */
import type { AskChange, Watch, WatchOptions } from "../../ask-store.ts";
import type { AskDatabase, Listening } from "./database.ts";
import { type ChangeListener, newListener } from "./listener.ts";
import type { AskReads, NumberedChange } from "./reads.ts";

export interface Follower {
  watch(listener: (change: AskChange) => void, options?: WatchOptions): Promise<Watch>;
  /** Resolves to a function that waits for the next change of that ask after the last call. */
  follow(id: string): Promise<AskWaiter>;
  close(): Promise<void>;
}

export interface AskWaiter {
  /** Resolves with the next change, or when the signal is aborted. */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
}

const AT_ONCE = 500;

export function createFollower({
  database,
  reads,
  isForgotten,
  onRead,
}: {
  database: Pick<AskDatabase, "listen" | "epoch">;
  /** Fails while the database is away. */
  reads: Pick<AskReads, "lastNumber" | "changes" | "changedOf">;
  /** Whether removals behind that number are no longer known. */
  isForgotten: (number: number) => Promise<boolean>;
  /** Hears of every change that is read, before the listeners. */
  onRead: (change: NumberedChange) => void;
}): Follower {
  const listeners = new Set<ChangeListener>();
  const waiters = new Map<string, Set<() => void>>();
  let last = 0;
  let epoch = "";
  let started: Promise<void> | undefined;
  let listening: Promise<Listening> | undefined;
  let round: Promise<void> | undefined;
  let isStale = false;
  let mayBeAnother = false;
  let isClosed = false;
  return { watch, follow, close };

  async function watch(
    hear: (change: AskChange) => void,
    { after, onGap }: WatchOptions = {},
  ): Promise<Watch> {
    const listener = newListener({ hear, onGap });
    try {
      await start();
      // What was committed before this moment is read first.
      await catchUp();
      listener.from = last;
      listeners.add(listener);
      if (after !== "now") await begin(listener, after);
      listener.goLive(epoch);
    } catch (error) {
      leave(listener);
      throw error;
    }
    return { close: () => leave(listener) };
  }

  function leave(listener: ChangeListener) {
    listener.isOver = true;
    listeners.delete(listener);
    restIfIdle();
  }

  async function follow(id: string): Promise<AskWaiter> {
    let isChanged = false;
    let wake = () => {};
    const ring = () => {
      isChanged = true;
      wake();
    };
    const all = waiters.get(id) ?? new Set();
    waiters.set(id, all.add(ring));
    // While the database is away, the poll of those who listen rings later.
    await start();
    return {
      async next(signal) {
        if (!isChanged && !signal.aborted)
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener("abort", wake, { once: true });
          });
        signal.removeEventListener("abort", wake);
        isChanged = false;
      },
      close() {
        all.delete(ring);
        if (all.size === 0) waiters.delete(id);
        restIfIdle();
      },
    };
  }

  /** Listens first and reads the last number then, so that nothing falls in between. */
  function start(): Promise<void> {
    if (isClosed) throw new Error("The store was closed.");
    started ??= (async () => {
      listening = database.listen(wake);
      await listening;
      [epoch, last] = await Promise.all([database.epoch(), reads.lastNumber()]);
      mayBeAnother = false;
    })().catch(async (error) => {
      started = undefined;
      await (await listening)?.close();
      throw error;
    });
    return started;
  }

  function restIfIdle() {
    if (listeners.size > 0 || waiters.size > 0) return;
    const open = listening;
    started = undefined;
    listening = undefined;
    void open?.then((one) => one.close()).catch(() => undefined);
  }

  async function close() {
    isClosed = true;
    const open = listening;
    listeners.clear();
    waiters.clear();
    started = undefined;
    await (await open?.catch(() => undefined))?.close();
    await round?.catch(() => undefined);
  }

  function wake(isAnew: boolean) {
    mayBeAnother ||= isAnew;
    if (started === undefined || isClosed) return;
    // The next wake-up tries again.
    void started.then(catchUp).catch(() => undefined);
  }

  /** One round at a time; what is asked for during a round gets one more. */
  function catchUp(): Promise<void> {
    isStale = true;
    round ??= rounds().finally(() => {
      round = undefined;
    });
    return round;
  }

  async function rounds(): Promise<void> {
    while (isStale) {
      isStale = false;
      const end = await reads.lastNumber();
      if (await isAnotherState(end)) await beginAgain(end);
      else if (end > last) await readUpTo(end);
    }
  }

  async function isAnotherState(end: number): Promise<boolean> {
    if (end < last) return true;
    if (!mayBeAnother) return false;
    const isAnother = (await database.epoch()) !== epoch;
    mayBeAnother = false;
    return isAnother;
  }

  async function readUpTo(end: number): Promise<void> {
    if (listeners.size === 0) {
      const changed = await reads.changedOf([...waiters.keys()], last);
      last = end;
      for (const id of changed) ring(id);
      return;
    }
    while (last < end) {
      const changes = await reads.changes(last, AT_ONCE, end);
      last = changes.length < AT_ONCE ? end : (changes.at(-1)?.n ?? end);
      for (const change of changes) tell(change);
    }
  }

  function tell(change: NumberedChange) {
    onRead(change);
    for (const listener of [...listeners]) listener.take(change, epoch);
    ring(change.id);
  }

  function ring(id: string) {
    for (const one of [...(waiters.get(id) ?? [])]) one();
  }

  /** The numbers are those of another state: everybody begins with every ask. */
  async function beginAgain(end: number): Promise<void> {
    epoch = await database.epoch();
    last = end;
    for (const listener of [...listeners]) {
      listener.onGap?.();
      listener.from = last;
      await replay(listener, 0);
    }
    for (const id of [...waiters.keys()]) ring(id);
  }

  async function begin(listener: ChangeListener, after: string | undefined): Promise<void> {
    if (after === undefined) return replay(listener, 0);
    const number = numberIn(after);
    const isGap = number === null || number > last || (await isForgotten(number));
    if (!isGap) return replay(listener, number);
    listener.onGap?.();
    await replay(listener, 0);
  }

  function numberIn(after: string): number | null {
    const [of = "", digits = ""] = after.split(":");
    return of === epoch && /^\d+$/.test(digits) ? Number(digits) : null;
  }

  async function replay(listener: ChangeListener, after: number): Promise<void> {
    const end = listener.from;
    for (let at = after; at < end && !listener.isOver; ) {
      const changes = await reads.changes(at, AT_ONCE, end);
      for (const change of changes)
        if (after > 0 || change.stored !== null) listener.hear(change, epoch);
      at = changes.length < AT_ONCE ? end : (changes.at(-1)?.n ?? end);
    }
  }
}
