/** What the log is asked, outside a transaction or in one. */
import type { ExpressionBuilder, Kysely } from "kysely";
import type { LogReads, TurnPage } from "../agent-log.ts";
import {
  agentRow,
  deliveryRow,
  eventRow,
  projectRow,
  readPositionRow,
  type Tables,
  taskRow,
  turnRow,
} from "./tables.ts";

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
      const all = db.selectFrom("agents").selectAll().orderBy("last_seen_at", "desc").orderBy("id", "desc");
      const some = isEnded === undefined ? all : all.where("state", isEnded ? "=" : "!=", "ENDED");
      return (await some.execute()).map(agentRow.read);
    },

    async project(id) {
      const row = await db.selectFrom("projects").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : projectRow.read(row);
    },

    async task(id) {
      const row = await db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : taskRow.read(row);
    },

    async tasks(agentId, { limit }) {
      const newest = db.selectFrom("tasks").selectAll().where("agent_id", "=", agentId).orderBy("id", "desc");
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
        .where("task_id", "=", (of) => of.selectFrom("agents").select("current_task_id").where("id", "=", agentId))
        .where("intent", "=", "QUESTION")
        .where((turn) => turn.not(turn.exists(answersTo(turn))))
        .orderBy("timestamp", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : turnRow.read(row);
    },

    async delivery(id) {
      const row = await db.selectFrom("deliveries").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : deliveryRow.read(row);
    },

    async deliveries(agentId, { states, limit }) {
      if (states?.length === 0) return [];
      const newest = db.selectFrom("deliveries").selectAll().where("agent_id", "=", agentId).orderBy("id", "desc");
      const some = states === undefined ? newest : newest.where("state", "in", states);
      return (await some.limit(limit).execute()).map(deliveryRow.read);
    },

    async events({ after, limit, agentIds, types }) {
      if (agentIds?.length === 0 || types?.length === 0) return [];
      let found = db.selectFrom("events").selectAll().where("id", ">", after).orderBy("id").limit(limit);
      if (agentIds !== undefined) found = found.where("agent_id", "in", agentIds);
      if (types !== undefined) found = found.where("type", "in", types);
      return (await found.execute()).map(eventRow.read);
    },

    async eventRange() {
      const range = db.selectFrom("events").select(({ fn }) => [fn.min("id").as("oldest"), fn.max("id").as("newest")]);
      const { oldest, newest } = await range.executeTakeFirstOrThrow();
      return { oldest: oldest ?? 0, newest: newest ?? 0 };
    },

    async readPosition(path) {
      const row = await db.selectFrom("read_positions").selectAll().where("path", "=", path).executeTakeFirst();
      return row === undefined ? null : readPositionRow.read(row);
    },
  };
}

/** By row values on the index of that order: as quick at the end of a long history as at its beginning. */
async function turnPage(
  db: Kysely<Tables>,
  agentId: number,
  { before, limit }: { before?: number; limit: number },
): Promise<TurnPage> {
  const latest = db
    .selectFrom("turns")
    .selectAll()
    .where("agent_id", "=", agentId)
    .orderBy("timestamp", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  let page = latest;
  if (before !== undefined) {
    const cursor = await cursorAt(db, agentId, before);
    if (cursor === undefined) return { turns: [], hasMore: false };
    const { timestamp, id } = cursor;
    const older = id === before ? "<" : "<=";
    page = latest.where((turn) => turn(turn.refTuple("timestamp", "id"), older, turn.tuple(timestamp, id)));
  }
  const rows = await page.execute();
  return { turns: rows.slice(0, limit).reverse().map(turnRow.read), hasMore: rows.length > limit };
}

/** Where a page ends. A turn that is gone has the place of the one the log was told of just before it. */
async function cursorAt(db: Kysely<Tables>, agentId: number, id: number) {
  const turns = db.selectFrom("turns").select(["timestamp", "id"]).where("agent_id", "=", agentId);
  const exact = await turns.where("id", "=", id).executeTakeFirst();
  return exact ?? (await turns.where("id", "<", id).orderBy("id", "desc").limit(1).executeTakeFirst());
}

function answersTo(turn: ExpressionBuilder<Tables, "turns">) {
  return turn
    .selectFrom("turns as answer")
    .select("answer.id")
    .where("answer.intent", "=", "ANSWER")
    .whereRef("answer.answered_by_turn_id", "=", "turns.id");
}
