/** However the prompt ends, the terminal is restored; and keys that only a terminal has. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLI, runJson } from "./support/askline.ts";
import { openSandbox } from "./support/sandbox.ts";
import { openTerminal } from "./support/tmux.ts";

// Throws an unexpected exception on SIGUSR2.
const CRASHING =
  'data:text/javascript,process.on("SIGUSR2",' +
  '()=>{throw%20new%20Error("crashed%20on%20purpose")})';

async function prompting({ CI = "" } = {}) {
  const files = openSandbox();
  const terminal = openTerminal({ env: { ASKLINE_STATE_DIR: files.path, CI } });
  const ask = `${CLI} ask Which? -o Postgres -o SQLite`;
  terminal.type("clear; echo before");
  terminal.press("Enter");
  await terminal.until(/^before/);
  terminal.type(
    `sh -c 'echo $$ > ${files.at("pid")}; exec ${process.execPath} ` +
      `--import '\\''${CRASHING}'\\'' ${ask}'; echo "code $?"`,
  );
  terminal.press("Enter");
  await terminal.until(/2\. SQLite[\s\S]*Esc cancel/);
  return { files, terminal, signal, isRaw, [Symbol.dispose]: close };

  function signal(name: NodeJS.Signals) {
    process.kill(Number(readFileSync(files.at("pid"), "utf8")), name);
  }

  function isRaw(): boolean {
    const tty = terminal.tmux("display-message", "-p", "#{pane_tty}").trim();
    return /-icanon/.test(execFileSync("stty", ["-F", tty, "-a"], { encoding: "utf8" }));
  }

  function close() {
    terminal[Symbol.dispose]();
    files[Symbol.dispose]();
  }
}

describe.concurrent("the terminal is given back by a prompt", () => {
  it.each([
    ["SIGUSR2", "", /crashed on purpose[\s\S]*code 1/],
    ["SIGUSR2", "true", /crashed on purpose[\s\S]*code 1/],
    ["SIGTERM", "", /code 143/],
    ["SIGHUP", "", /code 129/],
  ] as const)("after %s with CI=%s", async (name, CI, left) => {
    using test = await prompting({ CI });
    expect(test.isRaw()).toBe(true);
    test.signal(name);
    const screen = await test.terminal.until(left);
    expect(screen).toMatch(/^before/);
    expect(screen).not.toMatch(/❯|Esc cancel/);
    expect(test.terminal.cursor().isShown).toBe(true);
    test.terminal.paste("echo pasted");
    test.terminal.press("Enter");
    expect(await test.terminal.until(/\npasted\n/)).not.toMatch(/200~|\^\[/);
  });

  it("when another program stops it", async () => {
    using test = await prompting();
    test.signal("SIGTSTP");
    expect(await test.terminal.until(/Stopped/)).not.toMatch(/❯|Esc cancel/);
    test.terminal.type("clear; fg");
    test.terminal.press("Enter");
    const screen = await test.terminal.until(/❯ \( \) 1\. Postgres[\s\S]*Esc cancel/);
    expect(screen.match(/2\. SQLite/g)).toHaveLength(1);
    expect(test.isRaw()).toBe(true);
    test.terminal.press("Escape");
    await test.terminal.until(/Esc once more/);
    test.terminal.press("Escape");
    await test.terminal.until(/✘ Which\? cancelled[\s\S]*\n[#$]$/);
  });
});

describe.concurrent("in a prompt", () => {
  it("Ctrl-D deletes in a field that has text, and leaves where there is none", async () => {
    using test = await prompting();
    test.terminal.press("t");
    test.terminal.type("xfiles");
    await test.terminal.until(/✎ xfiles/);
    test.terminal.press("Home", "C-d");
    await test.terminal.until(/✎ files/);
    test.terminal.press("C-u", "C-k", "C-d");
    await test.terminal.until(/code 3/);
  });

  it("a line feed ends a text as Enter does, and Alt-Enter breaks its line", async () => {
    using test = await prompting();
    test.terminal.press("t");
    test.terminal.type("one");
    test.terminal.press("M-Enter");
    test.terminal.type("two");
    await test.terminal.until(/✎ one\n\s+two/);
    test.terminal.press("Up", "End");
    test.terminal.type("!");
    await test.terminal.until(/✎ one!\n\s+two/);
    test.terminal.press("C-j");
    await test.terminal.until(/code 0/);
    const [{ outcome }] = await runJson(test.files.path, ["list", "--all"]);
    expect(outcome.reply.answers).toEqual([{ optionIds: [], customText: "one!\ntwo" }]);
  });
});
