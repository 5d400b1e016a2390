/**
 * Gemini CLI's confirmations: a card that says where they are decided, and, while their person is
 * away, a no from anywhere before the dialog comes up.
 */
import { appendFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SettledAsk } from "../../src/core/ask/ask.ts";
import { run } from "../support/askline.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { patient, until } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";
import { agentIn, turnsOf, untilTurns } from "../support/turns.ts";

const by = { surface: "portal", who: "mira" };
const PUBLISHES = "npm publish --access public";

let hub: TestHub;
beforeEach(async () => {
  hub = await startHub();
});
afterEach(() => hub[Symbol.asyncDispose]());

const shell = (command: string) => ({
  tool_name: "run_shell_command",
  tool_input: { command, description: "Publish it" },
});

const confirms = (command: string) => ({
  notification_type: "ToolPermission",
  message: "Tool Confirm Shell Command requires execution",
  details: { type: "exec", title: "Confirm Shell Command", command, rootCommand: command },
});

function openAsk() {
  return until("an open ask", async () => (await hub.desk.list({ status: "pending" }))[0]);
}

function untilEffect(askId: string) {
  return until("the effect", async () => (await hub.desk.load(askId)).effect);
}

function untilSettled(askId: string): Promise<SettledAsk> {
  return hub.desk.wait(askId);
}

function write(path: string, line: unknown) {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

async function prompted(sessionId: string) {
  const transcriptPath = hub.files.at(`${sessionId}.jsonl`);
  const agent = hub.agent(sessionId, { client: "gemini", transcriptPath });
  write(transcriptPath, { sessionId, projectHash: "0", kind: "main" });
  await agent.post("BeforeAgent", { prompt: "Go on", timestamp: "2026-11-15T10:00:00.000Z" });
  write(transcriptPath, {
    ...{ id: "m1", type: "user", timestamp: "2026-11-15T10:00:00.100Z" },
    content: [{ text: "Go on" }],
  });
  return { agent, transcriptPath };
}

describe("a confirmation on Gemini CLI's screen", () => {
  async function confirming(sessionId: string) {
    const { agent, transcriptPath } = await prompted(sessionId);
    expect((await agent.post("BeforeTool", shell(PUBLISHES))).body).toEqual({});
    await agent.post("Notification", confirms(PUBLISHES));
    return { agent, transcriptPath, ask: await openAsk() };
  }

  it("is a card that says where it is decided, and is over with the call", async () => {
    const { agent, ask } = await confirming("shown");
    const [question] = ask.questions;
    expect(question?.prompt).toContain(PUBLISHES);
    expect(question?.prompt).toContain("It can be allowed or refused only there.");
    expect(question?.options.map(({ label }) => label)).toEqual(["I will decide there"]);
    expect(question?.selectionMode).toBe("single");
    expect(ask.expiresAt).toBeNull();
    expect((await agentIn(hub, "shown")).state).toBe("AWAITING_INPUT");
    await agent.post("AfterTool", { ...shell(PUBLISHES), tool_response: { llmContent: "Done" } });
    expect((await untilSettled(ask.id)).outcome).toMatchObject({ kind: "withdrawn" });
    expect(await untilEffect(ask.id)).toMatchObject({ kind: "in_terminal", did: "allowed" });
  });

  it("is over with a no there, which only the chat's file tells", async () => {
    const { ask, transcriptPath } = await confirming("refused-there");
    write(transcriptPath, {
      ...{ id: "m2", type: "gemini", timestamp: "2026-11-15T10:00:01.500Z", content: "I try." },
      toolCalls: [
        {
          ...{ id: "call-1", name: "run_shell_command", args: shell(PUBLISHES).tool_input },
          ...{ status: "cancelled", timestamp: "2026-11-15T10:00:09.000Z" },
          result: [{ functionResponse: { response: { error: "User cancelled" } } }],
        },
      ],
    });
    expect((await untilSettled(ask.id)).outcome).toMatchObject({ kind: "withdrawn" });
    expect(await untilEffect(ask.id)).toMatchObject({ kind: "in_terminal", did: "declined" });
  });

  it("is put away by a person, and the agent goes on waiting", async () => {
    const { agent, ask } = await confirming("seen");
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["in_terminal"] }] }, by);
    expect((await agentIn(hub, "seen")).state).toBe("AWAITING_INPUT");
    await agent.post("AfterTool", { ...shell(PUBLISHES), tool_response: { llmContent: "Done" } });
    const said = await untilTurns(hub, "seen", (all) => all.some((one) => one.text === "Allowed"));
    expect(said.map(({ intent }) => intent)).toEqual(["COMMAND", "QUESTION", "ANSWER"]);
    expect(await untilEffect(ask.id)).toMatchObject({ kind: "in_terminal", did: "allowed" });
  });

  it("takes no reason for a no that it cannot pass on, and says so", async () => {
    const { ask } = await confirming("unheard");
    await hub.desk.reject(ask.id, { reason: "Not today" }, by);
    expect(await untilEffect(ask.id)).toMatchObject({ kind: "not_taken" });
    expect((await agentIn(hub, "unheard")).state).toBe("AWAITING_INPUT");
  });
});

describe("a call of Gemini CLI while its person is away", () => {
  async function held(sessionId: string) {
    await run(hub.state, ["away"]);
    const { agent, transcriptPath } = await prompted(sessionId);
    const call = { ...shell(PUBLISHES), timestamp: "2026-11-15T10:00:01.000Z" };
    const replied = agent.post("BeforeTool", call);
    return { agent, transcriptPath, replied, ask: await openAsk() };
  }

  it("waits for a no, which Gemini CLI hears with its reason", async () => {
    const { ask, replied, transcriptPath, agent } = await held("denied");
    const [question] = ask.questions;
    expect(question?.prompt).toContain("Gemini CLI takes a yes only in its own terminal.");
    expect(question?.options.map(({ id }) => id)).toEqual(["deny", "in_terminal"]);
    expect(ask.expiresAt).not.toBeNull();
    expect((await agentIn(hub, "denied")).state).toBe("AWAITING_INPUT");
    const answers = [{ optionIds: ["deny"], customText: "Not from here" }];
    await hub.desk.answer(ask.id, { answers }, by);
    const { decision, reason } = (await replied).body;
    expect(decision).toBe("deny");
    expect(reason).toBe("A person denied this and says: Not from here");
    write(transcriptPath, {
      ...{ id: "m2", type: "gemini", timestamp: "2026-11-15T10:00:01.500Z", content: "I try." },
      toolCalls: [
        {
          ...{ id: "call-1", name: "run_shell_command", args: shell(PUBLISHES).tool_input },
          ...{ status: "error", timestamp: "2026-11-15T10:00:09.000Z" },
          result: [
            { functionResponse: { response: { error: `Tool execution blocked: ${reason}` } } },
          ],
        },
      ],
    });
    expect(await untilEffect(ask.id)).toMatchObject({ kind: "used" });
    await agent.post("AfterAgent", { prompt: "Go on", prompt_response: "I tried." });
    const said = (await turnsOf(hub, "denied")).map(({ intent, text }) => `${intent} ${text}`);
    expect(said.filter((one) => one.startsWith("QUESTION"))).toHaveLength(1);
    expect(said.filter((one) => one.startsWith("ANSWER"))).toEqual([
      "ANSWER Denied: Not from here",
    ]);
  });

  it("is left to the terminal, which then is not announced once more", async () => {
    const { ask, replied, agent } = await held("left");
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["in_terminal"] }] }, by);
    expect((await replied).body).toEqual({});
    await agent.post("Notification", confirms(PUBLISHES));
    expect((await agentIn(hub, "left")).state).toBe("AWAITING_INPUT");
    expect(await hub.desk.list({ status: "pending" })).toEqual([]);
    await agent.post("AfterTool", { ...shell(PUBLISHES), tool_response: { llmContent: "Done" } });
    expect(await untilEffect(ask.id)).toMatchObject({ kind: "in_terminal", did: "allowed" });
    expect((await turnsOf(hub, "left")).map(({ intent, text }) => `${intent} ${text}`)).toEqual([
      "COMMAND Go on",
      expect.stringMatching(/^QUESTION Allow run_shell_command/),
      "ANSWER Allowed",
    ]);
  });

  it("is denied by a rule, and never seems to be allowed by one", async () => {
    using config = openSandbox();
    await hub[Symbol.asyncDispose]();
    const tool = "run_shell_command";
    const rules = [
      { name: "no", tool, pattern: "npm publish*", decision: "deny" },
      { name: "yes", tool, pattern: "frobnicate*", decision: "allow" },
    ];
    config.writeJson({ rules }, "rules.json");
    hub = await startHub({ env: { ASKLINE_CONFIG_DIR: config.path } });
    await run(hub.state, ["away"]);
    const { agent } = await prompted("ruled");
    expect((await agent.post("BeforeTool", shell("frobnicate it"))).body).toEqual({});
    expect(await hub.desk.list()).toEqual([]);
    const denied = (await agent.post("BeforeTool", shell(PUBLISHES))).body;
    expect(denied).toMatchObject({ decision: "deny", reason: expect.stringContaining('("no")') });
  });

  it("runs at once if it is known to be harmless", async () => {
    await run(hub.state, ["away"]);
    const { agent } = await prompted("reads");
    expect((await agent.post("BeforeTool", shell("ls -l"))).body).toEqual({});
    const read = { tool_name: "read_file", tool_input: { file_path: "README.md" } };
    expect((await agent.post("BeforeTool", read)).body).toEqual({});
    expect(await hub.desk.list()).toEqual([]);
  });

  it("is let go when its person is back, and stands as a card then", async () => {
    const { ask, replied, agent } = await held("back");
    await run(hub.state, ["back"]);
    expect((await replied).body).toEqual({});
    expect((await hub.desk.load(ask.id)).outcome).toMatchObject({ kind: "withdrawn" });
    await agent.post("Notification", confirms(PUBLISHES));
    const card = await openAsk();
    expect(card.questions[0]?.options.map(({ id }) => id)).toEqual(["in_terminal"]);
    await agent.post("AfterTool", { ...shell(PUBLISHES), tool_response: { llmContent: "Done" } });
    expect((await untilSettled(card.id)).outcome).toMatchObject({ kind: "withdrawn" });
    await expect
      .poll(() => hub.desk.list({ status: "pending" }), { timeout: patient(15_000) })
      .toEqual([]);
  });

  it.each([
    ["always", ["deny", "in_terminal"]],
    ["never", ["in_terminal"]],
  ])("waits %s if its person wants that", async (holdGeminiCalls, offered) => {
    await hub[Symbol.asyncDispose]();
    hub = await startHub({ env: { ASKLINE_HOLD_GEMINI_CALLS: holdGeminiCalls } });
    if (holdGeminiCalls === "never") await run(hub.state, ["away"]);
    const { agent } = await prompted("wanted");
    const ended = new AbortController();
    const replied = agent.post("BeforeTool", shell(PUBLISHES), ended.signal).catch(() => null);
    if (holdGeminiCalls === "never") expect((await replied)?.body).toEqual({});
    if (holdGeminiCalls === "never") await agent.post("Notification", confirms(PUBLISHES));
    expect((await openAsk()).questions[0]?.options.map(({ id }) => id)).toEqual(offered);
    ended.abort();
  });

  it("waits in a hook process, which prints the no", async () => {
    await run(hub.state, ["away"]);
    const told = { ...shell(PUBLISHES), session_id: "hooked", cwd: "/p" };
    const args = ["hook", "BeforeTool", "--client", "gemini", "--waits"];
    const input = JSON.stringify({ ...told, hook_event_name: "BeforeTool" });
    const hook = run(hub.state, args, { input });
    await hub.desk.answer((await openAsk()).id, { answers: [{ optionIds: ["deny"] }] }, by);
    expect(JSON.parse((await hook).stdout)).toMatchObject({ decision: "deny" });
  });
});
