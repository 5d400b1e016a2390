/** The port every store of asks implements. `ask-store.contract.ts` is its contract as tests. */
import type { Ask, AskStatus, Effect, Outcome, Owner, SettledAsk } from "../core/ask/ask.ts";
import type { AsklineError } from "../core/ask/errors.ts";

/** The fields that may change while an ask is pending; all others are fixed at creation. */
export type Amendment = Partial<
  Pick<Ask, "expiresAt" | "ownerGoneAt" | "leftOpenAt" | "attachment">
> & {
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
   * Removes asks created before then, save those a living process waits for and, unless told
   * otherwise, those that are open or whose outcome nobody has fetched. What killed processes left
   * behind goes too.
   */
  cleanUp(createdBefore: Date, options?: CleanUpOptions): Promise<CleanUp>;
  readonly drafts: DraftStore;
  close(): Promise<void>;
}

export interface CleanUpOptions {
  /** Open asks and outcomes that nobody has fetched go too. */
  open?: boolean | undefined;
}

/** How many old asks were removed, by kind, and how many were kept. */
export interface CleanUp {
  removed: Record<AskStatus | "damaged", number>;
  kept: { open: number; unfetched: number };
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
  /** Hears of each ask that is left out because its files cannot be used. */
  onDamaged?: ((id: string, error: AsklineError) => void) | undefined;
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
