/** Adds and finds turns by the hundred. */
import type { Transaction } from "kysely";
import type { KeyedTurn, NewTurn, TurnSearch } from "../agent-log.ts";
import { turnRow } from "./rows.ts";
import type { Tables } from "./tables.ts";

// A database takes a limited number of values per statement.
const TURNS_AT_ONCE = 100;
const VALUES_AT_ONCE = 500;

export async function addTurns(
  db: Transaction<Tables>,
  turns: readonly NewTurn[],
): Promise<(KeyedTurn | null)[]> {
  const added: (KeyedTurn | null)[] = [];
  for (const some of inParts(turns, TURNS_AT_ONCE)) added.push(...(await addSome(db, some)));
  return added;
}

async function addSome(
  db: Transaction<Tables>,
  turns: readonly NewTurn[],
): Promise<(KeyedTurn | null)[]> {
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

export async function findTurns(
  db: Transaction<Tables>,
  agentId: number,
  by: TurnSearch,
): Promise<KeyedTurn[]> {
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
      const turns = db
        .selectFrom("turns")
        .selectAll()
        .where("agent_id", "=", agentId)
        .where(column, "in", some);
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
