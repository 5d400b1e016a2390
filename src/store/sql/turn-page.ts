/** A page of an agent's history, by keyset. */
import type { Kysely } from "kysely";
import type { TurnPage } from "../agent-log.ts";
import { turnRow } from "./rows.ts";
import type { Tables } from "./tables.ts";

/** Compares row values on the index of that order, so pages far back are as quick as the newest. */
export async function turnPage(
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
    page = latest.where((turn) =>
      turn(turn.refTuple("timestamp", "id"), older, turn.tuple(timestamp, id)),
    );
  }
  const rows = await page.execute();
  return { turns: rows.slice(0, limit).reverse().map(turnRow.read), hasMore: rows.length > limit };
}

/** Where a page ends. For a removed turn, that is the turn that was added just before it. */
async function cursorAt(db: Kysely<Tables>, agentId: number, id: number) {
  const turns = db.selectFrom("turns").select(["timestamp", "id"]).where("agent_id", "=", agentId);
  const exact = await turns.where("id", "=", id).executeTakeFirst();
  return (
    exact ?? (await turns.where("id", "<", id).orderBy("id", "desc").limit(1).executeTakeFirst())
  );
}
