/**
 * docs/scenarios.md is true: exactly the scenarios that it calls done were tested in the run before
 * this one.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface TestRun {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

const page = readFileSync(new URL("../docs/scenarios.md", import.meta.url), "utf8");
const rows = [...page.matchAll(/^\| ([CSVK]-\d\d) \| (\w+) \|/gm)].map(([, id, state]) => ({
  id: String(id),
  state,
}));
const run: TestRun = JSON.parse(
  readFileSync(new URL("../.test-results/tests.json", import.meta.url), "utf8"),
);
const tests = run.testResults.flatMap((file) => file.assertionResults);

/** The ids in brackets at the start of a title; one test may cover several scenarios. */
function idsOf(title: string): string[] {
  const [, brackets = ""] = /^((?:\[[CSVK]-\d\d\]\s*)+)/.exec(title) ?? [];
  return [...brackets.matchAll(/[CSVK]-\d\d/g)].map(([id]) => id);
}

const ran = new Map<string, string[]>();
for (const { title, status } of tests)
  for (const id of idsOf(title)) ran.set(id, [...(ran.get(id) ?? []), status]);

it("the page lists each of the 115 scenarios once", () => {
  const counts = { C: 23, S: 32, V: 37, K: 23 };
  const expected = Object.entries(counts).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}-${String(index + 1).padStart(2, "0")}`),
  );
  expect(rows.map(({ id }) => id).sort()).toEqual(expected.sort());
  expect(new Set(rows.map(({ state }) => state))).toEqual(
    new Set(["done", "open"].filter((state) => rows.some((row) => row.state === state))),
  );
});

it("every scenario marked done has a test that ran under its id, and all of them passed", () => {
  const done = rows.filter(({ state }) => state === "done").map(({ id }) => id);
  expect(done.filter((id) => ran.get(id)?.every((status) => status === "passed") !== true)).toEqual(
    [],
  );
});

it("every scenario with a test is marked done", () => {
  const open = rows.filter(({ state }) => state === "open").map(({ id }) => id);
  expect(open.filter((id) => ran.has(id))).toEqual([]);
});
