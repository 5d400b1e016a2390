/** The port every store of asks implements. `ask-store.contract.ts` is its contract as tests. */
import type { Ask, Effect, Outcome, Owner, SettledAsk } from "../core/ask/ask.ts";

/** The fields that may change while an ask is pending; all others are fixed at creation. */
export type Amendment = Partial<Pick<Ask, "expiresAt" | "ownerGoneAt" | "attachment">> & {
  owner?: Owner;
};

export interface AskStore {
  /**
   * Resolves when the ask is durable; only then may a surface show it. It may be settled already.
   */
  create(ask: Ask): Promise<void>;
  /** Throws AskNotFound. Reads the truth, never a cache. */
  load(id: string): Promise<Ask>;
  /** Newest first. Asks with unreadable files are left out; `load` says what is wrong with them. */
  list(filter?: ListFilter): Promise<Ask[]>;
  /**
   * Up to that many open asks, most likely the newest: enough for a
   * first screen while `list` reads them all. Asks that are slow to read
   * are left out, so an empty result does not mean that none is open.
   */
  glance(most: number): Promise<Ask[]>;
  /**
   * Settles a pending ask under its lock. `decide` sees the ask as it is at that moment; null
   * leaves it pending. Throws AlreadySettled if the ask was settled before, or if its deadline has
   * passed and `decide` does not time it out.
   */
  settle(id: string, decide: (ask: Ask) => Outcome | null): Promise<Ask>;
  /** Changes a pending ask under its lock. Throws AlreadySettled. */
  amend(id: string, change: (ask: Ask) => Amendment): Promise<Ask>;
  /**
   * Notes on a settled ask that this caller has received the outcome. The first note of each caller
   * counts. False if this caller had it before, or the ask is still open.
   */
  markTaken(id: string, by: string): Promise<boolean>;
  /** Notes on a settled ask what the agent really did. A later note replaces an earlier one. */
  noteEffect(id: string, effect: Omit<Effect, "at">): Promise<Ask>;
  /**
   * Resolves once the ask is settled. Aborting the wait settles nothing; closing the store ends the
   * wait with an error.
   */
  whenSettled(id: string, options?: WaitOptions): Promise<SettledAsk>;
  /**
   * Calls back for every ask that any process adds, changes or removes. Resolves once it listens.
   */
  watch(listener: (change: AskChange) => void): Promise<Watch>;
  remove(id: string): Promise<void>;
  /**
   * Removes asks created before that date, whatever their status, except those a living process
   * waits for. Returns how many were removed.
   */
  cleanUp(createdBefore: Date): Promise<number>;
  readonly drafts: DraftStore;
  close(): Promise<void>;
}

export interface WaitOptions {
  signal?: AbortSignal | undefined;
  /** `taken`: until somebody has also received the outcome. `settled` unless given. */
  until?: "settled" | "taken" | undefined;
  /** Called with the ask when the wait begins and after each change that leaves it pending. */
  onPending?: (ask: Ask) => void;
}

export interface ListFilter {
  status?: "pending" | "settled" | undefined;
}

export type AskChange = { id: string; ask: Ask } | { id: string; ask: null };

export interface Watch {
  close(): void;
}

/** Half-filled forms, kept apart for each surface and person until the ask is removed. */
export interface DraftStore {
  save(id: string, key: DraftKey, draft: unknown): Promise<void>;
  load(id: string, key: DraftKey): Promise<unknown>;
  clear(id: string, key: DraftKey): Promise<void>;
  /** Every draft of one ask, for another one that asks the same. */
  copy(fromId: string, toId: string): Promise<void>;
}

export interface DraftKey {
  surface: string;
  person: string;
}
