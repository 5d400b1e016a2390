/** What the store of asks needs of a database. Everything else is the same for all of them. */
import type { Kysely } from "kysely";
import type { AskTables } from "./tables.ts";
import type { Write, Written } from "./writes.ts";

export interface AskDatabase {
  readonly name: DatabaseLabel;
  /** Sees what is committed. */
  readonly reader: Kysely<AskTables>;
  /** One durable transaction. Its numbers are greater than those of all that is committed. */
  commit(batch: readonly Write[]): Promise<Written>;
  /** Settles up to so many whose deadline is past by the database's clock; says how many. */
  timeOut(most: number): Promise<number>;
  /** The time by the database's clock, in milliseconds of the epoch. */
  now(): Promise<number>;
  /**
   * Names the state that numbers belong to: another one after a restore, a move or a truncation.
   */
  epoch(): Promise<string>;
  /** Work that nobody follows: durable, and in one transaction where the work is not one statement. */
  write<T>(work: (db: Kysely<AskTables>) => Promise<T>): Promise<T>;
  /**
   * Calls back when something may have changed, at least now and then, until it is closed; with
   * true when it may be another state than before. Never fails: while the database is away it tries
   * again. Resolves once it listens, or once the first try has failed.
   */
  listen(onWake: (isAnew: boolean) => void): Promise<Listening>;
  /** Whether the database could not be reached, so that another try may succeed. */
  isAway(error: unknown): boolean;
  /** Whether the database refused the data of one write. */
  isDataError(error: unknown): boolean;
  /** The failure in words for people, if it is one of the database. */
  inWords(error: unknown): unknown;
  close(): Promise<void>;
}

export interface DatabaseLabel {
  /** For people: `PostgreSQL at db.example.com:5432, database askline`. No password. */
  what: string;
  /** False where changes are found by looking for them. */
  hears: boolean;
}

export interface Listening {
  close(): Promise<void>;
}
