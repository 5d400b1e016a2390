/** `askline ask` and `askline answer` in a real terminal. */
import { describe, expect, it } from "vitest";
import { CLI, run, runJson, start } from "./support/askline.ts";
import { openSandbox } from "./support/sandbox.ts";
import { openTerminal } from "./support/tmux.ts";

const ASKLINE = `${process.execPath} ${CLI}`;

function open(options: Parameters<typeof openTerminal>[0] = {}) {
  const files = openSandbox();
  const terminal = openTerminal({ ...options, env: { ASKLINE_STATE_DIR: files.path, ...options.env } });
  return {
    files,
    terminal,
    say(line: string) {
      terminal.type(line);
      terminal.press("Enter");
    },
    [Symbol.dispose]() {
      terminal[Symbol.dispose]();
      files[Symbol.dispose]();
    },
  };
}

describe("askline ask on a terminal", () => {
  it("prompts right there and prints what was chosen", async () => {
    using test = open();
    test.say(`${ASKLINE} ask 'Which database?' -o 'Postgres :: boring' -o SQLite -r Postgres; echo "code $?"`);
    await test.terminal.until(/1\) Postgres — boring \(recommended\)\s+2\) SQLite[\s\S]*>$/);
    test.say("2");
    await test.terminal.until(/→ SQLite\s+code 0/);
  });

  it("asks again when the answer is ambiguous or out of bounds, and guesses nothing", async () => {
    using test = open();
    test.say(`${ASKLINE} ask 'Which ones?' --mode multi --min 1 --max 2 -o Alpha -o Alto -o Beta; echo "code $?"`);
    await test.terminal.until(/3\) Beta/);
    test.say("al");
    await test.terminal.until(/That could mean Alpha, Alto/);
    test.say("all");
    await test.terminal.until(/Choose at most 2/);
    test.say("1 and 3");
    await test.terminal.until(/→ Alpha\s+→ Beta\s+code 0/);
  });

  it("takes the preselected option on a bare Enter, and nothing on a bare Enter without one", async () => {
    using test = open();
    test.say(
      `${ASKLINE} ask 'Colour?' -o Red -o Blue; ${ASKLINE} ask 'Size?' -o Small -o Large -d Large; echo "code $?"`,
    );
    await test.terminal.until(/2\) Blue/);
    test.terminal.press("Enter");
    await test.terminal.until(/Choose an option first/);
    test.say("red");
    await test.terminal.until(/Large \(preselected\)/);
    test.terminal.press("Enter");
    await test.terminal.until(/→ Large\s+code 0/);
  });

  it("cancels on Ctrl-C, which is a rejection and never an answer", async () => {
    using test = open();
    test.say(`${ASKLINE} ask 'Delete the table?' -o Yes -o No --mode single; echo "code $?"`);
    await test.terminal.until(/2\) No/);
    test.terminal.press("C-c");
    await test.terminal.until(/code 3/);
    const [ask] = await runJson(test.files.path, ["list", "--all"]);
    expect(ask).toMatchObject({ status: "rejected", outcome: { kind: "cancel", rejectionReason: null } });
  });

  it("leaves the prompt when somebody answers elsewhere, and says who", async () => {
    using test = open();
    test.say(`${ASKLINE} ask 'Colour?' -o Red -o Blue; echo "code $?"`);
    await test.terminal.until(/2\) Blue/);
    const [{ id }] = await runJson(test.files.path, ["list"]);
    await run(test.files.path, ["answer", id, "blue"]);
    await test.terminal.until(/Already settled by \S+ \(command\)\.\s+→ Blue\s+code 0/);
  });

  it("speaks Korean to a Korean, and fits 40 columns", async () => {
    using test = open({ columns: 40, rows: 15, env: { LC_ALL: "ko_KR.UTF-8" } });
    test.say(`${ASKLINE} ask '어느 것으로 할까요? 🎨' -o 빨강 -o 파랑 -r 파랑; echo "code $?"`);
    await test.terminal.until(/2\) 파랑 \(추천\)/);
    test.say("두 번째");
    await test.terminal.until(/→ 파랑\s+code 0/);
  });

  it("shows hostile text without obeying it", async () => {
    using test = open();
    const hostile = "Really?\u001b]0;owned\u0007\u001b[2J\u001b[31m\u202egnihton";
    const asking = start(test.files.path, ["ask", "--json"], {
      input: JSON.stringify({ prompt: hostile, options: [{ label: "No\u001b[8m" }] }),
    });
    await asking.said(/Waiting/);
    const [{ id }] = await runJson(test.files.path, ["list"]);
    test.say(`echo before; ${ASKLINE} answer ${id}`);
    const screen = await test.terminal.until(/Really\?gnihton\s+1\) No\n/);
    expect(screen).toContain("before");
    test.say("1");
    expect((await asking.finished).code).toBe(0);
  });
});

describe("askline answer on a terminal", () => {
  it("prompts for each question of an ask put elsewhere", async () => {
    using test = open();
    const questions = [
      { prompt: "Name of the branch?" },
      { prompt: "Which checks?", selectionMode: "multi", options: [{ label: "Types" }, { label: "Tests" }] },
    ];
    const asking = start(test.files.path, ["ask", "--json"], {
      input: JSON.stringify({ questions, context: "Before the release" }),
    });
    await asking.said(/Waiting/);
    const [{ id }] = await runJson(test.files.path, ["list"]);
    test.say(`${ASKLINE} answer ${id.slice(0, 8)}`);
    await test.terminal.until(/Before the release[\s\S]*Question 1 of 2[\s\S]*Name of the branch\?/);
    test.say("release/1.0");
    await test.terminal.until(/Question 2 of 2[\s\S]*2\) Tests/);
    test.say("none");
    const settled = JSON.parse((await asking.finished).stdout);
    expect(settled.outcome.reply.answers).toEqual([{ optionIds: [], customText: "release/1.0" }, { optionIds: [] }]);
    expect(settled.outcome.provenance).toMatchObject({ by: "person", surface: "terminal" });
  });
});
