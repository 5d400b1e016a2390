/**
 * Agents and projects, tasks and turns, deliveries,
 * events, and how far each transcript has been read.
 */
import type { Migration } from "../migrate.ts";

export const turnLog: Migration = {
  number: 1,
  statements: ({ number, json, time }) => [
    `create table projects (
      id ${number},
      path text not null unique,
      name text not null
    )`,

    `create table agents (
      id ${number},
      client text not null,
      session_id text not null,
      project_id bigint not null references projects (id),
      working_directory text not null,
      transcript_path text,
      pane_id text,
      pane_socket_path text,
      pane_pid bigint,
      state text not null,
      state_since ${time} not null,
      current_task_id bigint,
      started_at ${time} not null,
      last_seen_at ${time} not null,
      ended_at ${time},
      unique (client, session_id)
    )`,
    "create index agents_by_project on agents (project_id)",
    "create index agents_by_last_seen on agents (last_seen_at, id)",

    `create table tasks (
      id ${number},
      agent_id bigint not null references agents (id) on delete cascade,
      state text not null,
      instruction text not null,
      full_command text not null,
      full_output text,
      started_at ${time} not null,
      completed_at ${time}
    )`,
    "create index tasks_by_agent on tasks (agent_id, id)",

    `create table turns (
      id ${number},
      agent_id bigint not null references agents (id) on delete cascade,
      task_id bigint references tasks (id) on delete set null,
      actor text not null,
      intent text not null,
      text text not null,
      timestamp ${time} not null,
      timestamp_source text not null,
      question_text text,
      question_options ${json},
      question_source_type text,
      answered_by_turn_id bigint references turns (id) on delete set null,
      ask_id text,
      key text not null,
      uuid text,
      prompt_id text,
      tool_use_id text,
      content_hash text not null,
      unique (agent_id, key)
    )`,
    "create index turns_in_order on turns (agent_id, timestamp, id)",
    "create index turns_by_task on turns (task_id) where task_id is not null",
    "create index turns_by_answered on turns (answered_by_turn_id) where answered_by_turn_id is not null",
    "create index turns_by_ask on turns (ask_id) where ask_id is not null",
    "create index turns_by_uuid on turns (agent_id, uuid) where uuid is not null",
    "create index turns_by_prompt on turns (agent_id, prompt_id) where prompt_id is not null",
    "create index turns_by_tool_use on turns (agent_id, tool_use_id) where tool_use_id is not null",
    "create index turns_by_content on turns (agent_id, content_hash)",
    "create index questions_by_task on turns (task_id, timestamp, id) where intent = 'QUESTION'",

    `create table deliveries (
      id ${number},
      agent_id bigint not null references agents (id) on delete cascade,
      turn_id bigint references turns (id) on delete set null,
      text text not null,
      state text not null,
      detail text,
      created_at ${time} not null,
      updated_at ${time} not null
    )`,
    "create index deliveries_by_agent on deliveries (agent_id, id)",
    "create index deliveries_by_turn on deliveries (turn_id) where turn_id is not null",

    `create table events (
      id ${number},
      type text not null,
      agent_id bigint,
      at ${time} not null,
      data ${json} not null
    )`,

    `create table read_positions (
      path text primary key,
      agent_id bigint not null references agents (id) on delete cascade,
      identity text not null,
      "offset" bigint not null
    )`,
    "create index read_positions_by_agent on read_positions (agent_id)",
  ],
};
