/**
 * What commands print on a terminal of 60 columns: neither words nor tables are broken at the edge.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLI, run } from "./support/askline.ts";
import { openSandbox } from "./support/sandbox.ts";
import { openTerminal } from "./support/tmux.ts";

const COLUMNS = 60;
const RULE = {
  name: "live",
  tool: "Bash",
  pattern: "git push*",
  decision: "deny",
  reason: "Releases are made by hand.",
};

/** The rows of the screen as they are; lines that were too long stay broken. */
async function shown(
  args: string,
  prepare: (state: string) => Promise<unknown> = async () => undefined,
  { columns = COLUMNS } = {},
) {
  using files = openSandbox();
  mkdirSync(files.at("config/askline"), { recursive: true });
  writeFileSync(files.at("config/askline/rules.json"), JSON.stringify({ rules: [RULE] }));
  await prepare(files.at("s"));
  const env = {
    ASKLINE_STATE_DIR: files.at("s"),
    XDG_CONFIG_HOME: files.at("config"),
    HOME: files.at("home"),
  };
  using terminal = openTerminal({ columns, rows: 60, env });
  terminal.type(`clear; ${process.execPath} ${CLI} ${args}; echo "do""ne"\n`);
  await terminal.until(/^done$/m);
  const untilDone = (screen: string) => screen.slice(0, screen.indexOf("\ndone")).split("\n");
  return {
    rows: untilDone(terminal.tmux("capture-pane", "-p")),
    whole: untilDone(terminal.screen()),
  };
}

describe("on a narrow terminal", () => {
  it("an open question has one line, cut where the screen ends", async () => {
    const long = "Which of the many databases should the sessions of the shop be kept in?";
    const { rows } = await shown("list", (state) =>
      run(state, ["ask", long, "-o", "a", "-o", "b", "--no-wait"]),
    );
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatch(/Which of .*…$/);
  });

  it("a project with a long name leaves room for the question", async () => {
    const project = "project-".repeat(20);
    const { rows } = await shown("list", (state) =>
      run(state, ["ask", "Which database?", "-o", "a", "--no-wait", "--project", project]),
    );
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatch(/project-.*… {2}Which/);
  });

  it("the history keeps each decision on one line, with fewer columns", async () => {
    const decided = async (state: string) => {
      const { stdout } = await run(state, [
        "ask",
        "Which database?",
        "-o",
        "Postgres",
        "--no-wait",
      ]);
      await run(state, ["answer", stdout.trim(), "1"]);
    };
    const { rows } = await shown("history", decided, { columns: 40 });
    expect(rows).toEqual([
      expect.stringMatching(/^ID +OUTCOME +.*QUESTION +ANSWER$/),
      expect.stringMatching(/^[0-9a-f]{8} {2}answered .*Which.* {2}Pos/),
    ]);
  });

  it("what a rule is about goes on below itself", async () => {
    const { rows, whole } = await shown("rules");
    expect(rows).toEqual(whole);
    expect(rows.slice(1, 3)).toEqual([
      expect.stringMatching(/^live {2}deny {6}tool Bash, pattern git push\*, reason$/),
      expect.stringMatching(/^ {16}Releases are made by hand\.$/),
    ]);
  });

  it.each(["away", "doctor", "rules test --command ls", "init", "pair", "ask"])(
    "the sentences of %s end between words",
    async (args) => {
      const { rows, whole } = await shown(args);
      expect(rows).toEqual(whole);
    },
  );

  it("a code for a phone's camera is whole, or is not shown at all", async () => {
    const network = { voice_bridge: { network: { bind_address: "0.0.0.0" } } };
    const letIn = async (state: string) =>
      writeFileSync(join(state, "../config/askline/config.json"), JSON.stringify(network));
    const wide = await shown("pair", letIn);
    expect(wide.rows.filter((row) => /[█▀▄]{3}/.test(row)).length).toBeGreaterThan(20);
    expect(wide.rows.slice(0, 2).join(" ")).toMatch(/^Scan this with phone, .* and works once\.$/);
    const narrow = await shown("pair", letIn, { columns: 40 });
    expect(narrow.rows.join("\n")).not.toMatch(/[█▀▄]/);
    expect(narrow.rows.join(" ")).toMatch(
      /^Open this address on phone .*; the window is too small/,
    );
    expect(narrow.whole.join("\n")).toMatch(/^http:\S+&to=\/voice$/m);
  });

  it("every setting has its description below it", async () => {
    const { rows } = await shown("config");
    const at = rows.findIndex((row) => row.startsWith("port = 8475"));
    expect(rows.slice(at, at + 2)).toEqual([
      "port = 8475 (built-in)",
      "    The port of `askline serve`",
    ]);
  });
});
