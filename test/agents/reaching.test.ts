/**
 * Texts for an agent in a real tmux pane: by command, and as answers to what it asked in its own
 * words.
 */
import { appendFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openAgentPane } from "../support/agent-pane.ts";
import { CLI, run, runJson } from "../support/askline.ts";
import { openCodexHome } from "../support/codex-home.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { startAgent } from "../support/mcp.ts";
import { until } from "../support/patience.ts";
import { openTerminal } from "../support/tmux.ts";
import { agentIn, turnsOf, untilTurns, withLog } from "../support/turns.ts";

/** An agent whose hooks call `askline hook`, as the real client's would. */
async function paneOn(hub: TestHub, sessionId: string, says = "") {
  const pane = await openAgentPane({
    STAND_IN_HOOK: `ASKLINE_STATE_DIR='${hub.state}' '${process.execPath}' '${CLI}' hook`,
    STAND_IN_SESSION: sessionId,
    STAND_IN_SAYS: says,
  });
  return { pane, agent: await agentIn(hub, sessionId) };
}

describe("askline send", () => {
  it("types the text into the agent's terminal as one turn, however often reported", async () => {
    await using hub = await startHub();
    const { pane, agent } = await paneOn(hub, "typed-to");
    using _ = pane;
    const sent = await runJson(hub.state, ["send", String(agent.id), "Run the tests\nthen stop"]);
    expect(sent).toMatchObject({ agentId: agent.id, text: "Run the tests\nthen stop" });
    expect(["accepted", "consumed"]).toContain(sent.state);
    await until("it to be worked on", () =>
      withLog(hub, async (log) => (await log.delivery(sent.id))?.state === "consumed"),
    );
    expect(await pane.untilSubmitted(1)).toEqual(["Run the tests\nthen stop"]);
    const turns = await untilTurns(hub, "typed-to", (all) => all.length >= 2);
    expect(turns.map(({ intent, text }) => [intent, text])).toEqual([
      ["COMMAND", "Run the tests\nthen stop"],
      ["COMPLETION", "I have read 23 characters."],
    ]);
    await until(
      "the agent to be done",
      async () => (await agentIn(hub, "typed-to")).state === "COMPLETE",
    );
    const [line] = await runJson(hub.state, ["agents"]);
    expect(line).toMatchObject({ id: agent.id, client: "claude-code", state: "COMPLETE" });
    expect(line.task).toMatch(/^Run the tests/);
    const korean = await run(hub.state, ["agents"], { env: { LANG: "ko_KR.UTF-8" } });
    expect(korean.stdout).toMatch(/끝냄/);
  });

  it("confirms each of two texts with the same words by its own arrival", async () => {
    await using hub = await startHub();
    using terminal = openTerminal();
    // The pane only takes what is typed; this test reports what the agent says.
    terminal.type("exec cat");
    terminal.press("Enter");
    const format = "#{pane_id} #{socket_path} #{pane_pid}";
    const [pane = "", socket = "", pid = ""] = terminal
      .tmux("display-message", "-p", format)
      .trim()
      .split(" ");
    const transcriptPath = hub.files.at("twice.jsonl");
    const agent = hub.agent("twice", { transcriptPath });
    const started = JSON.stringify({
      ...agent.common,
      hook_event_name: "SessionStart",
      source: "startup",
    });
    const where = { "x-askline-pane": pane, "x-askline-tmux": socket, "x-askline-pid": pid };
    await agent.postRaw("SessionStart", started, where);
    const { id } = await agentIn(hub, "twice");
    const sending = [1, 2].map(() => runJson(hub.state, ["send", String(id), "yes"]));
    const states = () =>
      withLog(hub, async (log) =>
        (await log.deliveries(id, { limit: 10 })).map(({ state }) => state).toSorted(),
      );
    await until("both to be typed", async () => (await states()).join() === "typed,typed");
    await agent.post("UserPromptSubmit", { prompt: "yes", prompt_id: "p1" });
    const line = { type: "user", uuid: "u1", promptId: "p1", timestamp: new Date().toISOString() };
    appendFileSync(
      transcriptPath,
      `${JSON.stringify({ ...line, sessionId: "twice", message: { role: "user", content: "yes" } })}\n`,
    );
    await agent.post("PostToolUse", {
      tool_name: "Read",
      tool_input: {},
      tool_use_id: "t1",
      prompt_id: "p1",
    });
    await untilTurns(hub, "twice", (all) =>
      all.some(({ timestampSource }) => timestampSource === "jsonl"),
    );
    await until("the first to be taken", async () => (await states()).includes("consumed"));
    expect(await states()).toEqual(["consumed", "typed"]);
    await agent.post("UserPromptSubmit", { prompt: "yes", prompt_id: "p2" });
    await until("the other, too", async () => (await states()).join() === "accepted,consumed");
    await Promise.all(sending);
  });

  it("says so when there is no hub, no such agent, or no terminal to reach", async () => {
    await using hub = await startHub();
    const nobody = await run(hub.state, ["send", "99", "hello"]);
    expect(nobody.code).toBe(6);
    expect(nobody.stderr).toContain('There is no agent "99"');
    await hub.agent("nowhere").post("UserPromptSubmit", { prompt: "work" });
    const { id } = await agentIn(hub, "nowhere");
    const refused = await run(hub.state, ["send", String(id), "hello"]);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/Nothing was typed/);
    const korean = await run(hub.state, ["send", String(id), "hello"], {
      env: { LANG: "ko_KR.UTF-8" },
    });
    expect(korean.stdout).toMatch(/아무것도 입력하지 않았습니다/);
    expect(korean.stdout.replaceAll("Askline", "")).not.toMatch(/[a-z]/i);
    expect((await run(hub.state, ["send", String(id), " "])).stderr).toContain("no text to send");
    expect((await turnsOf(hub, "nowhere")).map(({ text }) => text)).toEqual(["work"]);
    await hub.stop();
    const alone = await run(hub.state, ["send", String(id), "hello"]);
    expect(alone.code).toBe(1);
    expect(alone.stderr).toContain("The hub is not running");
    const list = await run(hub.state, ["agents"]);
    expect(list.stdout).toMatch(/nowhere +Claude Code/);
  });
});

it("a Codex agent without a terminal is reached and answered through its queue", async () => {
  await using hub = await startHub();
  const sessionId = "01a1df1e-0b2a-7a61-9500-22a95cdb25e7";
  using codex = await openCodexHome(hub.files.at("codex"), sessionId);
  const agent = hub.agent(sessionId, { client: "codex", transcriptPath: codex.transcriptPath });
  await agent.post("UserPromptSubmit", { turn_id: "1", prompt: "Build it" });
  await agent.post("Stop", { turn_id: "1", last_assistant_message: "Built. Should I push it?" });
  const ask = await hub.openAsk();
  await hub.desk.answer(
    ask.id,
    { answers: [{ optionIds: [], customText: "yes, to origin" }] },
    { surface: "portal" },
  );
  expect((await codex.told()).words.at(-1)).toBe("--message=yes, to origin");
  await agent.post("UserPromptSubmit", { turn_id: "2", prompt: "yes, to origin" });
  await agent.post("Stop", { turn_id: "2", last_assistant_message: "Pushed." });
  const turns = await untilTurns(hub, sessionId, (all) => all.length === 4);
  expect(turns.map(({ intent, text }) => `${intent} ${text}`)).toEqual([
    "COMMAND Build it",
    "QUESTION Built. Should I push it?",
    "ANSWER yes, to origin",
    "COMPLETION Pushed.",
  ]);
});

it("askline send keeps the indentation of the first line", async () => {
  await using hub = await startHub();
  const sessionId = "01a1df1e-0b2a-7a61-9500-22a95cdb25e7";
  using codex = await openCodexHome(hub.files.at("codex"), sessionId);
  const agent = hub.agent(sessionId, { client: "codex", transcriptPath: codex.transcriptPath });
  await agent.post("UserPromptSubmit", { turn_id: "1", prompt: "Wait" });
  const { id } = await agentIn(hub, sessionId);
  const sent = run(hub.state, ["send", String(id), "    if (one)\n        two();\n"]);
  expect((await codex.told()).words.at(-1)).toBe("--message=    if (one)\n        two();");
  await agent.post("Stop", { turn_id: "1", last_assistant_message: "Done." });
  await agent.post("UserPromptSubmit", { turn_id: "2", prompt: "    if (one)\n        two();" });
  await sent;
  expect((await turnsOf(hub, sessionId)).map(({ text }) => text)).toContain(
    "    if (one)\n        two();",
  );
});

it("the same words sent twice to a busy agent are two turns, each taken in time", async () => {
  await using hub = await startHub();
  const sessionId = "01a1df1e-0b2a-7a61-9500-22a95cdb25e7";
  using codex = await openCodexHome(hub.files.at("codex"), sessionId);
  const agent = hub.agent(sessionId, { client: "codex", transcriptPath: codex.transcriptPath });
  await agent.post("UserPromptSubmit", { turn_id: "1", prompt: "Build it" });
  const { id } = await agentIn(hub, sessionId);
  const send = () => fetch(`${hub.url}/api/agents/${id}/send`, request({ text: "Again" }));
  const sent = Promise.all([send(), send()]);
  await until("both to be handed over", async () => {
    const states = await withLog(hub, (log) => log.deliveries(id, { limit: 5 }));
    return states.length === 2 && states.every(({ state }) => state === "typed");
  });
  await agent.post("Stop", { turn_id: "1", last_assistant_message: "Built." });
  await agent.post("UserPromptSubmit", { turn_id: "2", prompt: "Again" });
  await agent.post("Stop", { turn_id: "2", last_assistant_message: "Once." });
  expect((await agentIn(hub, sessionId)).state).toBe("COMMANDED");
  await agent.post("UserPromptSubmit", { turn_id: "3", prompt: "Again" });
  await agent.post("Stop", { turn_id: "3", last_assistant_message: "Twice." });
  expect((await turnsOf(hub, sessionId)).map(({ text }) => text)).toEqual([
    ...["Build it", "Built.", "Again", "Once.", "Again", "Twice."],
  ]);
  expect((await agentIn(hub, sessionId)).state).toBe("COMPLETE");
  await sent;

  function request(body: object): RequestInit {
    const headers = { authorization: `Bearer ${hub.token}`, "content-type": "application/json" };
    return { method: "POST", headers, body: JSON.stringify(body) };
  }
});

it("types nothing while a dialog of a sub-agent is open", async () => {
  await using hub = await startHub();
  const { pane, agent } = await paneOn(hub, "with-a-sub-agent");
  using _ = pane;
  const request = { agent_id: "sub", tool_name: "Bash", tool_input: { command: "make" } };
  const reply = hub.agent("with-a-sub-agent").post("PermissionRequest", request);
  const ask = await hub.openAsk();
  const refused = await run(hub.state, ["send", String(agent.id), "go on"]);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toMatch(/dialog.*Nothing was typed/);
  await hub.desk.answer(ask.id, { answers: [{ optionIds: ["deny"] }] }, { surface: "portal" });
  await reply;
  expect((await run(hub.state, ["send", String(agent.id), "go on"])).code).toBe(0);
  expect(await pane.untilSubmitted(1)).toEqual(["go on"]);
});

describe("a question in the agent's own words", () => {
  it("is an ask on every surface, and its answer is the next thing the agent hears", async () => {
    await using hub = await startHub();
    const { pane, agent } = await paneOn(hub, "asking", "All tests pass. Should I push to main?");
    using _ = pane;
    await runJson(hub.state, ["send", String(agent.id), "ask"]);
    const ask = await hub.openAsk();
    expect(ask).toMatchObject({
      returnPath: "channel",
      source: { kind: "agent", agentId: String(agent.id) },
    });
    expect(ask.questions[0]).toMatchObject({ selectionMode: "text_input" });
    expect((await agentIn(hub, "asking")).state).toBe("AWAITING_INPUT");
    await hub.desk.answer(
      ask.id,
      { answers: [{ optionIds: [], customText: "Yes, push." }] },
      { surface: "portal" },
    );
    expect(await pane.untilSubmitted(2)).toEqual(["ask", "Yes, push."]);
    const turns = await untilTurns(hub, "asking", (all) => all.length >= 4);
    const question = turns.find(({ intent }) => intent === "QUESTION");
    expect(question?.askId).toBe(ask.id);
    expect(turns.find(({ intent }) => intent === "ANSWER")).toMatchObject({
      text: "Yes, push.",
      answeredByTurnId: question?.id,
    });
  });

  it("answered in the terminal, the ask goes away everywhere", async () => {
    await using hub = await startHub();
    const { pane, agent } = await paneOn(hub, "answered", "Shall I delete the old branch?");
    using _ = pane;
    await runJson(hub.state, ["send", String(agent.id), "ask"]);
    const ask = await hub.openAsk();
    await pane.typeByHand("no, keep it");
    expect((await hub.desk.wait(ask.id)).outcome).toMatchObject({
      status: "abandoned",
      kind: "withdrawn",
    });
    expect(await pane.untilSubmitted(2)).toEqual(["ask", "no, keep it"]);
  });

  it("whose answer cannot be typed is told as an answer that was not used", async () => {
    await using hub = await startHub();
    const { pane, agent } = await paneOn(hub, "deaf", "Shall I delete the old branch?");
    using _ = pane;
    await runJson(hub.state, ["send", String(agent.id), "ask"]);
    const ask = await hub.openAsk();
    pane.tmux("select-pane", "-d", "-t", "%0");
    await hub.desk.answer(
      ask.id,
      { answers: [{ optionIds: [], customText: "yes" }] },
      { surface: "portal" },
    );
    const unused = await until("the news", () =>
      withLog(
        hub,
        async (log) => (await log.events({ after: 0, limit: 10, types: ["answer_not_used"] }))[0],
      ),
    );
    expect(unused).toMatchObject({
      agentId: agent.id,
      data: { ask_id: ask.id, surface: "portal" },
    });
    expect(pane.submitted()).toEqual(["ask"]);
  });

  it("that is a choice in JSON offers its options, and what was chosen is typed", async () => {
    const choice = { type: "user_choice", question: "Which store?", choices: [] as unknown[] };
    choice.choices = [
      { id: "pg", label: "Postgres" },
      { id: "lite", label: "SQLite" },
    ];
    const says = `Both work.\n\n\`\`\`json\n${JSON.stringify(choice)}\n\`\`\``;
    await using hub = await startHub();
    const { pane, agent } = await paneOn(hub, "choosing", says);
    using _ = pane;
    await runJson(hub.state, ["send", String(agent.id), "ask"]);
    const ask = await hub.openAsk();
    expect(ask.questions[0]?.options.map(({ label }) => label)).toEqual(["Postgres", "SQLite"]);
    expect(ask.expiresAt).not.toBeNull();
    await run(hub.state, ["answer", ask.id, "2"]);
    expect(await pane.untilSubmitted(2)).toEqual(["ask", "SQLite"]);
  });

  it("is asked once, and answered once, though the hub dies in between", async () => {
    await using hub = await startHub();
    const { pane, agent } = await paneOn(hub, "surviving", "Should I go on with the migration?");
    using _ = pane;
    await runJson(hub.state, ["send", String(agent.id), "ask"]);
    const ask = await hub.openAsk();
    await hub.kill();
    await hub.desk.answer(
      ask.id,
      { answers: [{ optionIds: [], customText: "Go on." }] },
      { surface: "terminal" },
    );
    await hub.revive();
    expect(await pane.untilSubmitted(2)).toEqual(["ask", "Go on."]);
    await until(
      "the answer to be marked as taken",
      async () => (await hub.desk.load(ask.id)).taken,
    );
    await hub.stop();
    await hub.revive();
    expect(await hub.desk.list({ status: "pending" })).toEqual([]);
    expect(pane.submitted()).toEqual(["ask", "Go on."]);
  });
});

it("words beside a yes reach the agent too, once it takes words again", async () => {
  await using hub = await startHub();
  const { pane } = await paneOn(hub, "worded");
  using _ = pane;
  const dialog = await hub.agent("worded").openDialog("Bash", { command: "make clean" });
  const ask = await hub.openAsk();
  const answers = [{ optionIds: ["allow"], customText: "but keep the logs" }];
  await hub.desk.answer(ask.id, { answers }, { surface: "portal" });
  expect(await dialog.ended).toMatchObject({ by: "hook", decision: { behavior: "allow" } });
  expect(await pane.untilSubmitted(1)).toEqual(["but keep the logs"]);
});

describe("an ask by MCP or command", () => {
  it("that an agent runs itself is known by the session in its environment", async () => {
    await using hub = await startHub();
    await callingAgent(hub, "shelled", "toolu_shell");
    const env = { CLAUDE_CODE_SESSION_ID: "shelled" };
    const { id } = await runJson(
      hub.state,
      ["ask", "Ship it?", "-o", "Yes", "-o", "No", "--no-wait"],
      { env },
    );
    const turns = await untilTurns(hub, "shelled", (all) => all.some(({ askId }) => askId === id));
    expect(turns.at(-1)).toMatchObject({ intent: "QUESTION", question: { text: "Ship it?" } });
  });

  /**
   * An agent that was given work, as its hook and its transcript say, and now calls a tool of ours.
   */
  async function callingAgent(hub: TestHub, sessionId: string, toolUseId: string) {
    const transcriptPath = hub.files.at(`${sessionId}.jsonl`);
    const agent = hub.agent(sessionId, { transcriptPath });
    await agent.post("UserPromptSubmit", { prompt: "Decide with me" });
    const line = {
      type: "user",
      uuid: sessionId,
      timestamp: new Date().toISOString(),
      sessionId,
      isSidechain: false,
    };
    writeFileSync(
      transcriptPath,
      `${JSON.stringify({ ...line, message: { role: "user", content: "Decide with me" } })}\n`,
    );
    await agent.post("PreToolUse", {
      tool_name: "mcp__askline__ask",
      tool_input: {},
      tool_use_id: toolUseId,
    });
    return agent;
  }

  const questions = [{ prompt: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] }];

  it("of a known agent is a question of its conversation, and so is the answer", async () => {
    await using hub = await startHub();
    await callingAgent(hub, "caller", "toolu_mcp_1");
    const ask = await hub.desk.ask({ questions, source: { kind: "mcp", callId: "toolu_mcp_1" } });
    const asked = await untilTurns(hub, "caller", (all) =>
      all.some(({ askId }) => askId === ask.id),
    );
    const question = asked.find(({ askId }) => askId === ask.id);
    expect(question).toMatchObject({
      intent: "QUESTION",
      question: { text: "Which colour?", source: "ask" },
    });
    expect((await agentIn(hub, "caller")).state).toBe("AWAITING_INPUT");
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["2"] }] }, { surface: "inbox" });
    const turns = await untilTurns(hub, "caller", (all) =>
      all.some(({ intent }) => intent === "ANSWER"),
    );
    const answer = turns.find(({ intent }) => intent === "ANSWER");
    expect(answer).toMatchObject({ actor: "USER", text: "Blue", answeredByTurnId: question?.id });
    expect((await agentIn(hub, "caller")).state).toBe("PROCESSING");
  });

  it("is not answered by what is typed to the agent meanwhile, which goes on waiting", async () => {
    await using hub = await startHub();
    const agent = await callingAgent(hub, "typed-beside", "toolu_mcp_3");
    const ask = await hub.desk.ask({ questions, source: { kind: "mcp", callId: "toolu_mcp_3" } });
    await until(
      "the agent to wait",
      async () => (await agentIn(hub, "typed-beside")).state === "AWAITING_INPUT",
    );
    await agent.post("UserPromptSubmit", { prompt: "Use tabs, please", prompt_id: "p2" });
    const said = await untilTurns(hub, "typed-beside", (all) =>
      all.some(({ text }) => text === "Use tabs, please"),
    );
    expect(said.at(-1)).toMatchObject({ intent: "COMMAND", answeredByTurnId: null });
    expect((await agentIn(hub, "typed-beside")).state).toBe("AWAITING_INPUT");
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["1"] }] }, { surface: "voice" });
    const turns = await untilTurns(hub, "typed-beside", (all) =>
      all.some(({ intent }) => intent === "ANSWER"),
    );
    expect(turns.map(({ intent, text }) => [intent, text])).toEqual([
      ["COMMAND", "Decide with me"],
      ["QUESTION", "Which colour?"],
      ["COMMAND", "Use tabs, please"],
      ["ANSWER", "Red"],
    ]);
  });

  it("whose server dies goes as soon as the agent is told that its call failed", async () => {
    await using hub = await startHub();
    const agent = await callingAgent(hub, "server-dies", "toolu_mcp_4");
    const server = await startAgent(hub.state, { older: true });
    const meta = { "claudecode/toolUseId": "toolu_mcp_4" };
    const calling = server
      .call("ask_user_questions", { questions }, { meta })
      .catch(() => "failed");
    const ask = await hub.openAsk();
    await until(
      "the agent to wait",
      async () => (await agentIn(hub, "server-dies")).state === "AWAITING_INPUT",
    );
    process.kill(server.pid(), "SIGKILL");
    expect(await calling).toBe("failed");
    const failed = {
      tool_name: "mcp__askline__ask_user_questions",
      tool_input: {},
      tool_use_id: "toolu_mcp_4",
    };
    await agent.post("PostToolUseFailure", { ...failed, error: "Connection closed" });
    const { outcome } = await hub.desk.wait(ask.id);
    expect(outcome).toMatchObject({ kind: "owner_gone", provenance: { surface: "agent" } });
    await until(
      "the agent to go on",
      async () => (await agentIn(hub, "server-dies")).state === "PROCESSING",
    );
    await server[Symbol.asyncDispose]();
  });

  it("that nobody answers leaves no agent waiting, and names no person", async () => {
    await using hub = await startHub();
    await callingAgent(hub, "impatient", "toolu_mcp_2");
    const ask = await hub.desk.ask({ questions, source: { kind: "mcp", callId: "toolu_mcp_2" } });
    await until(
      "the agent to wait",
      async () => (await agentIn(hub, "impatient")).state === "AWAITING_INPUT",
    );
    await hub.desk.withdraw(ask.id, { surface: "mcp" });
    await until(
      "the agent to go on",
      async () => (await agentIn(hub, "impatient")).state === "PROCESSING",
    );
    const people = (await turnsOf(hub, "impatient")).filter(({ actor }) => actor === "USER");
    expect(people.map(({ text }) => text)).toEqual(["Decide with me"]);
  });

  it("of a Gemini CLI among others is its own, and goes when it is interrupted", async () => {
    await using hub = await startHub();
    const transcriptPath = hub.files.at("chat.jsonl");
    writeFileSync(transcriptPath, "");
    const here = { cwd: "/project", transcript_path: transcriptPath };
    const other = hub.agent("beside", { client: "gemini" });
    const agent = hub.agent("asking", { client: "gemini" });
    await other.post("BeforeAgent", { cwd: "/project", prompt: "Decide with me" });
    await agent.post("BeforeAgent", { ...here, prompt: "Decide with me" });
    await agent.post("BeforeTool", {
      ...{ ...here, timestamp: new Date().toISOString() },
      ...{ tool_name: "mcp_askline_ask_user_questions", tool_input: { questions } },
    });
    const source = {
      kind: "mcp",
      agentId: "gemini-cli-mcp-client 0123",
      workingDirectory: "/project",
    } as const;
    const ask = await hub.desk.ask({ questions, source });
    await until(
      "the agent to wait",
      async () => (await agentIn(hub, "asking")).state === "AWAITING_INPUT",
    );

    const line = {
      id: "1",
      timestamp: new Date().toISOString(),
      type: "info",
      content: "Request cancelled.",
    };
    appendFileSync(transcriptPath, `${JSON.stringify(line)}\n`);

    const settled = await hub.desk.wait(ask.id);
    expect(settled.outcome).toMatchObject({
      status: "abandoned",
      provenance: { surface: "agent" },
    });
    await until(
      "the agent to be at rest",
      async () => (await agentIn(hub, "asking")).state === "COMPLETE",
    );
    expect((await agentIn(hub, "beside")).state).toBe("COMMANDED");
  });
});
