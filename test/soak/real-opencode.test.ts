/**
 * The real opencode with the plugin that `askline init` writes: what is answered elsewhere closes
 * its dialog, and what its terminal decides is recorded. Only in `npm run soak`, which installs it.
 */
import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { patient, until } from "../support/patience.ts";
import {
  installOpencode,
  openRealOpencode,
  type RealOpencode,
  VERSION,
} from "../support/real-opencode.ts";

const WITHIN = { timeout: patient(180_000) };
const ASKED = `call question {"questions":[{"question":"Which one?","header":"One","options":[{"label":"Red","description":"r"},{"label":"Blue","description":"b"}]}]}`;

describe(`opencode ${VERSION}`, WITHIN, () => {
  beforeAll(() => void installOpencode(), patient(600_000));

  it.each([true, false])("runs what was allowed by a command, a hub runs: %s", async (hasHub) => {
    await using opencode = await openRealOpencode();
    if (hasHub) await opencode.startHub();
    const terminal = await opencode.start(opencode.command);
    const { id } = await openAsk(opencode);
    await terminal.until(/Permission required/);
    expect(await opencode.home.askline("answer", id, "allow")).toMatchObject({ code: 0 });
    await terminal.until(/Done\./);
    expect(terminal.screen()).not.toContain("Permission required");
    expect(existsSync(opencode.made)).toBe(true);
    await expect.poll(() => record(opencode)).toMatchObject({ effect: { kind: "used" } });
    if (hasHub)
      await expect
        .poll(() => opencode.home.json("agents"))
        .toMatchObject([{ client: "opencode", state: "COMPLETE" }]);
  });

  it("tells the model why a person denied", async () => {
    await using opencode = await openRealOpencode();
    await opencode.startHub();
    const terminal = await opencode.start(opencode.command);
    const { id } = await openAsk(opencode);
    await opencode.home.askline("answer", id, "not there, please");
    await terminal.until(/Done\./);
    expect(opencode.results.join()).toContain("not there, please");
    expect(existsSync(opencode.made)).toBe(false);
    await expect.poll(() => record(opencode)).toMatchObject({ effect: { kind: "used" } });
  });

  it("records what its terminal decided", async () => {
    await using opencode = await openRealOpencode();
    await opencode.startHub();
    const terminal = await opencode.start(opencode.command);
    await openAsk(opencode);
    await terminal.until(/Permission required/);
    terminal.press("Enter");
    await terminal.until(/Done\./);
    const effect = { kind: "in_terminal", did: "allowed" };
    await expect.poll(() => record(opencode)).toMatchObject({ effect });
  });

  it("takes an answer to its question", async () => {
    await using opencode = await openRealOpencode();
    await opencode.startHub();
    const terminal = await opencode.start(ASKED);
    const { id } = await openAsk(opencode);
    await opencode.home.askline("answer", id, "Blue");
    await terminal.until(/Done\./);
    expect(opencode.results.join()).toContain("Blue");
    await expect.poll(() => record(opencode)).toMatchObject({ effect: { kind: "used" } });
  });

  it("hears why its question was rejected", async () => {
    await using opencode = await openRealOpencode();
    await opencode.startHub();
    const terminal = await opencode.start(ASKED);
    const { id } = await openAsk(opencode);
    await opencode.home.askline("reject", id, "--reason", "Ask me tomorrow");
    await terminal.until(/Ask me tomorrow[\s\S]*Done\./);
    await expect.poll(() => record(opencode)).toMatchObject({ effect: { kind: "used" } });
  });

  it("leaves nothing of itself behind after uninit", async () => {
    await using opencode = await openRealOpencode();
    const terminal = await opencode.start(opencode.command);
    const { id } = await openAsk(opencode);
    await opencode.home.askline("answer", id, "deny");
    await terminal.until(/Done\./);
    expect(await opencode.home.askline("uninit", "--yes")).toMatchObject({ code: 0 });
    const left = Object.keys(opencode.home.everything());
    expect(left.filter((path) => path.startsWith(".config/opencode/"))).toEqual([
      ".config/opencode/opencode.json",
    ]);
  });

  it("says in the conversation what `opencode run` refused by itself", async () => {
    await using opencode = await openRealOpencode();
    await opencode.startHub();
    expect(await opencode.run(opencode.command)).toContain("auto-rejecting");
    expect(existsSync(opencode.made)).toBe(false);
    expect(await opencode.desk.list()).toEqual([]);
    await expect
      .poll(() => opencode.home.json("agents", "--all"))
      .toMatchObject([{ client: "opencode", state: "ENDED" }]);
  });
});

function openAsk({ desk }: RealOpencode) {
  return until("an open ask", async () => (await desk.list({ status: "pending" }))[0]);
}

async function record({ desk }: RealOpencode) {
  return (await desk.list())[0];
}
