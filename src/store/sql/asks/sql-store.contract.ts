/** What a store of asks in a database promises beside the contract of every store. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { until } from "../../../../test/support/patience.ts";
import { type Ask, completedBy, type Outcome } from "../../../core/ask/ask.ts";
import { colourAsk, type OpenedStore } from "../../ask-store.contract.ts";
import type { AskChange, AskStore } from "../../ask-store.ts";
import type { JobStore, OwnJob, Taken } from "../../jobs.ts";

export function sqlStoreContract(prepare: () => Promise<OpenedStore>) {
  const person = { by: "person", surface: "test", who: "Ada" } as const;
  const provenance = { ...person, at: "2026-01-02T03:04:05.000Z" };
  const outcomes: [string, (ask: Ask) => Outcome][] = [
    ["an answer", (ask) => completedBy(ask, { answers: [{ optionIds: ["1"] }] }, provenance)],
    [
      "a rejection",
      () => ({ status: "rejected", kind: "reject", rejectionReason: "no", provenance }),
    ],
    ["a withdrawal", () => ({ status: "abandoned", kind: "withdrawn", provenance })],
  ];

  it.each(outcomes)("finds %s again by the key it was made with", async (_, decide) => {
    await using stores = await open(2);
    const [one, other] = stores.all as [AskStore, AskStore];
    const ask = await put(one);
    const key = randomUUID();
    const settled = await one.settle(ask.id, decide, { key });
    // The acknowledgement was lost, and the caller tries again, perhaps by way of another hub.
    expect(await other.settle(ask.id, decide, { key })).toEqual(settled);
    await other.markTaken(ask.id, "ada");
    expect((await one.settle(ask.id, decide, { key })).outcome).toEqual(settled.outcome);
    const late = { key: randomUUID() };
    await expect(other.settle(ask.id, decide, late)).rejects.toMatchObject({
      code: "already_settled",
    });
  });

  it("refuses a second ask under the same id, and keeps the first", async () => {
    await using stores = await open(1);
    const [store] = stores.all as [AskStore];
    const ask = await put(store);
    await expect(store.create({ ...ask, context: "other" })).rejects.toMatchObject({
      code: "id_taken",
    });
    expect(await store.load(ask.id)).toEqual(ask);
  });

  it("gives back text that databases refuse, and takes everybody else's asks with it", async () => {
    await using stores = await open(1);
    const [store] = stores.all as [AskStore];
    const odd = "zero \0, half a pair \ud800, a whole one 😀, a\\u0000 backslash";
    const source = { kind: "test", project: odd, callId: odd };
    const asks = Array.from({ length: 20 }, (_, at) =>
      colourAsk(at % 5 === 0 ? { context: odd, source } : {}),
    );
    await Promise.all(asks.map((ask) => store.create(ask)));
    for (const ask of asks) expect(await store.load(ask.id)).toEqual(ask);
    expect(await store.find({ project: odd })).toHaveLength(4);
    const outcome = { ...(outcomes[1]?.[1](asks[0] as Ask) as Outcome), rejectionReason: odd };
    const settled = await store.settle(String(asks[0]?.id), () => outcome as Outcome);
    expect(await store.load(settled.id)).toEqual(settled);
  });

  it("times out what is due once, however many look after it", async () => {
    await using stores = await open(3);
    const [one] = stores.all as [AskStore];
    const ids: string[] = [];
    const told = new Map<string, number>();
    await one.watch(({ id, ask }) => {
      if (ask?.outcome?.status === "timed_out") told.set(id, (told.get(id) ?? 0) + 1);
    });
    for (const store of stores.all) store.keepDeadlines?.();
    await one.ready?.();
    const soon = new Date((one.clock?.now().getTime() ?? 0) + 300).toISOString();
    const asks = Array.from({ length: 60 }, (_, at) =>
      colourAsk({ expiresAt: soon, ...(at % 2 ? { onTimeout: "default" } : {}) }, ["2"]),
    );
    await Promise.all(
      asks.map(async (ask, at) => {
        await stores.all[at % 3]?.create(ask);
        ids.push(ask.id);
      }),
    );
    await until("every deadline", () => told.size === asks.length);
    expect([...told.values()].every((times) => times === 1)).toBe(true);
    const [plain, withDefault] = await Promise.all(asks.slice(0, 2).map(({ id }) => one.load(id)));
    expect(plain?.outcome).toMatchObject({ kind: "none", provenance: { by: "rule" } });
    expect(withDefault?.outcome).toMatchObject({
      ...{ kind: "default", reply: { answers: [{ optionIds: ["2"] }] } },
      provenance: { by: "default", surface: "deadline", at: expect.stringMatching(/^20.*Z$/) },
    });
  });

  it("tells one who follows of every change, in the order of commits, whoever writes", async () => {
    await using stores = await open(4);
    const [reader, ...writers] = stores.all as [AskStore, ...AskStore[]];
    const heard: AskChange[] = [];
    await reader.watch((change) => heard.push(change), { after: "now" });
    const rounds = Array.from({ length: 25 }, (_, at) => at);
    const made = await Promise.all(
      writers.flatMap((store) =>
        rounds.map(async () => {
          const ask = await put(store);
          await store.settle(ask.id, outcomes[1]?.[1] ?? (() => null));
          return ask.id;
        }),
      ),
    );
    const settled = () =>
      new Set(heard.flatMap(({ id, ask }) => (ask?.outcome == null ? [] : [id])));
    await until("every outcome", () => settled().size === made.length);
    const numbers = heard.map(({ number }) => Number(number.split(":")[1]));
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  });

  it("settles once when many answer at the same moment", async () => {
    await using stores = await open(3);
    const [one] = stores.all as [AskStore];
    const ask = await put(one);
    const decide = outcomes[1]?.[1] ?? (() => null);
    const tries = Array.from({ length: 12 }, (_, at) =>
      (stores.all[at % 3] as AskStore).settle(ask.id, decide).then(
        () => "first",
        ({ code }) => code,
      ),
    );
    const said = await Promise.all(tries);
    expect(said.filter((word) => word === "first")).toHaveLength(1);
    expect(new Set(said)).toEqual(new Set(["first", "already_settled"]));
  });

  it("gives a job to one at a time, and to the next when its lease ends or it is given back", async () => {
    await using stores = await open(3);
    const [one, other] = stores.all.map(({ jobs }) => jobs as JobStore) as [JobStore, JobStore];
    const job = { kind: "notice", id: "ask 1 at the phone" };
    const all = await Promise.all(stores.all.map(({ jobs }) => jobs?.take(job, 60_000)));
    expect(all.map((taken) => taken?.state).sort()).toEqual(["ours", "taken", "taken"]);
    const first = ours(all.find((taken) => taken?.state === "ours"));
    await first.giveBack({ afterMs: 0, error: "the phone is off" });
    const second = ours(await other.take(job, 0));
    expect(second.attempts).toBe(2);
    // Its lease is over, and another has it.
    const third = ours(await one.take(job, 60_000));
    expect([await second.done(), await third.renew(60_000), await third.done()]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await other.take(job, 60_000)).toEqual({ state: "done" });
    await one.forget(new Date("2999-01-01"));
    expect((await other.take(job, 60_000)).state).toBe("ours");
  });

  function ours(taken: Taken | undefined): OwnJob {
    if (taken?.state !== "ours") throw new Error(`It is ${taken?.state}.`);
    return taken;
  }

  async function open(count: number) {
    const prepared = await prepare();
    const all = await Promise.all(Array.from({ length: count }, () => prepared.open()));
    return {
      all,
      async [Symbol.asyncDispose]() {
        for (const store of all) await store.close();
        await prepared.dispose();
      },
    };
  }

  async function put(store: AskStore): Promise<Ask> {
    const ask = colourAsk();
    await store.create(ask);
    return ask;
  }
}
