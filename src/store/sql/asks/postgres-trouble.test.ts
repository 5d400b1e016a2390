/** PostgreSQL that goes away, is another one than before, or does not let us in. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PgBouncer, startPgBouncer } from "../../../../test/support/pgbouncer.ts";
import { type Postgres, startPostgres } from "../../../../test/support/postgres.ts";
import type { Outcome } from "../../../core/ask/ask.ts";
import { colourAsk } from "../../ask-store.contract.ts";
import type { AskChange, AskStore } from "../../ask-store.ts";
import { createCommitQueue } from "./commit-queue.ts";
import { openDatabase, openSqlStore } from "./open-asks.ts";
import { newRow } from "./rows.ts";

const provenance = { by: "person", surface: "test", at: "2026-01-02T03:04:05.000Z" } as const;
const reject = (): Outcome => ({
  ...{ status: "rejected", kind: "reject", rejectionReason: null, provenance },
});

let postgres: Postgres;
let bouncer: PgBouncer;
beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  bouncer = await startPgBouncer(postgres);
});
afterAll(async () => {
  await bouncer[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

describe("PostgreSQL that is killed under writers", () => {
  it("loses nothing that was acknowledged, and open waits and watches go on", async () => {
    const url = await postgres.createSchema();
    const said: string[] = [];
    const open = () => openSqlStore({ url, onWarning: (message) => said.push(message) });
    const [one, other] = [await open(), await open()];
    const heard = new Map<string, AskChange>();
    await other.watch((change) => heard.set(change.id, change), { after: "now" });
    const asked = colourAsk();
    await one.create(asked);
    const waiting = other.whenSettled(asked.id);
    let isOver = false;
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 6 }, async (_, at) => {
      while (!isOver) {
        const ask = colourAsk();
        const store = at % 2 === 0 ? one : other;
        await store.create(ask);
        await store.settle(ask.id, reject);
        acknowledged.push(ask.id);
      }
    });
    for (let restarts = 0; restarts < 2; restarts++) {
      const before = acknowledged.length;
      while (acknowledged.length < before + 20) await new Promise((next) => setTimeout(next, 5));
      await postgres.restart();
    }
    isOver = true;
    await Promise.all(writers);
    await one.settle(asked.id, reject);
    expect((await waiting).outcome?.status).toBe("rejected");
    for (const id of acknowledged) expect((await one.load(id)).outcome?.status).toBe("rejected");
    while (acknowledged.some((id) => heard.get(id)?.ask?.outcome == null))
      await new Promise((next) => setTimeout(next, 5));
    expect(said.join()).toMatch(/cannot be reached|is starting/);
    await Promise.all([one.close(), other.close()]);
  });
});

describe("a database that is another one than before", () => {
  it("is a gap for those who follow, and for those who come back", async () => {
    const url = await postgres.createSchema();
    const store = await openSqlStore({ url });
    const changes: AskChange[] = [];
    let gaps = 0;
    await store.watch((change) => changes.push(change), { onGap: () => (gaps += 1) });
    for (let count = 0; count < 5; count++) await store.create(colourAsk());
    while (changes.length < 5) await new Promise((next) => setTimeout(next, 5));
    const number = String(changes.at(-1)?.number);
    // As after a restore: other rows, and numbers that begin anew.
    await query(url, "truncate asks, removed_asks, ask_drafts");
    await query(url, "alter sequence ask_numbers restart");
    const after = colourAsk();
    await store.create(after);
    while (gaps === 0) await new Promise((next) => setTimeout(next, 5));
    while (changes.at(-1)?.id !== after.id) await new Promise((next) => setTimeout(next, 5));
    let isGap = false;
    const missed: string[] = [];
    await store.watch(({ id }) => missed.push(id), {
      after: number,
      onGap: () => (isGap = true),
    });
    expect([isGap, missed]).toEqual([true, [after.id]]);
    await store.close();
  });
});

describe("a row that the database refuses", () => {
  it("fails alone, whatever it was put together with", async () => {
    const url = await postgres.createSchema();
    const database = await openDatabase({ url });
    const queue = createCommitQueue(database);
    const writes = Array.from({ length: 9 }, (_, at) => {
      const ask = colourAsk({ createdAt: at === 4 ? "no\0moment" : "2026-01-01T00:00:00.000Z" });
      const row = newRow(ask, { change: ask.id });
      return queue.write({ kind: "create", id: ask.id, row }).then(
        (number) => typeof number,
        ({ code }) => code,
      );
    });
    const said = await Promise.all(writes);
    expect(said.filter((word) => word === "number")).toHaveLength(8);
    expect(said[4]).toBe("22021");
    await database.close();
  });
});

describe("PgBouncer in transaction mode", () => {
  it("is noticed and said, and a direct address to listen on is used", async () => {
    const direct = await postgres.createSchema();
    const url = bouncer.addressOf(direct);
    const said: string[] = [];
    const onWarning = (message: string) => void said.push(message);
    await (await openSqlStore({ url, onWarning })).close();
    expect(said.join()).toContain("ASKLINE_DATABASE_LISTEN_URL");
    said.length = 0;
    await (await openSqlStore({ url, listenUrl: direct, onWarning })).close();
    await (await openSqlStore({ url: direct, onWarning })).close();
    expect(said).toEqual([]);
  });
});

describe("a database that cannot be used", () => {
  it.each([
    ["missing", () => `postgres://askline@127.0.0.1:${postgres.port}/nowhere`, "database_missing"],
    [
      "not for us",
      () => `postgres://bob:hunter2@127.0.0.1:${postgres.port}/postgres`,
      "database_refused",
    ],
    ["not there", () => "postgres://bob:hunter2@127.0.0.1:9/askline", "database_away"],
    ["named wrongly", () => "postgres://bob:hunter2@db:port/askline", "database_address"],
  ])("is said in words without the password: %s", async (_, url, code) => {
    const options = { url: url(), onWarning: () => undefined };
    const error = await openSqlStore(options).then(
      () => null,
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code, words: { ko: { message: expect.any(String) } } });
    const { en, ko } = error.words;
    expect(JSON.stringify([en, ko])).not.toContain("hunter2");
  });

  it("was written by a newer version: nothing in it is touched", async () => {
    const url = await postgres.createSchema();
    await (await openSqlStore({ url })).close();
    await query(url, "insert into ask_migrations (number) values (99)");
    await expect(openSqlStore({ url })).rejects.toThrow("newer version of Askline");
  });
});

describe("many processes that open an empty database at once", () => {
  it("make its tables once", async () => {
    const url = await postgres.createSchema();
    const stores: AskStore[] = await Promise.all(
      Array.from({ length: 5 }, () => openSqlStore({ url, seals: "make" })),
    );
    const ask = colourAsk();
    await stores[0]?.create(ask);
    for (const store of stores) expect((await store.load(ask.id)).id).toBe(ask.id);
    await Promise.all(stores.map((store) => store.close()));
  });
});

async function query(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(text);
  await client.end();
}
