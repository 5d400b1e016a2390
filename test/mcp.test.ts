/** The MCP server through the official clients, answered by real processes. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { run, runJson } from "./support/askline.ts";
import { untilOpen, untilOpenAsk } from "./support/asks-in.ts";
import { clockAtRate } from "./support/child-clock.ts";
import { type Agent, type AgentOptions, startAgent } from "./support/mcp.ts";
import { patient } from "./support/patience.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";
import { startServing } from "./support/serving.ts";

const choice = {
  title: "Database",
  prompt: "I am setting up storage. **Which database** should it be? It is hard to change later.",
  selection_mode: "single",
  options: [
    { id: "pg", label: "Postgres", description: "boring", recommended: true },
    { id: "lite", label: "SQLite" },
  ],
  transport: "terminal",
};
/** Waits in the call instead of handing off. */
const waiting = { ...choice, hand_off: false };

async function open(options: AgentOptions = {}) {
  const files = openSandbox();
  const agent = await startAgent(files.path, options);
  return {
    files,
    agent,
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
      files[Symbol.dispose]();
    },
  };
}

/** Waits for the one open ask. */
const openAsk = (files: Sandbox) => untilOpenAsk(files.path);

describe.each([
  ["the newer client", false],
  ["the older client", true],
])("with %s", (_, older) => {
  it("[C-01] a valid request is asked and answered, the same in text and structure", async () => {
    await using test = await open({ older });
    const calling = test.agent.call("provide_choice", {
      ...waiting,
      default_selection_ids: ["lite"],
      option_annotations: true,
      timeout_seconds: 60,
    });
    const ask = await openAsk(test.files);
    await run(test.files.path, ["answer", ask.id, "postgres", "--note", "v16"]);
    const result = await calling;
    expect(result.structuredContent).toMatchObject({
      action_status: "selected",
      selection: {
        selected_ids: ["pg"],
        custom_input: null,
        global_annotation: "v16",
        summary: "→ Postgres — boring",
        url: null,
      },
      session_id: ask.id,
      provenance: { by: "person", surface: "command" },
    });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
  });

  it("every tool is listed and works", async () => {
    await using test = await open({ older });
    const tools = await test.agent.tools();
    expect(tools.map((tool) => tool.name)).toEqual([
      "provide_choice",
      "ask_user_questions",
      "get_answers",
      "list_open_questions",
    ]);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        inputSchema: { type: "object" },
        annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      });
      expect(tool.description.length).toBeGreaterThan(20);
      // Some providers' JSON Schema dialects do not support a list of types.
      expect(JSON.stringify([tool.inputSchema, tool.outputSchema])).not.toMatch(/"type":\[/);
    }
    const asked = await test.agent.call("ask_user_questions", {
      questions: [{ prompt: "Name?" }],
      nonBlocking: true,
    });
    const [, id] = /session_id (\S+)\./.exec(asked.content[0].text) ?? [];
    expect((await test.agent.call("list_open_questions", {})).content[0].text).toContain(id);
    await run(test.files.path, ["answer", String(id), "orders"]);
    expect((await test.agent.call("get_answers", { session_id: id })).content[0].text).toBe(
      "1. Name?\n→ Other: 'orders'",
    );
    expect((await test.agent.call("list_open_questions", {})).content[0].text).toBe(
      "You have no open questions.",
    );
  });

  it("[C-01] a malformed request names every wrong field, and nobody is asked", async () => {
    await using test = await open({ older });
    // A client that has listed the tools checks structured content by their schemas.
    await test.agent.tools();
    const result = await test.agent.call("provide_choice", {
      title: 7,
      selection_mode: "single",
      options: [{ label: "A" }],
      max_selections: 3,
    });
    expect(result.isError).toBe(true);
    for (const field of ["title", "prompt", "options.0.id", "max_selections"])
      expect(result.content[0].text).toContain(field);
    expect(result.structuredContent.error).toEqual({
      code: "invalid_request",
      message: expect.stringContaining("prompt: It is missing."),
      suggestion: expect.any(String),
      problems: [
        { field: "title", message: "It has to be a text, not a number." },
        { field: "prompt", message: "It is missing." },
        { field: "options.0.id", message: "It is missing." },
        { field: "max_selections", message: expect.stringMatching(/does not fit/) },
      ],
    });
    expect(await runJson(test.files.path, ["list", "--all"])).toEqual([]);
  });
});

describe("hand-off", () => {
  it("[C-03] a terminal request returns at once with the command, the page and the session id", async () => {
    await using hub = await startServing({});
    await using agent = await startAgent(hub.state);
    const { structuredContent } = await agent.call("provide_choice", choice);
    expect(structuredContent).toMatchObject({
      action_status: "pending_terminal_launch",
      provenance: null,
    });
    const { session_id: id, selection } = structuredContent;
    expect(selection.summary.split("\n").at(-1)).toMatch(new RegExp(`answer ${id}`));
    // Plain: no code and no token, so it can stand in a transcript.
    expect(selection.url).toBe(`${hub.site}/choice/${id}`);
    expect(hub.files.readJson("sessions", id, "status.json").expiresAt).not.toBeNull();
    const polled = await agent.call("provide_choice", { session_id: id });
    expect(polled.structuredContent).toEqual(structuredContent);
  });

  it("[C-03] without a hub there is no page, and the command alone stands in the summary", async () => {
    await using test = await open();
    const { structuredContent } = await test.agent.call("provide_choice", choice);
    const { session_id: id, selection } = structuredContent;
    expect(selection.url).toBeNull();
    expect(selection.summary.split("\n").at(-1)).toMatch(new RegExp(`answer ${id}`));
  });

  it("tells an agent that runs it without a terminal to find one, not how to answer", async () => {
    await using test = await open();
    const { session_id: id } = (await test.agent.call("provide_choice", choice)).structuredContent;
    const { code, stderr } = await run(test.files.path, ["answer", id]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/no terminal here[\s\S]*Nobody else answers for them/);
    expect(stderr).not.toMatch(/answer \S+ 1/);
  });

  it("polls of an unfinished hand-off say so again; a bad id is an error of its own", async () => {
    await using test = await open();
    const { structuredContent: first } = await test.agent.call("provide_choice", choice);
    expect(
      (await test.agent.call("provide_choice", { session_id: first.session_id })).structuredContent,
    ).toEqual(first);
    const unknown = await test.agent.call("provide_choice", {
      session_id: "6f1c2a9e-3b7d-4c1a-9f10-2d3e4f5a6b7c",
    });
    expect(unknown).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("Session not found") }],
    });
    expect(await test.agent.call("provide_choice", { session_id: "../x" })).toMatchObject({
      isError: true,
    });
  });

  it("[C-07] if nobody attaches, the deadline settles it, and the next call says so", async () => {
    await using test = await open();
    const request = {
      ...choice,
      transport: "terminal",
      timeout_seconds: 0.3,
      default_selection_ids: ["lite"],
    };
    const { structuredContent } = await test.agent.call("provide_choice", request);
    let result = structuredContent;
    while (result.action_status === "pending_terminal_launch") {
      result = (
        await test.agent.call("provide_choice", { session_id: structuredContent.session_id })
      ).structuredContent;
    }
    expect(result).toMatchObject({
      action_status: "timeout",
      selection: { selected_ids: ["lite"] },
      provenance: { by: "default" },
    });
    const again = await test.agent.call("provide_choice", {
      session_id: structuredContent.session_id,
    });
    expect(again.structuredContent).toMatchObject({
      action_status: "timeout",
      selection: { selected_ids: ["lite"] },
      provenance: result.provenance,
      already_fetched_at: expect.any(String),
    });
  });

  it("[C-21] every transport's deadline is five minutes unless set otherwise", async () => {
    await using test = await open();
    const seconds = async (title: string, request: object) => {
      const calling = test.agent.call("provide_choice", { ...choice, title, ...request });
      const { id, createdAt, expiresAt } = await openAsk(test.files);
      await run(test.files.path, ["reject", id]);
      await calling;
      return (Date.parse(String(expiresAt)) - Date.parse(createdAt)) / 1000;
    };
    expect(await seconds("Terminal", { transport: "terminal" })).toBe(300);
    expect(await seconds("Web", { transport: "web" })).toBe(300);
    expect(await seconds("Given", { timeout_seconds: 60 })).toBe(60);
    test.files.writeJson({ timeoutSeconds: 45 }, "interaction.json");
    expect(await seconds("Saved", {})).toBe(45);
  });

  it("is turned off by a setting: then the call waits", async () => {
    await using test = await open({ env: { ASKLINE_HAND_OFF: "false" } });
    const calling = test.agent.call("provide_choice", choice);
    const ask = await openAsk(test.files);
    await run(test.files.path, ["reject", ask.id, "--reason", "not now"]);
    expect((await calling).structuredContent).toMatchObject({
      action_status: "cancelled",
      selection: { summary: expect.stringContaining("not now") },
    });
  });
});

describe("waiting calls", () => {
  it("[C-21] end with a timeout that is told apart from a cancel", async () => {
    await using test = await open();
    const { structuredContent } = await test.agent.call("provide_choice", {
      ...waiting,
      timeout_seconds: 0.3,
    });
    expect(structuredContent).toMatchObject({
      action_status: "timeout",
      selection: { selected_ids: [] },
      provenance: { by: "rule", surface: "deadline" },
    });
  });

  it("that a person cancels in the client withdraw the question everywhere", async () => {
    await using test = await open();
    const cancel = new AbortController();
    const calling = test.agent.call("provide_choice", waiting, { signal: cancel.signal });
    const ask = await openAsk(test.files);
    const watching = runJson(test.files.path, ["wait", ask.id]);
    cancel.abort("AbortError: user-cancel");
    await expect(calling).rejects.toThrow();
    expect(await watching).toMatchObject({ status: "abandoned", outcome: { kind: "withdrawn" } });
  });

  it("whose client goes away withdraw it too, however it goes", async () => {
    for (const goes of ["closes", "is terminated"]) {
      using files = openSandbox();
      const agent = await startAgent(files.path);
      const calling = agent.call("provide_choice", waiting).catch(() => "gone");
      const ask = await openAsk(files);
      const watching = runJson(files.path, ["wait", ask.id]);
      if (goes === "closes") await agent[Symbol.asyncDispose]();
      else process.kill(agent.pid(), "SIGTERM");
      expect(await watching).toMatchObject({ outcome: { status: "abandoned", kind: "withdrawn" } });
      expect(await calling).toBe("gone");
      await agent[Symbol.asyncDispose]();
    }
  });

  it("return pending before a client's limit; the id fetches the later answer", async () => {
    await using test = await open({ env: { ASKLINE_MCP_WAIT_SECONDS: "0.2" } });
    const { structuredContent } = await test.agent.call("provide_choice", waiting);
    expect(structuredContent).toMatchObject({
      action_status: "pending",
      provenance: null,
      selection: { selected_ids: [] },
    });
    expect(
      test.files.readJson("sessions", structuredContent.session_id, "status.json").owner.mode,
    ).toBe("detached");
    await run(test.files.path, ["answer", structuredContent.session_id, "sqlite"]);
    const unread = await test.agent.call("get_answers", {});
    expect(unread.content[0].text).toMatch(/session_id \S+ \(Database\)\n1\. [\s\S]*→ SQLite/);
    expect((await test.agent.call("get_answers", {})).content[0].text).toBe(
      "There are no new answers.",
    );
    const fetched = await test.agent.call("provide_choice", {
      session_id: structuredContent.session_id,
    });
    expect(fetched.structuredContent).toMatchObject({
      action_status: "selected",
      selection: { selected_ids: ["lite"] },
    });
  });

  it("of the same question share one ask for one caller, not for another", async () => {
    await using test = await open();
    const calls = [
      test.agent.call("provide_choice", waiting),
      test.agent.call("provide_choice", waiting),
    ];
    const ask = await openAsk(test.files);
    await using stranger = await startAgent(test.files.path, { name: "stranger" });
    const theirs = stranger.call("provide_choice", waiting);
    const open_ = await untilOpen(test.files.path, 2);
    expect(open_).toHaveLength(2);
    await run(test.files.path, ["answer", ask.id, "1"]);
    const results = await Promise.all(calls);
    expect(results.map((result) => result.structuredContent.session_id)).toEqual([ask.id, ask.id]);
    const other = open_.find(({ id }) => id !== ask.id);
    await run(test.files.path, ["answer", String(other?.id), "2"]);
    expect((await theirs).structuredContent.selection.selected_ids).toEqual(["lite"]);
  });

  it("of the same question by two processes of a client are two separate asks", async () => {
    await using test = await open();
    await using twin = await startAgent(test.files.path);
    const cancel = new AbortController();
    const cancelled = test.agent.call("provide_choice", waiting, { signal: cancel.signal });
    const { id } = await openAsk(test.files);
    const theirs = twin.call("provide_choice", waiting);
    const listed = await untilOpen(test.files.path, 2);
    cancel.abort("AbortError: user-cancel");
    await expect(cancelled).rejects.toThrow();
    const other = listed.find((ask) => ask.id !== id);
    await run(test.files.path, ["answer", String(other?.id), "2"]);
    expect((await theirs).structuredContent.selection.selected_ids).toEqual(["lite"]);
    expect((await twin.call("get_answers", {})).content[0].text).toBe("There are no new answers.");
  });

  it("tell a client that listens at once and every 15 seconds what they wait for", async () => {
    await using test = await open({ older: true, env: clockAtRate(15) });
    const heard: (string | undefined)[] = [];
    const calling = test.agent.call("provide_choice", waiting, {
      onprogress: ({ message }) => heard.push(message),
      timeout: patient(50_000),
    });
    const ask = await openAsk(test.files);
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2);
    await run(test.files.path, ["answer", ask.id, "1"]);
    await calling;
    expect(heard.slice(0, 2)).toEqual([
      expect.stringMatching(
        /^Waiting for a person to answer "Database"\. They can use: askline answer [0-9a-f]{8}$/,
      ),
      expect.stringMatching(
        /Waiting for a person to answer "Database" \(15 s\).*askline answer [0-9a-f]{8}/,
      ),
    ]);
  });

  it("ask_user_questions has no deadline by default, and names every wrong question", async () => {
    await using test = await open();
    const calling = test.agent.call("ask_user_questions", {
      context: "Before the release",
      questions: [
        {
          prompt: "Which checks?",
          selectionMode: "multi",
          options: [{ label: "Types" }, { label: "Tests" }],
        },
        { prompt: "Tag?" },
      ],
    });
    const ask = await openAsk(test.files);
    expect(ask.expiresAt).toBeNull();
    await run(test.files.path, ["answer", ask.id, "none", "v1"]);
    expect((await calling).content).toEqual([
      { type: "text", text: "1. Which checks?\n→ (No selection)\n\n2. Tag?\n→ Other: 'v1'" },
    ]);
    const wrong = await test.agent.call("ask_user_questions", {
      questions: [
        { prompt: "A?", options: [{ label: "x" }, { label: "x" }] },
        { prompt: "B?", selectionMode: "single" },
        { prompt: "" },
      ],
    });
    expect(wrong.isError).toBe(true);
    expect(wrong.content[0].text).toMatch(
      /questions\.2\.prompt: [\s\S]*questions\.0: .*"x"[\s\S]*questions\.1: /,
    );
  });
});

describe("the decision policy", () => {
  it("[C-12] reaches the model in instructions, tool descriptions and skill", async () => {
    await using test = await open({ older: true });
    const skill = readFileSync(
      fileURLToPath(new URL("../skills/askline/SKILL.md", import.meta.url)),
      "utf8",
    );
    const [provide, several] = await test.agent.tools();
    for (const text of [
      test.agent.instructions() ?? "",
      provide.description,
      several.description,
      skill,
    ]) {
      expect(text).toMatch(/more than two reasonable ways/);
      expect(text).toMatch(/destructive/);
      expect(text).toMatch(/configuration .* is missing/);
      expect(text).toMatch(/what you are doing now and the reason a decision is needed/);
    }
    expect(provide.description).toMatch(/single-use/);
    expect(provide._meta).toMatchObject({ "anthropic/alwaysLoad": true });
    expect(provide.inputSchema.properties.prompt.description).toMatch(
      /what you are doing now and why/,
    );
  });

  it("[C-12] the agent follows the choice: a destructive step waits for it", async () => {
    await using test = await open();
    const table = test.files.at("orders.table");
    test.files.writeJson({ rows: 3 }, "orders.table");
    const deleting = deleteIfAllowed(test.agent, table);
    const ask = await openAsk(test.files);
    expect(existsSync(table)).toBe(true);
    await run(test.files.path, ["answer", ask.id, "keep it"]);
    expect(await deleting).toBe("kept");
    expect(existsSync(table)).toBe(true);
  });
});

/** An agent that follows the policy. */
async function deleteIfAllowed(agent: Agent, table: string): Promise<string> {
  const { structuredContent } = await agent.call("provide_choice", {
    title: "Delete table",
    prompt: `I am cleaning up and ${table} looks unused. Deleting it cannot be undone, so you decide.`,
    selection_mode: "single",
    options: [
      { id: "keep", label: "Keep it", recommended: true },
      { id: "delete", label: "Delete it" },
    ],
    hand_off: false,
  });
  const isAllowed =
    structuredContent.action_status === "selected" &&
    structuredContent.selection.selected_ids[0] === "delete";
  return isAllowed ? "deleted" : "kept";
}

describe("eight servers at once", () => {
  it("mix nothing up", async () => {
    using files = openSandbox();
    const agents = await Promise.all(
      Array.from({ length: 8 }, (_, number) => startAgent(files.path, { name: `agent-${number}` })),
    );
    try {
      const calls = agents.map((agent, number) =>
        agent.call("provide_choice", { ...waiting, title: `Question ${number}` }),
      );
      const asks = await untilOpen(files.path, 8);
      await Promise.all(
        asks.map(({ id, questions }) => {
          const number = Number(questions[0]?.title.split(" ")[1]);
          return run(files.path, [
            "answer",
            id,
            String((number % 2) + 1),
            "--note",
            `for ${number}`,
          ]);
        }),
      );
      const results = await Promise.all(calls);
      expect(results.map(({ structuredContent }) => structuredContent.selection)).toMatchObject(
        Array.from({ length: 8 }, (_, number) => ({
          selected_ids: [number % 2 === 0 ? "pg" : "lite"],
          global_annotation: `for ${number}`,
        })),
      );
    } finally {
      await Promise.all(agents.map((agent) => agent[Symbol.asyncDispose]()));
    }
  });
});

it("a caller that waits is among the agents meanwhile, by the name that it gave itself", async () => {
  await using test = await open({ name: "some-editor" });
  const calling = test.agent.call("provide_choice", waiting);
  const { id } = await openAsk(test.files);
  expect(await runJson(test.files.path, ["agents"])).toMatchObject([
    { id: null, client: "some-editor", state: "AWAITING_INPUT", question: waiting.title },
  ]);
  expect((await run(test.files.path, ["agents"])).stdout).toMatch(/some-editor +waiting for you/);
  await run(test.files.path, ["answer", id, "postgres"]);
  await calling;
  expect(await runJson(test.files.path, ["agents"])).toEqual([]);
});
