/**
 * `askline slack connect`: the guide on a terminal, and everything at once elsewhere. It finds
 * people and channels by name, and says what keeps a question from being asked.
 */
import { expect, it } from "vitest";
import type { SpokenError } from "../../src/core/ask/spoken-error.ts";
import { createFindPlaces } from "../../src/surfaces/slack/setup/find-places.ts";
import { withPlaces } from "../../src/surfaces/slack/setup/send-rules.ts";
import { webApi } from "../../src/surfaces/slack/setup/web-api.ts";
import { run, runJson } from "../support/askline.ts";
import { ASKLINE } from "../support/inbox.ts";
import { until } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";
import { startSlackHub } from "../support/slack-hub.ts";
import { elementsOf, type Stand, startSlack, wordsIn } from "../support/slack-stand-in.ts";
import { openTerminal, type Terminal } from "../support/tmux.ts";

const TOKENS = "xoxb-1\nxapp-1\n";

function foldersOf(files: ReturnType<typeof openSandbox>, slack: Stand) {
  return {
    ASKLINE_STATE_DIR: files.path,
    ASKLINE_CONFIG_DIR: files.at("config"),
    ASKLINE_SLACK_API_URL: slack.apiUrl,
  };
}

/** Waits for the question on the last line, and answers it. */
async function answer(terminal: Terminal, question: RegExp, words: string) {
  await terminal.until(question);
  if (words !== "") terminal.type(words);
  terminal.press("Enter");
}

const clickTestCard = async (slack: Stand, user: string, words: string) => {
  const card = await until("the test card", async () =>
    slack.messages.findLast((one) => elementsOf(one).length > 0),
  );
  await until("a socket", async () => slack.sockets.size > 0);
  await slack.click(user, card, words);
  return card;
};

it("the guide leads from no app at all to a card that was clicked", async () => {
  await using slack = await startSlack();
  using files = openSandbox();
  slack.outside.add("C2");
  using terminal = openTerminal({ columns: 110, rows: 60, env: foldersOf(files, slack) });
  terminal.type(`clear; ${ASKLINE} slack connect; echo "code $?"`);
  terminal.press("Enter");
  await answer(terminal, /1, 2 or 3 \[1\]:/, "1");
  await answer(terminal, /Configuration token.*:/, "xapp-a-wrong-one");
  await answer(terminal, /That is no configuration token[^:]*: [^:]*\.\n.*:/, "xoxe.xoxp-secret");
  await terminal.until(/apps\/A0NEW\/install-on-team[\s\S]*Press Enter once that is done:/);
  // Ended here and begun again, it goes on with the app that was created.
  terminal.press("C-c");
  await terminal.until(/once that is done:\s+[#$]/);
  terminal.type(`clear; ${ASKLINE} slack connect; echo "code $?"`);
  terminal.press("Enter");
  await answer(terminal, /apps\/A0NEW\/oauth[\s\S]*Bot token \(.*:/, "xoxb-secret");
  await answer(terminal, /apps\/A0NEW\/general[\s\S]*App token .*:/, "xapp-1-A0NEW-secret");
  await answer(terminal, /Slack knows us: askline in Team[\s\S]*test card:/, "@min kim");
  await answer(terminal, /could be several: UMIN [\s\S]*test card:/, "");
  await answer(terminal, /Where questions are asked[\s\S]*commas:/, "#agent");
  await answer(terminal, /Did you mean #agents\?[\s\S]*commas:/, "#agents");
  await answer(terminal, /not in #agents.*\/invite @askline[\s\S]*without:/, "");
  await terminal.until(/Not in #agents yet/);
  slack.outside.delete("C2");
  terminal.press("Enter");
  await terminal.until(/✓ In #agents\.[\s\S]*A card was posted in #agents/);
  const card = await clickTestCard(slack, "UADA", "It works");
  await answer(terminal, /pressed it: Slack works both ways[\s\S]*\[Y\/n\]/, "");
  const screen = await terminal.until(/code 0/);
  expect(screen).toMatch(/may answer\.[\s\S]*Start it with: askline serve/);
  expect(screen).not.toMatch(/secret(?! is)/);

  expect(slack.directory.created).toMatchObject([{ settings: { socket_mode_enabled: true } }]);
  expect(files.readJson("config", "slack.json")).toMatchObject({
    people: ["UADA"],
    send: [{ to: "C2" }],
  });
  expect(files.readJson("slack", "tokens.json")).toMatchObject({ botToken: "xoxb-secret" });
  const shown = slack.in("C2").find(({ ts }) => ts === card.ts);
  expect(wordsIn(shown ?? card)).toMatch(/pressed the button, and Askline heard it/);
  expect(slack.calls.map(({ body }) => JSON.stringify(body)).join()).not.toContain("xoxe");
});

it.each([
  [
    "socket",
    [
      [/Bot token: .*your app → OAuth[\s\S]*Bot token \(.*:/, "xoxb-secret"],
      [/your app → Basic Information[\s\S]*App token .*:/, "xapp-1-A1-secret"],
    ],
    /from a manifest[\s\S]*Next[\s\S]*JSON[\s\S]*askline slack manifest\n/i,
  ],
  [
    "http",
    [
      [/Bot token: .*your app → OAuth[\s\S]*Bot token \(.*:/, "xoxb-secret"],
      [/Signing secret: .*App Credentials[\s\S]*igning secret.*:/, "made-secret"],
    ],
    /askline slack manifest --url https:\/\/askline\.example\.com/,
  ],
] as const)(
  "without a configuration token the guide says each click (%s)",
  async (transport, tokens, clicks) => {
    await using slack = await startSlack();
    using files = openSandbox();
    const command = ["claude", "--permission-mode", "acceptEdits"];
    files.writeJson({ transport, people: ["UADA"], agent: { command } }, "config", "slack.json");
    using terminal = openTerminal({ columns: 110, rows: 70, env: foldersOf(files, slack) });
    terminal.type(`clear; ${ASKLINE} slack connect; echo "code $?"`);
    terminal.press("Enter");
    await answer(terminal, /1, 2 or 3 \[1\]:/, "4");
    await answer(terminal, /Please type 1, 2 or 3\.[\s\S]*\[1\]:/, "2");
    if (transport === "http") {
      await answer(terminal, /The https address.*:/, "http://askline.example.com");
      await answer(
        terminal,
        /needs an https address[\s\S]*address.*:/,
        "https://askline.example.com",
      );
    }
    const said = await terminal.until(/Create\.[\s\S]*Allow[\s\S]*once that is done:/);
    expect(said).toMatch(clicks);
    terminal.press("Enter");
    for (const [question, token] of tokens) await answer(terminal, question, token);
    // "anyone" beside an agent that may edit is warned about at once.
    await answer(terminal, /So far: [\s\S]*Enter to leave it so:/, "anyone");
    await answer(terminal, /may change files[\s\S]*--permission-mode\s+plan[\s\S]*commas:/, "");
    await terminal.until(/Without a place nothing is asked/);
    const screen = await terminal.until(/code 0/);
    expect(screen).not.toMatch(/(?:xoxb|xapp|made)-[\w-]*secret/);
    expect(files.readJson("config", "slack.json")).toMatchObject({ transport, people: "anyone" });
    expect(files.readJson("slack", "tokens.json")).toMatchObject({ botToken: "xoxb-secret" });
  },
);

it("beside a hub the guide changes what is missing, and the hub hears the test's click", async () => {
  await using slackHub = await startSlackHub({ config: { send: [{ to: "C1" }] } });
  const { slack, hub, env } = slackHub;
  using terminal = openTerminal({
    ...{ columns: 110, rows: 40 },
    env: { ...env, LANG: "ko_KR.UTF-8" },
  });
  terminal.type(`clear; ${ASKLINE} slack connect --send-to '#agents'; echo "code $?"`);
  terminal.press("Enter");
  await answer(terminal, /누가 답할 수 있나[\s\S]*UADA[\s\S]*Enter:/, "");
  await terminal.until(/지금까지 나머지는 모두 #general\(으\)로 갔습니다[\s\S]*#agents에 카드를/);
  await clickTestCard(slack, "UMIN", "작동합니다");
  const screen = await terminal.until(/code 0/);
  expect(screen).toMatch(/눌렀습니다\. Slack이 양쪽으로 작동합니다/);
  expect(screen).toMatch(/지금 실행 중인 허브가 이미 따르고 있습니다/);
  await hub.desk.ask({
    questions: [{ prompt: "Where?", options: [{ label: "Here" }] }],
    source: { kind: "program" },
  });
  await slackHub.shown("C2", /Where\?/);
});

it("names become ids, several at once, and nothing is kept where one is not found", async () => {
  await using slack = await startSlack();
  using files = openSandbox();
  const env = foldersOf(files, slack);
  slack.outside.add("G1");
  const connect = (...flags: string[]) =>
    run(files.path, ["slack", "connect", ...flags], { env, input: TOKENS });
  const named = ["--allow", "@Ada Lovelace, 민", "--send-to", "#general,#private @ada"];
  const connected = await connect(...named);
  expect(connected.code).toBe(0);
  expect(connected.stdout).toMatch(/^Connected to Team as askline\..*\n.*askline serve/);
  expect(connected.stderr).toBe(
    "askline is not in #private, so what is asked there waits. " +
      "Write this in that channel: /invite @askline\n",
  );
  expect(files.readJson("config", "slack.json")).toMatchObject({
    people: ["UADA", "UMIN"],
    send: [{ to: ["C1", "G1", "UADA"] }],
  });

  const korean = await run(files.path, ["slack", "connect", "--allow", "@누구"], {
    env: { ...env, LANG: "ko_KR.UTF-8" },
    input: TOKENS,
  });
  expect(korean).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Slack에 “@누구”.*없습니다\.\n.*멤버 ID 복사/),
  });
  expect(files.readJson("config", "slack.json").people).toEqual(["UADA", "UMIN"]);
});

it("a name that is not found, or could be several, is refused with how to find the id", async () => {
  await using slack = await startSlack();
  const find = createFindPlaces(webApi(slack.apiUrl, "xoxb-1", "bot"));
  const refusals = [
    [find.people, "@nobody", /knows no person “@nobody”.*Copy member ID/],
    [find.people, "gone", /knows no person “gone”/],
    [find.people, "Min Kim", /could be several: UMIN .*; UMIN2 /],
    [find.people, "#general", /a channel cannot answer/],
    [find.places, "#generel", /no channel “#generel”. Did you mean #general\?.*“About”/],
    [find.places, "@min kim", /could be several/],
  ] as const;
  for (const [look, given, refusal] of refusals) {
    const error = await look(given).catch((thrown: unknown) => thrown);
    const { message, suggestion } = (error as SpokenError).words.en;
    expect(`${message} ${suggestion}`).toMatch(refusal);
  }
  expect(await find.places("#general @ada,G1 U1,C1:1700000000.000100")).toEqual([
    ...["C1", "UADA", "G1", "U1", "C1:1700000000.000100"],
  ]);
  slack.fail("conversations.list", "missing_scope");
  const fresh = createFindPlaces(webApi(slack.apiUrl, "xoxb-1", "bot"));
  await expect(fresh.places("#general")).rejects.toThrow(/conversations.list: missing_scope/);
});

it("a new place comes before the rule for everything, and that is said", async () => {
  await using slack = await startSlack();
  using files = openSandbox();
  const env = foldersOf(files, slack);
  const web = { project: "web", to: "C2" };
  files.writeJson({ people: ["UADA"], send: [web, { to: "C1" }] }, "config", "slack.json");
  const args = ["slack", "connect", "--send-to", "C2"];
  const said = await run(files.path, args, { env, input: TOKENS });
  expect(said.stderr).toMatch(/everything else went to C1.*never reached/);
  expect(files.readJson("config", "slack.json").send).toEqual([web, { to: "C2" }, { to: "C1" }]);
  expect(await runJson(files.path, args, { env, input: TOKENS })).toMatchObject({ notIn: [] });
  expect(files.readJson("config", "slack.json").send).toHaveLength(3);
});

it.each([
  ["the first rule", [], ["C1"], [{ to: "C1" }], null],
  ["two places in one rule", [], ["C1", "U1"], [{ to: ["C1", "U1"] }], null],
  [
    "after rules with conditions",
    [{ urgency: "high" as const, to: "U1" }],
    ["C1"],
    [{ urgency: "high", to: "U1" }, { to: "C1" }],
    null,
  ],
  [
    "before one that only waits",
    [{ to: "C2", afterSeconds: 60 }],
    ["C1"],
    [{ to: "C1" }, { to: "C2", afterSeconds: 60 }],
    { to: "C2", afterSeconds: 60 },
  ],
  ["the same again", [{ to: "C1" }], ["C1"], [{ to: "C1" }], null],
])("a place for everything: %s", (_, before, places, send, behind) => {
  expect(withPlaces(before, places)).toEqual({ send, behind });
});

it.each([
  ["http://askline.example", /it needs an https address.*\n.*Socket Mode/],
  ["askline.example", /it needs an https address/],
])("an address that Slack cannot use (%s) makes no manifest", async (url, refusal) => {
  using files = openSandbox();
  const refused = await run(files.path, ["slack", "manifest", "--url", url]);
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(refusal) });
});

it("a hub that runs without the new tokens is said to need a start", async () => {
  await using slackHub = await startSlackHub();
  const { hub } = slackHub;
  const env = { ...slackHub.env, ASKLINE_SLACK_BOT_TOKEN: "", ASKLINE_SLACK_APP_TOKEN: "" };
  const connected = await run(hub.state, ["slack", "connect"], { env, input: TOKENS });
  expect(connected.stdout).toMatch(/has not heard of it: end it, and start it again/);
  const again = await run(hub.state, ["slack", "connect"], { env, input: TOKENS });
  expect(again.stdout).toMatch(/follows it already/);
  const pipedWrong = await run(hub.state, ["slack", "connect"], { env, input: "xoxe.xoxp-1\n" });
  expect(pipedWrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/creates an app/) });
  expect(pipedWrong.stderr).not.toContain("xoxp-1");
});
