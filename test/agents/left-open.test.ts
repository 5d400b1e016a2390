/**
 * A question whose call the client gave up, seen from the hub: how it ends with the agent's next
 * prompt or its exit, and how a late answer is handed over.
 */
import { expect, it } from "vitest";
import { choice } from "../support/choice.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";
import { type RawClient, startRawClient } from "../support/raw-mcp.ts";

/** An agent of Claude Code at work, with Askline as its MCP server. */
async function agentAtWork(hub: TestHub, sessionId: string) {
  const hooks = hub.agent(sessionId);
  await hooks.post("SessionStart", { source: "startup" });
  await hooks.post("UserPromptSubmit", { prompt: "Set up storage" });
  const client = startRawClient(hub.state, "claude-code", {
    ASKLINE_MCP_WAIT_SECONDS: "7200",
    CLAUDE_CODE_SESSION_ID: sessionId,
  });
  return { hooks, client, [Symbol.asyncDispose]: () => client.exit() };
}

type AgentAtWork = Awaited<ReturnType<typeof agentAtWork>>;

/** The agent asks. Returns once its question is in the conversation. */
async function ask(
  hub: TestHub,
  { hooks, client }: AgentAtWork,
  toolUseId = "toolu_left",
): Promise<{ id: string; call: ReturnType<RawClient["call"]> }> {
  const tool = { tool_name: "mcp__askline__provide_choice", tool_input: choice };
  await hooks.post("PreToolUse", { ...tool, tool_use_id: toolUseId });
  const call = client.call("provide_choice", choice, { "claudecode/toolUseId": toolUseId });
  const { id } = await hub.openAsk();
  await until("the question's turn", async () =>
    (await (await hub.get("/api/agents")).text()).includes("AWAITING_INPUT"),
  );
  return { id, call };
}

/** The call runs into the client's limit, and the agent ends its turn. */
async function timeOut(hub: TestHub, agent: AgentAtWork): Promise<string> {
  const { id, call } = await ask(hub, agent);
  agent.client.giveUp(call.id, "SdkError: Request timed out");
  await until("the ask to be left open", async () => (await hub.desk.load(id)).leftOpenAt);
  await agent.hooks.post("PostToolUseFailure", {
    tool_name: "mcp__askline__provide_choice",
    tool_input: choice,
    tool_use_id: "toolu_left",
    error: 'MCP server "askline" tool "provide_choice" timed out after 3s',
    is_interrupt: false,
  });
  await agent.hooks.post("Stop", { last_assistant_message: "Nobody answered." });
  return id;
}

it.each([
  ["the person's next prompt", "UserPromptSubmit", { prompt: "Take SQLite" }],
  ["the agent's exit", "SessionEnd", { reason: "prompt_input_exit" }],
])("a question that was left open ends with %s, and get_answers says so", async (_, hook, body) => {
  await using hub = await startHub();
  await using agent = await agentAtWork(hub, "left-open");
  const id = await timeOut(hub, agent);
  expect((await hub.desk.load(id)).outcome).toBeNull();
  await agent.hooks.post(hook, body);
  const { outcome } = await hub.desk.wait(id);
  expect(outcome).toMatchObject({ status: "abandoned", kind: "withdrawn" });
  const told = await agent.client.call("get_answers", {}).result;
  expect(told.structuredContent.answers).toMatchObject([{ session_id: id, status: "abandoned" }]);
  expect(told.content[0].text).toContain("withdrawn");
  const again = await agent.client.call("get_answers", {}).result;
  expect(again.structuredContent.answers).toEqual([]);
});

it("an answer after the agent's Stop is handed to it with its next prompt, once", async () => {
  await using hub = await startHub();
  await using agent = await agentAtWork(hub, "late-answer");
  const id = await timeOut(hub, agent);
  await hub.desk.answer(id, { answers: [{ optionIds: ["lite"] }] }, { surface: "phone" });
  const { body } = await agent.hooks.post("UserPromptSubmit", { prompt: "Go on" });
  expect(body.hookSpecificOutput).toMatchObject({ hookEventName: "UserPromptSubmit" });
  expect(body.hookSpecificOutput.additionalContext).toMatch(
    new RegExp(`session_id ${id} \\(Database\\)[\\s\\S]*→ SQLite`),
  );
  expect((await hub.desk.load(id)).taken).toMatchObject([{ by: expect.any(String) }]);
  expect((await agent.hooks.post("UserPromptSubmit", { prompt: "And now?" })).body).toEqual({});
  const fetched = await agent.client.call("get_answers", {}).result;
  expect(fetched.content[0].text).toBe("There are no new answers.");
});

it("another agent's prompt neither ends the question nor gets its answer", async () => {
  await using hub = await startHub();
  await using agent = await agentAtWork(hub, "asker");
  const id = await timeOut(hub, agent);
  const other = hub.agent("neighbour");
  await other.post("UserPromptSubmit", { prompt: "Hello" });
  await hub.desk.answer(id, { answers: [{ optionIds: ["lite"] }] }, { surface: "phone" });
  expect((await other.post("UserPromptSubmit", { prompt: "Well?" })).body).toEqual({});
  const fetched = await agent.client.call("get_answers", {}).result;
  expect(fetched.content[0].text).toContain("→ SQLite");
});

it("a prompt that is typed while the call waits leaves the question open", async () => {
  await using hub = await startHub();
  await using agent = await agentAtWork(hub, "still-waiting");
  const { id, call } = await ask(hub, agent);
  await agent.hooks.post("UserPromptSubmit", { prompt: "By the way" });
  await hub.desk.answer(id, { answers: [{ optionIds: ["lite"] }] }, { surface: "phone" });
  expect((await call.result).structuredContent.selection.selected_ids).toEqual(["lite"]);
});
