import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { elsewhere } from "../../../test/support/machines.ts";
import { openSandbox } from "../../../test/support/sandbox.ts";
import { completedBy } from "../../core/ask/ask.ts";
import { askStoreContract, colourAsk, type OpenedStore } from "../ask-store.contract.ts";
import type { AskPage } from "../ask-store.ts";
import { thisMachine } from "../machine.ts";
import { ownStoreContract } from "../own-store.contract.ts";
import { openFileStore } from "./file-store.ts";

describe("file store", () => {
  const prepare = async (): Promise<OpenedStore> => {
    const directory = mkdtempSync(join(tmpdir(), "askline-store-"));
    return {
      open: (options) => openFileStore({ directory, ...options }),
      dispose: async () => rmSync(directory, { recursive: true, force: true }),
    };
  };
  askStoreContract(prepare);
  ownStoreContract(prepare);
});

// The folder exists on that machine alone, so code that bypasses `machine` would find nothing.
describe("file store on another machine", () =>
  askStoreContract(async () => {
    const root = mkdtempSync(join(tmpdir(), "askline-machine-"));
    return {
      open: (options) =>
        openFileStore({
          ...{ directory: "/elsewhere/sessions", machine: elsewhere(root) },
          ...options,
        }),
      dispose: async () => rmSync(root, { recursive: true, force: true }),
    };
  }));

it("reports a full disk, keeps the ask open, and takes the answer once there is room", async () => {
  using files = openSandbox();
  const person = { by: "person", surface: "test", at: new Date().toISOString() } as const;
  let isFull = false;
  const disk = {
    ...thisMachine.disk,
    sync: async (descriptor: number) => {
      if (isFull) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      await thisMachine.disk.sync(descriptor);
    },
  };
  const store = openFileStore({
    directory: files.at("sessions"),
    machine: { ...thisMachine, disk },
  });
  const ask = colourAsk();
  const answer = () =>
    store.settle(ask.id, (one) => completedBy(one, { answers: [{ optionIds: ["1"] }] }, person));
  await store.create(ask);
  isFull = true;
  await expect(answer()).rejects.toThrow("the disk is full");
  expect((await store.load(ask.id)).outcome).toBeNull();
  isFull = false;
  await answer();
  expect((await store.load(ask.id)).outcome?.status).toBe("completed");
  await store.close();
});

it("gives what other programs settled in its place among the pages of what we settled", async () => {
  using files = openSandbox();
  const store = openFileStore({ directory: files.at("sessions") });
  const asks = [1, 2, 3, 4, 5].map((hour) =>
    colourAsk({ createdAt: `2026-02-01T00:00:0${hour}.000Z` }),
  );
  const [ours, theirs, late, damaged, open] = asks.map(({ id }) => id) as [
    ...[string, string, string, string, string],
  ];
  for (const ask of asks) await store.create(ask);
  for (const [id, at] of [
    [ours, "2026-02-01T00:00:10.000Z"],
    [damaged, "2026-02-01T00:00:40.000Z"],
  ] as const)
    await store.settle(id, (one) =>
      completedBy(one, { answers: [{ optionIds: ["1"] }] }, { by: "person", surface: "test", at }),
    );
  // One that says nothing of provenance, one that has not come to the status yet.
  const write = (id: string, change: object) => {
    const status = files.readJson("sessions", id, "status.json");
    files.writeJson({ ...status, ...change }, "sessions", id, "status.json");
  };
  write(theirs, { status: "rejected", lastModified: "2026-02-01T00:00:20.000Z" });
  const timestamp = "2026-02-01T00:00:30.000Z";
  const answers = [{ questionIndex: 0, selectedOption: "Red", timestamp }];
  files.writeJson({ sessionId: late, timestamp, answers }, "sessions", late, "answers.json");
  files.writeJson("nothing", "sessions", damaged, "request.json");

  const unwatched = openFileStore({ directory: files.at("sessions") });
  const ids: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: AskPage = await unwatched.page({ order: "settled", limit: 1, after });
    ids.push(...page.asks.map(({ id }) => id));
    after = page.next;
  }
  expect(ids).toEqual([late, theirs, ours]);
  expect(ids).not.toContain(open);
  const since = await unwatched.find({ settledSince: "2026-02-01T00:00:15.000Z" });
  expect(new Set(since.map(({ id }) => id))).toEqual(new Set([late, theirs]));
  await store.close();
  await unwatched.close();
});
