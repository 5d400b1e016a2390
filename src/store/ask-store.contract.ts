/**
 * What every store of asks promises. A new driver passes
 * this suite before anything else is built on it.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ask, completedBy, type Outcome, timedOutAt } from "../core/ask/ask.ts";
import { questionFrom } from "../core/ask/question.ts";
import type { AskChange, AskPage, AskStore, FindFilter } from "./ask-store.ts";
import { openSeals, readSeals, type Seals } from "./file/seals.ts";

/** Opens a store on the same asks each time it is called, so that two stand for two processes. */
export interface OpenedStore {
  open(options?: { seals?: Seals | undefined }): AskStore | Promise<AskStore>;
  dispose(): Promise<void>;
}

export function askStoreContract(prepare: () => Promise<OpenedStore>) {
  const at = "2026-01-02T03:04:05.000Z";
  const person = { by: "person", surface: "test", who: "Ada", at } as const;
  const answer = (optionId: string) => (ask: Ask) =>
    completedBy(ask, { answers: [{ optionIds: [optionId] }] }, person);
  const reject = (): Outcome => ({
    status: "rejected",
    kind: "reject",
    rejectionReason: "no",
    provenance: person,
  });

  it("gives back an ask as it was put", async () => {
    await using stores = await open();
    const ask = colourAsk({
      context: "for the door",
      expiresAt: "2999-01-01T00:00:00.000Z",
      urgency: "high",
    });
    await stores.one.create(ask);
    expect(await stores.other.load(ask.id)).toEqual(ask);
  });

  it("takes an ask that is already settled; nobody ever sees it open", async () => {
    await using stores = await open();
    const seen: (Ask | null)[] = [];
    const watch = await stores.other.watch(({ ask }) => seen.push(ask));
    const asks = [answer("2"), reject].map((decide) => {
      const ask = colourAsk();
      return { ...ask, outcome: decide(ask) };
    });
    for (const ask of asks) await stores.one.create(ask);
    for (const ask of asks) expect(await stores.other.load(ask.id)).toEqual(ask);
    while (seen.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    watch.close();
    expect(seen.map((ask) => ask?.outcome ?? null)).not.toContain(null);
    await expect(stores.other.settle(asks[0]?.id ?? "", reject)).rejects.toMatchObject({
      code: "already_settled",
    });
  });

  it("does not know an ask that was never put", async () => {
    await using stores = await open();
    await expect(stores.one.load(randomUUID())).rejects.toMatchObject({ code: "not_found" });
    await expect(stores.one.settle(randomUUID(), reject)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(stores.one.load("../../etc/passwd")).rejects.toMatchObject({ code: "invalid_id" });
  });

  it("settles once: the first outcome stays, the second is told who was first", async () => {
    await using stores = await open();
    const ask = await put(stores.one);
    await stores.one.settle(ask.id, answer("2"));
    await expect(stores.other.settle(ask.id, answer("1"))).rejects.toMatchObject({
      code: "already_settled",
      ask: { outcome: { provenance: person } },
    });
    expect((await stores.other.load(ask.id)).outcome).toEqual(answer("2")(ask));
  });

  it("finds a settlement again by its key, and takes no other one for it", async () => {
    await using stores = await open();
    for (const decide of [answer("2"), reject]) {
      const ask = await put(stores.one);
      const key = randomUUID();
      const settled = await stores.one.settle(ask.id, decide, { key });
      expect(await stores.other.settle(ask.id, decide, { key })).toEqual(settled);
      for (const options of [{ key: randomUUID() }, {}])
        await expect(stores.other.settle(ask.id, decide, options)).rejects.toMatchObject({
          code: "already_settled",
        });
    }
    const late = colourAsk({ expiresAt: "2026-01-01T00:00:00.000Z" });
    await stores.one.create(late);
    const key = randomUUID();
    for (const store of [stores.one, stores.other])
      await expect(store.settle(late.id, answer("2"), { key })).rejects.toMatchObject({
        code: "already_settled",
      });
  });

  it("keeps every kind of outcome as it was decided", async () => {
    await using stores = await open();
    const withDefault = colourAsk({ onTimeout: "default" }, ["2"]);
    const outcomes: Outcome[] = [
      completedBy(
        withDefault,
        {
          answers: [{ optionIds: ["1"], customText: "dark", optionNotes: { "1": "why" } }],
          globalNote: "ok",
        },
        person,
      ),
      { status: "rejected", kind: "cancel", rejectionReason: null, provenance: person },
      {
        status: "rejected",
        kind: "rephrase",
        rejectionReason: "shorter",
        askBack: [{ questionIndex: 0, kind: "rephrase", text: "shorter" }],
        provenance: person,
      },
      timedOutAt(withDefault, at),
      timedOutAt(colourAsk(), at),
      { status: "abandoned", kind: "withdrawn", provenance: { by: "rule", surface: "test", at } },
    ];
    for (const outcome of outcomes) {
      const ask = { ...withDefault, id: randomUUID() };
      await stores.one.create(ask);
      await stores.one.settle(ask.id, () => outcome);
      expect((await stores.other.load(ask.id)).outcome).toEqual(outcome);
    }
  });

  it("decides on the ask as it is at that moment, and may leave it open", async () => {
    await using stores = await open();
    const ask = await put(stores.one);
    await stores.other.amend(ask.id, () => ({ expiresAt: "2999-01-01T00:00:00.000Z" }));
    let seen: Ask | undefined;
    const left = await stores.one.settle(ask.id, (now) => {
      seen = now;
      return null;
    });
    expect(seen?.expiresAt).toBe("2999-01-01T00:00:00.000Z");
    expect(left.outcome).toBeNull();
  });

  it("amends only what is open", async () => {
    await using stores = await open();
    const ask = await put(stores.one);
    await stores.one.settle(ask.id, reject);
    await expect(stores.one.amend(ask.id, () => ({ expiresAt: null }))).rejects.toMatchObject({
      code: "already_settled",
    });
  });

  it("lists newest first, open ones apart from settled ones", async () => {
    await using stores = await open();
    const asks = [
      colourAsk({ createdAt: "2026-01-01T00:00:00.000Z" }),
      colourAsk({ createdAt: "2026-01-03T00:00:00.000Z" }),
      colourAsk({ createdAt: "2026-01-02T00:00:00.000Z" }),
    ];
    for (const ask of asks) await stores.one.create(ask);
    await stores.one.settle(String(asks[2]?.id), reject);
    const ids = async (filter?: Parameters<AskStore["list"]>[0]) =>
      (await stores.other.list(filter)).map((ask) => ask.id);
    expect(await ids()).toEqual([asks[1]?.id, asks[2]?.id, asks[0]?.id]);
    expect(await ids({ status: "pending" })).toEqual([asks[1]?.id, asks[0]?.id]);
    expect(await ids({ status: "settled" })).toEqual([asks[2]?.id]);
  });

  it("gives some of the newest open asks at a glance, and none that is settled", async () => {
    await using stores = await open();
    const days = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"];
    const asks = days.map((day) => colourAsk({ createdAt: `${day}T00:00:00.000Z` }));
    for (const ask of asks) await stores.one.create(ask);
    await stores.one.settle(String(asks[3]?.id), reject);
    const glance = async (most: number) => (await stores.other.glance(most)).map(({ id }) => id);
    expect(await glance(10)).toEqual([asks[2]?.id, asks[1]?.id, asks[0]?.id]);
    expect(await glance(2)).toHaveLength(2);
    expect(await glance(0)).toEqual([]);
  });

  describe.each(["that watches", "that does not"])("a store %s", (kind) => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, day) => `2026-01-${String(day + 11)}T00:00:00.000Z`);

    it("gives a list by pages, without a hole or a repeat while asks come and go", async () => {
      await using stores = await openFor(kind);
      const moments = days(7);
      // Two of the same moment, to be told apart by something else.
      const asks = [...moments, ...moments.slice(3, 4)].map((createdAt) =>
        colourAsk({ createdAt }),
      );
      for (const ask of asks) await stores.one.create(ask);
      const page = (after?: string) =>
        stores.other.page({
          status: "pending",
          limit: 3,
          ...(after === undefined ? {} : { after }),
        });
      const first = await page();
      expect(first.asks.map(({ createdAt }) => createdAt)).toEqual(moments.slice(4).reverse());
      const [gone, settled] = [asks[0], first.asks[2]];
      await stores.one.remove(String(gone?.id));
      await stores.one.settle(String(settled?.id), reject);
      await stores.one.create(colourAsk({ createdAt: "2026-02-01T00:00:00.000Z" }));
      await stores.agree();
      const second = await page(String(first.next));
      const third = await page(String(second.next));
      const rest = [...second.asks, ...third.asks].map(({ id }) => id);
      expect(new Set(rest)).toEqual(new Set([1, 2, 3, 7].map((index) => asks[index]?.id)));
      expect([rest.length, third.next]).toEqual([4, null]);
      await expect(page("nowhere")).rejects.toMatchObject({ code: "invalid_cursor" });
    });

    it("gives what was settled by pages, the last settled first", async () => {
      await using stores = await openFor(kind);
      const asks = days(4).map((createdAt) => colourAsk({ createdAt }));
      const order = [2, 0, 1].map((index) => String(asks[index]?.id));
      for (const ask of asks) await stores.one.create(ask);
      for (const [minute, id] of order.entries())
        await stores.one.settle(id, () => ({
          ...reject(),
          provenance: { ...person, at: `2026-02-01T00:0${minute}:00.000Z` },
        }));
      await stores.agree();
      const query = { order: "settled", limit: 2 } as const;
      const first = await stores.other.page(query);
      const second = await stores.other.page({ ...query, after: String(first.next) });
      const ids = (page: AskPage) => page.asks.map(({ id }) => id);
      expect([ids(first), ids(second)]).toEqual([[order[2], order[1]], [order[0]]]);
      expect(second.next).toBeNull();
    });

    it("counts no further than it is asked to", async () => {
      await using stores = await openFor(kind);
      const asks = days(5).map((createdAt) => colourAsk({ createdAt }));
      for (const ask of asks) await stores.one.create(ask);
      await stores.one.settle(String(asks[0]?.id), reject);
      await stores.agree();
      const counts = [
        ...[3, 4, 9].map((cap) => stores.other.count({ status: "pending" }, cap)),
        stores.other.count({}, 9),
        stores.other.count({ status: "settled" }, 9),
        stores.other.count({ project: "shop" }, 9),
      ];
      expect(await Promise.all(counts)).toEqual([3, 4, 4, 5, 1, 0]);
    });

    it("finds asks by how the id begins, by who asked and by what waits for it", async () => {
      await using stores = await openFor(kind);
      const made = (more: Partial<Ask>) => colourAsk({ returnPath: "caller", ...more });
      const dialog = (hookCall: string) => ({
        ...({ client: "codex", kind: "permission", toolName: "shell", sessionId: "s" } as const),
        ...{ input: {}, updates: [], subagentId: null, hookCall },
      });
      const held = { pid: 1, host: "here", startedAt: "then", mode: "blocking" } as const;
      const asks = {
        plain: made({ source: { kind: "mcp" } }),
        call: made({ source: { kind: "mcp", agentId: "ada", callId: "c1", project: "shop" } }),
        other: made({ source: { kind: "command", agentId: "ada", project: "house" } }),
        hook: made({ returnPath: "hook", dialog: dialog("codex 1") }),
        second: made({ returnPath: "hook", dialog: dialog("codex 2") }),
        waiting: made({ owner: held }),
      };
      for (const ask of Object.values(asks)) await stores.one.create(ask);
      await stores.one.settle(asks.second.id, reject);
      await stores.agree();
      const names = Object.keys(asks) as (keyof typeof asks)[];
      const found = async (filter: FindFilter) => {
        const ids = (await stores.other.find(filter)).map(({ id }) => id);
        return names.filter((name) => ids.includes(asks[name].id));
      };
      const cases: [FindFilter, (keyof typeof asks)[]][] = [
        [{ idPrefix: asks.plain.id.slice(0, 9).toUpperCase() }, ["plain"]],
        [{ idPrefix: asks.plain.id }, ["plain"]],
        [{ asker: { kind: "mcp" } }, ["plain"]],
        [{ asker: { kind: "mcp", agentId: "ada" } }, ["call"]],
        [{ project: "house" }, ["other"]],
        [{ callId: "c1" }, ["call"]],
        [{ hookCall: "codex 2" }, ["second"]],
        [{ hookCall: { startsWith: "codex" } }, ["hook", "second"]],
        [{ hookCall: { startsWith: "codex" }, status: "pending" }, ["hook"]],
        [{ returnPath: "hook", status: "settled" }, ["second"]],
        [{ settledSince: at }, ["second"]],
        [{ settledSince: "2999-01-01T00:00:00.000Z" }, []],
        [{ settledBefore: "2999-01-01T00:00:00.000Z" }, ["second"]],
        [{ settledBefore: at }, []],
        [{ createdBefore: "2999-01-01T00:00:00.000Z", status: "settled" }, ["second"]],
        [{ createdBefore: "2001-01-01T00:00:00.000Z" }, []],
        [{ isHeld: true }, ["waiting"]],
        [{ callId: "never" }, []],
      ];
      // Twice, since the second look may use what the first has learned.
      for (const [filter, expected] of [...cases, ...cases])
        expect([filter, await found(filter)]).toEqual([filter, expected]);
    });

    it("knows the nearest deadlines of what is open", async () => {
      await using stores = await openFor(kind);
      const due = (day: string | null) =>
        colourAsk({ expiresAt: day && `2999-01-${day}T00:00:00.000Z` });
      const asks = [due("03"), due(null), due("01"), due("04"), due("02")];
      for (const ask of asks) await stores.one.create(ask);
      await stores.one.settle(String(asks[4]?.id), reject);
      await stores.one.amend(String(asks[3]?.id), () => ({
        expiresAt: "2026-01-01T00:00:00.000Z",
      }));
      await stores.agree();
      const ids = async (most: number) => (await stores.other.nextDue(most)).map(({ id }) => id);
      expect(await ids(9)).toEqual([asks[3]?.id, asks[2]?.id, asks[0]?.id]);
      expect(await ids(1)).toEqual([asks[3]?.id]);
    });
  });

  it("tells a watcher only of what comes, where it says so", async () => {
    await using stores = await open();
    await put(stores.one);
    const changes: AskChange[] = [];
    const heard = waiter(changes);
    const watch = await stores.other.watch(heard.push, { after: "now" });
    const ask = await put(stores.one);
    await heard.until((change) => change.id === ask.id);
    expect(new Set(changes.map(({ id }) => id))).toEqual(new Set([ask.id]));
    watch.close();
  });

  it("goes on behind a change that a watcher heard of, or says that it cannot", async () => {
    await using stores = await open();
    const before = await put(stores.one);
    const all: AskChange[] = [];
    const heard = waiter(all);
    const watch = await stores.other.watch(heard.push);
    await heard.until(({ id }) => id === before.id);
    const last = all.findLast(({ id }) => id === before.id)?.number;
    const [kept, gone] = [await put(stores.one), await put(stores.one)];
    await heard.until(({ id }) => id === gone.id);
    await stores.one.remove(gone.id);
    await heard.until(({ id, ask }) => id === gone.id && ask === null);
    const missed: AskChange[] = [];
    const late = await stores.other.watch((change) => missed.push(change), { after: last });
    expect(new Map(missed.map(({ id, ask }) => [id, ask]))).toEqual(
      new Map([
        [kept.id, await stores.one.load(kept.id)],
        [gone.id, null],
      ]),
    );
    let gaps = 0;
    const anew: AskChange[] = [];
    const lost = await stores.other.watch((change) => anew.push(change), {
      after: "another store's 7",
      onGap: () => (gaps += 1),
    });
    expect([gaps, new Set(anew.map(({ id }) => id))]).toEqual([1, new Set([before.id, kept.id])]);
    for (const one of [watch, late, lost]) one.close();
  });

  it("tells a watcher of every ask that any process adds, settles or removes", async () => {
    await using stores = await open();
    const before = await put(stores.one);
    const changes: AskChange[] = [];
    const heard = waiter(changes);
    const watch = await stores.other.watch((change) => heard.push(change));
    await heard.until((change) => change.id === before.id && change.ask !== null);
    const ask = await put(stores.one);
    await heard.until((change) => change.id === ask.id && change.ask?.outcome === null);
    await stores.one.settle(ask.id, reject);
    await heard.until(
      (change) => change.id === ask.id && change.ask?.outcome?.status === "rejected",
    );
    expect((await stores.other.list({ status: "pending" })).map(({ id }) => id)).toEqual([
      before.id,
    ]);
    await stores.one.remove(ask.id);
    await heard.until((change) => change.id === ask.id && change.ask === null);
    watch.close();
  });

  it("wakes a wait when the ask is settled elsewhere; aborting it settles nothing", async () => {
    await using stores = await open();
    const ask = await put(stores.one);
    const abort = new AbortController();
    const aborted = stores.one.whenSettled(ask.id, { signal: abort.signal });
    const waiting = stores.one.whenSettled(ask.id);
    abort.abort();
    await expect(aborted).rejects.toThrow(/abort/i);
    expect((await stores.other.load(ask.id)).outcome).toBeNull();
    await stores.other.settle(ask.id, answer("1"));
    expect((await waiting).outcome).toEqual(answer("1")(ask));
  });

  it("notes who received the outcome, each once, and what became of it", async () => {
    await using stores = await open();
    const ask = await put(stores.one);
    expect(await stores.one.markTaken(ask.id, "ada")).toBe(false);
    await stores.one.noteEffect(ask.id, { kind: "used" });
    expect(await stores.other.load(ask.id)).toEqual(ask);
    const settled = await stores.one.settle(ask.id, answer("1"));
    expect(await stores.one.markTaken(ask.id, "ada")).toBe(true);
    expect(await stores.other.markTaken(ask.id, "ada")).toBe(false);
    expect(await stores.other.markTaken(ask.id, "bob")).toBe(true);
    await stores.one.noteEffect(ask.id, { kind: "used" });
    const overruled = await stores.other.noteEffect(ask.id, { kind: "overruled", did: "allowed" });
    const moment = expect.any(String);
    expect(await stores.one.load(ask.id)).toEqual(overruled);
    expect(overruled).toEqual({
      ...settled,
      taken: [
        { by: "ada", at: moment },
        { by: "bob", at: moment },
      ],
      effect: { kind: "overruled", did: "allowed", at: moment },
    });
  });

  it("keeps what the reply to an agent's hook is made of", async () => {
    await using stores = await open();
    const ask = colourAsk({
      dialog: {
        ...{ client: "claude-code", kind: "permission", toolName: "Bash", sessionId: "s" },
        ...{ input: { command: "make" }, updates: [[{ type: "setMode" }]], subagentId: null },
        hookCall: "call",
      },
    });
    await stores.one.create(ask);
    expect(await stores.other.load(ask.id)).toEqual(ask);
  });

  it("tells sealed decisions from those of other programs, in every process", async () => {
    const prepared = await prepare();
    const folder = mkdtempSync(join(tmpdir(), "askline-seals-"));
    const key = join(folder, "key.json");
    const ours = await prepared.open({ seals: openSeals(key) });
    const reader = await prepared.open({ seals: openSeals(key) });
    const program = await prepared.open({ seals: readSeals(key) });
    const stranger = await prepared.open({ seals: openSeals(join(folder, "another-key.json")) });
    const keyless = await prepared.open();
    try {
      const sealed = async (store: AskStore, decide: typeof reject | ReturnType<typeof answer>) => {
        const ask = await put(ours);
        const now = new Date().toISOString();
        const settled = await store.settle(ask.id, (pending) => {
          const outcome = decide(pending);
          return { ...outcome, provenance: { ...outcome.provenance, at: now } };
        });
        const listed = (await reader.list()).find(({ id }) => id === ask.id);
        const loaded = await reader.load(ask.id);
        expect(listed?.sealed).toBe(loaded.sealed);
        return [settled.sealed, loaded.sealed, (await keyless.load(ask.id)).sealed];
      };
      expect(await sealed(ours, answer("2"))).toEqual([true, true, undefined]);
      expect(await sealed(ours, reject)).toEqual([true, true, undefined]);
      expect(await sealed(program, answer("2"))).toEqual([false, false, undefined]);
      expect(await sealed(stranger, answer("2"))).toEqual([true, false, undefined]);
      // A decision that claims to be older than the key, on an ask that is not.
      const ask = await put(ours);
      await keyless.settle(ask.id, answer("1"));
      expect((await reader.load(ask.id)).sealed).toBe(false);
      const old = colourAsk({ createdAt: "2026-01-01T00:00:00.000Z" });
      await keyless.create({ ...old, outcome: answer("1")(old) });
      expect((await reader.load(old.id)).sealed).toBeNull();
      const late = await put(ours);
      await ours.settle(late.id, (pending) => timedOutAt(pending, at));
      expect((await reader.load(late.id)).sealed).toBeNull();
      const ruled = colourAsk();
      await ours.create({ ...ruled, outcome: answer("2")(ruled) });
      expect((await reader.load(ruled.id)).sealed).toBe(true);
    } finally {
      for (const store of [ours, reader, program, stranger, keyless]) await store.close();
      await prepared.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("ends a wait for an ask that is removed", async () => {
    await using stores = await open();
    const ask = await put(stores.one);
    const waiting = expect(stores.one.whenSettled(ask.id)).rejects.toMatchObject({
      code: "not_found",
    });
    await stores.other.remove(ask.id);
    await waiting;
  });

  it("keeps drafts apart for each surface and person", async () => {
    await using stores = await open();
    const ask = await put(stores.one);
    const ada = { surface: "inbox", person: "Ada" };
    await stores.one.drafts.save(ask.id, ada, { text: "half a thought" });
    await stores.one.drafts.save(ask.id, { ...ada, surface: "portal" }, { text: "another" });
    expect(await stores.other.drafts.load(ask.id, ada)).toEqual({ text: "half a thought" });
    expect(await stores.other.drafts.load(ask.id, { ...ada, person: "Bob" })).toBeNull();
    await stores.other.drafts.clear(ask.id, ada);
    expect(await stores.one.drafts.load(ask.id, ada)).toBeNull();
    await expect(stores.one.drafts.save(randomUUID(), ada, {})).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("keeps the draft that was saved last, also when an earlier one takes longer", async () => {
    await using stores = await open();
    const ask = await put(stores.one);
    const ada = { surface: "portal", person: "Ada" };
    await Promise.all([
      stores.one.drafts.save(ask.id, ada, { size: "large", text: "half".repeat(4_000_000) }),
      stores.one.drafts.save(ask.id, ada, { size: "small", text: "whole" }),
    ]);
    const { size } = (await stores.other.drafts.load(ask.id, ada)) as { size: string };
    expect(size).toBe("small");
    await Promise.all([
      stores.one.drafts.save(ask.id, ada, { text: "a thought too late" }),
      stores.one.drafts.clear(ask.id, ada),
    ]);
    expect(await stores.other.drafts.load(ask.id, ada)).toBeNull();
  });

  it("cleans up what was put before a moment, and counts it", async () => {
    await using stores = await open();
    const old = colourAsk({ createdAt: "2026-01-01T00:00:00.000Z" });
    const young = colourAsk({ createdAt: "2026-01-03T00:00:00.000Z" });
    await stores.one.create(old);
    await stores.one.create(young);
    const before = new Date("2026-01-02T00:00:00.000Z");
    expect((await stores.one.cleanUp(before)).kept).toEqual({ open: 1, unfetched: 0 });
    expect((await stores.other.list()).length).toBe(2);
    expect((await stores.one.cleanUp(before, { open: true })).removed.pending).toBe(1);
    expect((await stores.other.list()).map(({ id }) => id)).toEqual([young.id]);
  });

  async function open() {
    const prepared = await prepare();
    const one = await prepared.open();
    const other = await prepared.open();
    return {
      one,
      other,
      async [Symbol.asyncDispose]() {
        await one.close();
        await other.close();
        await prepared.dispose();
      },
    };
  }

  /** The second store watches or not. `agree` waits until it knows what the first has done. */
  async function openFor(kind: string) {
    const stores = await open();
    if (kind === "that watches") await stores.other.watch(() => undefined);
    const known = async (store: AskStore) => JSON.stringify(await store.list());
    const agree = async () => {
      while ((await known(stores.one)) !== (await known(stores.other)))
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    return { ...stores, agree };
  }

  async function put(store: AskStore): Promise<Ask> {
    const ask = colourAsk();
    await store.create(ask);
    return ask;
  }
}

export function colourAsk(more: Partial<Ask> = {}, defaultOptionIds: string[] = []): Ask {
  return {
    id: randomUUID(),
    questions: [
      questionFrom({
        prompt: "Which colour?",
        options: [{ label: "Red" }, { label: "Blue" }],
        defaultOptionIds,
      }),
    ],
    source: { kind: "test" },
    returnPath: "caller",
    urgency: "normal",
    createdAt: new Date().toISOString(),
    expiresAt: null,
    onTimeout: "none",
    owner: null,
    outcome: null,
    ...more,
  };
}

/** Collects changes and resolves when one that is looked for has come. */
function waiter(changes: AskChange[]) {
  let look = () => {};
  return {
    push(change: AskChange) {
      changes.push(change);
      look();
    },
    until(matches: (change: AskChange) => boolean): Promise<void> {
      return new Promise((resolve) => {
        look = () => {
          if (changes.some(matches)) resolve();
        };
        look();
      });
    },
  };
}
