/**
 * Changes of asks: decided here on a version, and committed only if that version still holds. A
 * commit whose acknowledgement was lost is found again by its key.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { alreadySettled } from "../../../core/ask/already-settled.ts";
import {
  type Ask,
  type Effect,
  isSettled,
  type Outcome,
  settle as settleAsk,
  timedOutAt,
} from "../../../core/ask/ask.ts";
import { AsklineError, AskNotFound } from "../../../core/ask/errors.ts";
import { isTakenBy } from "../../../core/ask/moments.ts";
import type { Amendment, AskStore, SettleOptions } from "../../ask-store.ts";
import type { Seals } from "../../file/seals.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { DatabaseClock } from "./database-clock.ts";
import type { AskReads } from "./reads.ts";
import type { RecentAsks } from "./recent-asks.ts";
import { changedColumns, dueOf, newRow, type Stored } from "./rows.ts";
import type { When } from "./writes.ts";

type Writes = Pick<AskStore, "create" | "settle" | "amend" | "markTaken" | "noteEffect">;

/** What becomes of an ask; null leaves it as it is. */
interface Change {
  ask: Ask;
  when: When;
  settlement?: string;
  seal?: string | undefined;
}

export class IdTaken extends AsklineError {
  readonly code = "id_taken";
  readonly suggestion = "Ask it under another id, or leave the id out.";
  constructor(id: string) {
    super(`There is another ask with the id ${id}.`);
  }
}

// A clock that is read over the network is never quite that of the database.
const CLOCKS_DIFFER_MS = 100;

export function askWrites(parts: {
  reads: Pick<AskReads, "one">;
  queue: CommitQueue;
  recent: RecentAsks;
  /** The database's. */
  clock: DatabaseClock;
  seals: Seals | undefined;
  checkId: (id: string) => void;
}): Writes {
  const { reads, queue, recent, clock, seals, checkId } = parts;
  return { create, settle, amend, markTaken, noteEffect };

  async function create(ask: Ask): Promise<void> {
    checkId(ask.id);
    await seals?.prepare(ask.createdAt);
    const seal = ask.outcome === null ? undefined : seals?.seal(ask, ask.outcome);
    const change = randomUUID();
    const row = newRow(ask, { change, seal });
    const number = await queue.write({ kind: "create", id: ask.id, row });
    if (number === null) {
      // Ours, if the acknowledgement of an earlier try was lost.
      const there = await reads.one(ask.id);
      if (there?.changeKey !== change) throw new IdTaken(ask.id);
      return;
    }
    const keys = { settlement: null, changeKey: change, seal: seal ?? null };
    recent.keep({ ask, n: number, version: 1, ...keys });
  }

  async function settle(
    id: string,
    decide: (ask: Ask) => Outcome | null,
    { key = randomUUID() }: SettleOptions = {},
  ): Promise<Ask> {
    let isLate = false;
    const { ask } = await change(id, async ({ ask, settlement: theirs }, isFresh) => {
      if (isSettled(ask)) {
        if (isFresh && theirs === key) return null;
        throw alreadySettled(ask);
      }
      const now = clock.now();
      const due = dueOf(ask);
      isLate = due !== null && due <= now.getTime();
      const decided = isLate ? timedOutAt(ask, now.toISOString()) : decide(ask);
      if (decided === null) return null;
      const isEarly = !isLate && decided.status === "timed_out" && due !== null;
      if (isEarly && !(await isDueSoon(due))) return null;
      await seals?.prepare(now.toISOString());
      const seal = seals?.seal(ask, decided);
      const when = isLate || isEarly ? "late" : "in time";
      // Whoever came too late did not settle it.
      return { ask: settleAsk(ask, decided), when, seal, ...(isLate ? {} : { settlement: key }) };
    });
    if (!isLate || !isSettled(ask)) return ask;
    // The deadline passed first, even if nobody noticed: any other decision came too late.
    if (attempt(() => decide({ ...ask, outcome: null }))?.status === "timed_out") return ask;
    throw alreadySettled(ask);
  }

  /** Waits out the difference between two clocks, and no more than that. */
  async function isDueSoon(due: number): Promise<boolean> {
    const left = due - clock.now().getTime();
    if (left > CLOCKS_DIFFER_MS) return false;
    await sleep(Math.max(1, left));
    return true;
  }

  async function amend(id: string, amend: (ask: Ask) => Amendment): Promise<Ask> {
    const { ask } = await change(id, async ({ ask }) => {
      if (isSettled(ask)) throw alreadySettled(ask);
      return { ask: { ...ask, ...amend(ask) }, when: "always" };
    });
    return ask;
  }

  async function markTaken(id: string, by: string): Promise<boolean> {
    let isNew = false;
    await change(id, async ({ ask }) => {
      isNew = isSettled(ask) && !isTakenBy(ask, by);
      if (!isNew) return null;
      const taken = [...(ask.taken ?? []), { by, at: clock.now().toISOString() }];
      return { ask: { ...ask, taken }, when: "always" };
    });
    return isNew;
  }

  async function noteEffect(id: string, effect: Omit<Effect, "at">): Promise<Ask> {
    const { ask } = await change(id, async ({ ask }) => {
      if (!isSettled(ask) || isSameEffect(ask.effect, effect)) return null;
      const noted = { ...effect, at: clock.now().toISOString() };
      return { ask: { ...ask, effect: noted }, when: "always" };
    });
    return ask;
  }

  /**
   * Decides until a decision holds. What this process saw last will do for a first try; a decision
   * to leave the ask as it is, or a refusal, is taken on the ask as it is now.
   */
  async function change(
    id: string,
    decide: (stored: Stored, isFresh: boolean) => Promise<Change | null>,
  ): Promise<Stored> {
    const key = randomUUID();
    let stored = recent.get(id);
    for (let isFresh = stored === undefined; ; isFresh = true) {
      stored = isFresh ? await fresh(id) : stored;
      if (stored === undefined) continue;
      if (stored.changeKey === key) return stored;
      let made: Change | null = null;
      try {
        made = await decide(stored, isFresh);
      } catch (error) {
        if (isFresh) throw error;
        continue;
      }
      if (made === null) {
        if (isFresh) return stored;
        continue;
      }
      const done = await commit(stored, made, key);
      if (done !== null) return done;
      recent.forget(id);
      // Perhaps only the clocks differ: then the same would be decided again and again.
      if (made.when !== "always") await clock.sync();
    }
  }

  async function commit(stored: Stored, made: Change, key: string): Promise<Stored | null> {
    const { version } = stored;
    const { ask, when } = made;
    const settlement = made.settlement ?? stored.settlement;
    const seal = made.seal ?? stored.seal;
    const columns = changedColumns(ask, { change: key, settlement, seal });
    const write = { kind: "change", id: ask.id, version, when, columns } as const;
    const number = await queue.write(write);
    if (number === null) return null;
    const done = {
      ask: judged(ask, seal),
      ...{ n: number, version: version + 1, settlement, changeKey: key, seal },
    };
    recent.keep(done);
    return done;
  }

  function judged(ask: Ask, seal: string | null): Ask {
    if (seals === undefined || !isSettled(ask)) return ask;
    return { ...ask, sealed: seals.check(ask, ask.outcome, seal ?? undefined) };
  }

  async function fresh(id: string): Promise<Stored> {
    checkId(id);
    const stored = await reads.one(id);
    if (stored === null) throw new AskNotFound(id);
    recent.keep(stored);
    return stored;
  }
}

function isSameEffect(noted: Effect | undefined, effect: Omit<Effect, "at">): boolean {
  const { kind, did, answer } = effect;
  return noted?.kind === kind && noted.did === did && noted.answer === answer;
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
