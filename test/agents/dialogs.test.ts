/**
 * An agent's own dialogs, answered on any surface: over real HTTP, with the recorded requests of
 * the real client.
 */
import { appendFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../support/askline.ts";
import type { HookAgent } from "../support/hook-agent.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";
import { openScene, type Scene } from "../support/recorded-session.ts";
import { openTerminal } from "../support/tmux.ts";
import { agentIn, untilTurns } from "../support/turns.ts";

let hub: TestHub;
let sessions = 0;

beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub[Symbol.asyncDispose]());

function newAgent(client?: string) {
  sessions += 1;
  return hub.agent(`session-${sessions}`, client === undefined ? {} : { client });
}

const by = { surface: "portal", who: "mira" };

async function settled(id: string) {
  return (await hub.desk.wait(id)).outcome;
}

/** What the agent did, once its own events have shown it. */
function effectOn(id: string) {
  return until("the effect", async () => (await hub.desk.load(id)).effect);
}

function recorded(scene: Scene) {
  const { payload } = openScene(hub.files, scene).hook("PermissionRequest");
  return {
    tool: payload.tool_name,
    input: payload.tool_input,
    suggestions: payload.permission_suggestions ?? [],
  };
}

/** Writes what Claude Code does when a call was refused or interrupted in its terminal. */
function refuseIn(agent: HookAgent, id: string, input: object, more: object, at = new Date()) {
  const content = "The user doesn't want to proceed with this tool use.";
  const refusal = { type: "tool_result", tool_use_id: id, content, is_error: true };
  const call = { type: "tool_use", id, name: "Bash", input };
  const { session_id: sessionId, transcript_path: path } = agent.common;
  const said = [
    { type: "user", message: { role: "user", content: "work" } },
    { type: "assistant", message: { role: "assistant", content: [call] } },
    { type: "user", message: { role: "user", content: [refusal] }, ...more },
  ];
  for (const [index, line] of said.entries()) {
    const moment = index === said.length - 1 ? at : new Date();
    const head = { uuid: `${sessionId} ${index}`, timestamp: moment.toISOString(), sessionId };
    appendFileSync(path ?? "", `${JSON.stringify({ ...head, isSidechain: false, ...line })}\n`);
  }
}

describe("a question of the agent (AskUserQuestion)", () => {
  it("answered on a surface: the hook's reply has the answers and the dialog closes", async () => {
    const agent = newAgent();
    const { tool, input } = recorded("ask-two-questions");
    const dialog = await agent.openDialog(tool, input);
    const ask = await hub.openAsk(agent.sessionId);
    expect(ask).toMatchObject({
      returnPath: "hook",
      source: { kind: "hook", callId: expect.stringMatching(/^toolu_/) },
    });
    await hub.desk.answer(
      ask.id,
      { answers: [{ optionIds: ["3"] }, { optionIds: ["1", "3"] }] },
      by,
    );
    const ending = await dialog.ended;
    expect(ending).toMatchObject({
      by: "hook",
      decision: {
        behavior: "allow",
        updatedInput: {
          ...input,
          answers: {
            "Which database should we use?": "Redis",
            "Which features do you want?": "Auth, Export",
          },
        },
      },
    });
    expect((await settled(ask.id)).provenance).toMatchObject({ surface: "portal", who: "mira" });
  });

  it("answered in the terminal: the ask is settled everywhere with those answers", async () => {
    const agent = newAgent();
    const { tool, input } = recorded("ask-two-questions");
    const dialog = await agent.openDialog(tool, input);
    const ask = await hub.openAsk(agent.sessionId);
    const answers = {
      "Which database should we use?": "MySQL, please",
      "Which features do you want?": "Auth, Export",
    };
    dialog.answerInTerminal({ ...input, answers, annotations: {} });
    const outcome = await settled(ask.id);
    expect(outcome).toMatchObject({
      status: "completed",
      reply: {
        answers: [{ optionIds: [], customText: "MySQL, please" }, { optionIds: ["1", "3"] }],
      },
      provenance: { by: "person", surface: "agent" },
    });
    expect(await dialog.hookEnded).toMatchObject({ status: 200, body: {} });
    const late = await run(hub.state, ["answer", ask.id, "1", "1"]);
    expect(late.code).toBe(7);
  });

  it("left with Escape: the hook is killed, and the ask is withdrawn with a reason", async () => {
    const agent = newAgent();
    const { tool, input } = recorded("ask-single");
    const dialog = await agent.openDialog(tool, input);
    const ask = await hub.openAsk(agent.sessionId);
    dialog.pressEscape();
    const outcome = await settled(ask.id);
    expect(outcome).toMatchObject({ status: "abandoned", kind: "withdrawn" });
    expect(JSON.stringify(outcome)).toContain("the agent's own terminal");
  });

  it.each([
    ["UserPromptSubmit", { prompt: "never mind" }],
    ["Stop", { last_assistant_message: "Stopped." }],
    ["SessionEnd", { reason: "other" }],
  ])("over without a word when the agent goes on (%s)", async (event, payload) => {
    const agent = newAgent();
    const { tool, input } = recorded("ask-single");
    const dialog = await agent.openDialog(tool, input);
    const ask = await hub.openAsk(agent.sessionId);
    await agent.post(event, payload);
    expect(await settled(ask.id)).toMatchObject({ status: "abandoned", kind: "withdrawn" });
    expect((await dialog.hookEnded)?.body).toEqual({});
  });

  it("asked back on a surface: the agent is told what the person wants to know", async () => {
    const agent = newAgent();
    const { tool, input } = recorded("ask-single");
    const dialog = await agent.openDialog(tool, input);
    const ask = await hub.openAsk(agent.sessionId);
    const askBack = [
      { questionIndex: 0, kind: "elaborate" as const, text: "What does Redis cost?" },
    ];
    await hub.desk.reject(ask.id, { kind: "elaborate", askBack }, by);
    expect(await dialog.ended).toMatchObject({
      decision: { behavior: "deny", message: expect.stringMatching(/Redis cost/) },
    });
  });
});

describe("a permission prompt", () => {
  it("allowed for good on a surface: what was suggested goes back as it came", async () => {
    const agent = newAgent();
    const { tool, input, suggestions } = recorded("permission-bash");
    const dialog = await agent.openDialog(tool, input, { suggestions });
    const ask = await hub.openAsk(agent.sessionId);
    expect(ask.questions[0]?.prompt).toContain("touch made");
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["always-1"] }] }, by);
    expect(await dialog.ended).toMatchObject({
      decision: { behavior: "allow", updatedPermissions: suggestions },
    });
  });

  it("denied by command with a reason: the agent reads the reason", async () => {
    const agent = newAgent();
    const { tool, input } = recorded("permission-bash");
    const dialog = await agent.openDialog(tool, input);
    const ask = await hub.openAsk(agent.sessionId);
    expect((await run(hub.state, ["reject", ask.id, "--reason", "Not in this folder"])).code).toBe(
      0,
    );
    expect(await dialog.ended).toMatchObject({
      decision: { behavior: "deny", message: expect.stringContaining("Not in this folder") },
    });
  });

  it("allowed in the terminal: withdrawn, and the record says what was decided there", async () => {
    const agent = newAgent();
    const { tool, input } = recorded("permission-bash");
    const dialog = await agent.openDialog(tool, input);
    const ask = await hub.openAsk(agent.sessionId);
    dialog.answerInTerminal();
    expect(await settled(ask.id)).toMatchObject({
      status: "abandoned",
      kind: "withdrawn",
      provenance: { surface: "agent" },
    });
    expect(await effectOn(ask.id)).toMatchObject({ kind: "in_terminal", did: "allowed" });
  });

  it("for something that may destroy is marked as such, by our own judgement", async () => {
    const agent = newAgent();
    const dialog = await agent.openDialog("Bash", {
      command: "rm -rf build ~/photos",
      description: "Harmless cleaning",
    });
    const ask = await hub.openAsk(agent.sessionId);
    expect(ask).toMatchObject({
      urgency: "high",
      presentation: { risk: { level: "destructive" } },
    });
    expect(ask.presentation?.risk?.reasons).toContain("deletes_files");
    expect(ask.questions[0]?.prompt).toMatch(/^⚠.*Deletes files\./);
    expect((await run(hub.state, ["show", ask.id])).stdout).toContain("⚠");
    dialog.pressEscape();
    await settled(ask.id);
  });

  it("asked twice for the same thing at once is two asks, each for its own call", async () => {
    const agent = newAgent();
    const { tool, input } = recorded("permission-bash");
    const dialogs = [await agent.openDialog(tool, input), await agent.openDialog(tool, input)];
    const asks = await until("two asks", async () => {
      const open = await hub.desk.list({ status: "pending" });
      const own = open.filter(({ source }) => source.project === agent.sessionId);
      return own.length === 2 && own;
    });
    expect(new Set(asks.map(({ source }) => source.callId)).size).toBe(2);
    for (const { id } of asks)
      await hub.desk.answer(id, { answers: [{ optionIds: ["allow"] }] }, by);
    for (const dialog of dialogs) expect(await dialog.ended).toMatchObject({ by: "hook" });
  });

  const decisionIn = ({ body }: { body: unknown }) =>
    (body as { hookSpecificOutput?: { decision: { behavior: string } } }).hookSpecificOutput
      ?.decision.behavior;

  it("reported twice is one ask with one yes, though it may be two equal calls", async () => {
    const agent = newAgent();
    const { tool, input } = recorded("permission-bash");
    const request = { tool_name: tool, tool_input: input, permission_suggestions: [] };
    const replies = [
      agent.post("PermissionRequest", request),
      agent.post("PermissionRequest", request),
    ];
    const ask = await hub.openAsk(agent.sessionId);
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["allow"] }] }, by);
    const said = (await Promise.all(replies)).map(decisionIn);
    expect(said.sort()).toEqual(["allow", undefined]);
  });

  it("given in the terminal to one call is never said to another that looks the same", async () => {
    const agent = newAgent();
    const { tool, input } = recorded("permission-bash");
    const call = { tool_name: tool, tool_input: input };
    const replies = [agent.post("PermissionRequest", call), agent.post("PermissionRequest", call)];
    await hub.openAsk(agent.sessionId);
    await agent.post("PostToolUse", {
      ...call,
      tool_use_id: "toolu_one_of_them",
      tool_response: {},
    });
    for (const { body } of await Promise.all(replies)) expect(body).toEqual({});
  });

  it("keeps apart sessions of two clients that have the same name", async () => {
    const other = newAgent();
    const agent = hub.agent(other.sessionId, { client: "codex" });
    const call = { tool_name: "Bash", tool_input: { command: "make" } };
    await other.post("PreToolUse", { ...call, tool_use_id: "toolu_of_the_other" });
    const reply = agent.post("PermissionRequest", call);
    const ask = await hub.openAsk(agent.sessionId);
    expect(ask.source.callId).toBeUndefined();
    await other.post("PostToolUse", {
      ...call,
      tool_use_id: "toolu_of_the_other",
      tool_response: {},
    });
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["deny"] }] }, by);
    expect(decisionIn(await reply)).toBe("deny");
  });

  it("reported after its call was done, or the agent stopped, becomes no ask", async () => {
    const agent = newAgent();
    const call = { tool_name: "Bash", tool_input: { command: "make" } };
    const before = new Date().toISOString();
    await agent.post("PostToolUse", { ...call, tool_use_id: "toolu_done", tool_response: {} });
    const late = JSON.stringify({ ...agent.common, hook_event_name: "PermissionRequest", ...call });
    expect(
      (await agent.postRaw("PermissionRequest", late, { "x-askline-at": before })).body,
    ).toEqual({});
    await agent.post("Stop", { last_assistant_message: "Done." });
    const other = JSON.stringify({ ...JSON.parse(late), tool_input: { command: "make clean" } });
    expect(
      (await agent.postRaw("PermissionRequest", other, { "x-askline-at": before })).body,
    ).toEqual({});
  });

  it("denied in the terminal: the ask goes once the transcript says so", async () => {
    const sessionId = "denied-in-the-terminal";
    const transcriptPath = hub.files.at(`${sessionId}.jsonl`);
    const agent = hub.agent(sessionId, { transcriptPath });
    await agent.post("UserPromptSubmit", { prompt: "work" });
    const input = { command: "make deploy" };
    await agent.openDialog("Bash", input, { toolUseId: "toolu_denied" });
    const ask = await hub.openAsk(sessionId);
    const byPerson = { permissionDecision: { decision: "reject", source: "user_reject" } };
    refuseIn(agent, "toolu_denied", input, byPerson);
    expect(await settled(ask.id)).toMatchObject({ status: "abandoned", kind: "withdrawn" });
  });

  it("taken and then left with Escape: nobody can tell whether it had begun", async () => {
    const { agent, ask, input } = await taken("escaped-at-once");
    refuseIn(agent, "toolu_escaped-at-once", input, {}, new Date());
    expect(await effectOn(ask.id)).toMatchObject({ kind: "stopped" });
  });

  it("taken and used, and only then interrupted: the yes was used", async () => {
    const { agent, ask, input } = await taken("escaped-later");
    refuseIn(agent, "toolu_escaped-later", input, {}, new Date(Date.now() + 60_000));
    expect(await effectOn(ask.id)).toMatchObject({ kind: "used" });
  });

  /** A yes that its hook has received; the agent has not said yet what it made of it. */
  async function taken(sessionId: string) {
    const agent = hub.agent(sessionId, { transcriptPath: hub.files.at(`${sessionId}.jsonl`) });
    await agent.post("UserPromptSubmit", { prompt: "work" });
    const input = { command: "make deploy" };
    const runs = new Promise<void>(() => undefined);
    const toolUseId = `toolu_${sessionId}`;
    const dialog = await agent.openDialog("Bash", input, { toolUseId, runs });
    const ask = await hub.openAsk(sessionId);
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["allow"] }] }, by);
    await dialog.hookEnded;
    await untilTurns(hub, sessionId, (all) => all.some(({ intent }) => intent === "ANSWER"));
    return { agent, ask, input };
  }

  it("of a sub-agent goes away with the sub-agent", async () => {
    const agent = newAgent();
    const reply = agent.post("PermissionRequest", {
      agent_id: "sub",
      tool_name: "Bash",
      tool_input: { command: "x" },
    });
    const ask = await hub.openAsk(agent.sessionId);
    await agent.post("Stop", { last_assistant_message: "The sub-agent goes on." });
    expect((await hub.desk.load(ask.id)).outcome).toBeNull();
    await agent.post("SubagentStop", { agent_id: "sub" });
    expect(await settled(ask.id)).toMatchObject({ status: "abandoned", kind: "withdrawn" });
    expect((await reply).body).toEqual({});
  });

  it("of a posted hook takes no answer once the hub that held it is gone", async () => {
    await using own = await startHub();
    const agent = own.agent("unheard");
    await agent.post("UserPromptSubmit", { prompt: "work" });
    await agent.openDialog("Bash", { command: "make" });
    const ask = await own.openAsk("unheard");
    await own.kill();
    const refused = await run(own.state, ["answer", ask.id, "deny"]);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain("in the agent's terminal");
    expect((await own.desk.load(ask.id)).outcome).toMatchObject({ kind: "owner_gone" });
    await own.revive();
    expect(await agentIn(own, "unheard")).toMatchObject({ state: "AWAITING_INPUT" });
  });

  it("of Codex is answered the same way", async () => {
    const agent = newAgent("codex");
    const dialog = await agent.openDialog("Bash", { command: "make deploy" });
    const ask = await hub.openAsk(agent.sessionId);
    expect(ask.expiresAt).not.toBeNull();
    await hub.desk.answer(
      ask.id,
      { answers: [{ optionIds: [], customText: "Not on a Friday" }] },
      by,
    );
    expect(await dialog.ended).toMatchObject({
      decision: { behavior: "deny", message: expect.stringMatching(/Friday/) },
    });
  });
});

describe("a yes in the agent's terminal to something that takes long", () => {
  const long = { command: "make world" };

  function longTool() {
    let end = () => {};
    const runs = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { runs, end: () => end() };
  }

  it("retires the ask while the tool still runs, and shows the agent at work", async () => {
    const agent = hub.agentWithStatus("long-yes");
    await agent.post("UserPromptSubmit", { prompt: "build it" });
    const tool = longTool();
    const dialog = await agent.openDialog("Bash", long, { runs: tool.runs });
    const ask = await hub.openAsk("long-yes");
    expect((await agentIn(hub, "long-yes")).state).toBe("AWAITING_INPUT");
    dialog.answerInTerminal();
    const outcome = await settled(ask.id);
    expect(outcome).toMatchObject({
      status: "abandoned",
      kind: "withdrawn",
      provenance: { surface: "agent" },
    });
    expect(JSON.stringify(outcome)).toContain("in the agent's own terminal");
    expect((await dialog.hookEnded)?.body).toEqual({});
    expect((await agentIn(hub, "long-yes")).state).toBe("PROCESSING");
    expect((await run(hub.state, ["answer", ask.id, "deny"])).code).toBe(7);
    tool.end();
    await dialog.ended;
    const turns = await untilTurns(hub, "long-yes", (all) =>
      all.some(({ intent }) => intent === "ANSWER"),
    );
    expect(turns.map(({ intent, text }) => [intent, text])).toEqual([
      ["COMMAND", "build it"],
      ["QUESTION", expect.stringContaining("make world")],
      ["ANSWER", "Allowed"],
    ]);
  });

  async function asksOf(project: string, count: number) {
    return until(`${count} asks`, async () => {
      const open = await hub.desk.list({ status: "pending" });
      const mine = open.filter(({ source }) => source.project === project);
      return mine.length === count && mine;
    });
  }

  /** A pane that the hub takes for the agent's, and that shows dialogs as the real client does. */
  async function openPaneOf(agent: HookAgent) {
    const terminal = openTerminal();
    const format = "#{pane_id} #{socket_path}";
    const [pane = "", socket = ""] = terminal
      .tmux("display-message", "-p", format)
      .trim()
      .split(" ");
    const started = JSON.stringify({
      ...agent.common,
      hook_event_name: "SessionStart",
      source: "startup",
    });
    await agent.postRaw("SessionStart", started, {
      "x-askline-pane": pane,
      "x-askline-tmux": socket,
    });
    const screen = hub.files.at(`screen-${agent.sessionId}`);
    return {
      async show(title: string, words: string) {
        writeFileSync(
          screen,
          ["─".repeat(40), ` ${title}`, ` ${words}`, " ❯ 1. Yes", "   2. No", ""].join("\n"),
        );
        terminal.type(`clear; cat ${screen}`);
        terminal.press("Enter");
        await until(
          "it to be shown",
          async () => terminal.screen().includes(title) && terminal.screen().includes(words),
        );
      },
      [Symbol.dispose]: terminal[Symbol.dispose],
    };
  }

  it("retires the one of several that made way on the agent's screen for the next", async () => {
    const agent = hub.agentWithStatus("one-by-one");
    using pane = await openPaneOf(agent);
    const tool = longTool();
    const names = ["first", "second", "third"];
    const dialogs = await Promise.all(
      names.map((name) =>
        agent.openDialog("WebFetch", { url: `https://example.com/${name}` }, { runs: tool.runs }),
      ),
    );
    const asks = await asksOf("one-by-one", 3);
    const askFor = (name: string) =>
      asks.find(({ questions }) => questions[0]?.prompt.includes(`/${name}`))?.id ?? "";
    // They were asked for in another order than they come up. It takes as long as it takes to be
    // looked at.
    const isOver = settled(askFor("second")).then(() => true);
    do {
      await pane.show("Fetch   1 of 3", "url: https://example.com/second");
      await sleep(500);
      await pane.show("Fetch   2 of 3", "url: https://example.com/first");
    } while (!(await Promise.race([isOver, sleep(500, false)])));
    expect(await settled(askFor("second"))).toMatchObject({
      status: "abandoned",
      provenance: { surface: "agent" },
    });
    for (const name of ["first", "third"])
      expect((await hub.desk.load(askFor(name))).outcome).toBeNull();
    for (const dialog of dialogs) dialog.answerInTerminal();
    for (const name of ["first", "third"])
      expect(await settled(askFor(name))).toMatchObject({ status: "abandoned" });
    tool.end();
  });

  it("retires a sub-agent's ask too, without haste, if its dialog is on the screen", async () => {
    const agent = hub.agentWithStatus("helper-in-front");
    using pane = await openPaneOf(agent);
    agent.writeStatus("waiting");
    const request = { agent_id: "sub", tool_name: "Bash", tool_input: { command: "make world" } };
    const asked = agent.post("PermissionRequest", request);
    const { id, expiresAt } = await hub.openAsk("helper-in-front");
    expect(expiresAt).not.toBeNull();
    await pane.show("Bash command · from the general-purpose agent", "make world");
    await until(
      "its deadline to be gone",
      async () => (await hub.desk.load(id)).expiresAt === null,
    );
    agent.writeStatus("busy");
    expect(await settled(id)).toMatchObject({
      status: "abandoned",
      kind: "withdrawn",
      provenance: { surface: "agent" },
    });
    expect((await asked).body).toEqual({});
  });

  it("leaves the asks open if another dialog is open and the screen is unknown", async () => {
    const agent = hub.agentWithStatus("two-at-once");
    const tool = longTool();
    const first = await agent.openDialog(
      "WebFetch",
      { url: "https://example.com/1" },
      { runs: tool.runs },
    );
    const second = await agent.openDialog(
      "WebFetch",
      { url: "https://example.com/2" },
      { runs: tool.runs },
    );
    const asks = await asksOf("two-at-once", 2);
    first.answerInTerminal();
    // Another agent's yes is noticed meanwhile, so this one has had its time.
    const other = hub.agentWithStatus("the-other");
    const dialog = await other.openDialog("Bash", long, { runs: tool.runs });
    const { id } = await hub.openAsk("the-other");
    dialog.answerInTerminal();
    await settled(id);
    for (const ask of asks) expect((await hub.desk.load(ask.id)).outcome).toBeNull();
    second.answerInTerminal();
    for (const ask of asks)
      expect(await settled(ask.id)).toMatchObject({ status: "abandoned", kind: "withdrawn" });
    tool.end();
  });

  it("says nothing about a sub-agent's request, whose dialog is not on the screen", async () => {
    const agent = hub.agentWithStatus("with-helper");
    const request = { agent_id: "sub", tool_name: "Bash", tool_input: { command: "x" } };
    const asked = agent.post("PermissionRequest", request);
    const { id } = await hub.openAsk("with-helper");
    const tool = longTool();
    const dialog = await agent.openDialog("Bash", long, { runs: tool.runs });
    const own = await until("its own ask", async () => {
      const open = await hub.desk.list({ status: "pending" });
      return open.find((ask) => ask.source.project === "with-helper" && ask.id !== id);
    });
    dialog.answerInTerminal();
    await settled(own.id);
    expect((await hub.desk.load(id)).outcome).toBeNull();
    tool.end();
    await agent.post("SubagentStop", { agent_id: "sub" });
    expect((await asked).body).toEqual({});
  });
});

describe("a plan approval", () => {
  it("shows the plan from the transcript and carries the approval back", async () => {
    const scene = openScene(hub.files, "plan-approval", "session-of-the-plan");
    scene.write();
    const { payload } = scene.hook("PermissionRequest");
    const agent = hub.agent("session-of-the-plan", { transcriptPath: scene.transcriptPath });
    const dialog = await agent.openDialog(payload.tool_name, payload.tool_input, {
      toolUseId: "toolu_fake0006",
    });
    const ask = await hub.openAsk(agent.sessionId);
    expect(ask.questions[0]?.prompt).toContain("1. Write tests\n2. Write code");
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["approve"] }] }, by);
    expect(await dialog.ended).toMatchObject({ decision: { behavior: "allow" } });
  });
});

it("after a restart of the hub, dialogs that were held are closed", async () => {
  await using own = await startHub();
  const agent = own.agent("orphan");
  const dialog = await agent.openDialog("Bash", { command: "sleep 1" });
  const ask = await own.openAsk("orphan");
  await own.kill();
  expect(await dialog.hookEnded).toBeNull();
  await own.revive();
  expect((await own.desk.wait(ask.id)).outcome).toMatchObject({
    status: "abandoned",
    kind: "owner_gone",
  });
});
