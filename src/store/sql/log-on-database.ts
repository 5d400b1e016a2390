/** The turn log on any SQL database: reads, transactions one after another, and pruning. */
import type { Kysely, Transaction } from "kysely";
import { createQueue } from "../../core/queue.ts";
import type { AgentLog } from "../agent-log.ts";
import { type MigrationSet, migrate, type SqlWords } from "./migrate.ts";
import { turnLog } from "./migrations/0001-turn-log.ts";
import { failures } from "./migrations/0002-failures.ts";
import { places } from "./migrations/0003-places.ts";
import { logReads } from "./reads.ts";
import type { Tables } from "./tables.ts";
import { logWrites } from "./writes.ts";

export interface SqlDatabase {
  /** Sees what is committed, even while a transaction is open. */
  reader: Kysely<Tables>;
  /** Holds the write lock from its start, so that no two processes write at the same time. */
  transaction<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Resolves once everything committed so far is on the disk. Left out if every commit is. */
  durable?(): Promise<void>;
  words: SqlWords;
  close(): Promise<void>;
}

const LOG: MigrationSet = {
  noted: "migrations",
  migrations: [turnLog, failures, places],
  what: "The log of the agents",
};

// Few enough that other writers do not notice the removal.
const TURNS_REMOVED_AT_ONCE = 1000;

export async function logOnDatabase(database: SqlDatabase): Promise<AgentLog> {
  const { reader, transaction, durable = async () => undefined, words, close } = database;
  const reads = logReads(reader);
  await transaction((changes) => migrate(changes, words, LOG)).catch(async (error) => {
    await close();
    throw error;
  });
  const queue = createQueue();
  let closed: Promise<void> | undefined;

  return {
    ...reads,
    write: (work) => durably(inTurn((changes) => work(logWrites(changes)))),
    // Readers resume by event id, so they see only durable events: after a power failure the id of
    // a lost event would be given to another one.
    events: (options) => durably(reads.events(options)),
    eventRange: () => durably(reads.eventRange()),
    async prune(endedBefore, keepEvents) {
      while (await inTurn((changes) => pruneAgent(changes, endedBefore)));
      await durably(inTurn((changes) => pruneEvents(changes, keepEvents)));
    },
    close() {
      closed ??= durably(queue.idle()).then(close, (error) =>
        close().then(() => Promise.reject(error)),
      );
      return closed;
    },
  };

  async function durably<T>(result: Promise<T>): Promise<T> {
    const value = await result;
    await durable();
    return value;
  }

  function inTurn<T>(work: (changes: Transaction<Tables>) => Promise<T>): Promise<T> {
    return queue(() => transaction(work));
  }
}

/**
 * Removes some turns of one ended agent, and the agent after its last turn. False if no such agent
 * is left. An agent that came back between two steps keeps what is left.
 */
async function pruneAgent(changes: Transaction<Tables>, endedBefore: string): Promise<boolean> {
  const ended = changes.selectFrom("agents").select("id").where("state", "=", "ENDED");
  const agent = await ended.where("ended_at", "<", endedBefore).limit(1).executeTakeFirst();
  if (agent === undefined) return false;
  const some = changes
    .selectFrom("turns")
    .select("id")
    .where("agent_id", "=", agent.id)
    .limit(TURNS_REMOVED_AT_ONCE);
  const { numDeletedRows } = await changes
    .deleteFrom("turns")
    .where("id", "in", some)
    .executeTakeFirstOrThrow();
  if (numDeletedRows < TURNS_REMOVED_AT_ONCE) {
    await changes.deleteFrom("agents").where("id", "=", agent.id).execute();
  }
  return true;
}

/** The newest event always stays: its id shows a reader who was away that events are missing. */
async function pruneEvents(changes: Transaction<Tables>, keep: number): Promise<void> {
  const newest = changes.selectFrom("events").select("id").orderBy("id", "desc");
  const tooOld = await newest.offset(Math.max(1, keep)).limit(1).executeTakeFirst();
  if (tooOld !== undefined)
    await changes.deleteFrom("events").where("id", "<=", tooOld.id).execute();
}
