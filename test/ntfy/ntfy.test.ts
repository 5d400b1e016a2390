/**
 * ntfy from a real hub to a stand-in server: what is sent to a topic that others can read, what to one
 * that needs a token, and answers by links that only the hub can make.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ask } from "../../src/core/ask/ask.ts";
import { isTopic } from "../../src/surfaces/ntfy/config.ts";
import { run, runJson } from "../support/askline.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { type NtfyServer, startNtfyServer } from "../support/ntfy-server.ts";
import { openSandbox, type Sandbox } from "../support/sandbox.ts";

const SITE = "https://askline.example.net";
let server: NtfyServer;
let hub: TestHub;
let config: Sandbox;
let env: NodeJS.ProcessEnv;
let before = 0;

beforeAll(async () => {
  server = await startNtfyServer();
  config = openSandbox();
  config.writeJson({ surfaces: ["ntfy"], notifyAfterMinutes: 0, reminders: 0 }, "attention.json");
  env = { ASKLINE_CONFIG_DIR: config.path, ASKLINE_VOICE_BRIDGE_NETWORK_PUBLIC_ADDRESS: SITE };
  hub = await startHub({ env });
});
afterAll(async () => {
  await hub?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
  config?.[Symbol.dispose]();
});
beforeEach(() => {
  before = server.sent.length;
});

describe("askline ntfy connect", () => {
  it("refuses what is no topic, a wrong token, and text for a topic that all can read", async () => {
    const refused = async (args: string[], input = "") => {
      const { code, stderr } = await run(hub.state, ["ntfy", "connect", ...args], { env, input });
      expect(code).toBe(1);
      expect(existsSync(config.at("ntfy.json"))).toBe(false);
      return stderr;
    };
    expect(await refused(["http://ntfy.example.net/asks"])).toContain("is not a topic");
    expect(await refused([server.topic], "tk_wrong")).toContain("does not take this token");
    expect(await refused([server.topic, "--buttons"], server.token)).toContain("Give --text too");
    server.isOpen = true;
    expect(await refused([server.topic, "--text"], server.token)).toContain("would be read by");
    server.isOpen = false;
  });

  it.each([
    ["https://ntfy.sh/my-topic", true],
    ["http://127.0.0.1:8080/my-topic", true],
    ["http://ntfy.sh/my-topic", false],
    ["https://ntfy.sh/", false],
    ["https://ntfy.sh/a/b", false],
    ["https://me:word@ntfy.sh/a", false],
    ["https://ntfy.sh/a?auth=x", false],
  ])("%s is a topic: %s", (given, isOne) => {
    expect(isTopic(given)).toBe(isOne);
  });
});

describe("a notice", () => {
  it("says on a topic that others can read only that a question waits, with a link to sign in", async () => {
    server.isOpen = true;
    await connect([]);
    const { id } = await ask({ urgency: "high" });
    const notice = await server.after(before + 1);
    expect(notice).toEqual({
      ...{ topic: "asks", title: "An urgent question waits", message: "Open Askline to read it." },
      ...{ priority: 5, sequence_id: expect.stringMatching(/^askline-[0-9a-f]{16}$/) },
      click: `${SITE}/voice`,
    });
    expect(JSON.stringify(notice)).not.toContain(id.slice(0, 8));
    await decide(id);
    await expect.poll(() => server.shown()).toEqual([]);
    server.isOpen = false;
  });

  it("holds text and buttons where both are set and the topic needs a token, and not a moment longer", async () => {
    const said = await connect(["--text", "--buttons"], server.token);
    expect(said).toMatchObject({ access: "closed", sendsText: true, hasToken: true });
    expect(statSync(`${hub.state}/ntfy-token.json`).mode & 0o777).toBe(0o600);
    expect(readFileSync(config.at("ntfy.json"), "utf8")).not.toContain(server.token);
    const first = await ask();
    const notice = await server.after(before + 1);
    expect(notice).toMatchObject({
      ...{
        title: "Deploy",
        message: "shop: May I deploy now?",
        click: `${SITE}/choice/${first.id}`,
      },
      actions: [
        { action: "http", label: "Yes, go", method: "POST", clear: true },
        { action: "http", label: "No", method: "POST", clear: true },
      ],
    });
    const link = notice.actions?.[0]?.url ?? "";
    expect(link.startsWith(`${SITE}/ntfy/`)).toBe(true);
    expect((await touch(link.replace(/\/0\//, "/1/"))).status).toBe(403);
    expect((await touch(`${link.slice(0, -1)}x`)).status).toBe(403);
    expect((await hub.desk.load(first.id)).outcome).toBeNull();
    expect((await touch(link)).status).toBe(200);
    expect((await hub.desk.wait(first.id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["yes"] }] },
      provenance: { surface: "ntfy", by: "person" },
    });
    await expect.poll(() => server.shown()).toEqual([]);
    expect((await touch(notice.actions?.[1]?.url ?? "")).status).toBe(409);

    // Its owner opens the topic: from now on nothing is said there.
    server.isOpen = true;
    const second = await ask();
    const open = await server.after(before + 2);
    expect(open).toMatchObject({ title: "A question waits" });
    expect(open.actions).toBeUndefined();
    server.isOpen = false;
    await decide(second.id);
  });

  it("is one for twenty questions at once, and goes when the last is answered elsewhere", async () => {
    await connect(["--text"], server.token);
    const asks = await Promise.all(Array.from({ length: 20 }, () => ask()));
    const notice = await server.after(before + 1);
    expect(notice).toMatchObject({ title: "20 questions wait", click: `${SITE}/voice` });
    expect(notice.message.split("\n")).toHaveLength(5);
    for (const { id } of asks.slice(1)) await decide(id);
    expect(server.shown()).toHaveLength(1);
    await decide(asks[0]?.id ?? "");
    await expect.poll(() => server.shown()).toEqual([]);
    expect(server.sent).toHaveLength(before + 1);
  });

  it("has no button for what may destroy, and its link would not answer it", async () => {
    await connect(["--text", "--buttons"], server.token);
    const presentation = { risk: { level: "destructive" as const, reasons: ["deletes"] } };
    const { id } = await ask({ presentation });
    expect((await server.after(before + 1)).actions).toBeUndefined();
    await hub.desk.reject(id, {}, { surface: "inbox", who: "ada" });
  });

  it("is taken back by the next hub when it was answered while none ran", async () => {
    await connect([], server.token);
    const { id } = await ask();
    await server.after(before + 1);
    await hub.kill();
    await decide(id);
    await hub.revive();
    await expect.poll(() => server.shown()).toEqual([]);
  });

  it("tells of an agent that an error stopped, in its own words where text may be shown", async () => {
    const agent = hub.agent("failing");
    const fails = async (prompt_id: string) => {
      await agent.post("UserPromptSubmit", { prompt: "work", prompt_id });
      const failure = { error: "server_error", last_assistant_message: "API Error: 529" };
      await agent.post("StopFailure", { prompt_id, ...failure });
    };
    await connect(["--text"], server.token);
    await fails("p1");
    expect(await server.after(before + 1)).toMatchObject({
      message: "stopped: API Error: 529",
      click: expect.stringMatching(/\/voice\/agents\/\d+$/),
    });
    server.isOpen = true;
    await connect([]);
    await fails("p2");
    expect(await server.after(before + 2)).toMatchObject({
      ...{ title: "An agent stopped", message: "Open Askline to see why." },
    });
    server.isOpen = false;
    await agent.post("SessionEnd", { reason: "exit" });
  });
});

describe("the doctor", () => {
  it("says what leaves the machine to the topic, and nothing once it is disconnected", async () => {
    await connect(["--text"], server.token);
    const leaves = async () => {
      const { checks } = await runJson(hub.state, ["doctor"], { env });
      return (checks as { check: string; what: string }[]).find(({ check }) => check === "leaves")
        ?.what;
    };
    expect(await leaves()).toMatch(/ntfy, to 127\.0\.0\.1:\d+ \(Notices hold the question's text/);
    const { stdout } = await run(hub.state, ["ntfy", "test"], { env });
    expect(stdout).toBe("Sent.\n");
    expect(server.sent.at(-1)?.title).toBe("Askline reaches you here");
    await run(hub.state, ["ntfy", "disconnect"], { env });
    expect(existsSync(`${hub.state}/ntfy-token.json`)).toBe(false);
    expect(await leaves()).toBe(
      `What leaves this machine: your pages, to paired devices at ${SITE}.`,
    );
    const korean = await run(hub.state, ["ntfy", "status"], {
      env: { ...env, ASKLINE_LANGUAGE: "ko" },
    });
    expect(korean.stdout).toContain("ntfy가 설정되어 있지 않습니다");
  });
});

function connect(flags: string[], token = "") {
  return runJson(hub.state, ["ntfy", "connect", server.topic, ...flags], { env, input: token });
}

function ask(more: object = {}): Promise<Ask> {
  return hub.desk.ask({
    questions: [
      {
        ...{ title: "Deploy", prompt: "May I **deploy** now?", selectionMode: "single" as const },
        options: [
          { id: "yes", label: "Yes, go" },
          { id: "no", label: "No" },
        ],
      },
    ],
    source: { kind: "test", project: "shop" },
    mode: "detached",
    ...more,
  });
}

async function decide(id: string) {
  const reply = { answers: [{ optionIds: ["yes"] }] };
  await hub.desk.answer(id, reply, { surface: "inbox", who: "ada" });
}

/** As the phone's app does, by way of the tunnel. */
function touch(link: string): Promise<Response> {
  return fetch(hub.url + link.slice(SITE.length), { method: "POST" });
}
