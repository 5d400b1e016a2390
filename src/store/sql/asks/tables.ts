/** The tables of the asks as the queries know them. */

export interface AskTables {
  asks: AskRow;
  /** Tombstones, so that those who follow hear of removals. */
  removed_asks: { n: number; id: string; at: number };
  ask_drafts: { ask_id: string; surface: string; person: string; draft: string };
  /** One row. */
  ask_store: StoreRow;
  jobs: JobRow;
}

export interface AskRow {
  id: string;
  /** The number of the last change: numbers grow in the order of commits. */
  n: number;
  /** Counts the changes of this ask. Every change names the version that it was decided on. */
  version: number;
  status: string;
  project: string | null;
  source_kind: string;
  agent_id: string | null;
  call_id: string | null;
  hook_call: string | null;
  return_path: string;
  created_at: string;
  settled_at: string | null;
  /** The deadline in milliseconds of the epoch; null without one. */
  due: number | null;
  /** 1 while it is open and depends on a living process; else null. */
  is_held: number | null;
  /** The key of the call that settled it. */
  settlement: string | null;
  /** The key of its last change. */
  change_key: string | null;
  /** What is fixed once it is put, as JSON. */
  ask: string;
  /** What may change, but for the outcome, as JSON. */
  state: string;
  /** JSON; the moment in it is in `settled_at`. */
  outcome: string | null;
  /**
   * The outcome that the deadline brings, so that the database can settle it alone; null if that
   * is no reply.
   */
  due_outcome: string | null;
  seal: string | null;
}

export interface StoreRow {
  /** Made with the tables. */
  epoch: string;
  /** The number of the last change. Only SQLite counts here; PostgreSQL has a sequence. */
  n: number;
  /** Tombstones up to this number are gone. */
  forgotten_to: number;
  seal_key: string | null;
  sealed_since: string | null;
}

export interface JobRow {
  id: string;
  kind: string;
  due: number;
  attempts: number;
  payload: string;
  locked_by: string | null;
  locked_until: number;
  done_at: number | null;
  last_error: string | null;
}
