/** Asks as session folders on disk, shared by any number of processes without a server between them. */
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Ask, isSettled, type Outcome, type SettledAsk, settle as settleAsk } from "../../core/ask.ts";
import { AlreadySettled, AskNotFound } from "../../core/errors.ts";
import type { Amendment, AskChange, AskStore, ListFilter } from "../ask-store.ts";
import { openChangeFeed } from "./change-feed.ts";
import { removeOldSessions } from "./clean-up.ts";
import { AtomicWriteError, FileExists, isTemporary, syncDirectory, writeJson } from "./durable-file.ts";
import { openFileDrafts } from "./file-drafts.ts";
import { withLock } from "./lock.ts";
import { watchSession } from "./session-change.ts";
import {
  ANSWERS,
  isSessionDirectory,
  LOCK,
  REQUEST,
  readRequestAndStatus,
  readSessionOnce,
  readSessionPatiently,
  SessionDamaged,
  STATUS,
  sessionPath,
} from "./session-directory.ts";
import { AnswersDoNotFit, answersOf, askFromFiles, requestOf, statusChangeOf, statusFileOf } from "./session-format.ts";
import { createSessionIndex } from "./session-index.ts";
import type { SessionFiles, SessionStatus } from "./session-schema.ts";
import { markWaiting } from "./waiting-mark.ts";

export interface FileStoreOptions {
  directory: string;
  now?: () => Date;
  onWarning?: (message: string) => void;
}

export function openFileStore({
  directory,
  now = () => new Date(),
  onWarning = console.warn,
}: FileStoreOptions): AskStore {
  const feed = openChangeFeed(directory);
  const index = createSessionIndex({ directory, feed, load });
  const drafts = openFileDrafts(directory);
  return { create, load, list, settle, amend, whenSettled, watch, remove, cleanUp, drafts, close };

  /** Built aside and moved into place whole, so nobody ever meets a session without its files. */
  async function create(ask: Ask) {
    const path = sessionPath(directory, ask.id);
    const staging = join(directory, `.new-${ask.id}`);
    try {
      await mkdir(staging, { recursive: true, mode: 0o700 });
      await writeJson(join(staging, REQUEST), requestOf(ask), { durable: "file" });
      await writeJson(join(staging, STATUS), statusFileOf(ask));
      await rename(staging, path);
      await syncDirectory(directory);
    } catch (cause) {
      await rm(staging, { recursive: true, force: true }).catch(() => undefined);
      throw cause instanceof AtomicWriteError ? cause : new AtomicWriteError(path, cause);
    }
    changed(ask.id);
  }

  async function load(id: string): Promise<Ask> {
    const path = existing(id);
    const files = attempt(() => readSessionOnce(path));
    const ask = files && attempt(() => askFromFiles(files));
    if (ask && files.status.sessionId === id && !lagsBehind(files, ask)) return ask;
    // Perhaps caught in the middle of another program's write: look again with patience, under the lock.
    await readRequestAndStatus(path, id);
    return underLock(id, () => loadAndMend(id));
  }

  async function list({ status }: ListFilter = {}): Promise<Ask[]> {
    const asks = await index.all(status);
    return asks.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  }

  async function settle(id: string, decide: (ask: Ask) => Outcome | null): Promise<Ask> {
    return underLock(id, async () => {
      const ask = await loadAndMend(id);
      if (isSettled(ask)) throw new AlreadySettled(ask);
      const outcome = decide(ask);
      return outcome === null ? ask : commit(ask, outcome);
    });
  }

  /** The single moment: answers.json appears, or status.json is replaced while there is no answers.json. */
  async function commit(ask: Ask, outcome: Outcome): Promise<Ask> {
    const path = sessionPath(directory, ask.id);
    if (outcome.status !== "completed") {
      await rewriteStatus(ask.id, statusChangeOf(outcome));
      changed(ask.id);
      return settleAsk(ask, outcome);
    }
    try {
      await writeJson(join(path, ANSWERS), answersOf(ask, outcome), { exclusive: true });
    } catch (error) {
      if (!(error instanceof FileExists)) throw error;
      // A program that knows no locks answered in this very moment.
      const settled = await loadAndMend(ask.id);
      throw isSettled(settled) ? new AlreadySettled(settled) : error;
    }
    await finishStatus(ask.id, outcome);
    changed(ask.id);
    return settleAsk(ask, outcome);
  }

  async function amend(id: string, change: (ask: Ask) => Amendment): Promise<Ask> {
    return underLock(id, async () => {
      const ask = await loadAndMend(id);
      if (isSettled(ask)) throw new AlreadySettled(ask);
      const amendment = change(ask);
      await rewriteStatus(id, amendment);
      changed(id);
      return { ...ask, ...amendment };
    });
  }

  async function whenSettled(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<SettledAsk> {
    const path = existing(id);
    const unmark = markWaiting(path);
    const change = watchSession({ id, path, feed });
    try {
      for (;;) {
        signal?.throwIfAborted();
        const ask = await load(id);
        if (isSettled(ask)) return ask;
        await change.next(signal);
      }
    } finally {
      change.close();
      unmark();
    }
  }

  async function watch(listener: (change: AskChange) => void) {
    return index.watch(listener);
  }

  /** Moved aside in one step, so a session is there whole or not at all. */
  async function remove(id: string) {
    await underLock(id, async () => {
      const trash = join(directory, `.old-${id}-${randomBytes(4).toString("hex")}`);
      await rename(sessionPath(directory, id), trash);
      await rm(trash, { recursive: true, force: true });
    });
    feed.forget(id);
    index.refresh(id);
  }

  async function cleanUp(createdBefore: Date) {
    return removeOldSessions({ directory, createdBefore, remove, onWarning });
  }

  async function close() {
    index.close();
  }

  /** Reads a session whose lock we hold, and finishes or gives up what another program left half-done. */
  async function loadAndMend(id: string): Promise<Ask> {
    const path = existing(id);
    try {
      const files = await readSessionPatiently(path, id);
      const ask = askFromFiles(files);
      if (ask.outcome?.status === "completed" && lagsBehind(files, ask)) await finishStatus(id, ask.outcome);
      return ask;
    } catch (error) {
      if (!(error instanceof AnswersDoNotFit)) throw error;
      return giveUp(id, error.message);
    }
  }

  /** S-08. The answers file stays for a person to look at. */
  async function giveUp(id: string, detail: string): Promise<Ask> {
    const { request, status } = await readRequestAndStatus(sessionPath(directory, id), id);
    // Completed by one of us, so the answers did fit once: damage since then does not undo a decision.
    if (status.status === "completed" && status.provenance !== undefined) throw new SessionDamaged(id, detail);
    const pending = askFromFiles({ request, status: { ...status, status: "pending" }, answers: null });
    const at = now().toISOString();
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

  /** The answer is safe in answers.json already, so a status that cannot be written now is finished by the next reader. */
  async function finishStatus(id: string, outcome: Outcome) {
    try {
      await rewriteStatus(id, statusChangeOf(outcome), "file");
    } catch (error) {
      onWarning(`The status of session ${id} lags behind its answer: ${(error as Error).message}`);
    }
  }

  /** Starts from the file as it is, so fields that we do not know survive. */
  async function rewriteStatus(id: string, change: Partial<SessionStatus>, durable: true | "file" = true) {
    const path = sessionPath(directory, id);
    const { status } = await readRequestAndStatus(path, id);
    const lastModified = change.provenance?.at ?? now().toISOString();
    await writeJson(join(path, STATUS), { ...status, ...change, lastModified }, { durable });
  }

  async function underLock<T>(id: string, work: () => Promise<T>): Promise<T> {
    const path = existing(id);
    try {
      return await withLock(join(path, LOCK), async ({ takenOver }) => {
        if (takenOver) removeLeftovers(path);
        return work();
      });
    } catch (error) {
      // Removed while we waited for the lock.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new AskNotFound(id);
      throw error;
    }
  }

  function existing(id: string): string {
    const path = sessionPath(directory, id);
    if (!isSessionDirectory(path)) throw new AskNotFound(id);
    return path;
  }

  function changed(id: string) {
    feed.announce(id);
    index.refresh(id);
  }
}

function lagsBehind(files: SessionFiles, ask: Ask): boolean {
  return ask.outcome?.status === "completed" && files.status.status !== "completed";
}

function removeLeftovers(path: string) {
  for (const name of readdirSync(path)) if (isTemporary(name)) rmSync(join(path, name), { force: true });
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
