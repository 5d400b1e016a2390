/**
 * PostgreSQL killed at random under racing writers on three stores, as on three hubs, for a minute
 * in `npm run soak`: every ask has exactly one outcome, everybody who was told so had it, and no
 * follower missed a change.
 */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Ask, Outcome } from "../../src/core/ask/ask.ts";
import { AlreadySettled } from "../../src/core/ask/errors.ts";
import { colourAsk } from "../../src/store/ask-store.contract.ts";
import type { AskStore } from "../../src/store/ask-store.ts";
import { openSqlStore } from "../../src/store/sql/asks/open-asks.ts";
import { until } from "../support/patience.ts";
import { startPostgres } from "../support/postgres.ts";
import { rounds } from "../support/rounds.ts";

const FOR_MS = rounds(4, 60) * 1_000;
const STORES = 3;
const ASKERS = 24;
const RACERS = 4;

it("nothing that was acknowledged is lost or doubled while PostgreSQL is killed", async () => {
  await using postgres = await startPostgres({ durable: true });
  const url = await postgres.createSchema();
  const onWarning = () => undefined;
  const patienceMs = 120_000;
  const stores: AskStore[] = await Promise.all(
    Array.from({ length: STORES }, () => openSqlStore({ url, onWarning, patienceMs })),
  );
  const storeAt = (at: number) => stores[at % STORES] as AskStore;
  const seen = stores.map(() => new Map<string, string>());
  for (const [at, store] of stores.entries())
    await store.watch(({ id, ask }) => {
      if (ask?.outcome != null) seen[at]?.set(id, whoIn(ask));
    });
  const end = Date.now() + FOR_MS;
  const winners = new Map<string, string>();
  const waited = new Map<string, string>();
  const asking = Array.from({ length: ASKERS }, async (_, at) => {
    while (Date.now() < end) {
      const ask = colourAsk();
      await storeAt(at).create(ask);
      const waiting = storeAt(at + 1).whenSettled(ask.id);
      const told = await Promise.all(
        Array.from({ length: RACERS }, (_, racer) => race(storeAt(at + racer), ask, racer)),
      );
      const won = told.filter((who) => who !== null);
      expect(won).toHaveLength(1);
      winners.set(ask.id, String(won[0]));
      waited.set(ask.id, whoIn(await waiting));
    }
  });
  while (Date.now() < end) {
    await new Promise((next) => setTimeout(next, 500 + Math.random() * 4_000));
    await postgres.restart();
  }
  await Promise.all(asking);
  for (const [id, who] of winners) {
    expect(whoIn(await storeAt(0).load(id))).toBe(who);
    expect(waited.get(id)).toBe(who);
  }
  await until("every follower", () => seen.every((one) => one.size === winners.size));
  for (const one of seen) expect(one).toEqual(winners);
  for (const store of stores) await store.close();
});

/** The racer's name if its decision counted; null if another was faster. */
async function race(store: AskStore, { id }: Ask, racer: number): Promise<string | null> {
  const who = `racer ${racer}`;
  const decide = (): Outcome => ({
    ...{ status: "rejected", kind: "reject", rejectionReason: null },
    provenance: { by: "person", surface: "test", who, at: new Date().toISOString() },
  });
  try {
    return whoIn(await store.settle(id, decide, { key: randomUUID() }));
  } catch (error) {
    if (error instanceof AlreadySettled) return null;
    throw error;
  }
}

function whoIn({ outcome }: Pick<Ask, "outcome">): string {
  return String(outcome?.provenance.who);
}
