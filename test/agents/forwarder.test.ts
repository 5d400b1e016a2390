/**
 * `askline hook` and its shell twin: they pass on what an agent's client reports, and never delay
 * the agent.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { spoolCall } from "../../src/sources/hooks/spool-file.ts";
import { CLI, run, start } from "../support/askline.ts";
import { clockAtRate } from "../support/child-clock.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";
import { openScene } from "../support/recorded-session.ts";
import { openSandbox, type Sandbox } from "../support/sandbox.ts";
import { agentIn, turnsOf, untilTurns } from "../support/turns.ts";

const stop = {
  session_id: "forwarded",
  cwd: "/somewhere",
  hook_event_name: "Stop",
  last_assistant_message: "Done.",
};

function spooled(files: Sandbox): string[] {
  try {
    return readdirSync(files.at("spool")).sort();
  } catch {
    return [];
  }
}

async function agentsOf(hub: TestHub) {
  return (await (await hub.get("/api/agents?all")).json()) as {
    sessionId: string;
    project: string;
    state: string;
  }[];
}

describe("without a hub", () => {
  it("ends well, says nothing, and keeps the call for later in a private file", async () => {
    using files = openSandbox();
    const { code, stdout, stderr } = await run(files.path, ["hook", "Stop"], {
      input: JSON.stringify(stop),
    });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
    const [name = ""] = spooled(files);
    expect(name).toMatch(/^\d+-\d+-\w+\.json$/);
    expect(statSync(files.at("spool", name)).mode & 0o777).toBe(0o600);
    expect(statSync(files.at("spool")).mode & 0o777).toBe(0o700);
    expect(readFileSync(files.at("spool", name), "utf8").split("\n")[1]).toBe(JSON.stringify(stop));
  });

  it.each([
    ["nothing at all", ""],
    ["no JSON", "?"],
    ["megabytes", JSON.stringify({ ...stop, tool_response: "x".repeat(5_000_000) })],
  ])("bears %s on standard input", async (_, input) => {
    using files = openSandbox();
    const { code, stdout, stderr } = await run(files.path, ["hook"], { input });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("waits for a client that is slow to say what it has to say", async () => {
    using files = openSandbox();
    const body = JSON.stringify(stop);
    const [first, rest] = [body.slice(0, 20), body.slice(20)];
    const slowly = `(printf '%s' '${first}'; sleep 0.3; printf '%s' '${rest}')`;
    const script = `${slowly} | '${process.execPath}' '${CLI}' hook`;
    execFileSync("sh", ["-c", script], { env: { ...process.env, ASKLINE_STATE_DIR: files.path } });
    const [name = ""] = spooled(files);
    expect(readFileSync(files.at("spool", name), "utf8").split("\n")[1]).toBe(body);
  });

  it("bears a state folder that cannot be written to", async () => {
    using files = openSandbox();
    writeFileSync(files.at("file"), "");
    const { code, stdout } = await run(files.at("file", "state"), ["hook"], {
      input: JSON.stringify(stop),
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  });

  it("does not wait for a client that said all it has to say and leaves its end open", async () => {
    using files = openSandbox();
    const hook = start(files.path, ["hook"], { keepsInputOpen: true });
    hook.child.stdin.write(`${JSON.stringify(stop)}\n`);
    expect((await hook.finished).code).toBe(0);
    expect(spooled(files)).toHaveLength(1);
  });

  it.each(["Stop", "PermissionRequest"])(
    "bears a hub that takes connections and never answers (%s)",
    async (event) => {
      using files = openSandbox();
      const server = createServer(() => undefined);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as { port: number };
      files.writeJson(
        { url: `http://127.0.0.1:${port}`, token: "t", pid: process.pid },
        "hub.json",
      );
      const env = { ...clockAtRate(5), ASKLINE_HOOK_PATIENCE: "1" };
      const options = { input: JSON.stringify(stop), env };
      const { code, stdout } = await run(files.path, ["hook", event], options);
      server.close();
      expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
      expect(spooled(files)).toHaveLength(1);
    },
  );

  it("does not give the token to another program on the port of a hub that is gone", async () => {
    using files = openSandbox();
    let isCalled = false;
    const server = createServer(() => {
      isCalled = true;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    files.writeJson({ url: `http://127.0.0.1:${port}`, token: "t", pid: 2 ** 22 - 3 }, "hub.json");
    expect((await run(files.path, ["hook"], { input: JSON.stringify(stop) })).code).toBe(0);
    server.close();
    expect(isCalled).toBe(false);
  });

  it("drops the oldest calls when there are very many", async () => {
    using files = openSandbox({ inMemory: true });
    mkdirSync(files.at("spool"), { mode: 0o700 });
    for (let index = 0; index < 10_000; index++) {
      writeFileSync(files.at("spool", `${1_000_000_000_000 + index}-1-a.json`), "{}\n{}");
    }
    expect((await run(files.path, ["hook"], { input: JSON.stringify(stop) })).code).toBe(0);
    const names = spooled(files);
    expect(names).toHaveLength(10_000);
    expect(names[0]).toBe("1000000000001-1-a.json");
  });
});

describe("with a hub", () => {
  it("hands a whole recorded session over, and prints what the hub replied", async () => {
    await using hub = await startHub();
    const scene = openScene(hub.files, "permission-bash");
    scene.write();
    for (const { event, payload } of scene.hooks.filter(
      ({ event }) => event !== "PermissionRequest",
    )) {
      const { code, stdout } = await run(hub.state, ["hook", event], {
        input: JSON.stringify(payload),
      });
      expect({ event, code, stdout }).toEqual({ event, code: 0, stdout: "{}" });
    }
    expect(await agentsOf(hub)).toMatchObject([
      { sessionId: scene.sessionId, project: "project", state: "ENDED" },
    ]);
  });

  it("tells where the agent's terminal is", async () => {
    await using hub = await startHub();
    const env = { TMUX: "/tmp/tmux 가/default,1,0", TMUX_PANE: "%7", CLAUDE_PID: "4711" };
    const payload = {
      session_id: "in-tmux",
      cwd: "/somewhere",
      hook_event_name: "SessionStart",
      source: "startup",
    };
    await run(hub.state, ["hook"], { input: JSON.stringify(payload), env });
    const { openSqlLog } = await import("../../src/store/sql/sql-log.ts");
    const log = await openSqlLog({ path: hub.files.at("agents.sqlite") });
    expect((await log.agentBySession("claude-code", "in-tmux"))?.pane).toEqual({
      id: "%7",
      socketPath: "/tmp/tmux 가/default",
      pid: 4711,
    });
    await log.close();
  });

  it("does not take the terminal of Codex's background server for its sessions'", async () => {
    await using hub = await startHub();
    const payload = {
      session_id: "served",
      cwd: "/somewhere",
      hook_event_name: "SessionStart",
      source: "startup",
    };
    const words = [CLI, "hook", "SessionStart", "--client", "codex", "--state-dir", hub.state];
    const options = { input: JSON.stringify(payload) };
    const args = `process.execPath, ${JSON.stringify(words)}, ${JSON.stringify(options)}`;
    const script = `require("node:child_process").spawnSync(${args})`;
    const env = { ...process.env, TMUX: "/tmp/tmux-1/default,1,0", TMUX_PANE: "%7" };
    // A detached process has a session of its own without a terminal.
    const server = spawn(process.execPath, ["-e", script], {
      env,
      detached: true,
      stdio: "ignore",
    });
    await once(server, "exit");
    const { pane } = await agentIn(hub, "served");
    expect(pane).toBeNull();
  });

  it("waits while a dialog is open, and prints the hub's decision unchanged", async () => {
    await using hub = await startHub();
    const payload = {
      ...stop,
      hook_event_name: "PermissionRequest",
      tool_name: "Bash",
      tool_input: { command: "ls" },
    };
    const hook = start(hub.state, ["hook"], { input: JSON.stringify(payload) });
    const ask = await hub.openAsk();
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["allow"] }] }, { surface: "test" });
    const { code, stdout } = await hook.finished;
    expect(code).toBe(0);
    expect(stdout).toBe(
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}',
    );
  });

  it("killed while a dialog is open: the ask goes away", async () => {
    await using hub = await startHub();
    const payload = {
      ...stop,
      hook_event_name: "PermissionRequest",
      tool_name: "Bash",
      tool_input: { command: "ls" },
    };
    const hook = start(hub.state, ["hook"], { input: JSON.stringify(payload) });
    const ask = await hub.openAsk();
    hook.child.kill("SIGTERM");
    expect((await hub.desk.wait(ask.id)).outcome).toMatchObject({
      status: "abandoned",
      kind: "owner_gone",
    });
  });

  it("goes on waiting when the hub dies during a dialog, and hands the decision over", async () => {
    await using hub = await startHub();
    const payload = {
      ...stop,
      hook_event_name: "PermissionRequest",
      tool_name: "Bash",
      tool_input: { command: "ls" },
    };
    const env = { CLAUDE_CODE_SESSION_ATTENDED: "1" };
    const hook = start(hub.state, ["hook"], { input: JSON.stringify(payload), env });
    const ask = await hub.openAsk();
    await hub.kill();
    const said = await run(hub.state, ["answer", ask.id, "allow"]);
    expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining("Answered") });
    expect(await hook.finished).toMatchObject({ code: 0, stderr: "" });
    expect((await hook.finished).stdout).toContain('"behavior":"allow"');
    expect(await hub.desk.load(ask.id)).toMatchObject({ taken: [{ by: "hook" }] });
  });

  it("what was kept without a hub is taken in, in order, by the next hub", async () => {
    await using hub = await startHub();
    await hub.stop();
    const scene = openScene(hub.files, "ask-single");
    scene.write();
    for (const { event, payload } of scene.hooks) {
      await run(hub.state, ["hook", event], { input: JSON.stringify(payload) });
    }
    expect(spooled(hub.files).length).toBeGreaterThan(5);
    writeFileSync(hub.files.at("spool", "0-not-a-call.json"), "what?");
    chmodSync(hub.files.at("spool", "0-not-a-call.json"), 0o600);
    await hub.revive();
    await until("the spool to be empty", async () => spooled(hub.files).length === 0);
    expect(await agentsOf(hub)).toMatchObject([{ sessionId: scene.sessionId, state: "ENDED" }]);
    expect(await hub.desk.list({ status: "pending" })).toEqual([]);
  });

  it("what was kept a moment ago goes before what is told now", async () => {
    await using hub = await startHub();
    const agent = hub.agent("told-late", { client: "codex" });
    const told = { ...agent.common, turn_id: "1", prompt: "Begin" };
    const facts = { at: new Date().toISOString(), event: "UserPromptSubmit", client: "codex" };
    spoolCall(
      hub.files.at("spool"),
      facts,
      JSON.stringify({ ...told, hook_event_name: "UserPromptSubmit" }),
    );
    await agent.post("Stop", { turn_id: "1", last_assistant_message: "Begun." });
    const turns = await turnsOf(hub, agent.sessionId);
    expect(turns.map(({ intent, text }) => `${intent} ${text}`)).toEqual([
      "COMMAND Begin",
      "COMPLETION Begun.",
    ]);
    expect((await agentIn(hub, agent.sessionId)).state).toBe("COMPLETE");
  });

  it("what was asked meanwhile comes after what was kept, and keeps its own answer", async () => {
    await using hub = await startHub();
    const agent = hub.agent("asks-meanwhile", { client: "codex" });
    await agent.post("UserPromptSubmit", { turn_id: "1", prompt: "Begin" });
    await agent.post("Stop", { turn_id: "1", last_assistant_message: "Begun." });
    await hub.stop();
    const kept: [string, object][] = [
      ["UserPromptSubmit", { prompt: "Go on" }],
      [
        "PreToolUse",
        { tool_name: "mcp__askline__ask_user_questions", tool_input: {}, tool_use_id: "call-1" },
      ],
    ];
    for (const [event, fields] of kept) {
      const payload = { ...agent.common, hook_event_name: event, turn_id: "2", ...fields };
      await run(hub.state, ["hook", event, "--client", "codex"], {
        input: JSON.stringify(payload),
      });
    }
    const { id } = await hub.desk.ask({
      questions: [
        { title: "Colour", prompt: "Which colour?", options: [{ id: "1", label: "Red" }] },
      ],
      source: { kind: "mcp", agentId: "codex-mcp-client 1", callId: "call-1" },
      mode: "detached",
    });
    await hub.revive();
    await untilTurns(hub, agent.sessionId, (turns) => turns.length === 4);
    await hub.desk.answer(id, { answers: [{ optionIds: ["1"] }] }, { surface: "portal" });
    const turns = await untilTurns(hub, agent.sessionId, (all) => all.length === 5);
    expect(turns.map(({ intent, text }) => `${intent} ${text}`)).toEqual([
      "COMMAND Begin",
      "COMPLETION Begun.",
      "COMMAND Go on",
      "QUESTION Which colour?",
      "ANSWER Red",
    ]);
  });
});

describe("An ask that was answered while there was no hub", () => {
  const questions = [
    { title: "Colour", prompt: "Which colour?", options: [{ id: "1", label: "Red" }] },
  ];
  const source = { kind: "mcp", agentId: "codex-mcp-client 1", callId: "call-1" } as const;
  const red = { answers: [{ optionIds: ["1"] }] };
  const calling = {
    tool_name: "mcp__askline__ask_user_questions",
    tool_input: {},
    tool_use_id: "call-1",
  };

  function agentOn(hub: TestHub, sessionId: string) {
    const agent = hub.agent(sessionId, { client: "codex" });
    const keep = async (event: string, turnId: string, fields: object) => {
      const payload = { ...agent.common, hook_event_name: event, turn_id: turnId, ...fields };
      await run(hub.state, ["hook", event, "--client", "codex"], {
        input: JSON.stringify(payload),
      });
    };
    return { agent, keep };
  }

  it("has both turns in their places, also when nobody heard of the question", async () => {
    await using hub = await startHub();
    const { agent, keep } = agentOn(hub, "asked-unheard");
    await hub.stop();
    await keep("UserPromptSubmit", "1", { prompt: "Begin" });
    await keep("PreToolUse", "1", calling);
    const { id } = await hub.desk.ask({ questions, source });
    await hub.desk.answer(id, red, { surface: "inbox" });
    await keep("Stop", "1", { last_assistant_message: "Painted." });
    await keep("UserPromptSubmit", "2", { prompt: "Go on" });
    await hub.revive();
    const turns = await untilTurns(hub, agent.sessionId, (all) => all.length === 5);
    expect(
      turns.map(({ intent, text, taskId }) => [intent, text, taskId === turns[0]?.taskId]),
    ).toEqual([
      ["COMMAND", "Begin", true],
      ["QUESTION", "Which colour?", true],
      ["ANSWER", "Red", true],
      ["COMPLETION", "Painted.", true],
      ["COMMAND", "Go on", false],
    ]);
    expect(turns[2]).toMatchObject({ actor: "USER", answeredByTurnId: turns[1]?.id, askId: id });
    await hub.stop();
    await hub.revive();
    expect(await turnsOf(hub, agent.sessionId)).toEqual(turns);
    expect((await agentIn(hub, agent.sessionId)).state).toBe("COMMANDED");
  });

  it("was answered before the agent went on", async () => {
    await using hub = await startHub();
    const { agent, keep } = agentOn(hub, "answered-unheard");
    await agent.post("UserPromptSubmit", { turn_id: "1", prompt: "Begin" });
    await agent.post("PreToolUse", { turn_id: "1", ...calling });
    const { id } = await hub.desk.ask({ questions, source });
    await untilTurns(hub, agent.sessionId, (all) => all.length === 2);
    await hub.stop();
    await hub.desk.answer(id, red, { surface: "inbox" });
    await keep("Stop", "1", { last_assistant_message: "Painted." });
    await hub.revive();
    const turns = await untilTurns(hub, agent.sessionId, (all) => all.length === 4);
    expect(turns.map(({ intent }) => intent)).toEqual([
      "COMMAND",
      "QUESTION",
      "ANSWER",
      "COMPLETION",
    ]);
    await until(
      "the agent to be done",
      async () => (await agentIn(hub, agent.sessionId)).state === "COMPLETE",
    );
  });
});

describe("the shell and curl twin in docs/PROTOCOL.md", () => {
  const page = readFileSync(
    fileURLToPath(new URL("../../docs/PROTOCOL.md", import.meta.url)),
    "utf8",
  );
  const [, hurried = ""] = /```sh\n(#!\/bin\/sh\n[\s\S]*?)```/.exec(page) ?? [];
  // A busy machine takes longer than its limits, which are seconds.
  const script = hurried
    .replace("limit=2\n", "limit=40\n")
    .replace("--connect-timeout 1 ", "--connect-timeout 20 ");

  function shell(files: Sandbox, event: string, payload: unknown) {
    writeFileSync(files.at("askline-hook"), script, { mode: 0o755 });
    const env = {
      ...process.env,
      ASKLINE_STATE_DIR: files.path,
      TMUX: "/tmp/tmux-1/default,1,0",
      TMUX_PANE: "%3",
    };
    const child = spawn("/bin/sh", [files.at("askline-hook"), event], { env });
    let stdout = "";
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stdin.on("error", () => undefined); // it may have ended by now
    child.stdin.end(JSON.stringify(payload));
    return new Promise<{ code: number | null; stdout: string }>((resolve) => {
      child.on("close", (code) => resolve({ code, stdout }));
    });
  }

  it("does the same: a reply with a hub, a file in the spool without one", async () => {
    await using hub = await startHub();
    expect(await shell(hub.files, "Stop", stop)).toEqual({ code: 0, stdout: "{}" });
    expect(await agentsOf(hub)).toMatchObject([{ sessionId: "forwarded" }]);
    await hub.stop();
    expect(await shell(hub.files, "Stop", { ...stop, session_id: "later" })).toEqual({
      code: 0,
      stdout: "",
    });
    expect(spooled(hub.files)).toHaveLength(1);
    await hub.revive();
    await until("the spool to be empty", async () => spooled(hub.files).length === 0);
    expect((await agentsOf(hub)).map(({ sessionId }) => sessionId).sort()).toEqual([
      "forwarded",
      "later",
    ]);
  });
});

it("lets a question go when its agent was killed, and says that the session is over", async () => {
  await using hub = await startHub();
  const said = {
    ...{ session_id: "killed", transcript_path: null, cwd: hub.files.at("projects", "killed") },
    ...{ hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: { command: "make" } },
  };
  // As clients do it: a shell runs the hook, and the hook finds its agent's process.
  const agent = `
    const { spawn } = require("node:child_process");
    const env = { ...process.env, CLAUDE_PID: String(process.pid) };
    const hook = spawn("sh", ["-c", '"$0" "$1" hook PermissionRequest', process.execPath, ${JSON.stringify(CLI)}], { env });
    hook.stdin.end(${JSON.stringify(JSON.stringify(said))});
    setInterval(() => {}, 1000);`;
  const env = { ...process.env, ASKLINE_STATE_DIR: hub.state };
  const child = spawn(process.execPath, ["-e", agent], { env, stdio: "ignore" });
  const ask = await hub.openAsk("killed");
  child.kill("SIGKILL");
  expect((await hub.desk.wait(ask.id)).outcome).toMatchObject({
    status: "abandoned",
    kind: "owner_gone",
  });
  await until("the end of the session", async () =>
    (await agentsOf(hub)).some(
      ({ sessionId, state }) => sessionId === "killed" && state === "ENDED",
    ),
  );
});
