/** The port every store of asks implements. `ask-store.contract.ts` is its contract as tests. */
import type { Ask, AskStatus, Effect, Outcome, Owner, SettledAsk } from "../core/ask/ask.ts";
import type { AsklineError } from "../core/ask/errors.ts";
import type { AskFilter } from "./ask-filter.ts";
import type { AskOrder } from "./ask-order.ts";
import type { Clock } from "./clock.ts";
import type { JobStore } from "./jobs.ts";

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
  /** The ask as `create` keeps it, where that is not as it was put. */
  asStored?(ask: Ask): Promise<Ask>;
  /** Throws AskNotFound. Reads the truth, never a cache. */
  load(id: string): Promise<Ask>;
  /**
   * Everything, newest first: for those who print or export all of it. Asks with unreadable files
   * are left out; `load` says what is wrong with them.
   */
  list(filter?: ListFilter): Promise<Ask[]>;
  /** What fits, newest first: for a filter that few asks fit. */
  find(filter: FindFilter): Promise<Ask[]>;
  /** A part of a list. Throws InvalidCursor. */
  page(query: PageQuery): Promise<AskPage>;
  /** How many fit, counted no further than `cap`: that number means "so many or more". */
  count(filter: AskFilter, cap: number): Promise<number>;
  /** The open asks whose deadlines come first, the nearest first. A deadline may be past. */
  nextDue(most: number): Promise<Timed[]>;
  /**
   * Up to that many open asks, most likely the newest: enough for a
   * first screen while `list` reads them all. Asks that are slow to read
   * are left out, so an empty result does not mean that none is open.
   */
  glance(most: number): Promise<Ask[]>;
  /**
   * Settles a pending ask under its lock. `decide` sees the ask as it is at that moment; null
   * leaves it pending. Throws AlreadySettled if the ask was settled before, or if its deadline has
   * passed and `decide` does not time it out; but the same `key` again gives the ask as that key
   * settled it.
   */
  settle(id: string, decide: (ask: Ask) => Outcome | null, options?: SettleOptions): Promise<Ask>;
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
   * Calls back for every ask that any process adds, changes or removes, in the order in which this
   * store learns of it; several changes of one ask may be told as one. Resolves once it listens.
   */
  watch(listener: (change: AskChange) => void, options?: WatchOptions): Promise<Watch>;
  remove(id: string): Promise<void>;
  /**
   * Removes asks created before then, save those a living process waits for and, unless told
   * otherwise, those that are open or whose outcome nobody has fetched. What killed processes left
   * behind goes too.
   */
  cleanUp(createdBefore: Date, options?: CleanUpOptions): Promise<CleanUp>;
  readonly drafts: DraftStore;
  /** The clock that judges deadlines, where that is not this machine's: known once `ready` is. */
  readonly clock?: Clock | undefined;
  ready?(): Promise<void>;
  /**
   * Times out what is due, by the store's own clock, until the returned function is called. A store
   * without it leaves that to the desk.
   */
  keepDeadlines?(): () => void;
  /** What several hubs on this store do once. A store that has one hub needs none. */
  readonly jobs?: JobStore | undefined;
  close(): Promise<void>;
}

export interface SettleOptions {
  /**
   * Names this settlement, a UUID. Made by the caller before its first try, so that it can try again
   * when it does not hear whether the first one counted.
   */
  key?: string | undefined;
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

export interface ListFilter extends Pick<AskFilter, "status"> {
  /** Hears of each ask that is left out because its files cannot be used. */
  onDamaged?: ((id: string, error: AsklineError) => void) | undefined;
}

export interface FindFilter extends AskFilter, Pick<ListFilter, "onDamaged"> {}

export interface PageQuery extends AskFilter {
  /** `created` unless given. `settled` leaves open asks out. */
  order?: AskOrder | undefined;
  /** `next` of the page before. */
  after?: string | undefined;
  limit: number;
}

export interface AskPage {
  /** At most `limit`; now and then fewer, though more follow. */
  readonly asks: Ask[];
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
}

/** What a timer needs to know of an open ask. */
export type Timed = Pick<Ask, "id" | "expiresAt" | "createdAt" | "outcome">;

/** `ask` is null when it was removed. `number` grows with every change: see `WatchOptions`. */
export type AskChange = { id: string; ask: Ask | null; number: ChangeNumber };

/** Names a state of the store. Numbers of another store, or of one put back in time, are told apart. */
export type ChangeNumber = string;

export interface WatchOptions {
  /**
   * Where to begin: with every ask there is (unless given), with the next change (`now`), or with
   * what came after a change that was heard of before.
   */
  after?: "now" | ChangeNumber | undefined;
  /**
   * The store no longer knows what came after that number. It then begins with every ask, and one
   * that is not among them was removed.
   */
  onGap?: (() => void) | undefined;
}

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
