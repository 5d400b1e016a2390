import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { elsewhere } from "../../../test/support/machines.ts";
import { openSandbox } from "../../../test/support/sandbox.ts";
import { completedBy } from "../../core/ask/ask.ts";
import { askStoreContract, colourAsk } from "../ask-store.contract.ts";
import { thisMachine } from "../machine.ts";
import { openFileStore } from "./file-store.ts";

describe("file store", () =>
  askStoreContract(async () => {
    const directory = mkdtempSync(join(tmpdir(), "askline-store-"));
    return {
      open: (options) => openFileStore({ directory, ...options }),
      dispose: async () => rmSync(directory, { recursive: true, force: true }),
    };
  }));

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
