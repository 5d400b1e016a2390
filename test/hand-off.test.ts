/** A question handed off to a terminal: the command from the tool's result, run in a real terminal. */
import { describe, expect, it } from "vitest";
import { run, runJson } from "./support/askline.ts";
import { startAgent } from "./support/mcp.ts";
import { openSandbox } from "./support/sandbox.ts";
import { openTerminal } from "./support/tmux.ts";

const choice = {
  title: "Database",
  prompt: "Which **database** should I set up? It is hard to change later.",
  selection_mode: "single",
  options: [
    { id: "pg", label: "Postgres", description: "boring", recommended: true },
    { id: "lite", label: "SQLite" },
  ],
  transport: "terminal",
};

async function open() {
  const files = openSandbox();
  const agent = await startAgent(files.path);
  const terminal = openTerminal();
  return {
    files,
    agent,
    terminal,
    async handOff(request: object = {}) {
      const { structuredContent } = await agent.call("provide_choice", { ...choice, ...request });
      return {
        id: structuredContent.session_id as string,
        command: structuredContent.selection.summary.split("\n").at(-1) as string,
      };
    },
    say(line: string) {
      terminal.type(line);
      terminal.press("Enter");
    },
    async [Symbol.asyncDispose]() {
      terminal[Symbol.dispose]();
      await agent[Symbol.asyncDispose]();
      files[Symbol.dispose]();
    },
  };
}

describe("hand-off", () => {
  it("[C-05] the returned command opens the question in a terminal, with its deadline", async () => {
    await using test = await open();
    const { id, command } = await test.handOff();
    test.say(command);
    const screen = await test.terminal.until(/Postgres/);
    expect(screen).toMatch(/SQLite/);
    const status = test.files.readJson("sessions", id, "status.json");
    expect(status.attachment).toMatchObject({ pid: expect.any(Number), at: expect.any(String) });
    expect(Date.parse(status.expiresAt) - Date.parse(status.createdAt)).toBe(300_000);
  });

  it("[C-06] what the person chooses there is the result of the next call, and of every call after it", async () => {
    await using test = await open();
    const { id, command } = await test.handOff();
    test.say(`${command}; echo "code $?"`);
    await test.terminal.until(/SQLite/);
    test.terminal.press("2");
    test.terminal.press("Enter");
    await test.terminal.until(/code 0/);
    const results = [
      await test.agent.call("provide_choice", { session_id: id }),
      await test.agent.call("provide_choice", { session_id: id }),
    ];
    for (const { structuredContent } of results) {
      expect(structuredContent).toMatchObject({
        action_status: "selected",
        selection: { selected_ids: ["lite"] },
        session_id: id,
        provenance: { by: "person", surface: "terminal" },
      });
    }
  });

  it("[C-06] a session is used once: a second terminal is refused with a sentence, and the first goes on", async () => {
    await using test = await open();
    const { id, command } = await test.handOff();
    test.say(command);
    await test.terminal.until(/SQLite/);
    using second = openTerminal();
    second.type(`${command}; echo "code $?"`);
    second.press("Enter");
    await second.until(/already opened in another terminal[\s\S]*code [1-9]/);
    test.terminal.press("1");
    test.terminal.press("Enter");
    const settled = await runJson(test.files.path, ["wait", id]);
    expect(settled).toMatchObject({
      status: "completed",
      outcome: { reply: { answers: [{ optionIds: ["pg"] }] } },
    });
    second.type(`${command}; echo "code $?"`);
    second.press("Enter");
    await second.until(/already completed/);
  });

  it("[C-06] a cancel in the terminal comes back as cancelled", async () => {
    await using test = await open();
    const { id, command } = await test.handOff();
    test.say(`${command}; echo "code $?"`);
    await test.terminal.until(/SQLite/);
    test.terminal.press("Escape");
    await test.terminal.until(/Esc once more/);
    test.terminal.press("Escape");
    await test.terminal.until(/code 3/);
    const { structuredContent } = await test.agent.call("provide_choice", { session_id: id });
    expect(structuredContent).toMatchObject({
      action_status: "cancelled",
      selection: { selected_ids: [] },
    });
  });

  it("[C-07] with a terminal attached but nobody choosing, the deadline still holds", async () => {
    await using test = await open();
    const { id, command } = await test.handOff({
      timeout_seconds: 4,
      default_selection_ids: ["lite"],
    });
    test.say(`${command}; echo "code $?"`);
    await test.terminal.until(/Postgres/);
    await test.terminal.until(/code 4/);
    const { structuredContent } = await test.agent.call("provide_choice", { session_id: id });
    expect(structuredContent).toMatchObject({
      action_status: "timeout",
      selection: { selected_ids: ["lite"] },
      provenance: { by: "default" },
    });
  });

  it("can be answered from anywhere else meanwhile", async () => {
    await using test = await open();
    const { id, command } = await test.handOff();
    test.say(`${command}; echo "code $?"`);
    await test.terminal.until(/SQLite/);
    await run(test.files.path, ["answer", id, "postgres"]);
    await test.terminal.until(/code 0/);
    const { structuredContent } = await test.agent.call("provide_choice", { session_id: id });
    expect(structuredContent).toMatchObject({
      action_status: "selected",
      provenance: { surface: "command" },
    });
  });
});
