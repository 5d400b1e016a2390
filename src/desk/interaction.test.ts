import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openInteraction } from "./interaction.ts";

function open() {
  const directory = mkdtempSync(join(tmpdir(), "askline-interaction-"));
  const path = join(directory, "state", "interaction.json");
  return {
    path,
    settings: openInteraction(path),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

it("keeps what was saved for the next process, and only its owner may read it", async () => {
  using test = open();
  expect(await test.settings.load()).toEqual({});
  await test.settings.save({
    transport: "web",
    annotations: false,
    hiddenOptions: { Colour: ["2"] },
  });
  expect(await openInteraction(test.path).load()).toEqual({
    transport: "web",
    annotations: false,
    hiddenOptions: { Colour: ["2"] },
  });
  expect(statSync(test.path).mode & 0o777).toBe(0o600);
});

it("merges key by key, so that surfaces saving at the same moment both get their way", async () => {
  using test = open();
  const others = [openInteraction(test.path), openInteraction(test.path)];
  await Promise.all([
    test.settings.save({ timeoutSeconds: 60 }),
    others[0]?.save({ submitMode: "batch" }),
    others[1]?.save({ showPlaceholder: false }),
  ]);
  expect(await test.settings.load()).toEqual({
    timeoutSeconds: 60,
    submitMode: "batch",
    showPlaceholder: false,
  });
});

it("forgets a key that is set to null, and keeps keys of a newer program", async () => {
  using test = open();
  await test.settings.save({ timeoutSeconds: 60, transport: "terminal" });
  writeFileSync(
    test.path,
    JSON.stringify({ ...JSON.parse(readFileSync(test.path, "utf8")), font: "large" }),
  );
  expect(await test.settings.save({ timeoutSeconds: null })).toEqual({ transport: "terminal" });
  expect(JSON.parse(readFileSync(test.path, "utf8"))).toEqual({
    transport: "terminal",
    font: "large",
  });
});

it("refuses what makes no sense and ignores what it cannot read", async () => {
  using test = open();
  await expect(test.settings.save({ timeoutSeconds: 0 })).rejects.toThrow(/timeoutSeconds/);
  await test.settings.save({ transport: "web" });
  writeFileSync(test.path, JSON.stringify({ transport: "pigeon", annotations: true }));
  expect(await test.settings.load()).toEqual({ annotations: true });
  writeFileSync(test.path, "{ half");
  expect(await test.settings.load()).toEqual({});
});
