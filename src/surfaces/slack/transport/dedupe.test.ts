import { linkSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openSandbox } from "../../../../test/support/sandbox.ts";
import { openSeenEvents } from "./dedupe.ts";

const now = () => new Date("2026-03-01T12:00:00Z");

it("takes an event once, also across restarts, and returns those never done", async () => {
  using files = openSandbox();
  const path = files.at("slack", "events.jsonl");
  const first = openSeenEvents({ path, now });
  expect(await first.take("one", { text: "done" })).toBe(true);
  expect(await first.take("two", { text: "left" })).toBe(true);
  expect(await first.take("two", { text: "left" })).toBe(false);
  first.done("one");
  first.close();
  const second = openSeenEvents({ path, now });
  expect(await second.take("one", {})).toBe(false);
  expect(second.left()).toEqual([{ text: "left" }]);
  second.close();
});

it("keeps the old file until the new one is complete, so no event is lost", async () => {
  using files = openSandbox();
  const path = files.at("events.jsonl");
  const first = openSeenEvents({ path, now });
  await first.take("one", { text: "left" });
  first.done("one");
  first.close();
  const before = readFileSync(path, "utf8");
  linkSync(path, files.at("old"));
  openSeenEvents({ path, now }).close();
  expect(readFileSync(files.at("old"), "utf8")).toBe(before);
});

it("skips a truncated line", async () => {
  using files = openSandbox();
  const path = files.at("events.jsonl");
  const at = now().getTime();
  writeFileSync(path, `${JSON.stringify({ id: "one", at, event: 1 })}\n{"id":"tw`);
  const seen = openSeenEvents({ path, now });
  expect(seen.left()).toEqual([1]);
  expect(await seen.take("two", 2)).toBe(true);
  seen.close();
  const again = openSeenEvents({ path, now });
  expect(again.left()).toEqual([1, 2]);
  again.close();
});
