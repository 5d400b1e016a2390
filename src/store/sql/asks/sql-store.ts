/**
 * Asks in a database, PostgreSQL or SQLite, shared by any number of processes and, on PostgreSQL,
 * of machines.
 */
import { setMaxListeners } from "node:events";
import { isSettled, type SettledAsk } from "../../../core/ask/ask.ts";
import { AskNotFound, InvalidAskId } from "../../../core/ask/errors.ts";
import { isTaken } from "../../../core/ask/moments.ts";
import type {
  AskChange,
  AskStore,
  CleanUpOptions,
  WaitOptions,
  WatchOptions,
} from "../../ask-store.ts";
import type { Seals } from "../../file/seals.ts";
import { isSessionId } from "../../file/session-directory.ts";
import { lifeOf } from "../../process-identity.ts";
import { StoreClosed } from "../../store-closed.ts";
import { askWrites } from "./ask-writes.ts";
import { createCommitQueue } from "./commit-queue.ts";
import type { AskDatabase } from "./database.ts";
import { databaseClock } from "./database-clock.ts";
import { keepDueAsks } from "./due-asks.ts";
import { createFollower } from "./follower.ts";
import { patiently } from "./patiently.ts";
import { askReads, type NumberedChange } from "./reads.ts";
import { createRecentAsks } from "./recent-asks.ts";
import { cleanUpAsks, forgetRemovals } from "./sql-clean-up.ts";
import { sqlDrafts } from "./sql-drafts.ts";
import { sqlJobs } from "./sql-jobs.ts";

export interface SqlStoreOptions {
  database: AskDatabase;
  seals?: Seals | undefined;
  onWarning?: (message: string) => void;
  /** How long a call is tried again while the database is away. Waits are for ever. */
  patienceMs?: number;
}

const PATIENCE_MS = 30_000;
// A notice of an ask that is still open after that may be given once more.
const JOBS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export function sqlStore(options: SqlStoreOptions): AskStore {
  const { database, seals, onWarning = console.warn, patienceMs = PATIENCE_MS } = options;
  const { isAway } = database;
  const closed = new AbortController();
  // Every wait adds a listener to this signal, so many listeners are no leak.
  setMaxListeners(0, closed.signal);
  const reads = askReads(database.reader, seals);
  const recent = createRecentAsks();
  const clock = databaseClock(database.now);
  const queue = createCommitQueue(database);
  const due = keepDueAsks({ database, reads, clock });
  const follower = createFollower({ database, reads, isForgotten, onRead });
  const patientReads = { ...reads, one: (id: string) => patient(() => reads.one(id)) };
  const writes = askWrites({ reads: patientReads, queue, recent, clock, seals, checkId });
  const drafts = sqlDrafts({ database, checkId });
  const jobs = sqlJobs(database);
  let known: Promise<void> | undefined;
  return {
    clock,
    ready,
    create: (ask) => inWords(writes.create(ask)),
    load,
    list: ({ onDamaged: _, ...filter } = {}) => patient(() => reads.all(filter)),
    find: ({ onDamaged: _, ...filter }) => patient(() => reads.all(filter)),
    page: (query) => patient(() => reads.page(query)),
    count: (filter, cap) => patient(() => reads.count(filter, cap)),
    nextDue: (most) => patient(() => reads.nextDue(most)),
    glance: (most) => patient(() => reads.glance(most)),
    settle: (...given) => ready().then(() => inWords(writes.settle(...given))),
    amend: (...given) => inWords(writes.amend(...given)),
    markTaken: (...given) => inWords(writes.markTaken(...given)),
    noteEffect: (...given) => inWords(writes.noteEffect(...given)),
    whenSettled,
    watch,
    remove,
    cleanUp,
    drafts,
    keepDeadlines: due.start,
    jobs,
    close,
  };

  /** Resolves once the database's clock is known. */
  function ready(): Promise<void> {
    known ??= patient(() => clock.sync()).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  async function load(id: string) {
    checkId(id);
    const stored = await patientReads.one(id);
    if (stored === null) throw new AskNotFound(id);
    recent.keep(stored);
    return stored.ask;
  }

  async function whenSettled(
    id: string,
    { signal, until = "settled", onPending }: WaitOptions = {},
  ): Promise<SettledAsk> {
    checkId(id);
    const ended = signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]);
    ended.throwIfAborted();
    const change = await whileAway(() => follower.follow(id), ended);
    try {
      for (;;) {
        ended.throwIfAborted();
        const ask = (await whileAway(() => reads.one(id), ended))?.ask;
        if (ask === undefined) throw new AskNotFound(id);
        if (isSettled(ask) && (until === "settled" || isTaken(ask))) return ask;
        if (!isSettled(ask)) onPending?.(ask);
        await change.next(ended);
      }
    } finally {
      change.close();
    }
  }

  async function watch(listener: (change: AskChange) => void, given?: WatchOptions) {
    closed.signal.throwIfAborted();
    await ready();
    return patient(() => follower.watch(listener, given));
  }

  async function remove(id: string) {
    checkId(id);
    recent.forget(id);
    const number = await inWords(queue.write({ kind: "remove", id, version: null }));
    if (number === null) throw new AskNotFound(id);
  }

  async function cleanUp(createdBefore: Date, given: CleanUpOptions = {}) {
    const parts = { createdBefore, options: given, reads, queue, lifeOf };
    const done = await inWords(cleanUpAsks(parts));
    await inWords(forgetRemovals(database));
    await inWords(jobs.forget(new Date(clock.now().getTime() - JOBS_KEPT_MS)));
    return done;
  }

  async function close() {
    closed.abort(new StoreClosed());
    due.close();
    await follower.close();
    await queue.idle();
    await database.close();
  }

  async function isForgotten(number: number): Promise<boolean> {
    const row = await database.reader
      .selectFrom("ask_store")
      .select("forgotten_to")
      .executeTakeFirst();
    return number < (row?.forgotten_to ?? 0);
  }

  function onRead(change: NumberedChange) {
    if (change.stored === null) recent.forget(change.id);
    else recent.keep(change.stored);
    due.meet(change);
  }

  function patient<T>(work: () => Promise<T>): Promise<T> {
    return inWords(patiently(work, { isAway, forMs: patienceMs, signal: closed.signal }));
  }

  /** Waits for as long as it takes: a person may be about to answer. */
  function whileAway<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let isSaid = false;
    const onAway = (error: unknown) => {
      const said = database.inWords(error);
      if (!isSaid && said instanceof Error) onWarning(`${said.message} Still waiting.`);
      isSaid = true;
    };
    const forMs = Number.POSITIVE_INFINITY;
    return patiently(work, { isAway, forMs, signal, onAway }).catch((error) => {
      signal.throwIfAborted();
      throw database.inWords(error);
    });
  }

  function inWords<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      throw database.inWords(error);
    });
  }
}

function checkId(id: string) {
  if (!isSessionId(id)) throw new InvalidAskId(id);
}
