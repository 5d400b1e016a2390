/** Codex's daemon: what it asks is an ask beside its own dialog, and nothing is asked twice. */
import { appendFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Ask } from "../../src/core/ask/ask.ts";
import { runJson } from "../support/askline.ts";
import {
  type DaemonStandIn,
  type StandInThread,
  startCodexDaemon,
} from "../support/codex-daemon.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { patient, until } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";
import { agentIn, untilTurns } from "../support/turns.ts";

const by = { surface: "portal", who: "mira" };
const says = (option: string, customText?: string) => ({
  answers: [{ optionIds: [option], ...(customText && { customText }) }],
});
const COMMAND = "item/commandExecution/requestApproval";

function touch(itemId: string, more: Record<string, unknown> = {}) {
  const amendment = { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["touch", "it"] } };
  return {
    ...{ itemId, kind: "command", reason: "Needs to write", cwd: "/project" },
    command: "/bin/bash -lc 'touch it'",
    availableDecisions: ["accept", amendment, "cancel"],
    ...more,
  };
}

interface Scene extends AsyncDisposable {
  readonly hub: TestHub;
  readonly daemon: DaemonStandIn;
}

async function openScene({ mode = 0o700 } = {}): Promise<Scene> {
  const files = openSandbox();
  const hub = await startHub({ env: { CODEX_HOME: files.at("codex") } });
  const daemon = await startCodexDaemon(files.at("codex"), { mode });
  return {
    ...{ hub, daemon },
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      await daemon[Symbol.asyncDispose]();
      files[Symbol.dispose]();
    },
  };
}

function asksOf({ hub }: Scene, sessionId: string): Promise<Ask[]> {
  return hub.desk
    .list()
    .then((asks) => asks.filter(({ dialog }) => dialog?.sessionId === sessionId));
}

function openAsk(scene: Scene, sessionId: string): Promise<Ask> {
  return until("an open ask", async () =>
    (await asksOf(scene, sessionId)).find(({ outcome }) => outcome === null),
  );
}

let scene: Scene;
afterEach(() => scene[Symbol.asyncDispose]());

/** A thread at work, which the hub has joined. */
async function threadAtWork(
  id: string,
  more: Record<string, unknown> = {},
): Promise<StandInThread> {
  const thread = scene.daemon.open(id, more);
  thread.prompt(`${id}-turn`, "Make it.");
  await scene.daemon.untilJoined(id);
  return thread;
}

async function answer({ id }: Ask, option: string, customText?: string) {
  return scene.hub.desk.answer(id, says(option, customText), by);
}

function untilAsk(id: string, expected: Record<string, unknown>) {
  return expect
    .poll(() => scene.hub.desk.load(id), { timeout: patient(15_000) })
    .toMatchObject(expected);
}

describe("a command that Codex's daemon asks about", () => {
  it("is an ask without a deadline, and the answer goes back to the daemon", async () => {
    scene = await openScene();
    const thread = await threadAtWork("allowed");
    const request = thread.ask(COMMAND, touch("call-1"));
    const ask = await openAsk(scene, "allowed");
    expect(ask).toMatchObject({ expiresAt: null, source: { client: "codex", callId: "call-1" } });
    expect(ask.questions[0]?.prompt).toContain("touch it");
    expect(ask.questions[0]?.prompt).toContain("Needs to write");
    expect(ask.questions[0]?.options.map(({ label }) => label)).toEqual([
      "Allow once",
      "Always: allow Bash(touch it *) (everywhere, for you)",
      "Deny",
    ]);
    await answer(ask, "allow");
    expect(await request.answered).toEqual({ by: "client", result: { decision: "accept" } });
    await untilAsk(ask.id, { taken: [{ by: "socket" }], effect: { kind: "used" } });
    const turns = await untilTurns(scene.hub, "allowed", (all) => all.length >= 2);
    expect(turns.map(({ intent, askId }) => [intent, askId])).toEqual([
      ["QUESTION", ask.id],
      ["ANSWER", ask.id],
    ]);
  });

  it("can be allowed for good, in the daemon's own words", async () => {
    scene = await openScene();
    const thread = await threadAtWork("always");
    const request = thread.ask(COMMAND, touch("call-1"));
    await answer(await openAsk(scene, "always"), "always-1");
    const { result } = await request.answered;
    expect(result).toEqual({ decision: touch("call-1").availableDecisions[1] });
  });

  it("is denied with the person's reason, which steers the turn", async () => {
    scene = await openScene();
    const thread = await threadAtWork("denied");
    const request = thread.ask(COMMAND, touch("call-1"));
    const ask = await openAsk(scene, "denied");
    await answer(ask, "deny", "not there");
    expect(await request.answered).toEqual({ by: "client", result: { decision: "decline" } });
    await untilAsk(ask.id, { effect: { kind: "used" } });
    const steered = await until("the reason", () =>
      scene.daemon.heard.find(({ method }) => method === "turn/steer"),
    );
    expect(steered.params).toMatchObject({
      ...{ threadId: "denied", expectedTurnId: "denied-turn" },
      input: [{ type: "text", text: "A person denied this and says: not there" }],
    });
  });

  it.each([
    ["accept", "allowed"],
    ["decline", "declined"],
  ])("ends when the terminal says %s", async (decision, did) => {
    scene = await openScene();
    const thread = await threadAtWork("terminal");
    const request = thread.ask(COMMAND, touch("call-1"));
    const { id } = await openAsk(scene, "terminal");
    request.answerInTerminal({ decision });
    await untilAsk(id, { outcome: { kind: "withdrawn" }, effect: { kind: "in_terminal", did } });
    const turns = await untilTurns(scene.hub, "terminal", (all) => all.length >= 2);
    expect(turns.map(({ intent, text }) => [intent, text])[1]).toEqual([
      "ANSWER",
      decision === "accept" ? "Allowed" : "Denied",
    ]);
  });

  it.each([
    ["accept", "deny", "allowed"],
    ["decline", "allow", "declined"],
  ])("shows that the terminal's %s was faster than our %s", async (decision, option, did) => {
    scene = await openScene();
    const thread = await threadAtWork("late");
    const request = thread.ask(COMMAND, touch("call-1"));
    const ask = await openAsk(scene, "late");
    // However much later Codex tells of it: its word is certain.
    const late = until("our answer", () => request.ignored.length === 1).then(() => sleep(100));
    request.answerInTerminal({ decision }, late);
    await answer(ask, option);
    await untilAsk(ask.id, {
      ...{ outcome: { status: "completed" }, taken: [{ by: "socket" }] },
      effect: { kind: "overruled", did },
    });
  });
});

describe("what else Codex's daemon asks", () => {
  it("is a question of its own tool, answered by option and in own words", async () => {
    scene = await openScene();
    const thread = await threadAtWork("asking");
    const options = ["Web", "TUI"].map((label) => ({ label, description: "" }));
    const questions = [
      { id: "ui", header: "UI", question: "Which UI?", options },
      { id: "db", header: "DB", question: "Which database?", options: [{ label: "SQLite" }] },
      { id: "why", header: "Why", question: "Why?", options: null },
    ];
    const request = thread.ask("item/tool/requestUserInput", { itemId: "q1", questions });
    const ask = await openAsk(scene, "asking");
    expect(ask.questions.map(({ prompt }) => prompt)).toEqual([
      ...["Which UI?", "Which database?", "Why?"],
    ]);
    const answers = [
      { optionIds: ["2"], optionNotes: { "2": "with a mouse" } },
      { optionIds: [], customText: "none" },
      { optionIds: [], customText: "It is fun" },
    ];
    await scene.hub.desk.answer(ask.id, { answers }, by);
    const { result } = await request.answered;
    expect(result["answers"]).toEqual({
      ui: { answers: ["TUI", "user_note: with a mouse"] },
      db: { answers: ["user_note: none"] },
      why: { answers: ["user_note: It is fun"] },
    });
    const tool_response = JSON.stringify(result);
    const call = { tool_name: "request_user_input", tool_input: ask.dialog?.input };
    const agent = scene.hub.agent("asking", { client: "codex" });
    await agent.post("PostToolUse", { ...call, tool_use_id: "q1", tool_response });
    await untilAsk(ask.id, { taken: [{ by: "socket" }], effect: { kind: "used" } });
    const turns = await untilTurns(scene.hub, "asking", (all) => all.length >= 2);
    expect(turns.map(({ intent }) => intent)).toEqual(["QUESTION", "ANSWER"]);
  });

  it("is no ask where the answer is a secret", async () => {
    scene = await openScene();
    const thread = await threadAtWork("secret");
    const questions = [{ id: "key", header: "Key", question: "Your key?", isSecret: true }];
    thread.ask("item/tool/requestUserInput", { itemId: "q1", questions });
    thread.ask(COMMAND, touch("call-1"));
    await openAsk(scene, "secret");
    expect((await asksOf(scene, "secret")).map(({ dialog }) => dialog?.toolName)).toEqual(["Bash"]);
  });

  it("is a change of files, shown whole", async () => {
    scene = await openScene();
    const thread = await threadAtWork("changing");
    const changes = [
      { path: "/project/a.txt", kind: { type: "add" }, diff: "hi\nthere\n" },
      { path: "/project/b.txt", kind: { type: "update" }, diff: "@@ -1 +1 @@\n-old\n+new\n" },
    ];
    thread.begin({ type: "fileChange", id: "patch-1", changes, status: "inProgress" });
    const request = thread.ask("item/fileChange/requestApproval", { itemId: "patch-1" });
    const ask = await openAsk(scene, "changing");
    expect(ask.questions[0]?.prompt).toContain("*** Add File: /project/a.txt\n+hi\n+there");
    expect(ask.questions[0]?.prompt).toContain("-old\n+new");
    await answer(ask, "allow");
    expect((await request.answered).result).toEqual({ decision: "accept" });
    thread.step({ type: "fileChange", id: "patch-1", changes, status: "completed" });
    await untilAsk(ask.id, { effect: { kind: "used" } });
  });

  it("is a change of files of which only the rollout file knows", async () => {
    scene = await openScene();
    const path = scene.hub.files.at("rollout.jsonl");
    const patch = "*** Begin Patch\n*** Delete File: old.txt\n*** End Patch";
    const cmd = `cd /project && apply_patch <<'EOF'\n${patch}\nEOF\n`;
    const call = { type: "function_call", call_id: "patch-1", arguments: JSON.stringify({ cmd }) };
    writeFileSync(path, `${JSON.stringify({ type: "response_item", payload: call })}\n`);
    const thread = await threadAtWork("joined-late", { path });
    const request = thread.ask("item/fileChange/requestApproval", { itemId: "patch-1" });
    const ask = await openAsk(scene, "joined-late");
    expect(ask.questions[0]?.prompt).toContain("*** Delete File: old.txt");
    expect(ask.presentation?.risk?.reasons).toEqual(["deletes_files"]);
    await answer(ask, "deny");
    expect((await request.answered).result).toEqual({ decision: "decline" });
  });

  it.each([
    ["allow", "turn", { network: { enabled: true } }],
    ["always-1", "session", { network: { enabled: true } }],
    ["deny", "turn", {}],
  ])("is further permissions: %s", async (option, scope, permissions) => {
    scene = await openScene();
    const thread = await threadAtWork("wider");
    const asked = { network: { enabled: true } };
    const about = { itemId: "p1", permissions: asked, reason: "To fetch", cwd: "/project" };
    const request = thread.ask("item/permissions/requestApproval", about);
    const ask = await openAsk(scene, "wider");
    expect(ask.questions[0]?.prompt).toContain("To fetch");
    await answer(ask, option);
    expect((await request.answered).result).toEqual({ permissions, scope });
  });

  it("is warned of like a hook's, when it destroys", async () => {
    scene = await openScene();
    const thread = await threadAtWork("warned");
    thread.ask(COMMAND, touch("call-1", { command: "/bin/bash -lc 'rm -rf /project'" }));
    const ask = await openAsk(scene, "warned");
    expect(ask).toMatchObject({
      urgency: "high",
      presentation: { risk: { level: "destructive", reasons: ["deletes_files"] } },
    });
  });

  it("is a sub-agent's, in the session of its parent", async () => {
    scene = await openScene();
    const thread = await threadAtWork("child", { sessionId: "parent", parentThreadId: "parent" });
    const request = thread.ask(COMMAND, touch("call-1"));
    const ask = await openAsk(scene, "parent");
    expect(ask.dialog).toMatchObject({ subagentId: "child" });
    await answer(ask, "allow");
    expect((await request.answered).result).toEqual({ decision: "accept" });
  });
});

describe("a hub that restarts while Codex's daemon asks", () => {
  it("adopts the ask when the daemon asks again", async () => {
    scene = await openScene();
    const thread = await threadAtWork("adopted");
    const request = thread.ask(COMMAND, touch("call-1"));
    const { id } = await openAsk(scene, "adopted");
    await scene.hub.kill();
    expect(await scene.hub.desk.load(id)).toMatchObject({ outcome: null });
    await scene.hub.revive();
    await until("the daemon to ask again", () => request.sent() === 2);
    await answer(await openAsk(scene, "adopted"), "allow");
    expect(await request.answered).toEqual({ by: "client", result: { decision: "accept" } });
    await untilAsk(id, { effect: { kind: "used" } });
    expect(await asksOf(scene, "adopted")).toHaveLength(1);
  });

  it("tells what was decided while no hub ran", async () => {
    scene = await openScene();
    const thread = await threadAtWork("meanwhile");
    const request = thread.ask(COMMAND, touch("call-1"));
    const ask = await openAsk(scene, "meanwhile");
    await scene.hub.kill();
    await answer(ask, "allow");
    await scene.hub.revive();
    expect(await request.answered).toEqual({ by: "client", result: { decision: "accept" } });
    await untilAsk(ask.id, { taken: [{ by: "socket" }], effect: { kind: "used" } });
    expect(await asksOf(scene, "meanwhile")).toHaveLength(1);
  });

  it("ends what was answered in the terminal meanwhile", async () => {
    scene = await openScene();
    const thread = await threadAtWork("answered");
    const request = thread.ask(COMMAND, touch("call-1"));
    const { id } = await openAsk(scene, "answered");
    await scene.hub.kill();
    request.answerInTerminal({ decision: "accept" });
    await scene.hub.revive();
    await untilAsk(id, { outcome: { kind: "withdrawn" } });
  });
});

describe("the connection to Codex's daemon", () => {
  it("comes back, and the same request is not asked twice", async () => {
    scene = await openScene();
    const thread = await threadAtWork("back");
    const request = thread.ask(COMMAND, touch("call-1"));
    const { id } = await openAsk(scene, "back");
    scene.daemon.hangUp();
    await until("the daemon to ask again", () => request.sent() === 2);
    await answer(await openAsk(scene, "back"), "allow");
    await request.answered;
    await untilAsk(id, { effect: { kind: "used" } });
    expect(await asksOf(scene, "back")).toHaveLength(1);
  });

  it("ends what is open when the daemon is gone for good", async () => {
    scene = await openScene();
    const thread = await threadAtWork("gone");
    thread.ask(COMMAND, touch("call-1"));
    const { id } = await openAsk(scene, "gone");
    await scene.daemon[Symbol.asyncDispose]();
    await untilAsk(id, { outcome: { kind: "withdrawn" } });
  });

  it("is not made where another account could have put the socket", async () => {
    scene = await openScene({ mode: 0o777 });
    const other = await startHub({ env: { CODEX_HOME: scene.daemon.codexHome } });
    await other.stop();
    expect(scene.daemon.heard).toEqual([]);
    await other[Symbol.asyncDispose]();
  });

  it("joins a thread only while it works, and never a hidden one", async () => {
    scene = await openScene();
    const thread = await threadAtWork("resting");
    scene.daemon.open("hidden", { ephemeral: true }).prompt("hidden-turn", "Find a title.");
    thread.endTurn();
    await until("the hub to leave", () =>
      scene.daemon.heard.some(({ method }) => method === "thread/unsubscribe"),
    );
    thread.prompt("again", "Once more.");
    await scene.daemon.untilJoined("resting");
    const joined = scene.daemon.heard.filter(({ method }) => method === "thread/resume");
    expect(joined.map(({ params }) => params["threadId"])).toEqual(["resting", "resting"]);
  });
});

describe("a hook of a session that the daemon runs", () => {
  it("says nothing at once, and its dialog is one ask", async () => {
    scene = await openScene();
    const thread = await threadAtWork("hooked");
    const agent = scene.hub.agent("hooked", { client: "codex" });
    const call = { tool_name: "Bash", tool_input: { command: "touch it" }, turn_id: "hooked-turn" };
    await agent.post("PreToolUse", { ...call, tool_use_id: "call-1" });
    const tool_input = { ...call.tool_input, description: "Needs to write" };
    expect((await agent.post("PermissionRequest", { ...call, tool_input })).body).toEqual({});
    const request = thread.ask(COMMAND, touch("call-1"));
    const ask = await openAsk(scene, "hooked");
    await answer(ask, "allow");
    await request.answered;
    await agent.post("PostToolUse", { ...call, tool_use_id: "call-1", tool_response: "" });
    await untilAsk(ask.id, { effect: { kind: "used" } });
    const turns = await untilTurns(scene.hub, "hooked", (all) => all.length >= 2);
    expect(turns.map(({ intent, askId }) => [intent, askId])).toEqual([
      ["QUESTION", ask.id],
      ["ANSWER", ask.id],
    ]);
    expect(await asksOf(scene, "hooked")).toHaveLength(1);
  });

  it("waits as ever where the daemon does not know the session", async () => {
    scene = await openScene();
    const agent = scene.hub.agent("by-itself", { client: "codex" });
    const call = { tool_name: "Bash", tool_input: { command: "touch it" } };
    const replied = agent.post("PermissionRequest", call);
    const ask = await openAsk(scene, "by-itself");
    expect(ask.expiresAt).not.toBeNull();
    await answer(ask, "allow");
    expect((await replied).body.hookSpecificOutput.decision).toEqual({ behavior: "allow" });
  });
});

describe("a session whose file the daemon names", () => {
  const said = (id: string, type: string, text: string) => ({
    ...{ type: "item_completed", turn_id: "followed-turn", completed_at_ms: Date.now() },
    item: { type, id, content: [{ type: "text", text }] },
  });

  it("has each turn once, also between tools, and none that nobody typed", async () => {
    scene = await openScene();
    const path = scene.hub.files.at("rollout.jsonl");
    const write = (type: string, payload: object) => {
      const timestamp = new Date().toISOString();
      appendFileSync(path, `${JSON.stringify({ timestamp, type, payload })}\n`);
    };
    write("session_meta", { history_mode: "paginated" });
    const thread = await threadAtWork("followed", { path });
    write("event_msg", said("m1", "UserMessage", "Make it."));
    write("event_msg", said("m2", "AgentMessage", "I make it."));
    const call = { name: "exec_command", call_id: "call-1", arguments: '{"cmd":"touch it"}' };
    write("response_item", { type: "function_call", ...call });
    thread.ask(COMMAND, touch("call-1"));
    const ask = await openAsk(scene, "followed");
    await answer(ask, "deny", "not there");
    await untilAsk(ask.id, { effect: { kind: "used" } });
    const output =
      'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }';
    write("response_item", { type: "function_call_output", call_id: "call-1", output });
    await until("the reason", () =>
      scene.daemon.heard.find(({ method }) => method === "turn/steer"),
    );
    write("event_msg", said("m4", "UserMessage", "A person denied this and says: not there"));
    write("event_msg", said("m3", "AgentMessage", "Then not."));
    write("event_msg", { type: "task_complete", turn_id: "followed-turn" });
    thread.endTurn();
    const turns = await untilTurns(
      scene.hub,
      "followed",
      (all) => all.at(-1)?.intent === "COMPLETION",
    );
    expect(turns.map(({ intent, text }) => `${intent} ${text}`)).toEqual([
      "COMMAND Make it.",
      "PROGRESS I make it.",
      "QUESTION Allow Bash: touch it?",
      "ANSWER Denied: not there",
      "COMPLETION Then not.",
    ]);
  });
});

describe("a text for a session of Codex's daemon", () => {
  it("begins a turn where the agent is at rest, and is a word in the one under way", async () => {
    scene = await openScene();
    const thread = await threadAtWork("told");
    thread.endTurn();
    const { id } = await agentIn(scene.hub, "told");
    const sent = await runJson(scene.hub.state, ["send", String(id), "Go on"]);
    expect(["accepted", "consumed"]).toContain(sent.state);
    const steered = await runJson(scene.hub.state, ["send", String(id), "Not so fast"]);
    expect(["accepted", "consumed"]).toContain(steered.state);
    const texts = scene.daemon.heard.filter(({ method }) => /^turn\/(start|steer)$/.test(method));
    expect(texts.map(({ method, params }) => [method, params["input"]])).toEqual([
      ["turn/start", [{ type: "text", text: "Go on", text_elements: [] }]],
      ["turn/steer", [{ type: "text", text: "Not so fast", text_elements: [] }]],
    ]);
  });

  it("waits for the dialog that is open", async () => {
    scene = await openScene();
    const thread = await threadAtWork("busy");
    thread.ask(COMMAND, touch("call-1"));
    await openAsk(scene, "busy");
    const { id } = await agentIn(scene.hub, "busy");
    const sent = await runJson(scene.hub.state, ["send", String(id), "Go on"]);
    expect(sent.state).toBe("refused");
  });
});
