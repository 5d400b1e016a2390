/**
 * Every way in which an agent could decide in its person's place: refused with nothing recorded, or
 * shown as the writing of another program. The agent is a real process that the state folder knows
 * by its hook; what it runs are its real descendants.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDesk } from "../src/askline.ts";
import { openBrowser } from "../src/cli/browser.ts";
import type { Desk } from "../src/desk/desk.ts";
import { AGENT_MARKS, agentAbove, lineOf, markIn } from "../src/store/agent-behind.ts";
import { rememberAgent } from "../src/store/known-agents.ts";
import { CLI, type Finished, run, runJson } from "./support/askline.ts";
import { startHub, type TestHub } from "./support/hub.ts";
import { startAgent } from "./support/mcp.ts";
import { until } from "./support/patience.ts";
import { openSandbox } from "./support/sandbox.ts";
import { openTerminal } from "./support/tmux.ts";

const AGENT = fileURLToPath(new URL("support/forging-agent.mjs", import.meta.url));
const LIBRARY = new URL("../dist/askline.js", import.meta.url).href;
const SESSIONS = new URL("../dist/session.js", import.meta.url).href;
const REFUSED = /An agent may not answer in its person's place/;

let hub: TestHub;
let agent: ChildProcess;
/** Nothing in it says that an agent runs. */
let cleaned: Record<string, string>;

beforeAll(async () => {
  hub = await startHub();
  cleaned = { PATH: process.env["PATH"] ?? "", HOME: hub.files.path, LANG: "C.UTF-8" };
  agent = spawn(process.execPath, [AGENT], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const hook = `"${process.execPath}" "${CLI}" hook SessionStart --state-dir "${hub.state}"`;
  const started = { session_id: "forger", cwd: hub.files.path, source: "startup" };
  const input = JSON.stringify({ ...started, hook_event_name: "SessionStart" });
  expect(await byAgent("sh", ["-c", hook], cleaned, input)).toMatchObject({ code: 0 });
});

afterAll(async () => {
  agent.disconnect();
  await once(agent, "exit");
  await hub[Symbol.asyncDispose]();
});

describe("an agent's own processes", () => {
  it.each([
    ["answer", ["1"]],
    ["reject", ["--reason", "no"]],
  ])("may not %s, also with an empty environment", async (command, words) => {
    const id = await put();
    const args = [
      "-i",
      `PATH=${process.env["PATH"]}`,
      process.execPath,
      CLI,
      command,
      id,
      ...words,
    ];
    const said = await byAgent("env", [...args, "--state-dir", hub.state], process.env);
    expect(said).toMatchObject({ code: 9, stdout: "", stderr: expect.stringMatching(REFUSED) });
    expect(said.stderr).toContain("Nothing was recorded.");
    await isUntouched(id);
  });

  it("may not name another state folder for the same sessions", async () => {
    const id = await put();
    const sessions = { ASKLINE_SESSIONS_DIR: hub.files.at("sessions") };
    const env = { ...cleaned, ...sessions, ASKLINE_STATE_DIR: hub.files.at("another") };
    const said = await byAgent(process.execPath, [CLI, "answer", id, "1", "--json"], env);
    expect(said.code).toBe(9);
    expect(JSON.parse(said.stdout)).toMatchObject({ error: { code: "given_by_agent" } });
    await isUntouched(id);
  });

  it("may not call the hub with the token that they can read", async () => {
    const id = await put();
    const script = `
      const { url, token } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
      const post = async (path, body) => {
        const headers = { authorization: "Bearer " + token, "content-type": "application/json" };
        const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
        return [reply.status, await reply.json()];
      };
      (async () => console.log(JSON.stringify([
        await post("/api/asks/${id}/answer", { reply: { answers: [{ optionIds: ["1"] }] } }),
        await post("/api/asks/${id}/reject", { kind: "reject" }),
        await post("/api/voice/command", { text: "one", ask_id: "${id}" }),
        await post("/api/agents/1/send", { text: "yes, go on" }),
      ])))();`;
    const args = ["-e", script, hub.files.at("hub.json")];
    const { stdout } = await byAgent(process.execPath, args, cleaned);
    const [answered, rejected, spoken, sent] = JSON.parse(stdout);
    expect(answered).toMatchObject([403, { error: { code: "given_by_agent" } }]);
    expect(rejected).toMatchObject([403, { error: { code: "given_by_agent" } }]);
    expect(sent).toMatchObject([403, { error: { code: "given_by_agent" } }]);
    expect(spoken).toMatchObject([403, { error: "An agent may not speak for its person" }]);
    await isUntouched(id);
    // The same request from a process of the person's.
    const reply = await fetch(`${hub.url}/api/asks/${id}/answer`, {
      method: "POST",
      headers: { authorization: `Bearer ${hub.token}`, "content-type": "application/json" },
      body: JSON.stringify({ reply: { answers: [{ optionIds: ["1"] }] } }),
    });
    expect(reply.status).toBe(200);
    expect(await shown(id)).toMatchObject({ sealed: true, status: "completed" });
  });

  it("may not use the library", async () => {
    const id = await put();
    const file = `{ sessionId: "${id}", timestamp: new Date().toISOString(), answers: [
      { questionIndex: 0, selectedOption: "Red", timestamp: new Date().toISOString() }] }`;
    const script = `
      import { openDesk } from "${LIBRARY}";
      import { SessionManager } from "${SESSIONS}";
      const desk = openDesk();
      const manager = new SessionManager({ baseDir: "${hub.files.at("sessions")}" });
      const said = [];
      const by = { surface: "portal", who: "Ada" };
      for (const forge of [
        () => desk.answer("${id}", { answers: [{ optionIds: ["1"] }] }, by),
        () => desk.reject("${id}", {}, by),
        () => manager.saveSessionAnswers("${id}", ${file}),
        () => manager.rejectSession("${id}"),
        () => manager.updateSessionStatus("${id}", "rejected"),
      ]) said.push(await forge().then(() => "taken", (error) => error.code));
      console.log(JSON.stringify(said));
      await desk.close();`;
    const env = { ...cleaned, ASKLINE_STATE_DIR: hub.state };
    const args = ["--input-type=module", "-e", script];
    const { stdout } = await byAgent(process.execPath, args, env);
    expect(JSON.parse(stdout)).toEqual(Array(5).fill("given_by_agent"));
    await isUntouched(id);
  });
});

describe("a shell that carries an agent's mark", () => {
  it("may not answer, though no state folder knows its agent", async () => {
    const id = await put();
    const env = { CLAUDECODE: "1", LANG: "ko_KR.UTF-8" };
    const said = await run(hub.state, ["answer", id, "1"], { env });
    expect(said).toMatchObject({ code: 9, stdout: "" });
    expect(said.stderr).toContain("에이전트는 사람 대신 답할 수 없습니다");
    expect(said.stderr).toContain("Claude Code의 셸 (CLAUDECODE)");
    await isUntouched(id);
  });

  it("is known by what each client sets, and by nothing else", () => {
    for (const [mark, client] of Object.entries(AGENT_MARKS))
      expect(markIn({ [mark]: "1" })).toEqual({ client, mark });
    const usual = { CODEX_HOME: "/x", GEMINI_API_KEY: "k", TERM_PROGRAM: "vscode", TMUX: "/tmp/t" };
    expect(markIn({ ...usual, CLAUDECODE: "", CLAUDE_CONFIG_DIR: "/y" })).toBeNull();
  });

  it("takes keys for an ordinary question, and says where that was", async () => {
    const id = await put();
    using terminal = openTerminal({ env: { GEMINI_CLI: "1", ASKLINE_STATE_DIR: hub.state } });
    terminal.type(`node ${CLI} answer ${id}`);
    terminal.press("Enter");
    await terminal.until(/Blue/);
    terminal.press("2");
    await terminal.until(/\(•\) 2/);
    terminal.press("Enter");
    await terminal.until(/In a terminal that the agent opened/);
    const ask = await shown(id);
    expect(ask.outcome.provenance).toMatchObject({ surface: "terminal", openedBy: "agent" });
    expect(ask.sealed).toBe(true);
    const korean = await run(hub.state, ["show", id], { env: { LANG: "ko_KR.UTF-8" } });
    expect(korean.stdout).toContain("에이전트가 연 터미널에서");
  });

  it("takes none for a permission, nor for what destroys, and says where to answer", async () => {
    const permission = await dialog({});
    const destroys = await dialog({
      dialog: undefined,
      presentation: { risk: { level: "destructive", reasons: ["deletes_files"] } },
    });
    using terminal = openTerminal({ env: { CLAUDECODE: "1", ASKLINE_STATE_DIR: hub.state } });
    terminal.type(`node ${CLI} answer ${permission}; echo "code=$?"`);
    terminal.press("Enter");
    const first = await terminal.until(/code=9/);
    expect(first).toContain("A permission cannot be given in a terminal that the agent opened.");
    terminal.type(`clear; node ${CLI} answer ${destroys}; echo "again=$?"`);
    terminal.press("Enter");
    const second = await terminal.until(/again=9/);
    expect(second).toContain("What may destroy something cannot be decided");
    expect(second.replace(/\s+/g, " ")).toContain("in the browser, in Slack or by voice");
    for (const id of [permission, destroys]) {
      await isUntouched(id);
      await hub.desk.withdraw(id, { surface: "test" });
    }
  });
});

describe("which processes are agents", () => {
  it("are command-line clients that start the MCP server, and no editors", async () => {
    for (const [name, code] of [
      ["Visual Studio Code", 0],
      ["codex-mcp-client", 9],
    ] as const) {
      using files = openSandbox();
      await using client = await startAgent(files.path, { name });
      const questions = [{ prompt: "Colour?", options: [{ label: "Red" }, { label: "Blue" }] }];
      await client.call("ask_user_questions", { questions, nonBlocking: true });
      const [ask] = await runJson(files.path, ["list"]);
      expect((await run(files.path, ["answer", ask.id, "1"])).code).toBe(code);
    }
  });

  it("are no terminals in which a person tries a hook by hand", async () => {
    using files = openSandbox();
    const shell = spawn("bash", ["--norc"], { stdio: ["pipe", "ignore", "ignore"] });
    const body = JSON.stringify({ session_id: "s", hook_event_name: "SessionStart" });
    const hook = `"${process.execPath}" "${CLI}" hook SessionStart --state-dir "${files.path}"`;
    shell.stdin.end(`echo '${body}' | ${hook}\nexit 0\n`);
    await once(shell, "exit");
    expect(readdirSync(files.path)).toEqual(["spool"]);
  });

  it("are none that have only the number of one that ended", () => {
    using files = openSandbox();
    rememberAgent(files.path, { pid: process.pid, client: "codex" });
    const [self] = lineOf(process.pid) ?? [];
    expect(agentAbove(process.pid, [files.path])).toEqual({ client: "codex", pid: process.pid });
    const [name = ""] = readdirSync(files.at("known-agents"));
    files.writeJson({ client: "codex", startedAt: `${self?.startedAt}0` }, "known-agents", name);
    expect(agentAbove(process.pid, [files.path])).toBeNull();
  });

  it("are no browsers that Askline opened, though an agent's process did so", async () => {
    using files = openSandbox();
    const script = files.at("browser");
    const [told, open] = [files.at("told"), files.at("open")];
    const stay = `while [ -e ${open} ]; do sleep 0.05; done`;
    const say = `echo "$CLAUDECODE:$$" > ${told}; mv ${told} ${open}`;
    writeFileSync(script, `#!/bin/sh\n${say}\n${stay}\n`, { mode: 0o755 });
    const opening = { link: "http://x", file: files.at("opening.html") };
    expect(openBrowser(opening, script, { ...process.env, CLAUDECODE: "1" })).toBe(true);
    await until("the browser", () => existsSync(open));
    const [mark, pid] = readFileSync(open, "utf8").split(":");
    expect(mark).toBe("");
    await until("it to have left us", () =>
      (lineOf(Number(pid)) ?? []).every((ancestor) => ancestor.pid !== process.pid),
    );
  });
});

describe("a decision written by hand", () => {
  const at = "2026-01-01T00:00:00.000Z";

  it("counts, whatever name, place and time it claims, and is said to be another program's", async () => {
    const id = await put();
    const provenance = { by: "person", surface: "portal", who: "Ada", at };
    const answers = [{ questionIndex: 0, selectedOption: "Red", timestamp: at }];
    hub.files.writeJson(
      { sessionId: id, answers, timestamp: at, provenance, seal: "x".repeat(43) },
      "sessions",
      id,
      "answers.json",
    );
    expect(await shown(id)).toMatchObject({ status: "completed", sealed: false });
    expect((await run(hub.state, ["show", id])).stdout).toMatch(
      /Decided by: Ada, in the browser, .* · Written by another program/,
    );
    const korean = await run(hub.state, ["history"], { env: { LANG: "ko_KR.UTF-8" } });
    expect(korean.stdout).toContain("다른 프로그램이 쓴 결정");
    const page = await (await hub.get(`/api/asks/${id}`)).json();
    expect(page).toMatchObject({ ask: { sealed: false } });
  });

  it("is found out when it changes what a person decided", async () => {
    const id = await put();
    await run(hub.state, ["answer", id, "1"]);
    expect(await shown(id)).toMatchObject({ sealed: true });
    const sealed = await run(hub.state, ["show", id]);
    expect(sealed.stdout).not.toContain("another program");
    const file = hub.files.readJson("sessions", id, "answers.json");
    const [answer] = file.answers;
    const changed = { ...answer, selectedOption: "Blue", optionIds: ["2"] };
    hub.files.writeJson({ ...file, answers: [changed] }, "sessions", id, "answers.json");
    expect(await shown(id)).toMatchObject({ sealed: false });
  });

  it("is found out when it declines", async () => {
    const id = await put();
    const status = hub.files.readJson("sessions", id, "status.json");
    const provenance = { by: "person", surface: "slack", who: "Ada", at };
    const rejected = { ...status, status: "rejected", kind: "reject", rejectionReason: "no" };
    hub.files.writeJson({ ...rejected, provenance }, "sessions", id, "status.json");
    expect(await shown(id)).toMatchObject({ status: "rejected", sealed: false });
  });

  it("is one by the library too, where no agent is known", async () => {
    const id = await put();
    await using desk = closing(openDesk({ sessionsDirectory: hub.files.at("sessions") }));
    await desk.answer(id, { answers: [{ optionIds: ["1"] }] }, { surface: "slack", who: "Ada" });
    expect(await shown(id)).toMatchObject({ status: "completed", sealed: false });
  });
});

it("keeps the key to itself", () => {
  expect(statSync(hub.files.at("seal-key.json")).mode & 0o777).toBe(0o600);
  const { key } = JSON.parse(readFileSync(hub.files.at("seal-key.json"), "utf8"));
  expect(Buffer.from(key, "base64url")).toHaveLength(32);
});

function closing<T extends { close(): Promise<void> }>(desk: T): T & AsyncDisposable {
  return { ...desk, [Symbol.asyncDispose]: () => desk.close() };
}

async function put(): Promise<string> {
  const asked = await runJson(hub.state, [
    "ask",
    "Colour?",
    "-o",
    "Red",
    "-o",
    "Blue",
    "--no-wait",
  ]);
  return asked.id;
}

/** A permission that a hook of this process waits for. */
async function dialog(more: Partial<Parameters<Desk["ask"]>[0]>): Promise<string> {
  const options = [{ label: "Allow once" }, { label: "Reject" }];
  const { id } = await (hub.desk as Desk).ask({
    questions: [{ prompt: "Run make?", options, selectionMode: "single" }],
    source: { kind: "hook", client: "claude-code" },
    returnPath: "hook",
    dialog: {
      ...{ client: "claude-code", kind: "permission", toolName: "Bash", sessionId: "s" },
      ...{ input: { command: "make" }, updates: [], subagentId: null },
    },
    ...more,
  });
  return id;
}

function shown(id: string) {
  return runJson(hub.state, ["show", id]);
}

async function isUntouched(id: string) {
  expect((await hub.desk.load(id)).outcome).toBeNull();
}

async function byAgent(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  input?: string,
): Promise<Finished> {
  agent.send({ command, args, env, input });
  const [said] = await once(agent, "message");
  return said as Finished;
}
