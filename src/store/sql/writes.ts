/** What changes the log, always in a transaction. */
import { sql, type Transaction } from "kysely";
import type { KeyedTurn, LogWrites } from "../agent-log.ts";
import { addTurns, findTurns } from "./many-turns.ts";
import { logReads } from "./reads.ts";
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

export function logWrites(db: Transaction<Tables>): LogWrites {
  const reads = logReads(db);
  return {
    ...reads,

    async projectAt(path, name) {
      const known = await db
        .selectFrom("projects")
        .selectAll()
        .where("path", "=", path)
        .executeTakeFirst();
      if (known !== undefined) return projectRow.read(known);
      const made = db.insertInto("projects").values({ path, name }).returningAll();
      return projectRow.read(await made.executeTakeFirstOrThrow());
    },

    async addAgent(agent) {
      const made = db.insertInto("agents").values(agentRow.from(agent)).returningAll();
      return agentRow.read(await made.executeTakeFirstOrThrow());
    },

    async changeAgent(id, change) {
      const columns = agentRow.from(change);
      if (isEmpty(columns)) return there(await reads.agent(id), "agent", id);
      const changed = await db
        .updateTable("agents")
        .set(columns)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirst();
      return agentRow.read(there(changed, "agent", id));
    },

    async addTask(task) {
      const made = db.insertInto("tasks").values(taskRow.from(task)).returningAll();
      return taskRow.read(await made.executeTakeFirstOrThrow());
    },

    async changeTask(id, change) {
      const columns = taskRow.from(change);
      if (isEmpty(columns)) return there(await reads.task(id), "task", id);
      const changed = await db
        .updateTable("tasks")
        .set(columns)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirst();
      return taskRow.read(there(changed, "task", id));
    },

    async removeTask(id) {
      await db
        .updateTable("agents")
        .set({ current_task_id: null })
        .where("current_task_id", "=", id)
        .execute();
      await db.deleteFrom("tasks").where("id", "=", id).execute();
    },

    addTurns: (turns) => addTurns(db, turns),

    async changeTurn(id, change) {
      const columns = turnRow.from(change);
      const changed = isEmpty(columns)
        ? await db.selectFrom("turns").selectAll().where("id", "=", id).executeTakeFirst()
        : await db
            .updateTable("turns")
            .set(columns)
            .where("id", "=", id)
            .returningAll()
            .executeTakeFirst();
      return turnRow.read(there(changed, "turn", id));
    },

    async removeTurn(id) {
      await db.deleteFrom("turns").where("id", "=", id).execute();
    },

    findTurns: (agentId, by) => findTurns(db, agentId, by),

    async turnsSince(agentId, taskIds) {
      const found = db
        .selectFrom("turns")
        .selectAll()
        .where("agent_id", "=", agentId)
        .orderBy("timestamp")
        .orderBy("id");
      const some =
        taskIds === null
          ? found
          : found.where((turn) =>
              turn.or([turn("place", "is", null), turn("place", ">=", firstPlace(db, taskIds))]),
            );
      const rows = await some.execute();
      return rows.map(turnRow.read).sort(byPlace);
    },

    async addDelivery(delivery) {
      const made = db.insertInto("deliveries").values(deliveryRow.from(delivery)).returningAll();
      return deliveryRow.read(await made.executeTakeFirstOrThrow());
    },

    async changeDelivery(id, from, change) {
      if (from.length === 0) return null;
      const row = await db
        .updateTable("deliveries")
        .set({ ...deliveryRow.from(change), agent_id: (delivery) => delivery.ref("agent_id") })
        .where("id", "=", id)
        .where("state", "in", from)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : deliveryRow.read(row);
    },

    async saveReadPosition(position) {
      const { path: _path, ...rest } = readPositionRow.from(position);
      const saved = db.insertInto("read_positions").values(readPositionRow.from(position));
      await saved.onConflict((same) => same.column("path").doUpdateSet(rest)).execute();
    },

    async addEvent(event) {
      const made = db.insertInto("events").values(eventRow.from(event)).returningAll();
      return eventRow.read(await made.executeTakeFirstOrThrow());
    },
  };
}

function isEmpty(columns: object): boolean {
  return Object.keys(columns).length === 0;
}

function there<T>(value: T | null | undefined, what: string, id: number): T {
  if (value === null || value === undefined)
    throw new Error(`There is no ${what} ${id} in the log.`);
  return value;
}

/** Null, so that no place counts, if the tasks have no turn with a place. */
function firstPlace(db: Transaction<Tables>, taskIds: readonly number[]) {
  const places = db.selectFrom("turns").select(({ fn }) => fn.min("place").as("first"));
  return taskIds.length === 0
    ? places.where(sql.lit(false))
    : places.where("task_id", "in", taskIds);
}

/** What has no place yet comes last. */
function byPlace(one: KeyedTurn, other: KeyedTurn): number {
  if (one.place === null || other.place === null)
    return Number(one.place === null) - Number(other.place === null);
  return one.place - other.place;
}
