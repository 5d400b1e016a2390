/** The port every store of asks implements. `ask-store.contract.ts` is its contract as tests. */
import type { Ask, AskStatus, Outcome, Owner, SettledAsk } from "../core/ask/ask.ts";
import type { AsklineError } from "../core/ask/errors.ts";

/** What may change while an ask is pending; everything else about it is fixed when it is put. */
export type Amendment = Partial<Pick<Ask, "expiresAt" | "ownerGoneAt" | "attachment">> & {
  owner?: Owner;
};

export interface AskStore {
  /** Resolves when the ask is durable; only then may a surface show it. It may be settled already. */
  create(ask: Ask): Promise<void>;
  /** Throws AskNotFound. Reads the truth, never a cache. */
  load(id: string): Promise<Ask>;
  /** Newest first. Asks whose files cannot be read are left out; `load` says what is wrong with them. */
  list(filter?: ListFilter): Promise<Ask[]>;
  /**
   * Up to that many open asks, most likely the newest: what a screen can show at once while `list` reads them all. It
   * leaves out whatever takes longer to read, and none found does not mean that there is none.
   */
  glance(most: number): Promise<Ask[]>;
  /**
   * Settles a pending ask under its lock: `decide` sees the ask as it is at that moment, and null leaves it pending.
   * Throws AlreadySettled when it was settled before, or when its deadline has passed and `decide` is not about that.
   */
  settle(id: string, decide: (ask: Ask) => Outcome | null): Promise<Ask>;
  /** Changes a pending ask under its lock. Throws AlreadySettled. */
  amend(id: string, change: (ask: Ask) => Amendment): Promise<Ask>;
  /** Notes on a settled ask that its caller has been given the outcome. Changes nothing else about it. */
  markDelivered(id: string): Promise<void>;
  /** Resolves once the ask is settled. Aborting it settles nothing; closing the store ends it with an error. */
  whenSettled(id: string, options?: WaitOptions): Promise<SettledAsk>;
  /** Calls back for every ask that appears, changes or is removed, by whichever process. Resolves once it listens. */
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
  /** Hears of the ask as it is when the wait begins, and whenever it changed without being settled. */
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
}

export interface DraftKey {
  surface: string;
  person: string;
}
