/** However the inbox ends, the terminal is restored. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLI } from "../support/askline.ts";
import { DATABASE, type InboxTest, NAME, openInboxTest } from "../support/inbox.ts";

// Throws an unexpected exception on SIGUSR2.
const CRASHING =
  'data:text/javascript,process.on("SIGUSR2",' +
  '()=>{throw%20new%20Error("crashed%20on%20purpose")})';

describe.concurrent("the terminal is given back", () => {
  it.each([
    ["q", (test: InboxTest) => test.press("q"), /code 0/],
    ["Ctrl-C", (test: InboxTest) => test.press("C-c"), /code 0/],
    ["Ctrl-C while typing", typeAndInterrupt, /code 0/],
    ["SIGTERM", (test: InboxTest) => signal(test, "SIGTERM"), /code 143/],
    ["SIGHUP", (test: InboxTest) => signal(test, "SIGHUP"), /code 129/],
    ["SIGINT", (test: InboxTest) => signal(test, "SIGINT"), /code 130/],
    [
      "an exception",
      (test: InboxTest) => signal(test, "SIGUSR2"),
      /crashed on purpose[\s\S]*code 1/,
    ],
  ])("after %s", async (_, end, left) => {
    await using test = openInboxTest();
    await started(test);
    expect(modes(test)).toEqual({ alternate: true, cursor: false, raw: true });
    await end(test);
    const screen = await test.until(left);
    expect(screen).toMatch(/^before/);
    expect(screen).not.toContain("❯");
    await isAsBefore(test);
  });

  it("to a person who leaves before everything is loaded", async () => {
    await using test = openInboxTest();
    for (let index = 0; index < 5; index++) {
      test.say(`clear; ${process.execPath} ${CLI}; echo "code $?"`);
      await test.until(/^askline/);
      test.press("q");
      await test.until(/^code 0/);
    }
    await isAsBefore(test);
  });

  it("after an exception in the environment of a CI job", async () => {
    await using test = openInboxTest({ env: { CI: "true" } });
    await started(test);
    // Everything is loaded once the inbox shows a new ask.
    await test.put(NAME);
    await test.until(/● Name/);
    signal(test, "SIGUSR2");
    expect(await test.until(/crashed on purpose[\s\S]*code 1/)).toMatch(/^before/);
    await isAsBefore(test);
  });

  it("to the shell on Ctrl-Z, and taken again with fg", async () => {
    await using test = openInboxTest();
    const database = await started(test);
    test.press("Enter");
    await test.until(/3\. MySQL/);
    test.press("2", "C-z");
    const screen = await test.until(/Stopped/);
    expect(screen).toMatch(/^before/);
    await isAsBefore(test);
    test.say("clear; fg");
    await test.until(/❯ \(•\) 2\. SQLite[\s\S]*esc list/);
    expect(modes(test)).toEqual({ alternate: true, cursor: false, raw: true });
    test.press("Enter");
    await test.until(/✔ Database: SQLite/);
    expect(await test.outcomeOf(database)).toMatchObject({ status: "completed" });
    test.press("q");
    await test.until(/\n[#$]$/);
    await isAsBefore(test);
  });

  it("when another program stops it", async () => {
    await using test = openInboxTest();
    await started(test);
    signal(test, "SIGTSTP");
    await test.until(/Stopped/);
    await isAsBefore(test);
    test.say("clear; fg");
    await test.until(/❯ ● Database[\s\S]*q quit/);
  });

  it("and meanwhile written to only where something has changed", async () => {
    await using test = openInboxTest({ size: "200x50" });
    for (let index = 0; index < 30; index++)
      await test.put({ ...DATABASE, title: `Other ${index}` });
    await started(test);
    const raw = test.files.at("raw");
    test.terminal.tmux("pipe-pane", "-o", `cat > ${raw}`);
    test.press("Down", "Down", "Down");
    // Two that came in the same millisecond may stand either way round.
    await test.until(/\n(?: {2}● .*\n){3}❯ ● Other 2[67]/);
    const rows = readFileSync(raw, "utf8")
      .split("\u001b[?2026h")
      .slice(1)
      .map((frame) => frame.match(/\[\d+;1H/g)?.length ?? 0);
    // The two rows of the list, the rows of the form that differ, and the row of the cursor.
    expect(Math.max(...rows)).toBeLessThan(12);
    expect(readFileSync(raw, "utf8")).not.toContain("[2J");
  });

  it("and drawn anew when it changes its size", async () => {
    await using test = openInboxTest();
    await started(test);
    test.terminal.tmux("resize-window", "-x", "140", "-y", "30");
    await test.until(/❯ ● Database.*│.*Claude Code[\s\S]*q quit/);
    test.terminal.tmux("resize-window", "-x", "40", "-y", "15");
    const screen = await test.until(
      /^askline {2}1 open +newest first\n❯ ● Database: Which.*? +(?:now|1m)\n[\s\S]*q quit$/,
    );
    expect(screen.match(/Database/g)).toHaveLength(1);
  });
});

describe.concurrent("without a terminal", () => {
  it("plain askline is the help, and askline inbox says what it needs", async () => {
    await using test = openInboxTest();
    test.say(
      `clear; ${process.execPath} ${CLI} inbox | cat; ${process.execPath} ${CLI} 2>&1 | head -3`,
    );
    await test.until(/The inbox needs a terminal[\s\S]*Usage: askline/);
  });

  it("on a terminal plain askline is the inbox", async () => {
    await using test = openInboxTest();
    test.say(`clear; ${process.execPath} ${CLI}`);
    await test.until(/Nothing is waiting for you/);
  });
});

async function started(test: InboxTest) {
  const database = await test.put(DATABASE);
  const { files, say, until } = test;
  say("clear; echo before");
  await until(/^before/);
  say(
    `sh -c 'echo $$ > ${files.at("pid")}; exec ${process.execPath} ` +
      `--import '\\''${CRASHING}'\\'' ${CLI} inbox'; echo "code $?"`,
  );
  await until(/❯ ● Database[\s\S]*q quit/);
  return database;
}

function signal({ files }: InboxTest, name: NodeJS.Signals) {
  process.kill(Number(readFileSync(files.at("pid"), "utf8")), name);
}

async function typeAndInterrupt(test: InboxTest) {
  await test.put(NAME);
  await test.until(/● Name/);
  test.press("Up", "Enter");
  await test.until(/✎/);
  test.terminal.type("something");
  await test.until(/something/);
  test.press("C-c");
}

function modes({ terminal, files }: InboxTest) {
  const [alternate, cursor] = terminal
    .tmux("display-message", "-p", "#{alternate_on} #{cursor_flag}")
    .split(" ")
    .map(Number);
  const tty = terminal.tmux("display-message", "-p", "#{pane_tty}").trim();
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  const settings = execFileSync("stty", ["-F", tty, "-a"], { encoding: "utf8", cwd: files.path });
  return { alternate: alternate === 1, cursor: cursor === 1, raw: /-icanon/.test(settings) };
}

/** The shell sees no paste marks or focus reports, and typed text is visible. */
async function isAsBefore(test: InboxTest) {
  expect(modes(test)).toMatchObject({ alternate: false, cursor: true });
  test.terminal.paste("echo pasted");
  test.press("Enter");
  const screen = await test.until(/\npasted\n/);
  expect(screen).not.toMatch(/200~|\^\[/);
}
