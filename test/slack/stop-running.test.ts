/** Stop for an agent that runs by itself and was bound to a thread with "agent 3:". */
import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openAgentPane } from "../support/agent-pane.ts";
import { CLI } from "../support/askline.ts";
import { until } from "../support/patience.ts";
import { isConnected, type SlackHub, startSlackHub } from "../support/slack-hub.ts";
import { elementsOf, wordsIn } from "../support/slack-stand-in.ts";
import { agentIn } from "../support/turns.ts";

let slackHub: SlackHub;
beforeAll(async () => {
  slackHub = await startSlackHub();
});
afterAll(() => slackHub[Symbol.asyncDispose]());

/** The agent says something between two tools, so it is at work. */
async function saysAmidWork(session: string, transcriptPath: string, text: string) {
  const agent = slackHub.hub.agent(session, { transcriptPath });
  await agent.post("UserPromptSubmit", { prompt: "go" });
  const message = { role: "assistant", id: `msg_${text}`, content: [{ type: "text", text }] };
  const common = { uuid: text, timestamp: new Date().toISOString(), sessionId: session };
  const line = { type: "assistant", ...common, isSidechain: false, cwd: "/p", message };
  appendFileSync(transcriptPath, `${JSON.stringify(line)}\n`);
  const call = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: `toolu_${text}` };
  await agent.post("PostToolUse", { ...call, tool_response: {} });
}

it("stands from the first moment, over a restart, and until the agent works no longer", async () => {
  const { slack, hub, shown } = slackHub;
  const signs = () => slack.in("C3").filter((one) => /⏳ working/.test(wordsIn(one)));
  const path = hub.files.at("long.jsonl");
  const agent = hub.agent("long", { transcriptPath: path });
  await agent.post("SessionStart", { source: "startup" });
  const { id } = await agentIn(hub, "long");
  await slack.mention("UADA", "C3", `agent ${id}:`);
  await shown("C3", /This thread now talks to agent/);
  await agent.post("UserPromptSubmit", { prompt: "look at everything" });
  const sign = await shown("C3", /^⏳ working…?[\s\S]*Stop/);
  await hub.kill();
  await hub.revive();
  await isConnected(hub, slack, "socket");
  await saysAmidWork("long", path, "I found a door.");
  await shown("C3", /I found a door\.[\s\S]*⏳ working/);
  await until("one sign", async () => signs().length === 1 && !slack.in("C3").includes(sign));

  await hub.agent("long", { transcriptPath: path }).post("Stop", {});
  await until("no sign", async () => signs().length === 0);
  expect(slack.in("C3").flatMap(elementsOf)).toEqual([]);
  expect(wordsIn(await shown("C3", /I found a door/))).toBeTruthy();
});

it("stands at once where the agent is at work when a thread is bound to it", async () => {
  const { slack, hub, shown } = slackHub;
  const agent = hub.agent("busy", { transcriptPath: hub.files.at("busy.jsonl") });
  await agent.post("SessionStart", { source: "startup" });
  const { id } = await agentIn(hub, "busy");
  await agent.post("UserPromptSubmit", { prompt: "go" });
  await slack.mention("UMIN", "C4", `agent ${id}:`);
  expect(elementsOf(await shown("C4", /^⏳ 작업 중/))).toHaveLength(1);
});

it("in a terminal it is interrupted with Escape, once, and the thread says by whom", async () => {
  const { slack, hub, shown } = slackHub;
  using pane = await openAgentPane({
    STAND_IN_HOOK: `ASKLINE_STATE_DIR='${hub.state}' '${process.execPath}' '${CLI}' hook`,
    STAND_IN_SESSION: "in-a-terminal",
  });
  const { id } = await agentIn(hub, "in-a-terminal");
  const escapes = () => pane.transcript().filter(({ subtype }) => subtype === "escape");
  await slack.mention("UADA", "C1", `agent ${id}:`);
  await shown("C1", /This thread now talks to agent/);
  await saysAmidWork("in-a-terminal", pane.files.at("transcript.jsonl"), "I look around.");
  const working = await shown("C1", /I look around\.[\s\S]*⏳ working/);
  const [stop] = elementsOf(working);
  await slack.clickRaw("UEVE", working, stop);
  await until("a refusal", async () => slack.whispers("UEVE").length === 1);
  expect(escapes()).toEqual([]);

  await slack.click("UADA", working, "⏹️ Stop");
  await shown("C1", /⏹️ Name of UADA stopped the agent\./);
  expect(escapes()).toHaveLength(1);
  await until("no button", async () => slack.in("C1").flatMap(elementsOf).length === 0);
  expect(slack.in("C1").map(wordsIn).join("\n")).not.toMatch(/⏳ working/);
  // An agent that waits would take the same key as a no to what it asks.
  await slack.clickRaw("UADA", working, stop);
  await slackHub.whispered("UADA", /not working on anything/);
  expect(escapes()).toHaveLength(1);
});

it("where it cannot be reached, the one who clicked is told why", async () => {
  const { slack, hub, shown, whispered } = slackHub;
  const path = hub.files.at("alone.jsonl");
  await hub.agent("alone", { transcriptPath: path }).post("SessionStart", { source: "startup" });
  const { id } = await agentIn(hub, "alone");
  await slack.mention("UMIN", "C2", `agent ${id}:`);
  await shown("C2", /에이전트 .*이야기|에이전트/);
  await saysAmidWork("alone", path, "I look there.");
  await slack.click("UMIN", await shown("C2", /I look there\.[\s\S]*⏳ 작업 중/), /멈추기/);
  const told = await whispered("UMIN", /여기서 에이전트를 멈추지 못했습니다/);
  expect(told.text).toMatch(/터미널에서 실행되고 있지 않습니다/);
  expect(elementsOf(await shown("C2", /I look there\./))).toHaveLength(1);
});
