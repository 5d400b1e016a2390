/**
 * Where questions are sent: places that Slack refuses lose none of them, and slack.json counts as
 * soon as it is written.
 */
import { expect, it } from "vitest";
import { loadSlackConfig } from "../../src/surfaces/slack/setup/config.ts";
import { slackMessages } from "../../src/surfaces/slack/setup/messages.ts";
import { run } from "../support/askline.ts";
import { until } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";
import { startSlackHere } from "../support/slack-here.ts";
import { startSlackHub } from "../support/slack-hub.ts";
import { elementsOf } from "../support/slack-stand-in.ts";

const options = [{ label: "Yes" }, { label: "No" }];
const question = (prompt: string) => ({
  questions: [{ prompt, options }],
  source: { kind: "program", project: "C1" },
});

it("a channel without the bot loses no question: it is asked once the bot is invited", async () => {
  await using here = await startSlackHere({ config: { people: ["UADA", "UMIN"] } });
  const { stand, desk, surface } = here;
  stand.locales.set("UMIN", "ko-KR");
  stand.outside.add("C1");
  const [first, second] = [await desk.ask(question("One?")), await desk.ask(question("Two?"))];

  await until("Ada is told", async () => stand.in("DUADA").length > 0);
  await until("Min is told", async () => stand.in("DUMIN").length > 0);
  expect(stand.in("DUADA").map(({ text }) => text)).toEqual([
    "⚠️ Askline cannot ask in #general (not_in_channel); what is asked there waits. " +
      "Write this in that channel: /invite @askline",
  ]);
  expect(stand.in("DUMIN")[0]?.text).toMatch(/^⚠️ Askline이 #general에 물을 수 없습니다/);
  expect(surface.health?.()["slack"]).toMatchObject({
    state: "connected",
    blocked: [{ place: "C1", name: "#general", reason: "not_in_channel" }],
  });
  expect(surface.connections?.()["Slack"]?.troubles).toHaveLength(1);
  expect(stand.in("C1")).toEqual([]);

  await stand.invite("C1");
  await here.shown("C1", /One\?/);
  const card = await here.shown("C1", /Two\?/);
  expect(surface.health?.()["slack"]).toMatchObject({ blocked: [] });
  await stand.click("UADA", card, "1. Yes");
  expect((await desk.wait(second.id)).outcome.status).toBe("completed");
  expect((await desk.load(first.id)).outcome).toBeNull();
  expect(stand.in("DUADA")).toHaveLength(1);
});

it("a closed place is tried again slowly, by one question for all of them", async () => {
  await using here = await startSlackHere({ config: { people: ["UADA"] } });
  const { stand, desk, advance } = here;
  const refusals = () => stand.calls.filter(({ reply }) => reply?.error === "not_in_channel");
  stand.outside.add("C1");
  await desk.ask(question("One?"));
  await until("Ada is told", async () => stand.in("DUADA").length > 0);
  await desk.ask(question("Two?"));
  await desk.ask(question("Three?"));

  stand.outside.delete("C1");
  advance(11 * 60_000);
  await desk.ask(question("Four?"));
  for (const words of [/One\?/, /Two\?/, /Three\?/, /Four\?/]) await here.shown("C1", words);
  expect(stand.in("C1").filter((shown) => elementsOf(shown).length > 0)).toHaveLength(4);
  expect(refusals()).toHaveLength(1);
});

it("what is settled while its place is closed is never asked there", async () => {
  await using here = await startSlackHere({ config: { people: [] } });
  const { stand, desk, surface } = here;
  stand.outside.add("C1");
  const { id } = await desk.ask(question("Gone?"));
  await until("it is noticed", async () =>
    JSON.stringify(surface.health?.()).includes("not_in_channel"),
  );
  await desk.answer(id, { answers: [{ optionIds: ["1"] }] }, { surface: "voice" });
  await stand.invite("C1");
  await desk.ask(question("Still?"));
  await here.shown("C1", /Still\?/);
  expect(stand.in("C1")).toHaveLength(1);
});

it("status, doctor and /healthz tell of a closed place, also after a restart", async () => {
  await using slackHub = await startSlackHub({ config: { people: ["UADA"] } });
  const { slack, hub } = slackHub;
  slack.outside.add("C2");
  await hub.desk.ask({ ...question("Where?"), source: { kind: "program", project: "C2" } });
  await until("Ada is told", async () => slack.in("DUADA").length > 0);
  await hub.kill();
  await hub.revive();
  await until("the sockets", async () => slack.sockets.size === 2);
  const health = (await (await fetch(`${hub.url}/healthz`)).json()) as Record<string, unknown>;
  expect(health["slack"]).toMatchObject({ state: "connected", blocked: [{ place: "C2" }] });

  const status = await run(hub.state, ["slack", "status"]);
  expect(status.code).toBe(1);
  expect(status.stdout).toMatch(
    /^Connected to Slack.*\n⚠ Askline cannot ask in #agents.*\n {2}→ .*invite/,
  );
  const korean = await run(hub.state, ["slack", "status"], { env: { LANG: "ko_KR.UTF-8" } });
  expect(korean.stdout).toMatch(
    /Slack에 연결되어 있습니다.\n⚠ Askline이 #agents에 물을 수 없습니다/,
  );
  const doctor = await run(hub.state, ["doctor"]);
  expect(doctor.stdout).toMatch(/✓ Connected: Slack\.[\s\S]*✗ Askline cannot ask in #agents/);
  expect(slack.in("DUADA")).toHaveLength(1);
});

it("slack.json counts as soon as it is written: who may answer, and where asks are sent", async () => {
  await using here = await startSlackHere({ config: { people: ["UADA"] } });
  const { stand, desk, surface } = here;
  const { id } = await desk.ask(question("Sure?"));
  const card = await here.shown("C1", /Sure\?/);
  await stand.click("UMIN", card, "1. Yes");
  await until("a refusal", async () => stand.whispers("UMIN").length > 0);

  here.configure({ people: ["UADA", "UMIN"], send: [{ to: "C2" }] });
  // What is open is asked at the new place too.
  const other = await here.shown("C2", /Sure\?/);
  await stand.click("UMIN", other, "1. Yes");
  expect((await desk.wait(id)).outcome.status).toBe("completed");
  expect(surface.health?.()["slack"]).toMatchObject({ waitsForRestart: [] });
});

it("what only a new start can change is said, and so is a file that cannot be used", async () => {
  await using here = await startSlackHere();
  const { desk, surface, warnings } = here;
  here.configure({ transport: "http", send: [{ to: "C2" }] });
  await until("it is said", async () => warnings.some((one) => /transport counts once/.test(one)));
  expect(surface.health?.()["slack"]).toMatchObject({ waitsForRestart: ["transport"] });
  await desk.ask(question("Where?"));
  await here.shown("C2", /Where\?/);

  here.configure({ send: [{ to: "#general" }] });
  await until("it is said", async () => warnings.some((one) => /goes on as before/.test(one)));
  expect(surface.connections?.()["Slack"]?.troubles).toHaveLength(2);
  await desk.ask(question("And now?"));
  await here.shown("C2", /And now\?/);
});

it.each([
  [{ people: ["@ada"] }, /id such as U024BE7LH.*--allow @ada/],
  [{ send: [{ to: "#general" }] }, /id such as C024BE91L.*--send-to '#general'/],
  [{ send: [{ to: ["C1", "general"] }] }, /--send-to/],
  [{ send: [{ to: "C1", people: ["ada"] }] }, /--allow/],
])("a name in slack.json (%j) is refused with how to find the id", async (config, help) => {
  using files = openSandbox();
  files.writeJson(config, "slack.json");
  await expect(loadSlackConfig(files.at("slack.json"))).rejects.toThrow(help);
});

it("the words about the connection have a sentence for every state", () => {
  for (const locale of ["en", "ko"] as const)
    for (const state of ["connected", "connecting", "dead", "no_hub", "not_set_up"])
      expect(slackMessages(locale).status({ state, since: "now" })).not.toBe("");
});
