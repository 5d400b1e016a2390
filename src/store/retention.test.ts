/** What was settled long ago goes once, whoever removes it, and what is open stays. */
import { describe, expect, it } from "vitest";
import { openSandbox, type Sandbox } from "../../test/support/sandbox.ts";
import { completedBy } from "../core/ask/ask.ts";
import { colourAsk } from "./ask-store.contract.ts";
import type { AskStore } from "./ask-store.ts";
import { openFileStore } from "./file/file-store.ts";
import { removeSettled } from "./retention.ts";
import { openSqlStore } from "./sql/asks/open-asks.ts";

const MANY = 60;

describe.each<[string, (files: Sandbox) => Promise<AskStore>]>([
  ["files", async (files) => openFileStore({ directory: files.at("sessions") })],
  ["SQLite", (files) => openSqlStore({ url: `sqlite:${files.at("asks.sqlite")}` })],
])("in %s", (_, open) => {
  it("two hubs at once remove each once, of every page, and nothing that is open", async () => {
    using files = openSandbox();
    const stores = [await open(files), await open(files)];
    const [one] = stores;
    if (one === undefined) throw new Error("There is no store.");
    const settled = (at: string, project: string) => {
      const ask = colourAsk({ source: { kind: "test", project } });
      const by = { by: "person", surface: "test", at } as const;
      return { ...ask, outcome: completedBy(ask, { answers: [{ optionIds: ["1"] }] }, by) };
    };
    const long = Array.from({ length: MANY }, () => settled("2026-01-01T00:00:00.000Z", "door"));
    const others = [
      settled("2026-03-01T00:00:00.000Z", "door"),
      settled("2026-01-01T00:00:00.000Z", "kept"),
      colourAsk({ source: { kind: "test", project: "door" } }),
    ];
    for (const ask of [...long, ...others]) await one.create(ask);
    const which = { settledBefore: "2026-02-01T00:00:00.000Z", except: ["kept"] };
    const removed = await Promise.all(stores.map((store) => removeSettled(store, which)));
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(MANY);
    const left = (await one.list()).map(({ id }) => id).sort();
    expect(left).toEqual(others.map(({ id }) => id).sort());
    expect(await removeSettled(one, { ...which, project: "kept", except: [] })).toBe(1);
    for (const store of stores) await store.close();
  });
});
