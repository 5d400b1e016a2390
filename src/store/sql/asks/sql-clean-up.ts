/** Removes asks past their retention, each judged at the version that it is removed at. */
import { type Ask, isSettled, statusOf } from "../../../core/ask/ask.ts";
import { isFetched } from "../../../core/ask/fetched.ts";
import type { CleanUp, CleanUpOptions } from "../../ask-store.ts";
import type { Processes } from "../../machine.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { AskDatabase } from "./database.ts";
import type { AskReads } from "./reads.ts";

// Those who were away for longer begin anew.
const TOMBSTONES_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export async function cleanUpAsks(parts: {
  createdBefore: Date;
  options: CleanUpOptions;
  reads: Pick<AskReads, "createdBefore">;
  queue: CommitQueue;
  lifeOf: Processes["lifeOf"];
}): Promise<CleanUp> {
  const { createdBefore, options, reads, queue, lifeOf } = parts;
  const removed = { pending: 0, completed: 0, rejected: 0, timed_out: 0, abandoned: 0, damaged: 0 };
  const kept = { open: 0, unfetched: 0 };
  const isUnwanted = (ask: Ask) => !isAwaited(ask) && (options.open === true || !keeps(ask));
  for await (const some of reads.createdBefore(createdBefore)) {
    await Promise.all(
      some.map(async ({ ask, version }) => {
        const isGone =
          isUnwanted(ask) && (await queue.write({ kind: "remove", id: ask.id, version })) !== null;
        if (isGone) removed[statusOf(ask)] += 1;
        else if (!isSettled(ask)) kept.open += 1;
        else if (!isFetched(ask)) kept.unfetched += 1;
      }),
    );
  }
  return { removed, kept };

  function isAwaited({ outcome, owner }: Ask): boolean {
    return outcome === null && owner?.mode === "blocking" && lifeOf(owner) !== "dead";
  }
}

function keeps(ask: Ask): boolean {
  return !isSettled(ask) || !isFetched(ask);
}

/** Tombstones that nobody can need any more. A number up to the last of them is a gap from now on. */
export async function forgetRemovals({ write, now }: Pick<AskDatabase, "write" | "now">) {
  const before = (await now()) - TOMBSTONES_KEPT_MS;
  await write(async (db) => {
    const old = await db
      .selectFrom("removed_asks")
      .select(({ fn }) => fn.max("n").as("last"))
      .where("at", "<", before)
      .executeTakeFirst();
    const last = old?.last ?? null;
    if (last === null) return;
    await db.updateTable("ask_store").set({ forgotten_to: last }).execute();
    await db.deleteFrom("removed_asks").where("n", "<=", last).execute();
  });
}
