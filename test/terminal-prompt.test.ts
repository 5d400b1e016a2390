/** `askline ask` and `askline answer` in a real terminal. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Ask } from "../src/core/ask/ask.ts";
import type { QuestionInput } from "../src/core/ask/question.ts";
import type { AskInput } from "../src/desk/desk.ts";
import { openInteraction } from "../src/desk/interaction.ts";
import { run, runJson, start } from "./support/askline.ts";
import { untilOpen } from "./support/asks-in.ts";
import { ASKLINE, DATABASE } from "./support/inbox.ts";
import { openOwnDesk } from "./support/own-desk.ts";
import { until } from "./support/patience.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";
import { openTerminal, type Terminal } from "./support/tmux.ts";

type TerminalOptions = NonNullable<Parameters<typeof openTerminal>[0]>;

function open(options: TerminalOptions & { files?: Sandbox } = {}) {
  const files = options.files ?? openSandbox();
  const terminal = openTerminal({
    ...options,
    env: { ASKLINE_STATE_DIR: files.path, ...options.env },
  });
  const desk = openOwnDesk(files.at("sessions"));
  return {
    files,
    terminal,
    desk,
    say,
    put,
    answer,
    replyTo,
    pressEnterUntilHeard,
    [Symbol.asyncDispose]: close,
  };

  function say(line: string) {
    terminal.type(line);
    terminal.press("Enter");
  }

  /** An ask of another process, which any surface may answer. */
  function put(...questions: QuestionInput[]) {
    return putAsk({ questions });
  }

  function putAsk(input: Omit<AskInput, "source">): Promise<Ask> {
    return desk.ask({ ...input, source: { kind: "test" }, mode: "detached" });
  }

  /** Puts an ask and opens it in the terminal, alone on the screen. */
  async function answer(
    input: QuestionInput | Omit<AskInput, "source">,
    shown: RegExp,
  ): Promise<Ask> {
    const ask = await ("questions" in input ? putAsk(input) : put(input));
    say(`clear; ${ASKLINE} answer ${ask.id}; echo "code $?"`);
    await terminal.until(shown);
    return ask;
  }

  async function replyTo({ id }: Ask) {
    await terminal.until(/code 0/);
    const { outcome } = await runJson(files.path, ["show", id]);
    return outcome.reply;
  }

  /** Right after another Enter, an Enter counts only after a moment. */
  async function pressEnterUntilHeard() {
    do {
      terminal.press("Enter");
      await sleep(300);
    } while (!/code 0/.test(terminal.screen()));
  }

  async function close() {
    terminal[Symbol.dispose]();
    await desk.close();
    if (options.files === undefined) files[Symbol.dispose]();
  }
}

const CHECKS: QuestionInput = {
  title: "Checks",
  prompt: "Which checks?",
  selectionMode: "multi",
  minSelections: 2,
  maxSelections: 3,
  options: ["Types", "Tests", "Lint", "Docs"].map((label) => ({ label })),
};
const SHELL_PROMPT = /\n[#$]$/;

describe.concurrent("one choice", () => {
  it("[C-04] is shown as a list, cleared once made, and summed up in one line", async () => {
    await using test = open();
    test.say(
      `clear; ${ASKLINE} ask 'Which database?' --title Database -o 'Postgres :: boring' -o SQLite -r Postgres`,
    );
    const shown = await test.terminal.until(/Esc cancel/);
    expect(shown).toMatch(/❯ \( \) 1\. Postgres ★ recommended\n\s+boring\n {2}\( \) 2\. SQLite\n/);

    test.terminal.press("Down", "Space");
    await test.terminal.until(/❯ \(•\) 2\. SQLite/);
    test.terminal.press("Enter");

    const left = await test.terminal.until(/✔ Database: SQLite/);
    await test.terminal.until(SHELL_PROMPT);
    expect(left).not.toMatch(/Postgres ★|Esc cancel/);
    expect(test.terminal.screen()).toMatch(/✔ Database: SQLite\n→ SQLite\n[#$]$/);
  });

  it.each([
    ["Enter alone takes the one under the cursor", ["j", "Enter"], ["lite"]],
    ["k and j move round the ends", ["k", "j", "k", "Enter"], ["my"]],
    ["a number selects, Enter sends", ["3", "1", "2", "Enter"], ["lite"]],
    ["r takes what is recommended", ["Down", "r", "Enter"], ["pg"]],
    ["what was picked is sent, wherever the cursor went", ["2", "Down", "Enter"], ["lite"]],
    ["the keys work on a Korean keyboard", ["ㅓ", "ㅓ", "Enter"], ["my"]],
  ])("%s", async (_, keys, optionIds) => {
    await using test = open();
    const ask = await test.answer(DATABASE, /3\. MySQL/);
    test.terminal.press(...keys);
    expect(await test.replyTo(ask)).toEqual({ answers: [{ optionIds }] });
  });

  it("a preselected option is taken by Enter, unless the cursor was moved to another", async () => {
    await using test = open();
    const preselected = { ...DATABASE, defaultOptionIds: ["lite"] };
    const one = await test.answer(preselected, /❯ \(•\) 2\. SQLite/);
    test.terminal.press("Enter");
    expect(await test.replyTo(one)).toEqual({ answers: [{ optionIds: ["lite"] }] });

    const other = await test.answer(preselected, /❯ \(•\) 2\. SQLite/);
    test.terminal.press("Down", "Enter");
    expect(await test.replyTo(other)).toEqual({ answers: [{ optionIds: ["my"] }] });
  });

  it("[C-23] single_submit_mode sends a pick at once, otherwise Enter does", async () => {
    await using test = open();
    const atOnce = await test.answer(
      { questions: [DATABASE], presentation: { autoSubmit: true } },
      /3\. MySQL/,
    );
    test.terminal.press("2");
    expect(await test.replyTo(atOnce)).toEqual({ answers: [{ optionIds: ["lite"] }] });

    const batch = await test.answer(
      { questions: [DATABASE], presentation: { autoSubmit: false } },
      /3\. MySQL/,
    );
    test.terminal.press("2");
    await test.terminal.until(/❯ \(•\) 2\. SQLite/);
    expect((await test.desk.load(batch.id)).outcome).toBeNull();
    test.terminal.press("3", "Enter");
    expect(await test.replyTo(batch)).toEqual({ answers: [{ optionIds: ["my"] }] });
  });

  it("space and Enter send at once too, where a pick is sent at once", async () => {
    await using test = open();
    for (const key of ["Space", "Enter"]) {
      const ask = await test.answer(
        { questions: [DATABASE], presentation: { autoSubmit: true } },
        /3\. MySQL/,
      );
      test.terminal.press("Down", key);
      expect(await test.replyTo(ask)).toEqual({ answers: [{ optionIds: ["lite"] }] });
    }
  });
});

describe.concurrent("a prompt that is cancelled", () => {
  it("is not said to have answered, nor told what is meant for the agent", async () => {
    await using test = open();
    const { id } = await test.answer(DATABASE, /❯ \( \) 1/);
    await cancel(test);
    const screen = await test.terminal.until(/code 3/);
    expect(screen).toContain(`Rejected ${id.slice(0, 8)}.`);
    expect(screen).not.toMatch(/Answered|The person/);
  });
});

describe.concurrent("several options", () => {
  it("keeps to the bounds and says how many are chosen", async () => {
    await using test = open();
    const ask = await test.answer(CHECKS, /choose 2 to 3, 0 chosen/);
    test.terminal.press("1", "Enter");
    await test.terminal.until(/choose 2 to 3, 1 chosen\n! Choose at least 2\./);
    test.terminal.press("4", "3", "2");
    await test.terminal.until(/choose 2 to 3, 3 chosen\n! Choose at most 3\./);
    test.terminal.press("Home", "Space");
    await test.terminal.until(
      /❯ \[ \] 1\. Types[\s\S]*\[ \] 2\. Tests[\s\S]*\[x\] 3\. Lint[\s\S]*\[x\] 4\. Docs/,
    );
    test.terminal.press("Enter");
    expect(await test.replyTo(ask)).toEqual({ answers: [{ optionIds: ["3", "4"] }] });
  });

  it("choosing nothing is an answer, but not by accident", async () => {
    await using test = open();
    const ask = await test.answer({ ...CHECKS, minSelections: 0 }, /choose up to 3/);
    test.terminal.press("Enter");
    await test.terminal.until(/! Nothing is chosen\. Enter again sends that\./);
    await test.pressEnterUntilHeard();
    expect(await test.replyTo(ask)).toEqual({ answers: [{ optionIds: [] }] });
  });

  it("a hundred options are a window around the cursor", async () => {
    await using test = open();
    const options = Array.from({ length: 100 }, (_, index) => ({
      label: `Planet ${index + 1}`,
      description: "far",
    }));
    const ask = await test.answer(
      { ...DATABASE, options },
      /❯ \( \) {3}1\. Planet 1\n\s+far\n[\s\S]*↓ \d\d more/,
    );
    test.terminal.press("Up");
    const screen = await test.terminal.until(/↑ \d\d more\n[\s\S]*❯ \( \) 100\. Planet 100/);
    expect(screen).toContain("Esc cancel");
    expect(screen.split("\n").length).toBeLessThanOrEqual(24);
    test.terminal.press("Enter");
    expect(await test.replyTo(ask)).toEqual({ answers: [{ optionIds: ["100"] }] });
  });
});

describe.concurrent("text", () => {
  const NAME: QuestionInput = {
    title: "Branch",
    prompt: "Name of the branch?",
    placeholder: "release/1.0",
  };

  it("a question for text starts in its field, and Enter sends it", async () => {
    await using test = open();
    const ask = await test.answer(NAME, /✎ release\/1\.0/);
    test.terminal.press("Enter");
    await test.terminal.until(/! Type something first\./);
    test.terminal.type("릴리스/하나 🎉");
    await test.terminal.until(/✎ 릴리스\/하나 🎉/);
    test.terminal.press("Home");
    test.terminal.type("새 ");
    await test.terminal.until(/✎ 새 릴리스\/하나 🎉/);
    test.terminal.press("Enter");
    expect(await test.replyTo(ask)).toEqual({
      answers: [{ optionIds: [], customText: "새 릴리스/하나 🎉" }],
    });
  });

  it("Esc leaves the field and keeps what was typed; two more cancel", async () => {
    await using test = open();
    await test.answer(NAME, /Ctrl-C cancel/);
    test.terminal.type("half");
    await test.terminal.until(/✎ half/);
    test.terminal.press("Escape");
    await test.terminal.until(/✎ half[\s\S]*s settings[\s\S]*Esc cancel/);
    test.terminal.press("s");
    await test.terminal.until(/❯ Ask me/);
    test.terminal.press("Escape");
    await test.terminal.until(/✎ half[\s\S]*Esc cancel/);
    await cancel(test);
    await test.terminal.until(/✘ Branch: cancelled[\s\S]*code 3/);
  });

  it("typing on the last row answers in one's own words", async () => {
    await using test = open();
    const ask = await test.answer({ ...DATABASE, selectionMode: "hybrid" }, /✎ Type your own/);
    test.terminal.press("Up");
    test.terminal.type("just files, 2 of them");
    await test.terminal.until(/❯ {5}✎ just files, 2 of them/);
    test.terminal.press("Enter");
    expect(await test.replyTo(ask)).toEqual({
      answers: [{ optionIds: [], customText: "just files, 2 of them" }],
    });
  });

  it("options and own words can be given together", async () => {
    await using test = open();
    const ask = await test.answer(
      { ...CHECKS, selectionMode: "hybrid", minSelections: 0 },
      /✎ Type your own/,
    );
    test.terminal.press("2", "t");
    test.terminal.type("and fuzzing");
    test.terminal.press("Enter");
    await test.terminal.until(/✎ and fuzzing[\s\S]*Enter send/);
    test.terminal.press("Enter");
    expect(await test.replyTo(ask)).toEqual({
      answers: [{ optionIds: ["2"], customText: "and fuzzing" }],
    });
  });

  it("a paste keeps its line breaks, and never works as keys", async () => {
    await using test = open();
    const ask = await test.answer({ ...DATABASE, selectionMode: "hybrid" }, /✎ Type your own/);
    test.terminal.type("\u001b[200~2\rsjn\r\u001b[201~");
    test.terminal.press("Up");
    await test.terminal.until(/\( \) 2\. SQLite[\s\S]*❯ {5}✎ Type your own/);
    test.terminal.type("\u001b[200~first\rsecond 둘째\u001b[201~");
    await test.terminal.until(/✎ first\n\s+second 둘째/);
    test.terminal.press("Enter");
    expect(await test.replyTo(ask)).toEqual({
      answers: [{ optionIds: [], customText: "first\nsecond 둘째" }],
    });
  });

  it("a long text wraps inside its field at any width", async () => {
    await using test = open({ columns: 40, rows: 15 });
    const ask = await test.answer(NAME, /✎ release/);
    const words =
      "이 문장은 마흔 칸보다 훨씬 길어서 세 줄은 되어야 합니다 그래야 줄바꿈을 볼 수 있습니다";
    test.terminal.type(words);
    await test.terminal.until(/볼 수 있습니다/);
    expect(
      test.terminal
        .screen()
        .split("\n")
        .filter((line) => /^(❯ ✎| {4}\S)/.test(line)),
    ).toHaveLength(3);
    test.terminal.press("Enter");
    expect((await test.replyTo(ask)).answers[0].customText).toBe(words);
  });
});

describe.concurrent("notes", () => {
  it("on an option and on the whole end up in the answer", async () => {
    await using test = open();
    const ask = await test.answer(DATABASE, /n note · g note on all/);
    test.terminal.press("Down", "n");
    test.terminal.type("only for tests");
    await test.terminal.until(/2\. SQLite\n\s+Note: only for tests\n[\s\S]*Enter done/);
    test.terminal.press("Enter", "g");
    test.terminal.type("ask me again in May");
    await test.terminal.until(/Note on all: ask me again in May/);
    test.terminal.press("Escape");
    await test.terminal.until(/Esc cancel/);
    test.terminal.press("1", "Enter");
    expect(await test.replyTo(ask)).toEqual({
      answers: [{ optionIds: ["pg"], optionNotes: { lite: "only for tests" } }],
      globalNote: "ask me again in May",
    });
  });

  it("that the asker began can be changed, and are sent as they then are", async () => {
    await using test = open();
    const presentation = { startingNotes: { pg: "version 16" }, startingGlobalNote: "begun" };
    const ask = await test.answer(
      { questions: [DATABASE], presentation },
      /Note: version 16[\s\S]*Note on all: begun/,
    );
    test.terminal.press("n", "BSpace", "7", "Enter");
    await test.terminal.until(/Note: version 17/);
    test.terminal.press("1", "Enter");
    expect(await test.replyTo(ask)).toEqual({
      answers: [{ optionIds: ["pg"], optionNotes: { pg: "version 17" } }],
      globalNote: "begun",
    });
  });
});

describe.concurrent("several questions", () => {
  it("come one after the other, are reviewed, and are sent together", async () => {
    await using test = open();
    const questions = [
      DATABASE,
      { prompt: "Name of the branch?" },
      { ...CHECKS, minSelections: 0 },
    ];
    const ask = await test.answer(
      { questions, context: "Before the release" },
      /Before the release\n\nQuestion 1 of 3/,
    );
    test.terminal.press("2", "Enter");
    await test.terminal.until(/Question 2 of 3[\s\S]*❯ ✎/);
    test.terminal.type("release/1.0");
    test.terminal.press("Tab");
    await test.terminal.until(/Question 3 of 3/);
    test.terminal.press("Left");
    await test.terminal.until(/Question 2 of 3[\s\S]*release\/1\.0/);
    test.terminal.press("Enter");
    await test.terminal.until(/Question 3 of 3/);
    test.terminal.press("4", "Enter");
    await test.terminal.until(
      /Your answers\n\n1\. Database SQLite\n2\. .*“release\/1\.0”\n3\. Checks Docs/,
    );
    test.terminal.press("1");
    await test.terminal.until(/Question 1 of 3/);
    test.terminal.press("3", "Enter");
    await test.terminal.until(/1\. Database MySQL/);
    await test.pressEnterUntilHeard();
    expect(await test.replyTo(ask)).toEqual({
      answers: [
        { optionIds: ["my"] },
        { optionIds: [], customText: "release/1.0" },
        { optionIds: ["4"] },
      ],
    });
    const { outcome } = await test.desk.load(ask.id);
    expect(outcome?.provenance).toMatchObject({ by: "person", surface: "terminal" });
  });
});

it("an Enter that is held down sends nothing that was not looked at", async () => {
  await using test = open();
  const first = await test.answer(
    { questions: [DATABASE, { ...CHECKS, minSelections: 0 }] },
    /Question 1 of 2/,
  );
  const hold = () => test.terminal.press(...Array.from({ length: 20 }, () => "Enter"));
  hold();
  await test.terminal.until(/Question 2 of 2[\s\S]*once more/);
  test.terminal.press("n");
  await test.terminal.until(/Note:/);
  test.terminal.type("slow");
  hold();
  await test.terminal.until(/slow[\s\S]*once more/);
  expect((await test.desk.load(first.id)).outcome).toBeNull();
});

describe.concurrent("leaving without an answer", () => {
  it.each([[["Escape", "Escape"]], [["C-c"]], [["C-d"]]])(
    "%j cancels, which is a rejection and never an answer",
    async ([key = "", again]) => {
      await using test = open();
      test.say(
        `clear; ${ASKLINE} ask 'Delete the table?' -o Yes -o No --mode single; echo "code $?"`,
      );
      await test.terminal.until(/2\. No/);
      if (again === undefined) test.terminal.press(key);
      else await cancel(test);
      const screen = await test.terminal.until(/code 3/);
      expect(screen).toMatch(/^✘ Delete the table\? cancelled\n/);
      const [ask] = await runJson(test.files.path, ["list", "--all"]);
      expect(ask).toMatchObject({
        status: "rejected",
        outcome: { kind: "cancel", rejectionReason: null },
      });
    },
  );

  it("one Esc decides nothing, and any other key goes on", async () => {
    await using test = open();
    const ask = await test.answer(DATABASE, /❯ \( \) 1/);
    test.terminal.press("Escape");
    await test.terminal.until(/Esc once more cancels/);
    test.terminal.press("Down");
    await test.terminal.until(/❯ \( \) 2(?![\s\S]*once more)/);
    test.terminal.press("Escape");
    await test.terminal.until(/Esc once more cancels/);
    expect((await test.desk.load(ask.id)).outcome).toBeNull();
    test.terminal.press("1");
    await test.terminal.until(/\(•\) 1(?![\s\S]*once more)/);
    test.terminal.press("Enter");
    expect(await test.replyTo(ask)).toEqual({ answers: [{ optionIds: ["pg"] }] });
  });

  it("words typed into a question that is settled elsewhere stay on the screen", async () => {
    await using test = open();
    const ask = await test.answer(
      { ...DATABASE, selectionMode: "hybrid" as const },
      /Type your own/,
    );
    test.terminal.press("t");
    test.terminal.type("CockroachDB, because");
    await test.terminal.until(/CockroachDB, because/);
    await test.desk.answer(ask.id, { answers: [{ optionIds: ["pg"] }] }, { surface: "test" });
    const screen = await test.terminal.until(/code \d/);
    expect(screen).toMatch(
      /already answered[^\n]*\nWhat you had typed was not sent:\nCockroachDB, because\n/,
    );
  });

  it("[C-19] cancel is always visible and enabled", async () => {
    await using test = open({ columns: 40, rows: 10 });
    const long = {
      ...DATABASE,
      prompt: "A long story.\n\n".repeat(50),
      selectionMode: "hybrid" as const,
    };
    await test.answer(long, /Esc cancel/);
    test.terminal.press("t");
    await test.terminal.until(/Ctrl-C cancel/);
    test.terminal.press("Escape");
    await test.terminal.until(/Esc cancel/);
    test.terminal.press("Up", "s");
    await test.terminal.until(/Settings[\s\S]*Ctrl-C cancel/);
    test.terminal.press("C-c");
    await test.terminal.until(/✘ Database: cancelled[\s\S]*code 3/);
  });

  it("an answer given elsewhere takes the prompt away, and one line says who gave it", async () => {
    await using test = open();
    test.say(`clear; ${ASKLINE} ask 'Colour?' -o Red -o Blue; echo "code $?"`);
    await test.terminal.until(/2\. Blue/);
    const [{ id }] = await runJson(test.files.path, ["list"]);
    await run(test.files.path, ["answer", id, "blue"]);
    const screen = await test.terminal.until(/code 0/);
    expect(screen).toMatch(
      /^✔ Colour\? already answered by \S+ on the command line\n→ Blue\ncode 0/,
    );
  });

  it("the deadline takes the prompt away, and one line says that nobody answered", async () => {
    await using test = open();
    const ask = await test.answer({ questions: [DATABASE], timeoutSeconds: 60 }, /00:\d\d left/);
    await test.desk.extend(ask.id, 1);
    const screen = await test.terminal.until(/code \d/);
    expect(screen).toMatch(/^⏱ Database: nobody answered in time\n/);
    expect(screen).not.toContain("Postgres");
  });

  it("a handed-off question opens in one terminal only", async () => {
    await using test = open();
    const ask = await test.answer(
      { questions: [DATABASE], presentation: { handOff: true } },
      /3\. MySQL/,
    );
    await using second = open({ files: test.files });
    second.say(`clear; ${ASKLINE} answer ${ask.id}; echo "code $?"`);
    await second.terminal.until(/already opened in another terminal[\s\S]*code [1-9]/);
    test.terminal.press("2", "Enter");
    expect(await test.replyTo(ask)).toEqual({ answers: [{ optionIds: ["lite"] }] });
  });
});

describe.concurrent("time", () => {
  it("counts down, and follows a deadline that somebody else moves", async () => {
    await using test = open();
    const ask = await test.answer({ questions: [DATABASE], timeoutSeconds: 300 }, /5 min left/);
    await test.desk.extend(ask.id, 50);
    const [, before] = /00:(\d\d) left/.exec(await test.terminal.until(/00:\d\d left/)) ?? [];
    const later = await test.terminal.until(new RegExp(`00:(?!${before})\\d\\d left`));
    expect(Number(/00:(\d\d) left/.exec(later)?.[1])).toBeLessThan(Number(before));
  });
});

describe.concurrent("settings", () => {
  it("[C-13] a changed setting is saved at once and holds for the next prompt", async () => {
    await using test = open();
    const question = { ...DATABASE, selectionMode: "hybrid" as const, placeholder: "e.g. files" };
    const ask = await test.answer(
      { questions: [question], timeoutSeconds: 300 },
      /asked anywhere · time limit as asked/,
    );
    test.terminal.press("s");
    await test.terminal.until(/❯ Ask me/);
    test.terminal.press("Right", "Right", "Left");
    await test.terminal.until(/❯ Ask me\s+in the terminal/);
    test.terminal.press("Down", "Right", "Right", "Right", "Right", "Right");
    await test.terminal.until(/❯ Time limit\s+10 min[\s\S]*10 min left/);
    test.terminal.press("Down", "Enter");
    test.terminal.press("Down", "Space");
    await test.terminal.until(/❯ Examples in fields\s+off/);
    test.terminal.press("Down", "Down", "Down", "Space");
    await test.terminal.until(/❯ Option “SQLite”\s+hidden/);
    await untilSo(() => test.files.readJson("interaction.json").hiddenOptions !== undefined);
    expect(test.files.readJson("interaction.json")).toEqual({
      transport: "terminal",
      timeoutSeconds: 600,
      submitMode: "single",
      showPlaceholder: false,
      hiddenOptions: { Database: ["lite"] },
    });
    const moved = await test.desk.load(ask.id);
    expect(Date.parse(moved.expiresAt ?? "") - Date.parse(ask.expiresAt ?? "")).toBeGreaterThan(
      200_000,
    );
    test.terminal.press("s");
    await test.terminal.until(/asked in the terminal · time limit 10 min · a pick is sent at once/);
    test.terminal.press("C-c");
    await test.terminal.until(/code 3/);

    const next = await test.answer(question, /1 hidden · h show hidden/);
    const screen = test.terminal.screen();
    expect(screen).toMatch(/1\. Postgres[\s\S]*3\. MySQL/);
    expect(screen).not.toMatch(/SQLite|e\.g\. files/);
    test.terminal.press("2", "h");
    await test.terminal.until(/2\. SQLite[\s\S]*h hide again/);
    test.terminal.press("2");
    expect(await test.replyTo(next)).toEqual({ answers: [{ optionIds: ["lite"] }] });
  });

  it.each([
    ["75", "75 s", 75],
    ["90s", "90 s", 90],
    ["5m", "5 min", 300],
    ["1.5h", "90 min", 5400],
    ["3분", "3 min", 180],
  ])(
    "[C-13] the time limit can be typed: %s is %s, also for the open question",
    async (typed, shown, seconds) => {
      await using test = open();
      const ask = await test.answer({ questions: [DATABASE], timeoutSeconds: 40 }, /00:\d\d left/);
      test.terminal.press("s", "Down");
      await test.terminal.until(/❯ Time limit\s+as the agent wishes[\s\S]*type a time/);
      test.terminal.type(typed);
      await test.terminal.until(
        new RegExp(`❯ Time limit\\s+${typed.replace(".", "\\.")}\n[\\s\\S]*Enter done`),
      );
      test.terminal.press("Enter");
      await test.terminal.until(new RegExp(`❯ Time limit\\s+${shown}\n`));
      await untilSo(() => test.files.readJson("interaction.json").timeoutSeconds === seconds);
      const { expiresAt } = await until("the deadline to move", async () => {
        const moved = await test.desk.load(ask.id);
        return moved.expiresAt !== ask.expiresAt && moved;
      });
      expect(Date.parse(expiresAt ?? "") - Date.parse(ask.createdAt)).toBeGreaterThan(
        seconds * 1000,
      );
    },
  );

  it("[C-13] a time that cannot be read is said to be none, and nothing is saved", async () => {
    await using test = open({ env: { LANG: "ko_KR.UTF-8" } });
    await test.answer(DATABASE, /s 설정/);
    test.terminal.press("s", "Down");
    await test.terminal.until(/❯ 제한 시간\s+요청대로/);
    test.terminal.type("7x");
    test.terminal.press("Enter");
    await test.terminal.until(/! .*75.*5m/);
    test.terminal.press("Escape");
    await test.terminal.until(/❯ 제한 시간\s+요청대로/);
    expect(existsSync(test.files.at("interaction.json"))).toBe(false);
    test.terminal.type("0");
    test.terminal.press("Enter");
    await test.terminal.until(/! .*75.*5m/);
    test.terminal.press("BSpace", "Enter");
    await test.terminal.until(/❯ 제한 시간\s+요청대로/);
  });

  it("[C-13] an open prompt shows a time limit that was changed elsewhere", async () => {
    await using test = open();
    await test.answer(DATABASE, /time limit as asked/);
    const elsewhere = openInteraction(test.files.at("interaction.json"));
    await elsewhere.save({ timeoutSeconds: 75 });
    await test.terminal.until(/time limit 75 s · Enter sends · notes on/);
    test.terminal.press("s");
    await test.terminal.until(/Time limit\s+75 s/);
    await elsewhere.save({ timeoutSeconds: 300, annotations: false });
    await test.terminal.until(/Time limit\s+5 min[\s\S]*Notes\s+off/);
  });

  it("[C-14] an annotation toggle survives restarts", async () => {
    await using test = open();
    await test.answer(DATABASE, /notes on[\s\S]*n note/);
    test.terminal.press("s");
    await test.terminal.until(/❯ Ask me/);
    test.terminal.press("Up", "Up", "Up", "Up", "Space");
    await test.terminal.until(/❯ Notes\s+off/);
    test.terminal.press("Escape");
    await test.terminal.until(/notes off/);
    await cancel(test);
    await test.terminal.until(/code 3/);

    await using later = open({ files: test.files });
    const presentation = { offerOptionNotes: true, offerGlobalNote: true };
    await later.answer({ questions: [DATABASE], presentation }, /notes off/);
    later.terminal.press("n", "g", "x");
    expect(later.terminal.screen()).not.toMatch(/n note|g note on all|Note:/);
    later.terminal.press("s");
    await later.terminal.until(/❯ Ask me/);
    later.terminal.press("Up", "Up", "Up", "Up", "Space");
    await later.terminal.until(/❯ Notes\s+on/);
    later.terminal.press("Escape");
    await later.terminal.until(/notes on[\s\S]*n note/);
  });

  it("an option that is needed cannot be hidden", async () => {
    await using test = open();
    await test.answer({ ...DATABASE, defaultOptionIds: ["pg"] }, /❯ \(•\) 1\. Postgres/);
    test.terminal.press("s", "Up", "Up", "Up", "Space");
    await test.terminal.until(
      /❯ Option “Postgres”\s+shown[\s\S]*! This one is needed and stays visible\./,
    );
    expect(existsSync(test.files.at("interaction.json"))).toBe(false);
  });
});

describe.concurrent("drafts", () => {
  it("a draft is back after the terminal was killed, and gone after the answer", async () => {
    using files = openSandbox();
    const ask = await begunAndKilled(files);
    await using again = open({ files });
    again.say(`clear; ${ASKLINE} answer ${ask.id}; echo "code $?"`);
    await again.terminal.until(/\( \) 1\. Postgres[\s\S]*❯ \(•\) 2\. SQLite\n\s+Note: half a thou/);
    again.terminal.press("Enter");
    expect(await again.replyTo(ask)).toEqual({
      answers: [{ optionIds: ["lite"], optionNotes: { lite: "half a thou" } }],
    });
    expect(
      readdirSync(files.path, { recursive: true }).filter((path) =>
        String(path).includes(".draft"),
      ),
    ).toEqual([]);
  });

  async function begunAndKilled(files: Sandbox): Promise<Ask> {
    await using test = open({ files });
    const ask = await test.answer(DATABASE, /3\. MySQL/);
    test.terminal.press("2", "n");
    test.terminal.type("half a thou");
    await test.terminal.until(/Note: half a thou/);
    const key = { surface: "terminal", person: userInfo().username };
    await untilSo(async () =>
      JSON.stringify(await test.desk.drafts.load(ask.id, key)).includes("half a thou"),
    );
    return ask;
  }
});

describe.concurrent("narrow, long and hostile", () => {
  it("speaks Korean to a Korean, and fits 40 columns with wide characters in line", async () => {
    await using test = open({ columns: 40, rows: 15, env: { LC_ALL: "ko_KR.UTF-8" } });
    const options = [
      { label: "빨강 🎨", description: "눈에 아주 잘 띄는 색이라서 멀리서도 보입니다" },
      { label: "파랑", recommended: true },
    ];
    const ask = await test.answer(
      { prompt: "어느 색으로 할까요? 이 문장은 마흔 칸보다 깁니다 🎨", options },
      /Esc 취소/,
    );
    const screen = test.terminal.screen();
    expect(screen).toMatch(/어느 색으로 할까요\? 이 문장은 마흔\n칸보다 깁니다 🎨/);
    expect(screen).toMatch(
      /❯ \( \) 1\. 빨강 🎨\n {9}눈에 아주 잘 띄는 색이라서\n {9}멀리서도 보입니다\n {2}\( \) 2\. 파랑 ★ 추천/,
    );
    expect(screen).toContain("Enter 전송");
    test.terminal.press("2", "Enter");
    expect(await test.replyTo(ask)).toEqual({ answers: [{ optionIds: ["2"] }] });
  });

  it("a question taller than the screen scrolls, and its options stay in sight", async () => {
    await using test = open();
    const prompt = Array.from({ length: 200 }, (_, index) => `- step ${index + 1}`).join("\n");
    await test.answer(
      { ...DATABASE, prompt },
      /• step 1\n[\s\S]*… \(\d+ more lines, PgUp\/PgDn scroll\)\n[\s\S]*3\. MySQL/,
    );
    test.terminal.press("PPage", "NPage", "NPage");
    await test.terminal.until(
      /^• step [23]\d\n[\s\S]*lines above, \d+ below[\s\S]*3\. MySQL[\s\S]*Esc cancel/,
    );
    test.terminal.press("Down", "Down");
    await cancel(test);
    const screen = await test.terminal.until(/code 3/);
    expect(screen).toMatch(/^✘ Database: cancelled\n/);
    expect(screen).not.toMatch(/• step/);
  });

  it("shows 100 kB of hostile text without obeying any of it", async () => {
    await using test = open();
    const bad =
      "Really?\u001b]0;owned\u0007\u001b]52;c;b3duZWQ=\u0007\u001b[2J\u001b[31m\u202egnihton\u009b31m";
    const prompt =
      bad + " **x** [link](javascript:\u001b[5m) \u001bPq\u001b\\&#27;[5m\n\n".repeat(2_500);
    const label = "No\u001b[8m\u0007\u001b]8;;http://evil\u0007";
    test.say(`tmux pipe-pane -o 'cat > ${test.files.at("raw")}'; clear`);
    const input = {
      title: bad,
      prompt: prompt.slice(0, 100_000),
      options: [{ label, description: bad }],
      placeholder: bad,
    };
    const ask = await test.answer(
      { questions: [input], context: bad, presentation: { startingNotes: { "1": bad } } },
      /1\. No/,
    );
    expect(test.terminal.screen()).toContain("Really?gnihton");
    test.terminal.press("n");
    await test.terminal.until(/Esc leave the field/);
    test.terminal.press("Escape");
    await test.terminal.until(/Esc cancel/);
    test.terminal.press("s");
    await test.terminal.until(/Ask me/);
    test.terminal.press("Escape");
    await test.terminal.until(/Esc cancel/);
    test.terminal.press("1", "Enter");
    await test.replyTo(ask);

    const sent = bytesIn(test.files.at("raw"));
    expect(sent).toContain("Really?gnihton");
    expect(sent).not.toMatch(/owned|b3duZWQ|evil|[\u202a-\u202e]|<07>|<[89]\w>/);
    // The remaining sequences are our own: moving, clearing rows, hiding the cursor, bracketed
    // paste and plain styles.
    const ours = /<1b>\[(?:\d*[ABG]|2K|\?(?:25|2004)[hl]|(?:[1234]|9|2[2349]|3[1236]|39)m)/g;
    expect(sent.slice(sent.indexOf("Really")).replace(ours, "")).not.toContain("<1b>");
  });

  it.each([
    ["NO_COLOR", "1"],
    ["TERM", "dumb"],
  ])("%s=%s is text without styles", async (name, value) => {
    await using test = open();
    test.say(`tmux pipe-pane -o 'cat > ${test.files.at("raw")}'; export ${name}=${value}`);
    await test.answer(DATABASE, /Which database should it use\?[\s\S]*Esc cancel/);
    expect(bytesIn(test.files.at("raw"))).not.toMatch(/<1b>\[\d+m/);
  });

  it("is drawn anew when the terminal changes its size", async () => {
    await using test = open();
    const go = test.files.at("go");
    test.say(`(until [ -e ${go} ]; do sleep 0.05; done; tmux resize-window -x 40 -y 15) &`);
    const ask = await test.answer(DATABASE, /3\. MySQL/);
    writeFileSync(go, "");
    await test.terminal.until(
      /^Database\n[\s\S]*3\. MySQL\n[\s\S]*as asked\nEnter sends[\s\S]*Esc cancel$/,
    );
    expect(test.terminal.screen().match(/3\. MySQL/g)).toHaveLength(1);
    test.terminal.press("3", "Enter");
    expect(await test.replyTo(ask)).toEqual({ answers: [{ optionIds: ["my"] }] });
  });
});

describe.concurrent("Ctrl-Z", () => {
  it("gives the terminal back to the shell, and the prompt comes back with fg", async () => {
    await using test = open();
    const ask = await test.answer(DATABASE, /3\. MySQL/);
    test.terminal.press("2", "C-z");
    expect(await test.terminal.until(/Stopped/)).not.toContain("MySQL");
    test.say("fg");
    await test.terminal.until(/❯ \(•\) 2\. SQLite[\s\S]*Esc cancel/);
    expect(test.terminal.screen().match(/3\. MySQL/g)).toHaveLength(1);
    test.terminal.press("Enter");
    expect((await test.desk.wait(ask.id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["lite"] }] },
    });
  });
});

describe.concurrent("askline ask on a terminal", () => {
  it("shows an ask of another process and answers it from there", async () => {
    await using test = open();
    const asking = start(test.files.path, ["ask", "--json"], {
      input: JSON.stringify({ questions: [DATABASE] }),
    });
    await asking.said(/Waiting/);
    const [{ id }] = await runJson(test.files.path, ["list"]);
    test.say(`clear; ${ASKLINE} answer ${id.slice(0, 8)}`);
    await test.terminal.until(/3\. MySQL/);
    test.terminal.press("3", "Enter");
    const settled = JSON.parse((await asking.finished).stdout);
    expect(settled.outcome.reply.answers).toEqual([{ optionIds: ["my"] }]);
  });
});

describe.concurrent("before the prompt", () => {
  it("keys pressed while the question was not on the screen yet are dropped", async () => {
    await using test = open();
    const go = test.files.at("go");
    const asking = `${ASKLINE} ask 'Delete?' -o Yes -o No --mode single; echo "code $?"`;
    test.say(`clear; echo before; until [ -e ${go} ]; do sleep 0.05; done; ${asking}`);
    await test.terminal.until(/^before/);
    test.terminal.press("1", "Enter", "2");
    await test.terminal.until(/^before\n1\n2/);
    writeFileSync(go, "");
    await test.terminal.until(/❯ \( \) 1\. Yes\n {2}\( \) 2\. No[\s\S]*Esc cancel/);
    await sleep(300);
    expect(test.terminal.screen()).toMatch(/❯ \( \) 1\. Yes\n {2}\( \) 2\. No[\s\S]*Esc cancel/);
    expect(await runJson(test.files.path, ["list"])).toHaveLength(1);
    test.terminal.press("2", "Enter");
    await test.terminal.until(/→ No\ncode 0/);
  });

  it("a prompt that nobody can see is not shown: the ask waits for another surface", async () => {
    await using test = open();
    test.say(
      `clear; ${ASKLINE} ask 'Delete?' -o Yes -o No --mode single 2>/dev/null; echo "code $?"`,
    );
    await untilOpen(test.files.path, 1);
    await sleep(500);
    test.terminal.press("1", "Enter");
    const [{ id }] = await runJson(test.files.path, ["list"]);
    await run(test.files.path, ["answer", id, "no"]);
    await test.terminal.until(/→ No\ncode 0/);
    test.say(
      `clear; ${ASKLINE} answer ${(await test.put(DATABASE)).id} 2>/dev/null; echo "code $?"`,
    );
    await test.terminal.until(/code 2/);
  });
});

describe.concurrent("under the prompt", () => {
  it.each(["ask", "answer"])(
    "a session that disappears ends `askline %s` with a sentence",
    async (command) => {
      await using test = open();
      await prompting(test, await argumentsFor(command, test));
      const [{ id }] = await runJson(test.files.path, ["list"]);
      // Moved as a whole: file by file it would be a damaged session for a moment.
      renameSync(test.files.at("sessions", id), test.files.at("gone"));
      const screen = await test.terminal.until(/code \d/);
      expect(screen).toMatch(
        new RegExp(`^Session not found: ${id}\\n.*askline list --all.*\\ncode 6`),
      );
    },
  );

  it("an answer that cannot be written is told, and `askline ask` does not wait on", async () => {
    await using test = open();
    const pid = await prompting(test, "ask Which? -o Postgres -o SQLite");
    // No file can be opened from here on.
    execFileSync("prlimit", ["--pid", String(pid), "--nofile=0"]);
    test.terminal.press("2", "Enter");
    const screen = await test.terminal.until(/code \d/);
    expect(screen).toMatch(/Could not write[\s\S]*code 1/);
    expect(screen).not.toContain("SQLite");
  });

  it.each([
    ["ask", "abandoned"],
    ["answer", "pending"],
  ])("SIGTERM takes the prompt of `askline %s` off the screen", async (command, status) => {
    await using test = open();
    process.kill(await prompting(test, await argumentsFor(command, test)), "SIGTERM");
    const screen = await test.terminal.until(/code 143/);
    expect(screen).not.toMatch(/SQLite|Esc cancel/);
    expect(await runJson(test.files.path, ["list", "--all"])).toMatchObject([{ status }]);
  });
});

async function argumentsFor(command: string, test: ReturnType<typeof open>): Promise<string> {
  return command === "ask"
    ? "ask Which? -o Postgres -o SQLite"
    : `answer ${(await test.put(DATABASE)).id}`;
}

/** Starts a command that prompts, and returns its process id once the prompt is drawn. */
async function prompting(
  { files, terminal, say }: ReturnType<typeof open>,
  args: string,
): Promise<number> {
  say(`clear; sh -c 'echo $$ > ${files.at("pid")}; exec ${ASKLINE} ${args}'; echo "code $?"`);
  await terminal.until(/2\. SQLite[\s\S]*Esc cancel/);
  return Number(readFileSync(files.at("pid"), "utf8"));
}

/** What the terminal received, with control characters as numbers. */
function bytesIn(path: string): string {
  const number = (character: string) =>
    `<${character.charCodeAt(0).toString(16).padStart(2, "0")}>`;
  return readFileSync(path, "utf8").replace(/(?!\s)\p{Cc}/gu, number);
}

/** Nothing announces that a file was written, so it is polled. */
async function untilSo(isSo: () => boolean | Promise<boolean>) {
  await until("it to be so", () =>
    Promise.resolve()
      .then(isSo)
      .catch(() => false),
  );
}

/** One Esc asks, the next one cancels. */
async function cancel({ terminal }: { terminal: Terminal }) {
  terminal.press("Escape");
  await terminal.until(/Esc once more cancels/);
  terminal.press("Escape");
}
