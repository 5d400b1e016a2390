/** Drafts in the database. They change nothing that others follow, and so have no number. */
import { AskNotFound } from "../../../core/ask/errors.ts";
import { createKeyedQueue } from "../../../core/queue.ts";
import type { DraftKey, DraftStore } from "../../ask-store.ts";
import { plainText } from "../plain-text.ts";
import type { AskDatabase } from "./database.ts";

export function sqlDrafts({
  database: { reader, write },
  checkId,
}: {
  database: Pick<AskDatabase, "reader" | "write">;
  checkId: (id: string) => void;
}): DraftStore {
  // What was saved last stays, also when an earlier draft takes longer.
  const inTurn = createKeyedQueue();
  return { save, load, clear, copy };

  async function save(id: string, key: DraftKey, draft: unknown) {
    const row = { ...columns(id, key), draft: JSON.stringify(draft) };
    await inTurn(lineOf(id, key), () =>
      write(async (db) => {
        const [ask] = await db.selectFrom("asks").select("id").where("id", "=", id).execute();
        if (ask === undefined) throw new AskNotFound(id);
        await db
          .insertInto("ask_drafts")
          .values(row)
          .onConflict((same) =>
            same.columns(["ask_id", "surface", "person"]).doUpdateSet({ draft: row.draft }),
          )
          .execute();
      }),
    );
  }

  async function load(id: string, key: DraftKey): Promise<unknown> {
    const { ask_id, surface, person } = columns(id, key);
    const row = await reader
      .selectFrom("ask_drafts")
      .select("draft")
      .where("ask_id", "=", ask_id)
      .where("surface", "=", surface)
      .where("person", "=", person)
      .executeTakeFirst();
    return row === undefined ? null : JSON.parse(row.draft);
  }

  async function clear(id: string, key: DraftKey) {
    const { ask_id, surface, person } = columns(id, key);
    await inTurn(lineOf(id, key), () =>
      write((db) =>
        db
          .deleteFrom("ask_drafts")
          .where("ask_id", "=", ask_id)
          .where("surface", "=", surface)
          .where("person", "=", person)
          .execute(),
      ),
    );
  }

  async function copy(fromId: string, toId: string) {
    for (const id of [fromId, toId]) checkId(id);
    await write(async (db) => {
      const from = await db
        .selectFrom("ask_drafts")
        .selectAll()
        .where("ask_id", "=", fromId)
        .execute();
      for (const { surface, person, draft } of from)
        await db
          .insertInto("ask_drafts")
          .values({ ask_id: toId, surface, person, draft })
          .onConflict((same) =>
            same.columns(["ask_id", "surface", "person"]).doUpdateSet({ draft }),
          )
          .execute();
    });
  }

  function columns(id: string, { surface, person }: DraftKey) {
    checkId(id);
    return { ask_id: id, surface: plainText(surface), person: plainText(person) };
  }
}

function lineOf(id: string, { surface, person }: DraftKey): string {
  return JSON.stringify([id, surface, person]);
}
