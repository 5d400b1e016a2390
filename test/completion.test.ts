/** What the shells complete at the press of Tab, checked in the real shells. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openDesk } from "../src/askline.ts";
import { CLI, run } from "./support/askline.ts";
import { clockAtRate } from "./support/child-clock.ts";
import { patient } from "./support/patience.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";
import { openTerminal } from "./support/tmux.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

const COMMANDS =
  "ask answer inbox reject list history stats show verify wait serve remote agents send away back rules slack ntfy hook mcp token pair project passkey init uninit doctor coverage service tunnel demo cleanup migrate config completion help".split(
    " ",
  );
const READY: Record<Shell, (script: string) => string> = {
  bash: (script) => `PS1='> '; source ${script}; clear`,
  zsh: (script) => `PS1='> '; autoload -Uz compinit; compinit -u -D; source ${script}; clear`,
  fish: (script) => `function fish_prompt; echo '> '; end; source ${script}; clear`,
};

let scripts: Promise<Record<Shell, string>> | undefined;

/** What `askline completion` prints, which is the same for every test. */
function theScripts(): Promise<Record<Shell, string>> {
  scripts ??= (async () => {
    using files = openSandbox();
    const said = async (shell: Shell) => (await run(files.path, ["completion", shell])).stdout;
    return { bash: await said("bash"), zsh: await said("zsh"), fish: await said("fish") };
  })();
  return scripts;
}

/** A folder with `askline` on the path, the scripts, and a home of its own for the shells. */
async function open({
  askline = `exec ${process.execPath} ${CLI} "$@"`,
  limitSeconds = patient(30),
} = {}) {
  const files = openSandbox();
  mkdirSync(files.at("bin"));
  writeProgram("askline", askline);
  // The scripts give askline two seconds, which may be too short on a busy machine.
  writeProgram("timeout", `[ "$1" = 2 ] && shift && exec /usr/bin/timeout ${limitSeconds} "$@"`);
  const scripts = await theScripts();
  for (const shell of SHELLS) writeFileSync(files.at(`script.${shell}`), scripts[shell]);
  const env = {
    ...{ PATH: `${files.at("bin")}:${process.env["PATH"]}`, HOME: files.path, ZDOTDIR: files.path },
    ...{
      ASKLINE_STATE_DIR: files.path,
      LANG: "C.UTF-8",
      LC_ALL: "C.UTF-8",
      XDG_CONFIG_HOME: files.path,
    },
    // Otherwise bash writes its history at its end, into a folder that is being removed.
    HISTFILE: "/dev/null",
    // The one second that askline gives itself may be too short as well.
    ...clockAtRate(1 / 30),
  };
  return { files, env, offers, press, [Symbol.dispose]: files[Symbol.dispose] };

  function writeProgram(name: string, script: string) {
    writeFileSync(files.at("bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  /** What a shell completes for a line, without a terminal. */
  function offers(shell: "bash" | "fish", line: string): string[] {
    const [script, words] = [files.at(`script.${shell}`), line.split(" ")];
    const commands = {
      bash:
        `source ${script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); ` +
        `_askline; printf '%s\\n' "\${COMPREPLY[@]}"`,
      fish: `source ${script}; complete -C $argv[1]`,
    };
    const args = {
      bash: ["--norc", "-c", commands.bash, "bash", ...words],
      fish: ["-N", "-c", commands.fish, line],
    };
    const options = { env: { ...process.env, ...env }, cwd: files.path, encoding: "utf8" } as const;
    return execFileSync(shell, args[shell], options).split("\n").filter(Boolean);
  }

  /** The screen of an interactive shell after these keys, once it matches. */
  async function press(shell: Shell, keys: string[], shown: RegExp): Promise<string> {
    using terminal = openTerminal({ columns: 100, env });
    const bare = { bash: "bash --norc", zsh: "zsh -f", fish: "fish -N" }[shell];
    // tmux sets a path of its own for the programs it starts.
    terminal.type(`exec env PATH=${env.PATH} ${bare}\n`);
    terminal.type(`${READY[shell](files.at(`script.${shell}`))}\n`);
    await terminal.until(/^> *$/);
    for (const key of keys) key === "Tab" ? terminal.press("Tab") : terminal.type(key);
    return await terminal.until(shown);
  }
}

/**
 * The keys that list all completions: if ids begin alike, bash first inserts their common
 * beginning.
 */
const LIST: Record<Shell, string[]> = {
  bash: ["Tab", "Tab", "Tab"],
  zsh: ["Tab", "Tab"],
  fish: ["Tab", "Tab"],
};

async function put(files: Sandbox, title: string, { isSettled = false, project = "shop" } = {}) {
  const desk = openDesk({ sessionsDirectory: files.at("sessions") });
  const question = { title, prompt: "Which?", options: [{ label: "A" }, { label: "B" }] };
  const { id } = await desk.ask({
    questions: [question],
    source: { kind: "test", project },
    mode: "detached",
  });
  if (isSettled) await desk.answer(id, { answers: [{ optionIds: ["1"] }] }, { surface: "test" });
  await desk.close();
  return id.slice(0, 8);
}

describe("the scripts", () => {
  it.each(SHELLS)("are code that %s accepts", async (shell) => {
    using test = await open();
    execFileSync(shell, ["-n", test.files.at(`script.${shell}`)]);
  });

  it("exist for these shells only, and have every command and flag of the help pages", async () => {
    using test = await open();
    expect((await run(test.files.path, ["completion", "tcsh"])).code).toBe(2);
    expect(test.offers("bash", "askline ")).toEqual([
      ...COMMANDS,
      "-V",
      "--version",
      "-h",
      "--help",
    ]);
    for (const command of COMMANDS.filter((name) => name !== "help")) {
      const { stdout } = await run(test.files.path, [command, "--help"]);
      const flags = [...stdout.matchAll(/^ {2}(?:(-\w), )?(--[\w-]+)/gm)].flatMap(
        ([, short, long]) => [short, long],
      );
      expect(test.offers("bash", `askline ${command} -`).sort()).toEqual(
        flags.filter(Boolean).sort(),
      );
    }
  });

  it.each(SHELLS)(
    "complete a command, a flag and a fixed choice as they are typed in %s",
    async (shell) => {
      using test = await open();
      await test.press(shell, ["askline conf", "Tab"], /> askline config\b/);
      await test.press(shell, ["askline ask --on-t", "Tab"], /> askline ask --on-timeout\b/);
      await test.press(
        shell,
        ["askline ask --urgency hi", "Tab"],
        /> askline ask --urgency high\b/,
      );
      await test.press(shell, ["askline completion fi", "Tab"], /> askline completion fish\b/);
      await test.press(shell, ["askline slack man", "Tab"], /> askline slack manifest\b/);
      await test.press(
        shell,
        ["askline slack connect --transport so", "Tab"],
        /> askline slack connect --transport socket\b/,
      );
      await test.press(
        shell,
        ["askline init --only codex,vs", "Tab"],
        /> askline init --only codex,vscode\b/,
      );
    },
  );

  it.each([
    ["askline ask --mode ", ["single", "multi", "text_input", "hybrid"]],
    ["askline ask Why? --mode h", ["hybrid"]],
    ["askline ask --mode = te", ["text_input"]],
    ["askline ask --title ", []],
    ["askline list --title ask --", ["--json", "--state-dir", "--all", "--help"]],
    ["askline list ", []],
    ["askline zebra ", []],
    ["askline config --state-dir bi", ["bin"]],
    ["askline help an", ["answer"]],
    ["askline token ", ["create", "list", "revoke", "rotate"]],
    ["askline slack con", ["connect"]],
    ["askline slack connect --tr", ["--transport"]],
    ["askline slack connect --transport ", ["socket", "http"]],
    ["askline slack connect zebra ", []],
    ["askline rules ", ["list", "check", "test"]],
    ["askline rules test --source m", ["mcp"]],
    ["askline service un", ["uninstall"]],
    ["askline init --only cur", ["cursor"]],
    ["askline init --only claude-code,co", ["claude-code,codex"]],
    ["askline hook --client g", ["gemini"]],
  ])("offer in bash for %j: %j", async (line, offered) => {
    using test = await open();
    expect(test.offers("bash", line)).toEqual(offered);
  });
});

describe("projects", () => {
  it("complete --project wherever it stands, and none whose name a shell would read", async () => {
    using test = await open();
    for (const project of ["shop", "가게", "$(touch trapped)", "a b", "-x", "*"])
      await put(test.files, "Database", { project });
    for (const line of ["askline stats --project ", "askline history --project "]) {
      expect(test.offers("bash", line)).toEqual(["shop", "가게"]);
      const inFish = test.offers("fish", line).map((offer) => offer.split("\t")[0]);
      expect(inFish).toEqual(["shop", "가게"]);
    }
    expect(test.offers("bash", "askline rules --project sh")).toEqual(["shop"]);
    await test.press(
      "zsh",
      ["askline stats --project sh", "Tab"],
      /> askline stats --project shop\b/,
    );
    expect(existsSync(test.files.at("trapped"))).toBe(false);
  });
});

describe("ids", () => {
  it.each(["answer", "reject", "wait", "show"])(
    "of open asks complete `askline %s`, with their titles",
    async (command) => {
      using test = await open();
      const open1 = await put(test.files, "Database");
      const settled = await put(test.files, "Colour", { isSettled: true });
      const open2 = await put(test.files, "크기는?", { project: "가게" });
      const ofOpen = [`${open2}  크기는? (가게)`, `${open1}  Database (shop)`];
      const all = [ofOpen[0], `${settled}  Colour (shop)`, ofOpen[1]];
      expect(test.offers("bash", `askline ${command} `)).toEqual(command === "show" ? all : ofOpen);
      expect(test.offers("fish", `askline ${command} `)).toEqual(
        (command === "show" ? all : ofOpen).map((line) => line?.replace("  ", "\t")),
      );
      expect(test.offers("bash", `askline ${command} ${open1.slice(0, 5)}`)).toEqual([open1]);
      expect(test.offers("bash", `askline ${command} ${open1} `)).toEqual([]);
      expect(test.offers("fish", `askline ${command} ${open1} `)).toEqual([]);
      expect(
        test.offers("bash", `askline ${command} --json --state-dir ${test.files.path} `),
      ).toHaveLength(command === "show" ? 3 : 2);
    },
  );

  it("are those of the state folder on the line, also behind flags with values", async () => {
    using test = await open();
    using elsewhere = openSandbox();
    const id = await put(elsewhere, "Database");
    for (const line of [
      `--state-dir ${elsewhere.path}`,
      `--state-dir = ${elsewhere.path} --reason no`,
    ]) {
      expect(test.offers("bash", `askline reject ${line} `)).toEqual([id]);
    }
    expect(
      test.offers("fish", `askline reject --state-dir ${elsewhere.path} --reason no `),
    ).toEqual([`${id}\tDatabase (shop)`]);
  });

  it.each(SHELLS)(
    "are typed by Tab in %s, and listed with titles where there are several",
    async (shell) => {
      using test = await open();
      const first = await put(test.files, "Database");
      await test.press(
        shell,
        ["askline answer ", "Tab"],
        new RegExp(`> askline answer ${first}\\b`),
      );
      const second = await put(test.files, "Which 색: a [b] %F{red} c\\d?");
      await test.press(
        shell,
        ["askline reject ", ...LIST[shell]],
        new RegExp(`${second}\\s.*Which 색: a \\[b\\] %F{red} c`),
      );
      await test.press(
        shell,
        [`askline show ${second.slice(0, 6)}`, "Tab"],
        new RegExp(`> askline show ${second}\\b`),
      );
    },
  );

  it.each(SHELLS)("never let an agent's text run in %s", async (shell) => {
    using test = await open();
    const trap = test.files.at("trapped");
    for (const title of [
      `$(touch ${trap})`,
      `\`touch ${trap}\``,
      `'; touch ${trap}; '`,
      `"$(touch ${trap})" \u001b[31m`,
    ]) {
      await put(test.files, title, { project: `(touch ${trap})` });
    }
    await test.press(
      shell,
      ["askline answer ", ...LIST[shell]],
      /touch[\s\S]*touch[\s\S]*touch[\s\S]*touch/,
    );
    expect(existsSync(trap)).toBe(false);
  });

  it.each([
    ["fails", "echo noise; echo noise >&2; exit 1", /^> askline answer\s*x$/],
    ["cannot be found", "exec /no/such/program", /^> askline answer\s*x$/],
    ["takes too long", "exec sleep 60", /^> askline answer\s*x$/],
  ])("are not offered when askline %s, and nothing is said", async (_, askline, shown) => {
    using test = await open({ limitSeconds: 0.5 });
    writeFileSync(test.files.at("bin/askline"), `#!/bin/sh\n${askline}\n`);
    for (const shell of SHELLS) await test.press(shell, ["askline answer ", "Tab", "x"], shown);
  });
});
