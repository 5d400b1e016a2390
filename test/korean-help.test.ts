/** The help in Korean: every English sentence has a translation. */
import { describe, expect, it } from "vitest";
import { run } from "./support/askline.ts";
import { openSandbox } from "./support/sandbox.ts";

const COMMANDS = [
  ...[
    "",
    "ask",
    "answer",
    "inbox",
    "reject",
    "list",
    "history",
    "stats",
    "show",
    "wait",
    "serve",
    "agents",
    "send",
    "away",
    "back",
  ],
  ...[
    "rules",
    "slack",
    "slack manifest",
    "slack connect",
    "slack status",
    "ntfy connect",
    "hook",
    "mcp",
    "token",
    "token create",
  ],
  ...[
    "token list",
    "token revoke",
    "pair",
    "init",
    "uninit",
    "doctor",
    "coverage",
    "service",
    "tunnel",
    "demo",
    "cleanup",
    "migrate",
    "config",
  ],
  "completion",
];

describe("the help", () => {
  it.each(COMMANDS)("of askline %s is in Korean for people who read Korean", async (command) => {
    using files = openSandbox();
    const args = [...command.split(" ").filter(Boolean), "--help"];
    const { stdout, code } = await run(files.path, args, { env: { LANG: "ko_KR.UTF-8" } });
    expect(code).toBe(0);
    // An indented next line continues the sentence.
    const whole = stdout.replaceAll(/\n {8,}(?=\S)/g, " ");
    const told = whole.split("\n").filter((line) => line !== "" && !/^ {2}\$ /.test(line));
    expect(told.filter((line) => !/\p{Script=Hangul}|ASKLINE_SLACK/u.test(line))).toEqual([]);
    expect(stdout).toMatch(/^사용법: askline/);
    expect(stdout).not.toMatch(/\((default|choices): /);
  });

  it.each([
    ["unknown command", ["nonsense"], /^그런 명령이 없습니다: nonsense\n/],
    ["unknown flag", ["list", "--nonsense"], /^그런 옵션이 없습니다: --nonsense\n/],
    ["missing word", ["answer"], /^빠진 것이 있습니다: id\n/],
    [
      "missing value",
      ["wait", "6f1c", "--timeout"],
      /^옵션에 값이 없습니다: -t, --timeout <time>\n/,
    ],
    [
      "value that is none of those there are",
      ["completion", "tcsh"],
      /^"tcsh"은\(는\).*bash, zsh, fish\n/,
    ],
    [
      "option's value that is none of those there are",
      ["ask", "Q", "--mode", "x"],
      /^"x"은\(는\).*single, multi/,
    ],
    ["number that is none", ["history", "--limit", "x"], /^0 이상의 정수가 아닙니다: "x"\n/],
  ])("so is the complaint about an %s", async (_, args, complaint) => {
    using files = openSandbox();
    const { stderr, code } = await run(files.path, args, { env: { LANG: "ko_KR.UTF-8" } });
    expect(code).toBe(2);
    expect(stderr).toMatch(complaint);
  });

  it("is in Korean too if only a command is missing, and in English for others", async () => {
    using files = openSandbox();
    const korean = await run(files.path, ["slack"], { env: { LANG: "ko_KR.UTF-8" } });
    expect(korean.stdout + korean.stderr).toMatch(/사용법: askline slack/);
    expect((await run(files.path, ["list", "--help"])).stdout).toMatch(/^Usage: askline list/);
  });
});
