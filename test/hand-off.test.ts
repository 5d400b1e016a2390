/**
 * A question handed off to a terminal: the command from the tool's result, run in a real terminal.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openDesk } from "../src/askline.ts";
import { run, runJson } from "./support/askline.ts";
import { startAgent } from "./support/mcp.ts";
import { until } from "./support/patience.ts";
import { openSandbox } from "./support/sandbox.ts";
import { openTerminal } from "./support/tmux.ts";

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

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
    async poll(id: string) {
      return (await agent.call("provide_choice", { session_id: id })).structuredContent;
    },
    /** The poll's result once it says that the terminal is gone. */
    async untilClosed(id: string) {
      for (;;) {
        const polled = await this.poll(id);
        if (polled.hand_off?.state !== "opened") return polled;
      }
    },
    /** As a person closes a window: the command in it loses its terminal, tmux itself stays. */
    closeTerminal() {
      terminal.tmux("new-window", "-d", "sh");
      terminal.tmux("kill-window", "-t", ":0");
    },
    say(line: string) {
      terminal.type(line);
      terminal.press("Enter");
    },
    async [Symbol.asyncDispose]() {
      terminal[Symbol.dispose]();
      await agent[Symbol.asyncDispose]();
      // A command that loses its terminal writes that down before it ends.
      const attached = readdirSync(files.at("sessions"))
        .filter((name) => !name.startsWith("."))
        .flatMap((id) => files.readJson("sessions", id, "status.json").attachment?.pid ?? []);
      await until("the commands to end", () => !attached.some(isAlive));
      files[Symbol.dispose]();
    },
  };
}

describe("hand-off", () => {
  it("[C-05] the returned command opens the question and its deadline in a terminal", async () => {
    await using test = await open();
    const { id, command } = await test.handOff();
    test.say(command);
    const screen = await test.terminal.until(/Postgres/);
    expect(screen).toMatch(/SQLite/);
    const status = test.files.readJson("sessions", id, "status.json");
    expect(status.attachment).toMatchObject({ pid: expect.any(Number), at: expect.any(String) });
    expect(Date.parse(status.expiresAt) - Date.parse(status.createdAt)).toBe(300_000);
  });

  it("[C-06] what the person chooses there is the result of the next call; later calls say that it was fetched", async () => {
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
    const [first, again] = results.map(({ structuredContent }) => structuredContent);
    expect(first).not.toHaveProperty("already_fetched_at");
    expect(again.already_fetched_at).toBe(
      test.files.readJson("sessions", id, "status.json").taken[0].at,
    );
    expect(first.selection.summary).toBe("→ SQLite");
    expect(again.selection.summary).toMatch(/^This result was already fetched at .*\n→ SQLite$/);
  });

  it("[C-04] leaves one line behind, without the question", async () => {
    await using test = await open();
    const { command } = await test.handOff();
    test.say(`${command}; echo "code $?"`);
    await test.terminal.until(/SQLite/);
    test.terminal.press("2", "Enter");
    const screen = await test.terminal.until(/code 0/);
    expect(screen).toMatch(/"code \$\?"\n✔ Database: SQLite\ncode 0/);
    expect(screen).not.toMatch(/database\*\*|→/);
  });

  it("leaves the same line to a program that reads what the command prints", async () => {
    await using test = await open();
    const { command } = await test.handOff();
    const printed = test.files.at("printed");
    test.say(`${command} > ${printed}; echo "code $?"`);
    await test.terminal.until(/SQLite/);
    test.terminal.press("2", "Enter");
    await test.terminal.until(/code 0/);
    expect(readFileSync(printed, "utf8")).toBe("✔ Database: SQLite\n");
  });

  it("[C-06] a session is used once: a second terminal is refused, the first goes on", async () => {
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
    await second.until(/already answered/);
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

  it.each([["Escape"], ["C-c"]])(
    "[C-06] notes typed before %s reach the agent, those that the agent wrote itself do not",
    async (key) => {
      await using test = await open();
      const { id, command } = await test.handOff({
        option_annotations: { pg: "version 16" },
        global_annotation: "by Friday",
      });
      test.say(`${command}; echo "code $?"`);
      await test.terminal.until(/Note: version 16/);
      test.terminal.press("Down", "n");
      test.terminal.type("too slow here");
      test.terminal.press("Enter", "g");
      await test.terminal.until(/Note on all: by Friday/);
      test.terminal.type("? Ask me in May");
      test.terminal.press("Enter");
      await test.terminal.until(/Note on all: by Friday\? Ask me in May[\s\S]*Esc cancel/);
      test.terminal.press(key);
      if (key === "Escape") {
        await test.terminal.until(/Esc once more/);
        test.terminal.press(key);
      }
      await test.terminal.until(/code 3/);
      const cancelled = await test.poll(id);
      expect(cancelled).toMatchObject({
        action_status: "cancelled",
        selection: {
          selected_ids: [],
          custom_input: null,
          option_annotations: { lite: "too slow here" },
          global_annotation: "by Friday? Ask me in May",
        },
      });
      expect(cancelled.selection.summary).toMatch(
        /The person cancelled\.[\s\S]*by Friday\? Ask me in May\nSQLite: too slow here$/,
      );
    },
  );

  it("[C-02] own words stand alone: the default beside them is not taken for chosen", async () => {
    await using test = await open();
    const { id, command } = await test.handOff({
      selection_mode: "hybrid",
      default_selection_ids: ["lite"],
    });
    test.say(command);
    await test.terminal.until(/\(•\) 2\. SQLite/);
    test.terminal.type("tMariaDB");
    await test.terminal.until(/\( \) 2\. SQLite[\s\S]*✎ MariaDB/);
    test.terminal.press("Enter");
    await test.terminal.until(/✔ Database: “MariaDB”/);
    expect(await test.poll(id)).toMatchObject({
      action_status: "custom_input",
      selection: { selected_ids: [], custom_input: "MariaDB" },
    });
  });

  it("[C-02] the same words given by a command mean the same", async () => {
    await using test = await open();
    const { id } = await test.handOff({
      selection_mode: "hybrid",
      default_selection_ids: ["lite"],
    });
    await run(test.files.path, ["answer", id, "MariaDB"]);
    expect(await test.poll(id)).toMatchObject({
      action_status: "custom_input",
      selection: { selected_ids: [], custom_input: "MariaDB" },
    });
  });

  it("[C-07] with a terminal attached but nobody choosing, the deadline still holds", async () => {
    await using test = await open();
    const { id, command } = await test.handOff({
      timeout_seconds: 600,
      default_selection_ids: ["lite"],
    });
    test.say(`${command}; echo "code $?"`);
    await test.terminal.until(/Postgres/);
    // It comes once the question is on the screen, however long that takes.
    const desk = openDesk({ sessionsDirectory: test.files.at("sessions") });
    await desk.extend(id, 1);
    await desk.close();
    await test.terminal.until(/code 4/);
    const { structuredContent } = await test.agent.call("provide_choice", { session_id: id });
    expect(structuredContent).toMatchObject({
      action_status: "timeout",
      selection: { selected_ids: ["lite"] },
      provenance: { by: "default" },
    });
  });

  it("the poll tells a command that nobody has run from one that is open, and from one that was closed", async () => {
    await using test = await open();
    const { id, command } = await test.handOff();
    expect(await test.poll(id)).toMatchObject({
      action_status: "pending_terminal_launch",
      hand_off: { state: "not_opened", opened_at: null, closed_at: null },
      selection: { summary: expect.stringMatching(/^Run this command[\s\S]*\n.*answer/) },
    });
    test.say(command);
    await test.terminal.until(/SQLite/);
    const { attachment } = test.files.readJson("sessions", id, "status.json");
    const opened = await test.poll(id);
    expect(opened).toMatchObject({
      action_status: "pending_terminal_launch",
      hand_off: { state: "opened", opened_at: attachment.at, closed_at: null },
    });
    expect(opened.selection.summary).toContain(attachment.at);
    expect(opened.selection.summary).not.toContain(command);
    test.closeTerminal();
    const closed = await test.untilClosed(id);
    expect(closed).toMatchObject({
      action_status: "pending_terminal_launch",
      hand_off: { state: "closed", opened_at: attachment.at, closed_at: expect.any(String) },
    });
    expect(closed.selection.summary).toMatch(/closed at .* without an answer[\s\S]*new command/);
    expect(closed.selection.summary).not.toContain(command);
  });

  it.each([["SIGHUP"], ["SIGTERM"], ["SIGKILL"]] as const)(
    "a terminal that went with %s frees the question: asking again gives a command that works",
    async (signal) => {
      await using test = await open();
      const { id, command } = await test.handOff();
      test.say(command);
      await test.terminal.until(/SQLite/);
      const { attachment } = test.files.readJson("sessions", id, "status.json");
      process.kill(attachment.pid, signal);
      await test.untilClosed(id);
      using second = openTerminal();
      second.type(`${command}; echo "code $?"`);
      second.press("Enter");
      await second.until(/was closed[\s\S]*new command[\s\S]*code [1-9]/);
      const again = await test.handOff();
      expect(again.id).not.toBe(id);
      expect(await runJson(test.files.path, ["list"])).toMatchObject([{ id: again.id }]);
      expect(await test.agent.call("provide_choice", { session_id: id })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining(again.id) }],
      });
      second.type(again.command);
      second.press("Enter");
      await second.until(/❯ .*Postgres/);
      second.press("2", "Enter");
      await second.until(/✔ Database: SQLite/);
      expect(await test.poll(again.id)).toMatchObject({ selection: { selected_ids: ["lite"] } });
    },
  );

  it("a command that no terminal can send a signal to notices that its terminal is gone", async () => {
    await using test = await open();
    const { id, command } = await test.handOff();
    test.say(`setsid --wait ${command}`);
    await test.terminal.until(/SQLite/);
    const { attachment } = test.files.readJson("sessions", id, "status.json");
    test.closeTerminal();
    expect(await test.untilClosed(id)).toMatchObject({ hand_off: { state: "closed" } });
    await until("the command to end", () => !isAlive(attachment.pid));
  });

  it("what was typed before the terminal was closed is there in the next one", async () => {
    await using test = await open();
    const hybrid = { selection_mode: "hybrid" };
    const { id, command } = await test.handOff(hybrid);
    test.say(command);
    await test.terminal.until(/SQLite/);
    test.terminal.type("tMariaDB, as on the old server");
    const isDrafted = () =>
      readdirSync(test.files.at("sessions", id)).some(
        (name) =>
          name.startsWith(".draft-") &&
          readFileSync(test.files.at("sessions", id, name), "utf8").includes("old server"),
      );
    await until("the draft", isDrafted);
    test.closeTerminal();
    await test.untilClosed(id);
    const again = await test.handOff(hybrid);
    test.say(again.command);
    await test.terminal.until(/✎ MariaDB, as on the old server/);
  });

  it("a closed one can still be answered elsewhere, and the poll has that answer", async () => {
    await using test = await open();
    const { id, command } = await test.handOff();
    test.say(command);
    await test.terminal.until(/SQLite/);
    test.closeTerminal();
    await test.untilClosed(id);
    await run(test.files.path, ["answer", id, "postgres"]);
    expect(await test.poll(id)).toMatchObject({
      action_status: "selected",
      selection: { selected_ids: ["pg"] },
    });
  });

  it("a repeat of one that is open in a terminal is a question of its own", async () => {
    await using test = await open();
    const { id, command } = await test.handOff();
    expect((await test.handOff()).id).toBe(id);
    test.say(command);
    await test.terminal.until(/SQLite/);
    const again = await test.handOff();
    expect(again.id).not.toBe(id);
    test.terminal.press("1", "Enter");
    await test.terminal.until(/✔ Database: Postgres/);
    expect(await test.poll(id)).toMatchObject({ selection: { selected_ids: ["pg"] } });
    expect(await test.poll(again.id)).toMatchObject({ hand_off: { state: "not_opened" } });
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
