/** The place of each turn in its conversation, which no clock can change. */
import type { Migration } from "../migrate.ts";

export const places: Migration = {
  number: 3,
  statements: () => [
    "alter table turns add column place bigint",
    // Until now, times followed the transcript's order. A turn that it has not confirmed yet has no
    // place; only Claude Code's transcripts confirm any.
    `update turns set place = numbered.place from (
      select id, row_number() over (partition by agent_id order by timestamp, id) as place
      from turns
      where timestamp_source = 'jsonl' or key like 'ask:%'
        or agent_id in (select id from agents where client <> 'claude-code')
    ) as numbered where numbered.id = turns.id`,
    "create index turns_by_place on turns (agent_id, place)",
  ],
};
