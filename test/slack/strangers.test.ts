/** Who may decide in Slack, and who may not: other workspaces, other apps, guests, lost accounts. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { expect, it } from "vitest";
import { WHOLE_ACCESS } from "../../src/http/access.ts";
import { newRoutes, type Routes } from "../../src/http/routes.ts";
import { loadSlackConfig } from "../../src/surfaces/slack/setup/config.ts";
import { run } from "../support/askline.ts";
import { until } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";
import { startSlackHere } from "../support/slack-here.ts";
import { elementsOf, startSlack } from "../support/slack-stand-in.ts";

const QUESTION = {
  questions: [
    {
      title: "Sure?",
      prompt: "Sure?",
      selectionMode: "single" as const,
      options: [
        { id: "yes", label: "Yes" },
        { id: "no", label: "No" },
      ],
    },
  ],
  source: { kind: "test" },
  mode: "detached" as const,
};

it.each([
  ["another team", { teamId: "T2" }],
  ["another app", { appId: "A2" }],
  ["a person of another team, in a shared channel", { userTeamId: "T2" }],
])("a click of %s is not taken", async (_, strange) => {
  await using here = await startSlackHere();
  const { stand, desk, warnings } = here;
  const { id } = await desk.ask(QUESTION);
  const card = await here.shown("C1", /Sure\?/);
  const own = { ...stand.workspace };
  Object.assign(stand.workspace, strange);
  await stand.click("U1", card, /Yes/);
  await until("the warning", () => warnings.some((one) => /another Slack workspace/.test(one)));
  expect((await desk.load(id)).outcome).toBeNull();
  Object.assign(stand.workspace, own);
  await stand.click("U1", card, /No/);
  expect((await desk.wait(id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: ["no"] }] },
  });
});

it("a deactivated person's click is refused, even if they are on the list", async () => {
  await using here = await startSlackHere({ config: { people: ["U1", "U2"] } });
  const { stand, desk } = here;
  const { id } = await desk.ask(QUESTION);
  const card = await here.shown("C1", /Sure\?/);
  stand.deactivated.add("U1");
  await stand.click("U1", card, /Yes/);
  await until("the refusal", () => stand.whispers("U1").length > 0);
  expect((await desk.load(id)).outcome).toBeNull();
  await stand.click("U2", card, /No/);
  expect((await desk.wait(id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: ["no"] }] },
  });
});

/** Somebody whom the hub has just seen at work, and who has a second question before them. */
async function remembered() {
  const here = await startSlackHere({ config: { people: ["U1", "U2"] } });
  const { desk, stand } = here;
  const first = await desk.ask(asking("The first?"));
  await stand.click("U1", await here.shown("C1", /The first\?/), /Yes/);
  await desk.wait(first.id);
  const { id } = await desk.ask(asking("The second?"));
  return { here, id, card: await here.shown("C1", /The second\?/) };
}

function asking(prompt: string) {
  const [question] = QUESTION.questions;
  return {
    ...QUESTION,
    questions: [{ ...question, title: prompt, prompt, selectionMode: "hybrid" as const }],
  };
}

it.each(["a click", "typed words", "the window's submit"])(
  "%s of somebody deactivated since they were last seen is refused, with a sentence",
  async (way) => {
    const { here, id, card } = await remembered();
    await using _ = here;
    const { stand, desk } = here;
    if (way === "the window's submit") {
      await stand.click("U1", card, /Type/i);
      await until("the window", () => stand.views.length > 0);
    }
    stand.deactivated.add("U1");
    if (way === "a click") await stand.click("U1", card, /Yes/);
    else if (way === "typed words") await stand.say("U1", "C1", "1", { threadTs: card.ts });
    else await stand.submit("U1", "Yes, now");
    await until("the refusal", () => stand.whispers("U1").length > 0);
    expect(stand.whispers("U1").at(-1)?.text).toMatch(/cannot answer here/);
    expect((await desk.load(id)).outcome).toBeNull();
    await stand.click("U2", card, /No/);
    expect((await desk.wait(id)).outcome).toMatchObject({ provenance: { who: "Name of U2" } });
  },
);

it("the Home tab of somebody deactivated since shows none of the questions", async () => {
  const { here } = await remembered();
  await using _ = here;
  const { stand } = here;
  const home = () => JSON.stringify(stand.homes.get("U1") ?? {});
  await stand.openHome("U1");
  await until("the question in the tab", () => home().includes("The second?"));
  stand.deactivated.add("U1");
  await stand.openHome("U1");
  await until("the tab of a stranger", () => !home().includes("The second?"));
});

it("a person of another workspace may answer in a shared channel if they are named", async () => {
  await using here = await startSlackHere({ config: { people: ["U1"] } });
  const { stand, desk } = here;
  const { id } = await desk.ask(QUESTION);
  const card = await here.shown("C1", /Sure\?/);
  stand.workspace.userTeamId = "T2";
  await stand.click("U1", card, /Yes/);
  expect((await desk.wait(id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: ["yes"] }] },
  });
});

it.each([
  ["may not answer where anyone may", "anyone", false],
  ["may answer if they are named", ["anyone", "UGUEST"], true],
])("a guest %s", async (_, people, isAllowed) => {
  await using here = await startSlackHere({ config: { people } });
  const { stand, desk } = here;
  stand.guests.add("UGUEST");
  const { id } = await desk.ask(QUESTION);
  const card = await here.shown("C1", /Sure\?/);
  await stand.click("UGUEST", card, /Yes/);
  if (!isAllowed) {
    await until("the refusal", async () =>
      stand.whispers("UGUEST").some(({ text }) => /cannot answer here yet.*UGUEST/.test(text)),
    );
    expect((await desk.load(id)).outcome).toBeNull();
    await stand.click("U2", card, /No/);
  }
  const optionIds = [isAllowed ? "yes" : "no"];
  expect((await desk.wait(id)).outcome).toMatchObject({ reply: { answers: [{ optionIds }] } });
});

it("where Slack does not say who somebody is, anyone does not mean them", async () => {
  await using here = await startSlackHere();
  const { stand, desk } = here;
  const { id } = await desk.ask(QUESTION);
  const card = await here.shown("C1", /Sure\?/);
  stand.fail("users.info", "user_not_found", { times: 100 });
  await stand.click("U9", card, /Yes/);
  await until("the refusal", async () => stand.whispers("U9").length > 0);
  expect((await desk.load(id)).outcome).toBeNull();
});

it("a rule says who may answer its asks, and they are told of them", async () => {
  const send = [{ source: "test", to: "C2", people: ["U2", "U3"] }, { to: "C1" }];
  await using here = await startSlackHere({ config: { people: ["U1"], send } });
  const { stand, desk, surface } = here;
  const [ruled, other] = [
    await desk.ask(QUESTION),
    await desk.ask({ ...QUESTION, source: { kind: "program" } }),
  ];
  const card = await here.shown("C2", /Sure\?/);
  const otherCard = await here.shown("C1", /Sure\?/);
  await stand.click("U1", card, /Yes/);
  await stand.say("U1", "C2", "1", { threadTs: card.ts });
  await stand.click("U2", otherCard, /Yes/);
  await until("the refusals", async () => stand.whispers("U1").length === 2);
  await until("the other refusal", async () => stand.whispers("U2").length === 1);
  expect([await desk.load(ruled.id), await desk.load(other.id)]).toMatchObject([
    { outcome: null },
    { outcome: null },
  ]);
  const { signal } = new AbortController();
  await surface.notify(ruled, { kind: "notice", number: 0 }, signal);
  expect(stand.in("C2").at(-1)?.text).toMatch(/^<@U2> <@U3> /);
  await stand.say("U2", "C2", "1", { threadTs: card.ts });
  expect((await desk.wait(ruled.id)).outcome).toMatchObject({ provenance: { who: "Name of U2" } });
  await stand.click("U1", otherCard, /No/);
  expect((await desk.wait(other.id)).outcome.status).toBe("completed");
});

it("whoever answered is not told so at a second click, but that the first one holds", async () => {
  await using here = await startSlackHere();
  const { stand, desk } = here;
  const { id } = await desk.ask(QUESTION);
  const card = await here.shown("C1", /Sure\?/);
  const [yes, no] = elementsOf(card);
  await Promise.all([stand.clickRaw("U1", card, yes), stand.clickRaw("U1", card, yes)]);
  await desk.wait(id);
  await stand.clickRaw("U1", card, no);
  await until("a word", async () => stand.whispers("U1").length > 0);
  await stand.clickRaw("U2", card, yes);
  await until("the other's word", async () => stand.whispers("U2").length > 0);
  expect(stand.whispers("U1").map(({ text }) => text)).toEqual([
    "You have answered this already, and your first answer holds.",
  ]);
  expect(stand.whispers("U2")[0]?.text).toMatch(/Answered by Name of U1/);
});

it.each([["@ada"], ["ada"], ["C024BE91L"], ["<@U1>"]])(
  "a list of people with %s is refused, with where an id is found",
  async (entry) => {
    using files = openSandbox();
    files.writeJson({ people: ["U1", entry] }, "slack.json");
    await expect(loadSlackConfig(files.at("slack.json"))).rejects.toThrow(
      /U024BE7LH.*Copy member ID/,
    );
  },
);

it("anyone and an agent that may edit are warned about at the start", async () => {
  const agent = { command: ["claude", "--permission-mode", "acceptEdits"] };
  await using open = await startSlackHere({ config: { people: "anyone", agent } });
  expect(open.warnings.join()).toMatch(/Everybody in the Slack workspace may talk to an agent/);
  await using named = await startSlackHere({ config: { people: ["U1"], agent } });
  expect(named.warnings).toEqual([]);
});

it("the doctor warns of them too, and connecting does", async () => {
  await using slack = await startSlack();
  using files = openSandbox();
  const env = { ASKLINE_CONFIG_DIR: files.at("config"), ASKLINE_SLACK_API_URL: slack.apiUrl };
  files.writeJson({ agent: { command: ["claude"] } }, "config", "slack.json");
  const args = ["slack", "connect", "--allow", "anyone"];
  const connected = await run(files.path, args, { env, input: "xoxb-1\nxapp-1\n" });
  expect(connected.stderr).toContain("Everybody in the Slack workspace may talk to an agent");
  const { stdout } = await run(files.path, ["doctor"], { env: { ...env, LANG: "ko_KR.UTF-8" } });
  expect(stdout).toMatch(/! Slack 워크스페이스의 누구나 .*시킬 수 있습니다\./);
});

it("requests without a signature and clicks of strangers do not fill the log", async () => {
  await using here = await startSlackHere({ config: { transport: "http" } });
  const { stand, desk, warnings } = here;
  const server = await serve(here.surface.publicRoutes ?? newRoutes());
  stand.sendOverHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const post = () => stand.post("payload={}", "application/json", { secret: "guessed" });
  await until("the surface", async () => (await post()).status === 401);
  const before = warnings.length;
  for (let at = 0; at < 50; at++) expect((await post()).status).toBe(401);
  expect(warnings.length).toBe(before);
  await desk.ask(QUESTION);
  const card = await here.shown("C1", /Sure\?/);
  stand.workspace.teamId = "T2";
  for (let at = 0; at < 20; at++) await stand.click("U1", card, /Yes/);
  expect(warnings.length).toBe(before + 1);
  server.closeAllConnections();
  server.close();
});

/** As the hub mounts them: anybody may call, without a credential of ours. */
async function serve(routes: Routes) {
  const stranger = { auth: "unchecked", device: null, access: WHOLE_ACCESS } as const;
  const app = newRoutes().use(async (c, next) => {
    const nothing = { isAbout: () => undefined, agentBehind: () => null, holds: () => undefined };
    c.set("caller", { ...stranger, ...nothing });
    await next();
  });
  const listener = getRequestListener(app.route("/", routes).fetch);
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
