import { expect, it } from "vitest";
import { handClock } from "../../../test/support/hand-clock.ts";
import { until } from "../../../test/support/patience.ts";
import { openSandbox } from "../../../test/support/sandbox.ts";
import type { AskStore } from "../../store/ask-store.ts";
import type { JobStore } from "../../store/jobs.ts";
import { openSqlStore } from "../../store/sql/asks/open-asks.ts";
import type { AskFeed, Surface } from "../../surfaces/surface.ts";
import { runByOneHub } from "./run-by-one-hub.ts";

const label = { en: { name: "Slack" }, ko: { name: "Slack" } } as Surface["label"];
const feed = (() => undefined) as unknown as AskFeed;

function hubOn({ jobs }: AskStore, name: string, said: string[]) {
  const clock = handClock();
  const open = async (): Promise<Surface> => ({
    ...{ name: "slack", label },
    start: () => void said.push(`${name} starts`),
    notify: async () => said.push(`${name} tells`) > 0,
    close: async () => void said.push(`${name} ends`),
  });
  return {
    clock,
    surface: async () =>
      runByOneHub({
        ...{ first: await open(), open, jobs: jobs as JobStore, clock },
        onWarning: (message) => said.push(message),
      }),
  };
}

it("a shared surface is run by one hub, and by the next once that one ends", async () => {
  using files = openSandbox();
  const url = `sqlite:${files.at("asks.sqlite")}`;
  const stores = [await openSqlStore({ url }), await openSqlStore({ url })] as const;
  const said: string[] = [];
  const [one, other] = [hubOn(stores[0], "one", said), hubOn(stores[1], "other", said)];
  const [ones, others] = [await one.surface(), await other.surface()];
  await ones.start(feed);
  await others.start(feed);
  const notify = others.notify as NonNullable<Surface["notify"]>;
  const step = { kind: "notice", number: 0 } as const;
  const signal = new AbortController().signal;
  expect(await notify({} as never, step, signal)).toBe(false);
  expect([ones.isReachable?.(), others.isReachable?.()]).toEqual([true, false]);
  expect(others.connections?.()).toMatchObject({ slack: { isConnected: true } });
  await ones.close();
  await until("the other hub", async () => {
    other.clock.advanceMilliseconds(2_000);
    return said.includes("other starts");
  });
  expect(await notify({} as never, step, signal)).toBe(true);
  await others.close();
  expect(said).toEqual(["one starts", "one ends", "other starts", "other tells", "other ends"]);
  for (const store of stores) await store.close();
});

it("a hub that lost its right to a surface ends it, and opens it anew when it has it again", async () => {
  using files = openSandbox();
  const store = await openSqlStore({ url: `sqlite:${files.at("asks.sqlite")}` });
  const said: string[] = [];
  const hub = hubOn(store, "one", said);
  const surface = await hub.surface();
  await surface.start(feed);
  // As if its lease had ended while the database was away, and another hub had taken it.
  await takeAway(files.at("asks.sqlite"));
  await until("the end", async () => {
    hub.clock.advanceMilliseconds(5_000);
    return said.includes("one ends");
  });
  expect(said).toEqual(["one starts", "Slack is served by another hub now.", "one ends"]);
  await until("the next start", async () => {
    hub.clock.advanceMilliseconds(2_000);
    return said.filter((line) => line === "one starts").length === 2;
  });
  await surface.close();
  await store.close();
});

/** Another holder, whose lease is over at once. */
async function takeAway(path: string) {
  const { loadSqlite } = await import("../../store/sql/sqlite-binding.ts");
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(path);
  database.exec("update jobs set locked_by = 'another', locked_until = 0");
  database.close();
}
