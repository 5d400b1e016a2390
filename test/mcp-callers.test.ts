/**
 * What becomes of a question whose call ends before its answer: by the client's time-out, by a
 * person's cancel, or with the client.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { run, runJson } from "./support/askline.ts";
import { asksIn, untilOpenAsk } from "./support/asks-in.ts";
import { clockAtRate } from "./support/child-clock.ts";
import { choice } from "./support/choice.ts";
import { startAgent } from "./support/mcp.ts";
import { until } from "./support/patience.ts";
import { type RawClient, startRawClient } from "./support/raw-mcp.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

const other = { ...choice, title: "Cache", prompt: "Which cache?" };
const FOR_HOURS = { ASKLINE_MCP_WAIT_SECONDS: "7200" };
const TIMED_OUT = "SdkError: Request timed out";
const BY_PERSON = "AbortError: user-cancel";

/** Waits for the open ask with this title. */
function openAsk(files: Sandbox, title = choice.title) {
  return untilOpenAsk(files.path, ({ questions }) => questions[0]?.title === title);
}

/** Waits until nobody waits in a call for the ask any more. */
function untilDetached(files: Sandbox, id: string) {
  return until("the ask to be left open", () => {
    const { owner, leftOpenAt } = files.readJson("sessions", id, "status.json");
    return owner.mode === "detached" && leftOpenAt !== undefined;
  });
}

/** Asks, and gives the call up once the question is open. Returns the question's id. */
async function askAndGiveUp(files: Sandbox, client: RawClient, reason?: string): Promise<string> {
  const calling = client.call("provide_choice", choice);
  const { id } = await openAsk(files);
  client.giveUp(calling.id, reason);
  return id;
}

describe.each([
  ["60 s", "some-client"],
  ["110 s", "claude-code"],
  ["300 s", "codex-mcp-client"],
  ["no limit", "opencode"],
])("a client with %s", (limit, name) => {
  it.each([
    ["with a reason", TIMED_OUT],
    ["with a reason that fits a cancel too", "MCP response future dropped"],
    ["without a reason", undefined],
  ])("whose call times out %s gets the answer given afterwards", async (_, reason) => {
    using files = openSandbox();
    await using client = startRawClient(files.path, name, FOR_HOURS);
    const id = await askAndGiveUp(files, client, reason);
    await untilDetached(files, id);
    expect((await run(files.path, ["answer", id, "sqlite"])).code).toBe(0);
    const fetched = await client.call("get_answers", {}).result;
    expect(fetched.content[0].text).toMatch(new RegExp(`session_id ${id} [\\s\\S]*→ SQLite`));
    expect(fetched.structuredContent.answers).toMatchObject([
      { session_id: id, status: "completed", text: expect.stringContaining("→ SQLite") },
    ]);
    const again = await client.call("get_answers", {}).result;
    expect(again.content[0].text).toBe("There are no new answers.");
  });

  it("is told that the question is open before it gives up, and fetches the answer", async () => {
    using files = openSandbox();
    const clock = limit === "no limit" ? {} : clockAtRate(1_000);
    await using client = startRawClient(files.path, name, clock);
    const { result } = client.call("provide_choice", { ...choice, timeout_seconds: 86_400 });
    if (limit !== "no limit") {
      expect((await result).structuredContent.action_status).toBe("pending");
    }
    const { id } = await openAsk(files);
    await run(files.path, ["answer", id, "sqlite"]);
    const answered =
      limit === "no limit"
        ? await result
        : await client.call("provide_choice", { session_id: id }).result;
    expect(answered.structuredContent.selection.selected_ids).toEqual(["lite"]);
  });
});

describe("a question whose call timed out", () => {
  it("gets its answer to the agent with the next call, whatever that asks", async () => {
    using files = openSandbox();
    await using client = startRawClient(files.path, "claude-code", FOR_HOURS);
    const id = await askAndGiveUp(files, client, TIMED_OUT);
    await untilDetached(files, id);
    await run(files.path, ["answer", id, "sqlite"]);
    const next = client.call("provide_choice", other);
    await run(files.path, ["answer", (await openAsk(files, "Cache")).id, "1"]);
    const result = await next.result;
    expect(result.structuredContent).toMatchObject({
      selection: { selected_ids: ["pg"] },
      earlier_answers: [{ session_id: id, text: expect.stringContaining("→ SQLite") }],
    });
    expect(result.content.at(-1).text).toMatch(/earlier question[\s\S]*→ SQLite/);
    const after = await client.call("list_open_questions", {}).result;
    expect(after.structuredContent.earlier_answers).toBeUndefined();
  });

  it("is not asked again: a repeat waits for the same ask, or gets its answer", async () => {
    using files = openSandbox();
    await using client = startRawClient(files.path, "claude-code", FOR_HOURS);
    const id = await askAndGiveUp(files, client, TIMED_OUT);
    await untilDetached(files, id);
    const repeat = client.call("provide_choice", choice);
    await until("a call to wait again", () => {
      const { owner } = files.readJson("sessions", id, "status.json");
      return owner.mode === "blocking";
    });
    client.giveUp(repeat.id, TIMED_OUT);
    await until("it to be left again", () => {
      const { owner } = files.readJson("sessions", id, "status.json");
      return owner.mode === "detached";
    });
    await run(files.path, ["answer", id, "sqlite"]);
    expect((await client.call("provide_choice", choice).result).structuredContent).toMatchObject({
      session_id: id,
      selection: { selected_ids: ["lite"] },
    });
    expect(await runJson(files.path, ["list", "--all"])).toHaveLength(1);
  });

  it("ends with the agent, also if nobody answered", async () => {
    using files = openSandbox();
    const client = startRawClient(files.path, "claude-code", FOR_HOURS);
    const id = await askAndGiveUp(files, client, TIMED_OUT);
    await untilDetached(files, id);
    await client.exit();
    const [ask] = await runJson(files.path, ["list", "--all"]);
    expect(ask.outcome).toMatchObject({ status: "abandoned", kind: "withdrawn" });
  });
});

it("a person's cancel withdraws the question everywhere", async () => {
  using files = openSandbox();
  await using client = startRawClient(files.path, "claude-code", FOR_HOURS);
  const calling = client.call("provide_choice", choice);
  const { id } = await openAsk(files);
  const watching = runJson(files.path, ["wait", id]);
  client.giveUp(calling.id, BY_PERSON);
  expect(await watching).toMatchObject({ outcome: { status: "abandoned", kind: "withdrawn" } });
  const fetched = await client.call("get_answers", {}).result;
  expect(fetched.content[0].text).toBe("There are no new answers.");
});

it.each([
  ["cancel-esc", "abandoned"],
  ["cancel-timeout", "pending"],
])("after what Claude Code sends in %s the question is %s", async (scene, status) => {
  using files = openSandbox();
  await using client = startRawClient(files.path, "", FOR_HOURS);
  const file = new URL(`./fixtures/claude-code/${scene}/mcp.jsonl`, import.meta.url);
  for (const line of readFileSync(file, "utf8").trim().split("\n")) {
    const { msg } = JSON.parse(line);
    // The recorded call went to another tool, and was given up while that worked.
    if (msg.method === "tools/call") {
      msg.params.name = "provide_choice";
      msg.params.arguments = choice;
    }
    if (msg.method === "notifications/cancelled") await openAsk(files);
    client.send(msg);
  }
  const ask = await until("the end of the call", async () => {
    const [one] = await asksIn(files.path);
    return one !== undefined && (one.outcome !== null || one.owner?.mode === "detached") && one;
  });
  expect(ask.outcome?.status ?? "pending").toBe(status);
});

describe("only the asker", () => {
  it("withdraws: another agent that fetches by the id and cancels changes nothing", async () => {
    using files = openSandbox();
    await using asker = startRawClient(files.path, "claude-code", FOR_HOURS);
    await using stranger = startRawClient(files.path, "stranger", FOR_HOURS);
    const asked = asker.call("provide_choice", choice);
    const { id } = await openAsk(files);
    for (const [tool, args] of [
      ["get_answers", { session_id: id }],
      ["provide_choice", { session_id: id }],
    ] as const) {
      const fetching = stranger.call(tool, args);
      // Its own later call is answered only after the server has begun with the first.
      await stranger.call("list_open_questions", {}).result;
      stranger.giveUp(fetching.id, BY_PERSON);
      await stranger.call("list_open_questions", {}).result;
    }
    expect(files.readJson("sessions", id, "status.json")).toMatchObject({
      status: "pending",
      owner: { mode: "blocking" },
    });
    await run(files.path, ["answer", id, "1"]);
    expect((await asked.result).structuredContent.action_status).toBe("selected");
  });

  it("is counted: what another agent fetched is still new to the asker", async () => {
    using files = openSandbox();
    await using asker = startRawClient(files.path, "claude-code", FOR_HOURS);
    await using stranger = startRawClient(files.path, "stranger", FOR_HOURS);
    await asker.call("ask_user_questions", { questions: [{ prompt: "Name?" }], nonBlocking: true })
      .result;
    const { id } = await openAsk(files, "Name?");
    await run(files.path, ["answer", id, "orders"]);
    const theirs = await stranger.call("get_answers", { session_id: id }).result;
    expect(theirs.content[0].text).toContain("orders");
    expect((await asker.call("get_answers", {}).result).content[0].text).toContain("orders");
    expect((await asker.call("get_answers", {}).result).content[0].text).toBe(
      "There are no new answers.",
    );
  });

  it("keeps its question when it cancels its own fetch, and the answer is still new", async () => {
    using files = openSandbox();
    await using asker = startRawClient(files.path, "claude-code", FOR_HOURS);
    await asker.call("ask_user_questions", { questions: [{ prompt: "Name?" }], nonBlocking: true })
      .result;
    const { id } = await openAsk(files, "Name?");
    for (const reason of [BY_PERSON, TIMED_OUT, undefined]) {
      const fetching = asker.call("get_answers", { session_id: id });
      await asker.call("list_open_questions", {}).result;
      asker.giveUp(fetching.id, reason);
      await asker.call("list_open_questions", {}).result;
    }
    // It was asked without waiting, so no call's end says anything about it.
    const status = files.readJson("sessions", id, "status.json");
    expect(status).toMatchObject({ status: "pending", owner: { mode: "detached" } });
    expect(status.leftOpenAt).toBeUndefined();
    await run(files.path, ["answer", id, "orders"]);
    expect((await asker.call("get_answers", {}).result).content[0].text).toContain("orders");
  });
});

it("a poll that is cancelled leaves the question open, until the agent ends", async () => {
  using files = openSandbox();
  await using client = startRawClient(files.path, "claude-code", {
    ASKLINE_MCP_WAIT_SECONDS: "1",
  });
  const { structuredContent } = await client.call("provide_choice", choice).result;
  const { session_id: id } = structuredContent;
  for (const reason of [BY_PERSON, TIMED_OUT]) {
    const polling = client.call("get_answers", { session_id: id });
    client.giveUp(polling.id, reason);
    await client.call("list_open_questions", {}).result;
  }
  expect(files.readJson("sessions", id, "status.json").status).toBe("pending");
  await run(files.path, ["answer", id, "sqlite"]);
  const fetched = await client.call("get_answers", {}).result;
  expect(fetched.content[0].text).toContain("→ SQLite");
});

it("every tool says what it returns, and get_answers does not claim to be idempotent", async () => {
  using files = openSandbox();
  await using agent = await startAgent(files.path);
  for (const tool of await agent.tools()) {
    expect(tool.outputSchema, tool.name).toMatchObject({ type: "object" });
    expect(tool.annotations.idempotentHint ?? false, tool.name).toBe(
      tool.name === "list_open_questions",
    );
  }
  const asked = await agent.call("ask_user_questions", {
    questions: [{ prompt: "Name?" }],
    nonBlocking: true,
  });
  const { session_id: id } = asked.structuredContent;
  expect(asked.structuredContent).toEqual({
    status: "pending",
    session_id: id,
    text: asked.content[0].text,
  });
  expect((await agent.call("list_open_questions", {})).structuredContent).toMatchObject({
    questions: [{ session_id: id, title: "Name?" }],
    text: expect.stringContaining(id),
  });
  await run(files.path, ["answer", id, "orders"]);
  expect((await agent.call("get_answers", {})).structuredContent).toMatchObject({
    answers: [{ session_id: id, status: "completed", text: "1. Name?\n→ Other: 'orders'" }],
  });
});

it.each([
  ["Claude Code's MCP_TOOL_TIMEOUT", "claude-code", { MCP_TOOL_TIMEOUT: "3000" }, null],
  ["Claude Code's .mcp.json", "claude-code", {}, ".mcp.json"],
  ["Claude Code's own file", "claude-code", {}, ".claude.json"],
  ["Gemini CLI's settings", "gemini-cli", {}, ".gemini/settings.json"],
  ["opencode's settings", "opencode", {}, ".config/opencode/opencode.json"],
  ["Codex's settings", "codex-mcp-client", {}, ".codex/config.toml"],
] as const)("%s is heeded: a call is back before it", async (_, name, env, file) => {
  using files = openSandbox();
  const entry = { command: "npx", args: ["askline", "mcp"], timeout: 3_000 };
  if (file !== null) {
    mkdirSync(dirname(files.at(file)), { recursive: true });
    const text = JSON.stringify({ mcpServers: { mine: entry }, mcp: { mine: entry } });
    writeFileSync(files.at(file), file.endsWith(".toml") ? CODEX_TABLE : text);
  }
  await using agent = await startAgent(files.path, {
    name,
    cwd: files.path,
    env: { HOME: files.path, ...env },
  });
  // Without the limit, the call would wait for as long as the clients do by default.
  const { structuredContent } = await agent.call("provide_choice", choice);
  expect(structuredContent.action_status).toBe("pending");
});

const CODEX_TABLE = `model = "x"

[mcp_servers.other]
command = "other"
tool_timeout_sec = 1

[mcp_servers.mine]
command = "askline"
args = ["mcp"]
tool_timeout_sec = 3
`;
