/**
 * Quiet hours without `urgentPasses`: in a file from before urgent asks passed, and in a new one.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadAttention } from "../../desk/attention/settings.ts";
import { urgentDefault } from "./urgent-default.ts";

const WRITTEN = '{\n\t"reminders": 2,\n\t"quietHours": { "from": "22:00", "to": "07:00" }\n}\n';

function scene(text: string | null) {
  const folder = mkdtempSync(join(tmpdir(), "askline-"));
  const file = join(folder, "attention.json");
  if (text !== null) writeFileSync(file, text);
  const warnings: string[] = [];
  return {
    file,
    warnings,
    read: () => readFileSync(file, "utf8"),
    /** Starts the hub. Returns whether urgent asks pass. */
    async start({ hasServedBefore }: { hasServedBefore: boolean }) {
      const parts = {
        file,
        stateDirectory: folder,
        hasServedBefore,
        onWarning: (text: string) => warnings.push(text),
      };
      return loadAttention(file, await urgentDefault(parts)).settings.quietHours?.urgentPasses;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

it("a file that an earlier hub has read still holds urgent asks back, and says so from then on", async () => {
  using here = scene(WRITTEN);
  expect(await here.start({ hasServedBefore: true })).toBe(false);
  expect(here.read()).toBe(WRITTEN.replace('"07:00" }', '"07:00", "urgentPasses":false }'));
  expect(await here.start({ hasServedBefore: true })).toBe(false);
  expect(here.warnings).toEqual([]);
});

it("a new file lets urgent asks pass, and is left as it is", async () => {
  using here = scene(WRITTEN);
  expect(await here.start({ hasServedBefore: false })).toBe(true);
  expect(await here.start({ hasServedBefore: true })).toBe(true);
  expect(here.read()).toBe(WRITTEN);
});

it("a file that is written after the update is new, also where an earlier hub has run", async () => {
  using here = scene(null);
  await here.start({ hasServedBefore: true });
  expect(existsSync(here.file)).toBe(false);
  writeFileSync(here.file, WRITTEN);
  expect(await here.start({ hasServedBefore: true })).toBe(true);
  expect(here.read()).toBe(WRITTEN);
});

it.each([true, false])(
  "what the file says holds, whoever has read it: %s",
  async (urgentPasses) => {
    const text = JSON.stringify({ quietHours: { from: "22:00", to: "07:00", urgentPasses } });
    using here = scene(text);
    expect(await here.start({ hasServedBefore: true })).toBe(urgentPasses);
    expect(here.read()).toBe(text);
  },
);

it("a file that may not be written is read as before, with a word about it, until it can be", async () => {
  using here = scene(WRITTEN);
  chmodSync(here.file, 0o400);
  expect(await here.start({ hasServedBefore: true })).toBe(false);
  expect(here.read()).toBe(WRITTEN);
  expect(here.warnings).toHaveLength(1);
  chmodSync(here.file, 0o600);
  expect(await here.start({ hasServedBefore: true })).toBe(false);
  expect(here.read()).toContain('"urgentPasses":false');
});

it("a file that is no JSON is not given up: it is looked at again with the next start", async () => {
  using here = scene("{");
  await here.start({ hasServedBefore: true });
  writeFileSync(here.file, WRITTEN);
  expect(await here.start({ hasServedBefore: true })).toBe(false);
});
