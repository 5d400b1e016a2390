/** The log's queries, used outside transactions and inside them. */
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { LogReads } from "../agent-log.ts";
import {
  agentRow,
  deliveryRow,
  eventRow,
  projectRow,
  readPositionRow,
  taskRow,
  turnRow,
} from "./rows.ts";
import type { Tables } from "./tables.ts";
import { turnPage } from "./turn-page.ts";

export function logReads(db: Kysely<Tables>): LogReads {
  return {
    async agent(id) {
      const row = await db.selectFrom("agents").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : agentRow.read(row);
    },

    async agentBySession(client, sessionId) {
      const found = db
        .selectFrom("agents")
        .selectAll()
        .where("client", "=", client)
        .where("session_id", "=", sessionId);
      const row = await found.executeTakeFirst();
      return row === undefined ? null : agentRow.read(row);
    },

    async agents({ isEnded } = {}) {
      const all = db
        .selectFrom("agents")
        .selectAll()
        .orderBy("last_seen_at", "desc")
        .orderBy("id", "desc");
      const some = isEnded === undefined ? all : all.where("state", isEnded ? "=" : "!=", "ENDED");
      return (await some.execute()).map(agentRow.read);
    },

    async project(id) {
      const row = await db
        .selectFrom("projects")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? null : projectRow.read(row);
    },

    async task(id) {
      const row = await db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : taskRow.read(row);
    },

    async tasks(agentId, { limit }) {
      const newest = db
        .selectFrom("tasks")
        .selectAll()
        .where("agent_id", "=", agentId)
        .orderBy("id", "desc");
      return (await newest.limit(limit).execute()).map(taskRow.read);
    },

    async turn(id) {
      const row = await db.selectFrom("turns").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : turnRow.read(row);
    },

    async turnByAsk(askId) {
      const found = db.selectFrom("turns").selectAll().where("ask_id", "=", askId);
      const row = await found.orderBy("id").limit(1).executeTakeFirst();
      return row === undefined ? null : turnRow.read(row);
    },

    turnPage: (agentId, options) => turnPage(db, agentId, options),

    async openQuestion(agentId) {
      const row = await db
        .selectFrom("turns")
        .selectAll()
        .where("task_id", "=", (of) =>
          of.selectFrom("agents").select("current_task_id").where("id", "=", agentId),
        )
        // A literal instead of a parameter, so that the
        // database can use the partial index on questions.
        .where("intent", "=", sql.lit("QUESTION" as const))
        .where((turn) => turn.not(turn.exists(answersTo(turn))))
        .orderBy(sql`place is null`, "desc")
        .orderBy("place", "desc")
        .orderBy("timestamp", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : turnRow.read(row);
    },

    async delivery(id) {
      const row = await db
        .selectFrom("deliveries")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? null : deliveryRow.read(row);
    },

    async deliveries(agentId, { states, limit }) {
      if (states?.length === 0) return [];
      const newest = db
        .selectFrom("deliveries")
        .selectAll()
        .where("agent_id", "=", agentId)
        .orderBy("id", "desc");
      const some = states === undefined ? newest : newest.where("state", "in", states);
      return (await some.limit(limit).execute()).map(deliveryRow.read);
    },

    async events({ after, limit, agentIds, types }) {
      if (agentIds?.length === 0 || types?.length === 0) return [];
      let found = db
        .selectFrom("events")
        .selectAll()
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit);
      if (agentIds !== undefined) found = found.where("agent_id", "in", agentIds);
      if (types !== undefined) found = found.where("type", "in", types);
      return (await found.execute()).map(eventRow.read);
    },

    async eventRange() {
      // Two queries that each look at one end of the table; a single query would read all of it.
      const ids = db.selectFrom("events").select("id").limit(1);
      const oldest = await ids.orderBy("id").executeTakeFirst();
      const newest = await ids.orderBy("id", "desc").executeTakeFirst();
      return { oldest: oldest?.id ?? 0, newest: newest?.id ?? 0 };
    },

    async readPosition(path) {
      const row = await db
        .selectFrom("read_positions")
        .selectAll()
        .where("path", "=", path)
        .executeTakeFirst();
      return row === undefined ? null : readPositionRow.read(row);
    },
  };
}

function answersTo(turn: ExpressionBuilder<Tables, "turns">) {
  return turn
    .selectFrom("turns as answer")
    .select("answer.id")
    .where("answer.intent", "=", "ANSWER")
    .whereRef("answer.answered_by_turn_id", "=", "turns.id");
}
