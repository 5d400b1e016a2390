/** Jobs in the database: see `store/jobs.ts`. Each step is one statement, judged by its clock. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { JobName, JobStore, OwnJob, Taken } from "../../jobs.ts";
import { plainText } from "../plain-text.ts";
import type { AskDatabase } from "./database.ts";
import type { JobRow } from "./tables.ts";

export function sqlJobs({ write, now }: Pick<AskDatabase, "write" | "now">): JobStore {
  return { take, forget };

  async function take(name: JobName, leaseMs: number): Promise<Taken> {
    const moment = await now();
    const id = plainText(name.id);
    // A key of this try: a process may take the same job twice.
    const holder = randomUUID();
    const lease = { locked_by: holder, locked_until: moment + leaseMs };
    const row = await write(async (db) => {
      await db
        .insertInto("jobs")
        .values({
          ...{ id, kind: name.kind, due: moment, attempts: 1, payload: "{}", ...lease },
          ...{ done_at: null, last_error: null },
        })
        .onConflict((same) =>
          same
            .column("id")
            .doUpdateSet({ ...lease, attempts: sql`jobs.attempts + 1` })
            .where("jobs.done_at", "is", null)
            .where("jobs.locked_until", "<=", moment),
        )
        .execute();
      return db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
    });
    if (row?.locked_by === holder) return { state: "ours", ...ownJob(id, holder, row.attempts) };
    if (row === undefined || row.done_at !== null) return { state: "done" };
    return { state: "taken", forMs: Math.max(1, row.locked_until - moment) };
  }

  function ownJob(id: string, holder: string, attempts: number): OwnJob {
    return {
      attempts,
      done: async () => change(id, holder, { done_at: await now() }),
      renew: async (leaseMs) => change(id, holder, { locked_until: (await now()) + leaseMs }),
      async giveBack({ afterMs, error }) {
        const last_error = error === undefined ? null : plainText(error);
        await change(id, holder, { locked_until: (await now()) + afterMs, last_error });
      },
    };
  }

  async function change(id: string, holder: string, columns: Partial<JobRow>): Promise<boolean> {
    const { numUpdatedRows } = await write((db) =>
      db
        .updateTable("jobs")
        .set(columns)
        .where("id", "=", id)
        .where("locked_by", "=", holder)
        .where("done_at", "is", null)
        .executeTakeFirstOrThrow(),
    );
    return numUpdatedRows > 0n;
  }

  async function forget(doneBefore: Date) {
    await write((db) =>
      db.deleteFrom("jobs").where("done_at", "<", doneBefore.getTime()).execute(),
    );
  }
}
