/** What changes the log, always in a transaction. */
import type { Transaction } from "kysely";
import type { KeyedTurn, LogWrites, NewTurn, TurnSearch } from "../agent-log.ts";
import { logReads } from "./reads.ts";
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

// Databases take a limited number of values with one statement.
const TURNS_AT_ONCE = 100;
const VALUES_AT_ONCE = 500;

export function logWrites(db: Transaction<Tables>): LogWrites {
  const reads = logReads(db);
  return {
    ...reads,

    async projectAt(path, name) {
      const known = await db.selectFrom("projects").selectAll().where("path", "=", path).executeTakeFirst();
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
      const changed = await db.updateTable("tasks").set(columns).where("id", "=", id).returningAll().executeTakeFirst();
      return taskRow.read(there(changed, "task", id));
    },

    async removeTask(id) {
      await db.updateTable("agents").set({ current_task_id: null }).where("current_task_id", "=", id).execute();
      await db.deleteFrom("tasks").where("id", "=", id).execute();
    },

    async addTurns(turns) {
      const added: (KeyedTurn | null)[] = [];
      for (const some of inParts(turns, TURNS_AT_ONCE)) added.push(...(await addSome(db, some)));
      return added;
    },

    async changeTurn(id, change) {
      const columns = turnRow.from(change);
      const changed = isEmpty(columns)
        ? await db.selectFrom("turns").selectAll().where("id", "=", id).executeTakeFirst()
        : await db.updateTable("turns").set(columns).where("id", "=", id).returningAll().executeTakeFirst();
      return turnRow.read(there(changed, "turn", id));
    },

    async removeTurn(id) {
      await db.deleteFrom("turns").where("id", "=", id).execute();
    },

    findTurns: (agentId, by) => findTurns(db, agentId, by),

    async turnsFrom(agentId, timestamp) {
      const found = db
        .selectFrom("turns")
        .selectAll()
        .where("agent_id", "=", agentId)
        .where("timestamp", ">=", timestamp);
      return (await found.orderBy("timestamp").orderBy("id").execute()).map(turnRow.read);
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

async function addSome(db: Transaction<Tables>, turns: readonly NewTurn[]): Promise<(KeyedTurn | null)[]> {
  const rows = turns.map(turnRow.from);
  const added = await db
    .insertInto("turns")
    .values(rows)
    .onConflict((same) => same.columns(["agent_id", "key"]).doNothing())
    .returning(["id", "agent_id", "key"])
    .execute();
  const ids = new Map(added.map(({ id, agent_id, key }) => [identityOf(agent_id, key), id]));
  return rows.map((row) => {
    const identity = identityOf(row.agent_id, row.key);
    const id = ids.get(identity);
    ids.delete(identity);
    return id === undefined ? null : turnRow.read({ ...row, id });
  });
}

async function findTurns(db: Transaction<Tables>, agentId: number, by: TurnSearch): Promise<KeyedTurn[]> {
  const lists = [
    ["key", by.keys],
    ["uuid", by.uuids],
    ["prompt_id", by.promptIds],
    ["tool_use_id", by.toolUseIds],
    ["content_hash", by.contentHashes],
  ] as const;
  const found = new Map<number, KeyedTurn>();
  for (const [column, values = []] of lists) {
    for (const some of inParts(values, VALUES_AT_ONCE)) {
      const turns = db.selectFrom("turns").selectAll().where("agent_id", "=", agentId).where(column, "in", some);
      for (const row of await turns.execute()) found.set(row.id, turnRow.read(row));
    }
  }
  return [...found.values()].sort(inOrder);
}

function inOrder(one: KeyedTurn, other: KeyedTurn): number {
  if (one.timestamp === other.timestamp) return one.id - other.id;
  return one.timestamp < other.timestamp ? -1 : 1;
}

function identityOf(agentId: number, key: string): string {
  return `${agentId} ${key}`;
}

function inParts<T>(values: readonly T[], size: number): T[][] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, part) => values.slice(part * size, (part + 1) * size));
}

function isEmpty(columns: object): boolean {
  return Object.keys(columns).length === 0;
}

function there<T>(value: T | null | undefined, what: string, id: number): T {
  if (value === null || value === undefined) throw new Error(`There is no ${what} ${id} in the log.`);
  return value;
}
