/**
 * Asks as session folders on disk, shared by any number of processes without a server between them.
 */
import { setMaxListeners } from "node:events";
import { join } from "node:path";
import { alreadySettled } from "../../core/ask/already-settled.ts";
import {
  type Ask,
  type Effect,
  isExpired,
  isSettled,
  type Outcome,
  type SettledAsk,
  settle as settleAsk,
  timedOutAt,
} from "../../core/ask/ask.ts";
import { AskNotFound } from "../../core/ask/errors.ts";
import { isTaken, isTakenBy } from "../../core/ask/moments.ts";
import { inOrder } from "../ask-order.ts";
import type {
  Amendment,
  AskChange,
  AskStore,
  CleanUpOptions,
  FindFilter,
  ListFilter,
  SettleOptions,
  WaitOptions,
  WatchOptions,
} from "../ask-store.ts";
import { sleep } from "../clock.ts";
import { type Machine, thisMachine } from "../machine.ts";
import { StoreClosed } from "../store-closed.ts";
import { openChangeFeed, watchSession } from "./change-feed.ts";
import { removeOldSessions } from "./clean-up.ts";
import {
  AtomicWriteError,
  FileExists,
  makeFolder,
  readJson,
  syncDirectory,
  uniqueName,
  type WriteOptions,
  writeJson,
} from "./durable-file.ts";
import { openFileDrafts } from "./file-drafts.ts";
import { FileProblem } from "./file-problem.ts";
import { markWaiting, removeLeftovers } from "./leftovers.ts";
import { withLock } from "./lock.ts";
import {
  attempt,
  readRequestAndStatus,
  readSessionOnce,
  readSessionPatiently,
} from "./read-session.ts";
import { judged, type Seals } from "./seals.ts";
import {
  ANSWERS,
  isSessionDirectory,
  LOCK,
  REQUEST,
  SessionDamaged,
  STATUS,
  sessionPath,
} from "./session-directory.ts";
import {
  AnswersDoNotFit,
  answersOf,
  askFromFiles,
  lagsBehind,
  requestOf,
  statusChangeOf,
  statusFileOf,
} from "./session-format.ts";
import { createSessionIndex } from "./session-index.ts";
import type { SessionStatus } from "./session-schema.ts";

export interface FileStoreOptions {
  directory: string;
  /** The disk, clock and process table to work on. */
  machine?: Machine;
  /** Seals the decisions that are written here, and judges those that are read. */
  seals?: Seals | undefined;
  onWarning?: (message: string) => void;
}

const REMOVED_WITHIN_MS = 100;

export function openFileStore({
  directory,
  machine = thisMachine,
  seals,
  onWarning = console.warn,
}: FileStoreOptions): AskStore {
  const { disk, clock } = machine;
  const feed = openChangeFeed(directory, disk);
  // What this store is in the middle of writing, under the session's lock.
  const writing = new Set<string>();
  const isWriting = (id: string) => writing.has(id);
  const index = createSessionIndex({ directory, feed, machine, load, seals, isWriting });
  const drafts = openFileDrafts(directory, machine);
  const closed = new AbortController();
  // Every wait adds a listener to this signal, so many listeners are no leak.
  setMaxListeners(0, closed.signal);
  return {
    create,
    load,
    list: find,
    find,
    page: index.page,
    count: index.count,
    nextDue: index.nextDue,
    glance,
    settle,
    amend,
    markTaken,
    noteEffect,
    whenSettled,
    watch,
    remove,
    cleanUp,
    drafts,
    close,
  };

  /** Built aside and moved into place whole, so nobody ever meets a session without its files. */
  async function create(ask: Ask) {
    const path = sessionPath(directory, ask.id);
    const staging = join(directory, `.new-${ask.id}`);
    await seals?.prepare(ask.createdAt);
    const seal = ask.outcome === null ? undefined : seals?.seal(ask, ask.outcome);
    try {
      makeFolder(staging, disk);
      await write(join(staging, REQUEST), requestOf(ask), { durable: "file" });
      if (ask.outcome?.status === "completed")
        await write(join(staging, ANSWERS), answersOf(ask, ask.outcome, seal), { durable: "file" });
      await write(join(staging, STATUS), statusFileOf(ask, seal));
      disk.renameSync(staging, path);
      await syncDirectory(directory, disk);
    } catch (cause) {
      attempt(() => disk.rmSync(staging, { recursive: true, force: true }));
      throw cause instanceof AtomicWriteError ? cause : new AtomicWriteError(path, cause);
    }
    changed(ask.id);
  }

  async function load(id: string): Promise<Ask> {
    const path = existing(id);
    const files = attempt(() => readSessionOnce(path, disk));
    const ask = files && attempt(() => judged(askFromFiles(files), files, seals));
    const isOwn = files?.status.sessionId === id && files.request.sessionId === id;
    if (ask && isOwn && !lagsBehind(files)) return ask;
    // Perhaps caught in the middle of another program's write: look again with patience, under the lock.
    try {
      await readRequestAndStatus(path, id, machine);
    } catch (error) {
      throw (await isBeingRemoved(path, error)) ? new AskNotFound(id) : error;
    }
    try {
      return await underLock(id, () => loadAndMend(id));
    } catch (error) {
      // A read-only folder can still be read: the answer is there, only its status lags behind.
      if (ask && error instanceof AtomicWriteError) return ask;
      throw error;
    }
  }

  /** Another program may remove the files one by one, and the folder last. */
  async function isBeingRemoved(path: string, error: unknown): Promise<boolean> {
    const cause = error instanceof SessionDamaged ? error.cause : null;
    if (!(cause instanceof FileProblem) || !cause.isMissing) return false;
    await sleep(clock, REMOVED_WITHIN_MS);
    return !isSessionDirectory(path, disk);
  }

  async function find({ onDamaged, ...filter }: FindFilter = {}): Promise<Ask[]> {
    return inOrder(await index.all(filter, onDamaged && hearOf(onDamaged)));
  }

  async function glance(most: number): Promise<Ask[]> {
    return inOrder(index.glance(most));
  }

  async function settle(
    id: string,
    decide: (ask: Ask) => Outcome | null,
    { key }: SettleOptions = {},
  ): Promise<Ask> {
    return underLock(id, async () => {
      const ask = await loadAndMend(id);
      if (isSettled(ask)) {
        if (key !== undefined && (await settlementOf(id)) === key) return ask;
        throw alreadySettled(ask);
      }
      if (isExpired(ask, clock.now())) return commitLate(ask, decide);
      const outcome = decide(ask);
      return outcome === null ? ask : commit(ask, outcome, key);
    });
  }

  /** The key of what settled it, where it had one. Answers are the commit point, where there are any. */
  async function settlementOf(id: string): Promise<unknown> {
    const path = sessionPath(directory, id);
    const [answers, status] = await Promise.all(
      [ANSWERS, STATUS].map((name) => readJson(join(path, name), machine)),
    );
    return ((answers ?? status) as { settlement?: unknown } | null)?.settlement;
  }

  /** The deadline passed first, even if nobody noticed: any other decision came too late. */
  async function commitLate(ask: Ask, decide: (ask: Ask) => Outcome | null): Promise<Ask> {
    const timedOut = await commit(ask, timedOutAt(ask, clock.now().toISOString()));
    if (attempt(() => decide(ask))?.status === "timed_out") return timedOut;
    throw alreadySettled(timedOut as SettledAsk);
  }

  /**
   * The moment of settling: answers.json appears, or
   * status.json is replaced while there is no answers.json.
   */
  async function commit(ask: Ask, outcome: Outcome, settlement?: string): Promise<Ask> {
    const path = sessionPath(directory, ask.id);
    await seals?.prepare(clock.now().toISOString());
    const seal = seals?.seal(ask, outcome);
    const named = settlement === undefined ? {} : { settlement };
    if (outcome.status !== "completed") {
      await rewriteStatus(ask.id, { ...statusChangeOf(outcome, seal), ...named });
      changed(ask.id);
      return settledWith(ask, outcome, seal);
    }
    try {
      const answers = { ...answersOf(ask, outcome, seal), ...named };
      await write(join(path, ANSWERS), answers, { exclusive: true });
    } catch (error) {
      if (!(error instanceof FileExists)) throw error;
      // A program that takes no locks answered at this very moment.
      const settled = await loadAndMend(ask.id);
      throw isSettled(settled) ? alreadySettled(settled) : error;
    }
    await finishStatus(ask.id, outcome, seal);
    changed(ask.id);
    return settledWith(ask, outcome, seal);
  }

  function settledWith(ask: Ask, outcome: Outcome, seal: string | undefined): SettledAsk {
    const settled = settleAsk(ask, outcome);
    return seals === undefined ? settled : { ...settled, sealed: seals.check(ask, outcome, seal) };
  }

  async function amend(id: string, change: (ask: Ask) => Amendment): Promise<Ask> {
    return underLock(id, async () => {
      const ask = await loadAndMend(id);
      if (isSettled(ask)) throw alreadySettled(ask);
      const amendment = change(ask);
      await rewriteStatus(id, amendment);
      changed(id);
      return { ...ask, ...amendment };
    });
  }

  async function markTaken(id: string, by: string): Promise<boolean> {
    const isNew = await underLock(id, async () => {
      const ask = await loadAndMend(id);
      if (!isSettled(ask) || isTakenBy(ask, by)) return false;
      const at = clock.now().toISOString();
      await rewriteStatus(id, { taken: [...(ask.taken ?? []), { by, at }] }, "file");
      return true;
    });
    if (isNew) changed(id);
    return isNew;
  }

  async function noteEffect(id: string, effect: Omit<Effect, "at">): Promise<Ask> {
    return underLock(id, async () => {
      const ask = await loadAndMend(id);
      if (!isSettled(ask) || isSameEffect(ask.effect, effect)) return ask;
      const noted = { ...effect, at: clock.now().toISOString() };
      await rewriteStatus(id, { effect: noted }, "file");
      changed(id);
      return { ...ask, effect: noted };
    });
  }

  async function whenSettled(
    id: string,
    { signal, until = "settled", onPending }: WaitOptions = {},
  ): Promise<SettledAsk> {
    const path = existing(id);
    const ended = signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]);
    const unmark = markWaiting(path, machine);
    const change = watchSession({ id, path, feed, machine });
    try {
      for (;;) {
        ended.throwIfAborted();
        const ask = await load(id);
        if (isSettled(ask) && (until === "settled" || isTaken(ask))) return ask;
        if (!isSettled(ask)) onPending?.(ask);
        await change.next(ended);
      }
    } finally {
      change.close();
      unmark();
    }
  }

  async function watch(listener: (change: AskChange) => void, options?: WatchOptions) {
    closed.signal.throwIfAborted();
    return index.watch(listener, options);
  }

  async function remove(id: string) {
    await removeIf(id, () => true);
  }

  /**
   * Moves the session aside in one step, so that it is there whole or not at all. `isUnwanted` is
   * asked again after the move: a wait may have begun in between.
   */
  async function removeIf(id: string, isUnwanted: (path: string) => boolean): Promise<boolean> {
    const isRemoved = await underLock(id, async () => {
      const path = sessionPath(directory, id);
      if (!isUnwanted(path)) return false;
      const trash = join(directory, `.old-${id}-${uniqueName(machine)}`);
      disk.renameSync(path, trash);
      if (!isUnwanted(trash)) {
        disk.renameSync(trash, path);
        return false;
      }
      disk.rmSync(trash, { recursive: true, force: true });
      return true;
    });
    if (isRemoved) feed.forget(id);
    index.refresh(id);
    return isRemoved;
  }

  async function cleanUp(createdBefore: Date, options: CleanUpOptions = {}) {
    const parts = { directory, createdBefore, options, load, removeIf, onWarning, machine };
    return removeOldSessions(parts);
  }

  async function close() {
    closed.abort(new StoreClosed());
    index.close();
  }

  /**
   * Reads a session whose lock we hold. Completes what another program left half-done, or abandons
   * a session whose answers do not fit.
   */
  async function loadAndMend(id: string): Promise<Ask> {
    const path = existing(id);
    try {
      const files = await readSessionPatiently(path, id, machine);
      const ask = judged(askFromFiles(files), files, seals);
      if (ask.outcome !== null && lagsBehind(files))
        await finishStatus(id, ask.outcome, files.answers?.seal);
      return ask;
    } catch (error) {
      if (!(error instanceof AnswersDoNotFit)) throw error;
      return giveUp(id, error.message);
    }
  }

  /** S-08. The answers file stays for a person to look at. */
  async function giveUp(id: string, detail: string): Promise<Ask> {
    const { request, status } = await readRequestAndStatus(sessionPath(directory, id), id, machine);
    // Askline completed this session, so its answers were
    // valid once: later damage does not undo a decision.
    if (status.status === "completed" && status.provenance !== undefined)
      throw new SessionDamaged(id, detail);
    const pending = askFromFiles({
      request,
      status: { ...status, status: "pending" },
      answers: null,
    });
    const at = clock.now().toISOString();
    const outcome: Outcome = {
      status: "abandoned",
      kind: "corrupt",
      detail,
      provenance: { by: "rule", surface: "file", at },
    };
    await rewriteStatus(id, statusChangeOf(outcome));
    onWarning(`Session ${id} is abandoned: ${detail}`);
    changed(id);
    return settleAsk(pending, outcome);
  }

  /**
   * The answer is safe in answers.json already, so a status that cannot be written now is finished
   * by the next reader. Whatever the answers say, a session that has them is completed on disk.
   */
  async function finishStatus(id: string, { provenance }: Outcome, seal: string | undefined) {
    const sealed = seal === undefined ? {} : { seal };
    try {
      await rewriteStatus(id, { status: "completed", provenance, ...sealed }, "file");
    } catch (error) {
      onWarning(`The status of session ${id} lags behind its answer: ${(error as Error).message}`);
    }
  }

  /** Starts from the file as it is, so fields that we do not know survive. */
  async function rewriteStatus(
    id: string,
    change: Partial<SessionStatus>,
    durable: true | "file" = true,
  ) {
    const path = sessionPath(directory, id);
    await readRequestAndStatus(path, id, machine);
    const status = (await readJson(join(path, STATUS), machine)) as Record<string, unknown>;
    const lastModified = change.provenance?.at ?? clock.now().toISOString();
    await write(join(path, STATUS), { ...status, ...change, lastModified }, { durable });
  }

  async function underLock<T>(id: string, work: () => Promise<T>): Promise<T> {
    const path = existing(id);
    try {
      const cleanWork = () => {
        removeLeftovers(path, machine);
        writing.add(id);
        return work().finally(() => writing.delete(id));
      };
      return await withLock(join(path, LOCK), cleanWork, machine);
    } catch (error) {
      // The session may have been removed while we waited for the lock.
      throw isSessionDirectory(path, disk) ? error : new AskNotFound(id);
    }
  }

  function existing(id: string): string {
    const path = sessionPath(directory, id);
    if (!isSessionDirectory(path, disk)) throw new AskNotFound(id);
    return path;
  }

  function write(path: string, value: unknown, options: WriteOptions = {}): Promise<void> {
    return writeJson(path, value, options, machine);
  }

  function changed(id: string) {
    feed.announce(id);
    index.refresh(id);
  }
}

function isSameEffect(noted: Effect | undefined, effect: Omit<Effect, "at">): boolean {
  const { kind, did, answer } = effect;
  return noted?.kind === kind && noted.did === did && noted.answer === answer;
}

/** A session whose files are still to come is not damaged. */
function hearOf(onDamaged: NonNullable<ListFilter["onDamaged"]>) {
  return (error: unknown) => {
    if (!(error instanceof SessionDamaged)) return;
    const isYetToCome = error.cause instanceof FileProblem && error.cause.isMissing;
    if (!isYetToCome) onDamaged(error.sessionId, error);
  };
}

/** A wait that ends because its own process closes the store. */
