/**
 * Gemini CLI's question tool, answered from anywhere while its person is away: the hook before it
 * refuses the call, and the reason is the answer.
 */
import { appendFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../support/askline.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";
import { agentIn, turnsOf, untilTurns } from "../support/turns.ts";

const by = { surface: "portal", who: "mira" };
const QUESTIONS = [
  {
    ...{ question: "Which database?", header: "Database", type: "choice", multiSelect: false },
    options: [
      { label: "Postgres", description: "Relational server" },
      { label: "SQLite", description: "Embedded file" },
    ],
  },
  { question: "Why?", header: "Why", type: "text", placeholder: "In a word" },
];
const ASKING = { tool_name: "ask_user", tool_input: { questions: QUESTIONS } };

let hub: TestHub;
beforeEach(async () => {
  hub = await startHub();
});
afterEach(() => hub[Symbol.asyncDispose]());

function openAsk() {
  return until("an open ask", async () => (await hub.desk.list({ status: "pending" }))[0]);
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

function write(path: string, line: unknown) {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

describe("a question of Gemini CLI", () => {
  it("is shown by its own window at once while its person is there", async () => {
    const { agent } = await prompted("here");
    expect((await agent.post("BeforeTool", ASKING)).body).toEqual({});
    expect(await hub.desk.list()).toEqual([]);
    expect((await agentIn(hub, "here")).state).toBe("AWAITING_INPUT");
  });

  it("is answered from anywhere while its person is away, and said once", async () => {
    await run(hub.state, ["away"]);
    const { agent, transcriptPath } = await prompted("away");
    const replied = agent.post("BeforeTool", { ...ASKING, timestamp: "2026-11-15T10:00:01.000Z" });
    const ask = await openAsk();
    expect(ask.expiresAt).not.toBeNull();
    expect(ask.questions.map(({ prompt }) => prompt)).toEqual(["Which database?", "Why?"]);
    const answers = [{ optionIds: ["2"] }, { optionIds: [], customText: "It is small" }];
    await hub.desk.answer(ask.id, { answers }, by);
    const { decision, reason } = (await replied).body;
    expect(decision).toBe("deny");
    expect(reason).toContain("This is no error");
    expect(reason).toContain("Which database? SQLite\nWhy? It is small");
    await untilTurns(hub, "away", (all) => all.length >= 3);
    const error = `Tool execution blocked: ${reason}`;
    write(transcriptPath, {
      ...{ id: "m2", type: "gemini", timestamp: "2026-11-15T10:00:01.500Z", content: "I ask." },
      toolCalls: [
        {
          ...{ id: "ask_user__1", name: "ask_user", args: ASKING.tool_input, status: "error" },
          result: [{ functionResponse: { response: { error } } }],
          timestamp: "2026-11-15T10:00:09.000Z",
        },
      ],
    });
    await agent.post("AfterAgent", { prompt: "Go on", prompt_response: "I ask." });
    const said = (await turnsOf(hub, "away")).map(({ intent, text }) => `${intent} ${text}`);
    expect(said.filter((one) => one.startsWith("QUESTION"))).toHaveLength(1);
    expect(said.filter((one) => one.startsWith("ANSWER"))).toHaveLength(1);
    expect(said.find((one) => one.startsWith("ANSWER"))).toContain("SQLite");
  });

  it("is refused with the person's own words", async () => {
    await run(hub.state, ["away"]);
    const { agent } = await prompted("refused");
    const replied = agent.post("BeforeTool", ASKING);
    await hub.desk.reject((await openAsk()).id, { reason: "Ask me tomorrow" }, by);
    const { decision, reason } = (await replied).body;
    expect([decision, reason]).toEqual([
      "deny",
      expect.stringContaining("A person denied this and says: Ask me tomorrow"),
    ]);
  });

  it("holds no other tool, also while its person is away", async () => {
    await run(hub.state, ["away"]);
    const { agent } = await prompted("working");
    const call = { tool_name: "run_shell_command", tool_input: { command: "ls" } };
    expect((await agent.post("BeforeTool", call)).body).toEqual({});
    const told = { ...call, session_id: "working", cwd: "/p", hook_event_name: "BeforeTool" };
    const args = ["hook", "BeforeTool", "--client", "gemini", "--waits"];
    const { stdout } = await run(hub.state, args, { input: JSON.stringify(told) });
    expect(stdout).toBe("{}");
    expect(await hub.desk.list()).toEqual([]);
  });

  it("waits in a hook process, which prints the answer", async () => {
    await run(hub.state, ["away"]);
    const told = { ...ASKING, session_id: "hooked", cwd: "/p", hook_event_name: "BeforeTool" };
    const args = ["hook", "BeforeTool", "--client", "gemini", "--waits"];
    const hook = run(hub.state, args, { input: JSON.stringify(told) });
    const answers = [{ optionIds: ["1"] }, { optionIds: [], customText: "So" }];
    await hub.desk.answer((await openAsk()).id, { answers }, by);
    expect(JSON.parse((await hook).stdout).reason).toContain("Which database? Postgres\nWhy? So");
  });
});
