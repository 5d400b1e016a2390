/** A copy is whole, can be begun again, seals nothing that was not sealed, and leaves its source alone. */
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSandbox } from "../../test/support/sandbox.ts";
import { type Ask, completedBy } from "../core/ask/ask.ts";
import { questionFrom } from "../core/ask/question.ts";
import type { AskStore } from "./ask-store.ts";
import { copyAsks } from "./copy-asks.ts";
import { openFileStore } from "./file/file-store.ts";
import { openSeals, type Seals } from "./file/seals.ts";

const by = { by: "person", surface: "portal", who: "Ada", at: "2026-01-02T03:05:00.000Z" } as const;
const KEY = { surface: "portal", person: "ada" };

it("brings every ask with its outcome, and says so by counts and hashes", async () => {
  await using stores = open();
  const { from, to } = stores;
  const ids = [];
  for (let count = 0; count < 30; count++) ids.push((await put(from)).id);
  const [open1 = "", answered = "", rejected = ""] = ids;
  await from.settle(answered, answer);
  await from.markTaken(answered, "hook");
  await from.noteEffect(answered, { kind: "overruled", did: "declined" });
  await from.settle(rejected, () => ({
    ...{ status: "rejected", kind: "reject", rejectionReason: "아니요" },
    provenance: by,
  }));
  await from.drafts.save(open1, KEY, { half: "filled" });
  const before = stores.fingerprint();
  const copied = await copyAsks({ from, to, draftKeys: [KEY] });
  expect(copied).toMatchObject({ asks: 30, open: 28, written: 30, drafts: 1, different: [] });
  expect(copied.hashes.to).toBe(copied.hashes.from);
  for (const id of ids) expect(await to.load(id)).toEqual(await from.load(id));
  expect(await to.drafts.load(open1, KEY)).toEqual({ half: "filled" });
  expect(stores.fingerprint()).toBe(before);
});

it("goes on where it was stopped, and brings what was decided in between", async () => {
  await using stores = open();
  const { from, to } = stores;
  const ids = [];
  for (let count = 0; count < 40; count++) ids.push((await put(from)).id);
  const stop = new AbortController();
  const stopping: AskStore = {
    ...to,
    async create(ask) {
      await to.create(ask);
      if ((await to.count({}, 100)) >= 10) stop.abort(new Error("stopped"));
    },
  };
  await expect(copyAsks({ from, to: stopping, signal: stop.signal })).rejects.toThrow("stopped");
  const there = await to.count({}, 100);
  expect(there).toBeLessThan(40);
  for (const id of ids) await from.settle(id, answer);
  expect(await copyAsks({ from, to })).toMatchObject({ asks: 40, open: 0, written: 40 });
  expect(await copyAsks({ from, to })).toMatchObject({ asks: 40, written: 0, different: [] });
});

it("tells of what was decided at the target since, and leaves that as it is", async () => {
  await using stores = open();
  const { from, to } = stores;
  const { id } = await put(from);
  await copyAsks({ from, to });
  await to.settle(id, answer);
  expect(await copyAsks({ from, to })).toMatchObject({ written: 0, different: [id] });
  expect((await to.load(id)).outcome?.status).toBe("completed");
});

it("says what it would do without doing it", async () => {
  await using stores = open();
  await put(stores.from);
  const planned = await copyAsks({ ...stores, isDryRun: true });
  expect(planned).toMatchObject({ asks: 1, written: 1, different: [] });
  expect(await stores.to.count({}, 10)).toBe(0);
});

it("a decision that was not ours is not sealed by being copied", async () => {
  await using stores = open({ seals: true });
  const { from, to, forger } = stores;
  const [ours, forged] = [await put(from), await put(from)];
  await from.settle(ours.id, answer);
  await forger.settle(forged.id, answer);
  expect([(await from.load(ours.id)).sealed, (await from.load(forged.id)).sealed]).toEqual([
    true,
    false,
  ]);
  await copyAsks({ from, to });
  expect([(await to.load(ours.id)).sealed, (await to.load(forged.id)).sealed]).toEqual([
    true,
    false,
  ]);
});

function answer(ask: Ask) {
  return completedBy(ask, { answers: [{ optionIds: ["1"] }] }, by);
}

async function put(store: AskStore): Promise<Ask> {
  const ask: Ask = {
    ...{ id: randomUUID(), returnPath: "caller", urgency: "normal", onTimeout: "none" },
    questions: [questionFrom({ prompt: "Which?", options: [{ label: "Red" }, { label: "Blue" }] })],
    ...{ source: { kind: "cli", project: "door" }, createdAt: "2026-01-02T03:04:00.000Z" },
    ...{ expiresAt: null, owner: null, outcome: null },
  };
  await store.create(ask);
  return ask;
}

function open({ seals = false } = {}) {
  const files = openSandbox();
  const sealsOf = (name: string): Seals | undefined =>
    seals ? openSeals(files.at(`${name}-key.json`)) : undefined;
  const [from, to, forger] = [
    openFileStore({ directory: files.at("from"), seals: sealsOf("from") }),
    openFileStore({ directory: files.at("to"), seals: sealsOf("to") }),
    openFileStore({ directory: files.at("from") }),
  ];
  return {
    ...{ from, to, forger },
    /** Of every file of the source. */
    fingerprint() {
      const hash = createHash("sha256");
      const all = readdirSync(files.at("from"), { recursive: true, withFileTypes: true });
      for (const one of all.filter((entry) => entry.isFile()))
        hash.update(readFileSync(join(one.parentPath, one.name)));
      return hash.digest("hex");
    },
    async [Symbol.asyncDispose]() {
      for (const store of [from, to, forger]) await store.close();
      files[Symbol.dispose]();
    },
  };
}
