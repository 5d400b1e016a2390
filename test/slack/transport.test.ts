/**
 * The connection between Slack and the hub: signatures, clocks, repeated events, closed sockets,
 * slow disks.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { withLock } from "../../src/store/file/lock.ts";
import type { SlackHealth } from "../../src/surfaces/slack/setup/health.ts";
import { budgetInWords } from "../../src/surfaces/slack/transport/budget-words.ts";
import { run, runJson } from "../support/askline.ts";
import { ASKLINE } from "../support/inbox.ts";
import { patient, until } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";
import { startSlackHere } from "../support/slack-here.ts";
import { startSlackHub } from "../support/slack-hub.ts";
import { startSlack } from "../support/slack-stand-in.ts";
import { openTerminal } from "../support/tmux.ts";

const options = [{ label: "Yes" }, { label: "No" }];
const QUESTION = {
  questions: [{ prompt: "Sure?", options }],
  source: { kind: "program", project: "C1" },
};

it("takes only requests with Slack's signature and clock, and opens nothing else", async () => {
  await using slackHub = await startSlackHub({ transport: "http" });
  const { slack, hub } = slackHub;
  const form = "application/x-www-form-urlencoded";
  const hello = JSON.stringify({ type: "url_verification", challenge: "abc" });
  expect(await (await slack.post(hello, "application/json")).text()).toContain("abc");
  expect((await slack.post(hello, "application/json", { secret: "guessed" })).status).toBe(401);
  expect((await slack.post(hello, "application/json", { secondsOff: -400 })).status).toBe(401);
  expect((await slack.post(hello, "application/json", { secondsOff: 3_600 })).status).toBe(401);
  expect(
    (
      await fetch(`${hub.url}/slack/events`, {
        method: "POST",
        body: "payload={}",
        headers: { "content-type": form },
      })
    ).status,
  ).toBe(401);
  expect((await fetch(`${hub.url}/slack/other`, { method: "POST" })).status).toBe(401);
  expect((await fetch(`${hub.url}/api/agents`)).status).toBe(401);
});

it("acknowledges at once while the store is busy, and the answer arrives once", async () => {
  await using here = await startSlackHere();
  const { stand, desk, files } = here;
  const { id } = await desk.ask(QUESTION);
  const card = await here.shown("C1", /Sure\?/);

  let clicked: Promise<unknown> = Promise.resolve();
  await withLock(files.at("sessions", id, ".lock"), async () => {
    clicked = Promise.all([stand.click("U1", card, "1. Yes"), stand.click("U1", card, "1. Yes")]);
    await clicked;
    expect((await desk.load(id)).outcome).toBeNull();
  });

  const { outcome } = await desk.wait(id, { signal: AbortSignal.timeout(patient(20_000)) });
  expect(outcome).toMatchObject({ reply: { answers: [{ optionIds: ["1"] }] } });
});

it("keeps one line open, reconnects the other, and says when both are dead", async () => {
  await using slackHub = await startSlackHub();
  const { slack, hub } = slackHub;
  const health = async () =>
    (
      (await (await fetch(`${hub.url}/healthz`)).json()) as {
        slack: { state: string; connections: number };
      }
    ).slack;
  const [first] = slack.sockets;
  slack.recycle(first as NonNullable<typeof first>);
  await until("the first to go", async () => !slack.sockets.has(first as never));
  expect(slack.sockets.size).toBeGreaterThan(0);
  await until("a new one", async () => slack.sockets.size === 2);

  slack.refuseSockets(true);
  for (const socket of slack.sockets) socket.terminate();
  await until("nothing", async () => (await health()).connections === 0);
  expect((await health()).state).not.toBe("connected");
  slack.refuseSockets(false);
  await until("both again", async () => (await health()).connections === 2);
  const { id } = await hub.desk.ask({ ...QUESTION, mode: "detached" });
  await slack.click("UADA", await slackHub.shown("C1", /Sure\?/), "2. No");
  expect((await hub.desk.wait(id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: ["2"] }] },
  });

  const env = { ASKLINE_SLACK_BOT_TOKEN: "xoxb-test", ASKLINE_SLACK_APP_TOKEN: "xapp-test" };
  expect(await runJson(hub.state, ["slack", "status"], { env })).toMatchObject({
    transport: "socket",
    state: "connected",
  });
});

it("takes each repeated event once, also after a restart", async () => {
  await using slackHub = await startSlackHub();
  const { slack, hub, told } = slackHub;
  const { body } = await slack.mention("UADA", "C1", "hello");
  await slack.send("events_api", body, 1);
  await slackHub.shown("C1", /You said: hello/);
  await slack.send("events_api", {
    ...body,
    event: { ...body.event, type: "message" },
    event_id: "the same as a message",
  });
  await hub.kill();
  await hub.revive();
  await until("the sockets", async () => slack.sockets.size === 2);
  await slack.send("events_api", body, 2);
  await slack.mention("UADA", "C1", "bye");
  await slackHub.shown("C1", /You said: bye/);
  expect(told().map(({ text }) => text)).toEqual(["hello", "bye"]);
});

it("waits as long as Slack asks it to, and goes on without a message that is gone", async () => {
  await using here = await startSlackHere();
  const { stand, desk } = here;
  stand.fail("chat.postMessage", "ratelimited");
  const { id } = await desk.ask(QUESTION);
  const card = await here.shown("C1", /Sure\?/);
  const { budget } = (here.surface.health?.()["slack"] ?? {}) as SlackHealth;
  expect(budget).toMatchObject({
    refusals: 1,
    lastRefusal: { method: "chat.postMessage", waitSeconds: 1 },
  });
  expect(budgetInWords(budget, "en").join("\n")).toMatch(
    /Slack asked for a pause once since the start, last at .* \(chat\.postMessage, 1 s\)/,
  );
  expect(budgetInWords(budget, "ko").join("\n")).toMatch(/1번 기다리라고/);
  stand.fail("chat.update", "message_not_found");
  await stand.click("U1", card, "1. Yes");
  expect((await desk.wait(id)).outcome.status).toBe("completed");
  await until("a warning", async () =>
    here.warnings.some((warning) => warning.includes("message_not_found")),
  );
});

it("prints a manifest that asks for what is needed, over either transport", async () => {
  using files = openSandbox();
  const socket = JSON.parse((await run(files.path, ["slack", "manifest"])).stdout);
  expect(socket.settings.socket_mode_enabled).toBe(true);
  expect(socket.oauth_config.scopes.bot).toEqual(
    expect.arrayContaining([
      "chat:write",
      "app_mentions:read",
      "im:history",
      "im:write",
      "users:read",
    ]),
  );
  const http = JSON.parse(
    (await run(files.path, ["slack", "manifest", "--url", "https://askline.example"])).stdout,
  );
  expect(http.settings).toMatchObject({
    socket_mode_enabled: false,
    interactivity: { request_url: "https://askline.example/slack/events" },
  });
});

it("connects with valid tokens, keeps them private, and says what is missing", async () => {
  using files = openSandbox();
  await using slack = await startSlack();
  const env = { ASKLINE_CONFIG_DIR: files.at("config"), ASKLINE_SLACK_API_URL: slack.apiUrl };
  const flags = ["--allow", "U1,U2", "--send-to", "C9"];
  const input = "xoxb-1\nxapp-1\n";
  const connected = await runJson(files.path, ["slack", "connect", ...flags], { env, input });
  expect(connected).toMatchObject({ team: "Team", transport: "socket", missingScopes: [] });
  expect(files.readJson("slack", "tokens.json")).toMatchObject({
    botToken: "xoxb-1",
    appToken: "xapp-1",
  });
  expect(statSync(files.at("slack", "tokens.json")).mode & 0o777).toBe(0o600);
  expect(files.readJson("config", "slack.json")).toMatchObject({
    people: ["U1", "U2"],
    send: [{ to: "C9" }],
  });

  slack.fail("auth.test", "invalid_auth");
  const again = { env, input: "xapp-2 xoxb-2" };
  const refused = await run(files.path, ["slack", "connect"], again);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toMatch(/invalid_auth/);
  expect(files.readJson("slack", "tokens.json").botToken).toBe("xoxb-1");
  using empty = openSandbox();
  const nothing = { ...env, ASKLINE_CONFIG_DIR: empty.at("config") };
  const without = await run(empty.path, ["slack", "connect"], { env: nothing });
  expect(without.code).toBe(2);
  expect(without.stderr).not.toMatch(/xox|xapp/);
  expect(readdirSync(files.at("slack"))).toEqual(["tokens.json"]);
});

it.each(["--bot-token", "--app-token", "--signing-secret"])(
  "a secret in an argument (%s) is refused, and is neither kept nor repeated",
  async (flag) => {
    using files = openSandbox();
    const env = { ASKLINE_CONFIG_DIR: files.at("config") };
    const refused = await run(files.path, ["slack", "connect", flag, "xoxb-secret"], { env });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`${flag} would show the secret to every account`);
    expect(refused.stderr).toContain("askline slack connect");
    expect(refused.stdout + refused.stderr).not.toContain("xoxb-secret");
    expect(existsSync(files.at("slack"))).toBe(false);
  },
);

it("tokens that are typed at a terminal are not shown there", async () => {
  await using slack = await startSlack();
  using files = openSandbox();
  const folders = { ASKLINE_STATE_DIR: files.path, ASKLINE_CONFIG_DIR: files.at("config") };
  using terminal = openTerminal({
    columns: 120,
    env: { ...folders, ASKLINE_SLACK_API_URL: slack.apiUrl },
  });
  terminal.type(`clear; ${ASKLINE} slack connect; echo "code $?"`);
  terminal.press("Enter");
  await terminal.until(/1, 2 or 3/);
  terminal.type("3");
  terminal.press("Enter");
  await terminal.until(/Bot token .*:/);
  terminal.type("xoxb-typed");
  terminal.press("Enter");
  await terminal.until(/App token .*:/);
  terminal.type("xapp-typed");
  terminal.press("Enter");
  for (const question of [/Who may answer[\s\S]*:$/m, /Where questions are asked[\s\S]*:$/m]) {
    await terminal.until(question);
    terminal.press("Enter");
  }
  expect(await terminal.until(/code 0/)).not.toMatch(/xoxb-typed|xapp-typed/);
  expect(files.readJson("slack", "tokens.json")).toMatchObject({
    botToken: "xoxb-typed",
    appToken: "xapp-typed",
  });
});

it("an unreachable Slack is not said to have refused a token, in any language", async () => {
  using files = openSandbox();
  const env = {
    ASKLINE_CONFIG_DIR: files.at("config"),
    ASKLINE_SLACK_API_URL: "http://127.0.0.1:1/api/",
  };
  const args = ["slack", "connect"];
  const input = "xoxb-1\nxapp-1\n";
  const english = await run(files.path, args, { env, input });
  expect(english).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Slack cannot be reached: .*\n.*network/),
  });
  const korean = await run(files.path, args, { env: { ...env, LANG: "ko_KR.UTF-8" }, input });
  expect(korean.stderr).toMatch(/^Slack에 연결할 수 없습니다: /);
});

it("shows how an ask ended once Slack is back, if it was away at that moment", async () => {
  await using here = await startSlackHere();
  const { stand, desk } = here;
  const { id } = await desk.ask(QUESTION);
  await here.shown("C1", /Sure\?/);
  stand.fail("chat.update", "service_unavailable");
  await desk.answer(id, { answers: [{ optionIds: ["1"] }] }, { surface: "voice", who: "Ada" });
  await here.shown("C1", /Answered by Ada, by voice/);
});
