/**
 * Repository and agent by channel: slack.json says which folder and which command a message to the
 * bot starts where, and the thread's first line names them.
 */
import { mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import { loadSlackConfig } from "../../src/surfaces/slack/setup/config.ts";
import { until } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";
import { startSlackWithAgent } from "../support/slack-agent.ts";

const CHOICE = {
  type: "user_choice",
  question: "Which database?",
  options: [{ id: "1", label: "Postgres" }],
};

async function started(hasStreams = false) {
  const here = await startSlackWithAgent({ abilities: { hasStreams } });
  const folder = (name: string) => {
    mkdirSync(here.files.at(name), { recursive: true });
    return here.files.at(name);
  };
  const toldAt = (count: number) =>
    until("the agent", async () => here.told().length === count && here.told().at(-1));
  await here.desk.ask({
    source: { kind: "test", project: "other" },
    questions: [{ prompt: "Is it read?", selectionMode: "text_input" }],
  });
  let place = 50;
  /** Writes slack.json, and waits until it counts: the open ask is then asked elsewhere too. */
  const configure = async (channels: Record<string, unknown>, more = {}) => {
    place += 1;
    here.configure({ agent: here.own, send: [{ to: `C${place}` }], channels, ...more });
    await here.shown(`C${place}`, /Is it read\?/);
  };
  return { ...here, folder, toldAt, configure };
}

it.each([false, true])("each channel has its folder and command (streams: %s)", async (streams) => {
  await using here = await started(streams);
  const { stand, own } = here;
  await here.configure({
    C1: { workingDirectory: here.folder("web & *shop*") },
    C2: { workingDirectory: here.folder("api"), command: [...own.command, "--model", "small"] },
  });
  const { ts } = await stand.mention("U1", "C1", "one");
  expect(await here.toldAt(1)).toMatchObject({ cwd: here.files.at("web & *shop*") });
  await here.shown("C1", /You said: one/);
  await stand.say("U1", "C1", "again", { threadTs: ts });
  expect(await here.toldAt(2)).toMatchObject({ cwd: here.files.at("web & *shop*") });
  await here.shown("C1", /You said: again/);
  const head = /📁 web &amp; \*shop\* · node/;
  expect(here.inThread("C1").filter((words) => head.test(words))).toHaveLength(1);
  expect(here.inThread("C1")[0]).toMatch(head);

  await stand.mention("U1", "C2", "two");
  const two = await here.toldAt(3);
  expect(two).toMatchObject({ cwd: here.files.at("api") });
  expect(two.args.join(" ")).toMatch(/--model small/);
  await here.shown("C2", /📁 api · node/);

  await stand.mention("U1", "C3", "three");
  expect(await here.toldAt(4)).toMatchObject({ cwd: process.cwd() });
  await here.shown("C3", /You said: three/);
  expect(here.inThread("C3").join("\n")).not.toMatch(/📁/);
  expect(stand.faults).toEqual([]);
});

it("a change counts at once for new threads; a thread stays in its folder", async () => {
  await using here = await started();
  await here.configure({ C1: { workingDirectory: here.folder("old") } });
  const { ts } = await here.stand.mention("U1", "C1", "one");
  await here.shown("C1", /You said: one/);
  await here.configure({ C1: { workingDirectory: here.folder("new") } });
  await here.stand.say("U1", "C1", "on", { threadTs: ts });
  expect(await here.toldAt(2)).toMatchObject({ cwd: here.files.at("old") });
  expect(here.told()[1]?.resumed).not.toBeNull();
  await here.stand.mention("U1", "C1", "two");
  expect(await here.toldAt(3)).toMatchObject({ cwd: here.files.at("new") });
  expect(here.surface.health?.()["slack"]).toMatchObject({ waitsForRestart: [] });
});

it("what the agent asks belongs to the channel's project", async () => {
  await using here = await started();
  here.script({ go: `\`\`\`json\n${JSON.stringify(CHOICE)}\n\`\`\`` });
  await here.configure({ C1: { workingDirectory: here.folder("web") } });
  await here.stand.mention("U1", "C1", "go");
  await here.shown("C1", /Which database\?/);
  const asks = await here.desk.list({ status: "pending" });
  const ask = asks.find(({ source }) => source.kind === "slack");
  expect(ask?.source).toMatchObject({ project: "web", workingDirectory: here.files.at("web") });
});

it("a thread whose agent is named no more says so", async () => {
  await using here = await started();
  const { ts } = await here.stand.mention("U1", "C1", "one");
  await here.shown("C1", /You said: one/);
  await here.configure({}, { agent: undefined });
  await here.stand.say("U1", "C1", "on", { threadTs: ts });
  await here.shown("C1", /slack\.json/);
  expect(here.told()).toHaveLength(1);
});

it.each([
  ["a name", { agent: { command: ["claude"] }, channels: { "#web": {} } }, /id such as C024BE91L/],
  ["an unknown key", { channels: { C1: { command: ["claude"], folder: "/" } } }, /folder/],
  ["no command", { channels: { C1: { workingDirectory: "/" } } }, /needs a command/],
  ["an empty command", { channels: { C1: { command: [] } } }, /channels/],
  ["no number", { channels: { C1: { command: ["a"], timeLimitMinutes: -1 } } }, /timeLimitMinutes/],
])("what slack.json cannot mean is refused: %s", async (_, config, words) => {
  using files = openSandbox();
  files.writeJson(config, "slack.json");
  await expect(loadSlackConfig(files.at("slack.json"))).rejects.toThrow(words);
});
