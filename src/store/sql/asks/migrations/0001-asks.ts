/** Asks, what was removed, drafts, the store's own facts, and jobs. */
import type { Migration } from "../../migrate.ts";

export const asks: Migration = {
  number: 1,
  statements: ({ time, database }) => [
    `create table asks (
      id ${time} primary key,
      n bigint not null,
      version integer not null,
      status text not null,
      project text,
      source_kind text not null,
      agent_id text,
      call_id text,
      hook_call ${time},
      return_path text not null,
      created_at ${time} not null,
      settled_at ${time},
      due bigint,
      is_held integer,
      settlement text,
      change_key text,
      ask text not null,
      state text not null,
      outcome text,
      due_outcome text,
      seal text
    )`,
    "create unique index asks_by_number on asks (n)",
    "create index open_asks on asks (created_at, id) where status = 'pending'",
    `create index open_asks_of_project on asks (project, created_at, id)
      where status = 'pending'`,
    "create index open_asks_of_agent on asks (agent_id) where status = 'pending'",
    "create index open_asks_by_deadline on asks (due) where status = 'pending' and due is not null",
    "create index held_asks on asks (created_at) where is_held = 1",
    "create index asks_by_moment on asks (created_at, id)",
    "create index settled_asks on asks (settled_at, id) where status <> 'pending'",
    "create index asks_by_call on asks (call_id) where call_id is not null",
    "create index asks_by_hook_call on asks (hook_call) where hook_call is not null",

    `create table removed_asks (
      n bigint primary key,
      id text not null,
      at bigint not null
    )`,

    `create table ask_drafts (
      ask_id ${time} not null references asks (id) on delete cascade,
      surface text not null,
      person text not null,
      draft text not null,
      primary key (ask_id, surface, person)
    )`,

    `create table ask_store (
      epoch text not null,
      n bigint not null,
      forgotten_to bigint not null,
      seal_key text,
      sealed_since text
    )`,
    ...(database === "postgres" ? ["create sequence ask_numbers"] : []),

    `create table jobs (
      id text primary key,
      kind text not null,
      due bigint not null,
      attempts integer not null,
      payload text not null,
      locked_by text,
      locked_until bigint not null,
      done_at bigint,
      last_error text
    )`,
    "create index jobs_to_do on jobs (kind, due) where done_at is null",
    "create index jobs_done on jobs (done_at) where done_at is not null",
  ],
};
