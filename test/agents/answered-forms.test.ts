/**
 * Forms and links of other MCP servers, answered from anywhere: Codex's beside its own dialog, and
 * Claude Code's before the form comes up, while nobody is there to see it.
 */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { Reply } from "../../src/core/ask/answer.ts";
import { run } from "../support/askline.ts";
import { type DaemonStandIn, startCodexDaemon } from "../support/codex-daemon.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { patient, until } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";
import { agentIn, untilTurns } from "../support/turns.ts";

const by = { surface: "portal", who: "mira" };
const FORM = "mcpServer/elicitation/request";
let hub: TestHub;
let daemon: DaemonStandIn;

/** What the real daemon asked, in the order of its recording. */
const RECORDED = readFileSync(
  new URL(
    "../fixtures/codex/approval-and-elicitation-answered-outside/app-server.jsonl",
    import.meta.url,
  ),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter(({ dir, msg }) => dir === "in" && msg.method === FORM)
  .map(({ msg }) => msg.params);
const [WHOLE, SIMPLE, LINK] = RECORDED;

function openAsk() {
  return until("an open ask", async () => (await hub.desk.list({ status: "pending" }))[0]);
}

function answered(...answers: Reply["answers"]): Reply {
  return { answers };
}

const chosen = (...optionIds: string[]) => ({ optionIds });
const written = (customText: string) => ({ optionIds: [], customText });

describe("a form in Codex", () => {
  let disposals: AsyncDisposable[] = [];
  afterEach(async () => {
    for (const one of disposals.toReversed()) await one[Symbol.asyncDispose]();
    disposals = [];
  });

  async function asked(params: Record<string, unknown>, id = "forms") {
    const files = openSandbox();
    hub = await startHub({ env: { CODEX_HOME: files.at("codex") } });
    daemon = await startCodexDaemon(files.at("codex"));
    disposals = [daemon, hub];
    const thread = daemon.open(id);
    thread.prompt(`${id}-turn`, "Make it.");
    await daemon.untilJoined(id);
    const { threadId: _, turnId: __, ...about } = params;
    return { thread, request: thread.ask(FORM, about) };
  }

  it("is an ask with a question for each field, and its answers are the form's content", async () => {
    const { request } = await asked(WHOLE);
    const ask = await openAsk();
    expect(ask.questions.map(({ title, selectionMode }) => [title, selectionMode])).toEqual([
      ["Agree", "single"],
      ["Colour", "single"],
      ["Count", "single"],
      ["Tags", "multi"],
      ["Why", "hybrid"],
    ]);
    expect(ask.questions[0]?.prompt).toContain('The MCP server "x" asks:');
    expect(ask.questions[0]?.prompt).toContain("Pick a colour for me");
    expect((await agentIn(hub, "forms")).state).toBe("AWAITING_INPUT");
    const reply = answered(chosen("2"), chosen("1"), chosen("3"), chosen("1", "3"), written("So"));
    await hub.desk.answer(ask.id, reply, by);
    const content = { agree: false, color: "red", count: 3, tags: ["fast", "good"], why: "So" };
    expect((await request.answered).result).toEqual({ action: "accept", content });
    await expect
      .poll(async () => (await hub.desk.load(ask.id)).taken, { timeout: patient(15_000) })
      .toMatchObject([{ by: "socket" }]);
    const turns = await untilTurns(hub, "forms", (all) => all.length >= 2);
    expect(turns.map(({ intent, askId }) => [intent, askId])).toEqual([
      ["QUESTION", ask.id],
      ["ANSWER", ask.id],
    ]);
  });

  it("leaves out what need not be filled in", async () => {
    const { request } = await asked(WHOLE);
    const none = chosen("none");
    const reply = answered(none, chosen("3"), none, chosen(), none);
    await hub.desk.answer((await openAsk()).id, reply, by);
    const content = { color: "blue", tags: [] };
    expect((await request.answered).result).toEqual({ action: "accept", content });
  });

  it("is declined by a no, and only closed by a cancel", async () => {
    for (const [kind, action] of [
      ["reject", "decline"],
      ["cancel", "cancel"],
    ] as const) {
      const { request } = await asked(SIMPLE);
      await hub.desk.reject((await openAsk()).id, { kind }, by);
      expect((await request.answered).result).toEqual({ action, content: null });
      for (const one of disposals.toReversed()) await one[Symbol.asyncDispose]();
      disposals = [];
    }
  });

  it("is over everywhere when it was answered in Codex's window", async () => {
    const { request } = await asked(SIMPLE);
    const { id } = await openAsk();
    request.answerInTerminal({ action: "accept", content: { color: "red" } });
    await expect
      .poll(async () => (await hub.desk.load(id)).outcome, { timeout: patient(15_000) })
      .toMatchObject({ status: "abandoned", kind: "withdrawn" });
    const turns = await untilTurns(hub, "forms", (all) => all.length >= 2);
    expect(turns.map(({ actor, intent }) => `${actor} ${intent}`)).toEqual([
      "AGENT QUESTION",
      "AGENT ANSWER",
    ]);
  });

  it("that is a link shows where it leads, and no rule accepts it", async () => {
    const { request } = await asked({ ...LINK, url: "https://bank.example@evil.example/login" });
    const ask = await openAsk();
    expect(ask.questions[0]?.prompt).toContain("https://bank.example@evil.example/login");
    expect(ask.questions[0]?.prompt).toContain("It leads to evil.example.");
    await hub.desk.answer(ask.id, answered(chosen("accept")), by);
    expect((await request.answered).result).toEqual({ action: "accept", content: null });
  });

  it("of a kind that nobody knows is left to Codex's window", async () => {
    const requestedSchema = { type: "object", properties: { deep: { type: "object" } } };
    const { thread } = await asked({ ...SIMPLE, requestedSchema });
    const command = { itemId: "c", kind: "command", command: "touch it", cwd: "/project" };
    thread.ask("item/commandExecution/requestApproval", command);
    expect((await openAsk()).dialog?.toolName).toBe("Bash");
  });

  it("is not told a number that is none: its own window goes on asking", async () => {
    const properties = { much: { type: "number", title: "How much" } };
    const requestedSchema = { type: "object", properties, required: ["much"] };
    await asked({ ...SIMPLE, requestedSchema });
    const { id } = await openAsk();
    await hub.desk.answer(id, answered(written("plenty")), by);
    await expect
      .poll(async () => (await hub.desk.load(id)).effect, { timeout: patient(15_000) })
      .toMatchObject({ kind: "not_taken" });
  });
});

describe("a form in Claude Code", () => {
  const payload = {
    ...{ mcp_server_name: "shed", message: "Pick a colour", mode: "form", prompt_id: "p1" },
    requested_schema: {
      type: "object",
      properties: { colour: { type: "string", enum: ["Red", "Green"] } },
      required: ["colour"],
    },
  };
  const said = (action: string, content?: object) => ({
    hookSpecificOutput: { hookEventName: "Elicitation", action, ...(content && { content }) },
  });

  it("comes up at once while the person is there, and is nobody's ask", async () => {
    await using here = await startHub();
    const agent = here.agent("attended");
    await agent.post("UserPromptSubmit", { prompt: "Paint it", prompt_id: "p1" });
    expect((await agent.post("Elicitation", payload)).body).toEqual({});
    expect(await here.desk.list()).toEqual([]);
    expect((await agentIn(here, "attended")).state).toBe("AWAITING_INPUT");
  });

  it("is answered from anywhere while the person is away, and the server hears it", async () => {
    hub = await startHub();
    await using _ = hub;
    await run(hub.state, ["away"]);
    const agent = hub.agent("away");
    await agent.post("UserPromptSubmit", { prompt: "Paint it", prompt_id: "p1" });
    const replied = agent.post("Elicitation", payload);
    const ask = await openAsk();
    expect(ask.expiresAt).not.toBeNull();
    expect(ask.questions[0]?.options.map(({ label }) => label)).toEqual(["Red", "Green"]);
    await hub.desk.answer(ask.id, answered(chosen("2")), by);
    expect((await replied).body).toEqual(said("accept", { colour: "Green" }));
    const turns = await untilTurns(hub, "away", (all) => all.length >= 3);
    expect(turns.map(({ intent }) => intent)).toEqual(["COMMAND", "QUESTION", "ANSWER"]);
    expect((await agentIn(hub, "away")).state).toBe("PROCESSING");
  });

  it.each([
    ["waits", ["--waits"], said("decline")],
    ["runs beside the form, as an older set-up has it", [], {}],
  ])("is answered by a hook that %s", async (_, flags, reply) => {
    hub = await startHub();
    await using _hub = hub;
    await run(hub.state, ["away"]);
    const told = { ...payload, session_id: "hooked", cwd: "/project", transcript_path: null };
    const input = JSON.stringify({ ...told, hook_event_name: "Elicitation" });
    const hook = run(hub.state, ["hook", "Elicitation", ...flags], { input });
    if (flags.length > 0) await hub.desk.reject((await openAsk()).id, { kind: "reject" }, by);
    const { code, stdout } = await hook;
    expect([code, JSON.parse(stdout)]).toEqual([0, reply]);
    const asks = await hub.desk.list();
    expect(asks.map(({ taken }) => taken?.map((one) => one.by))).toEqual(
      flags.length > 0 ? [["hook"]] : [],
    );
    expect((await agentIn(hub, "hooked")).state).toBe(
      flags.length > 0 ? "PROCESSING" : "AWAITING_INPUT",
    );
  });

  it("delays its window by nothing where no hub runs", async () => {
    using files = openSandbox();
    const told = { ...payload, session_id: "alone", cwd: "/project" };
    const input = JSON.stringify({ ...told, hook_event_name: "Elicitation" });
    const { stdout } = await run(files.path, ["hook", "Elicitation", "--waits"], { input });
    expect(stdout).toBe("");
  });

  it("comes up in its terminal when nobody has answered in time", async () => {
    hub = await startHub({ env: { ASKLINE_HEADLESS_AWAY_SECONDS: "1" } });
    await using _ = hub;
    await run(hub.state, ["away"]);
    const agent = hub.agent("late");
    await agent.post("UserPromptSubmit", { prompt: "Paint it", prompt_id: "p1" });
    expect((await agent.post("Elicitation", payload)).body).toEqual({});
    expect(await hub.desk.list()).toMatchObject([{ outcome: { status: "timed_out" } }]);
    expect((await agentIn(hub, "late")).state).toBe("AWAITING_INPUT");
  });

  it("comes up in its terminal when the person is back", async () => {
    hub = await startHub();
    await using _ = hub;
    await run(hub.state, ["away"]);
    const told = { ...payload, session_id: "back", cwd: "/project", transcript_path: null };
    const input = JSON.stringify({ ...told, hook_event_name: "Elicitation" });
    const hook = run(hub.state, ["hook", "Elicitation", "--waits"], { input });
    const { id } = await openAsk();
    await run(hub.state, ["back"]);
    expect(JSON.parse((await hook).stdout)).toEqual({});
    expect((await hub.desk.load(id)).outcome).toMatchObject({ kind: "withdrawn" });
    expect((await agentIn(hub, "back")).state).toBe("AWAITING_INPUT");
  });

  it("is over when its server's call has ended", async () => {
    hub = await startHub();
    await using _ = hub;
    await run(hub.state, ["away"]);
    const agent = hub.agent("ended");
    await agent.post("UserPromptSubmit", { prompt: "Paint it", prompt_id: "p1" });
    const replied = agent.post("Elicitation", payload);
    const { id } = await openAsk();
    const call = { tool_name: "mcp__shed__paint", tool_input: {}, tool_use_id: "t1" };
    await agent.post("PostToolUse", { ...call, tool_response: "gone", prompt_id: "p1" });
    expect((await replied).body).toEqual({});
    expect((await hub.desk.load(id)).outcome).toMatchObject({ kind: "withdrawn" });
  });
});
