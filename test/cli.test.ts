/** The command line as programs and people without a prompt use it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLI, run, runJson, start } from "./support/askline.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

const COLOURS = ["-o", "Red :: like a rose", "-o", "Blue"];

/** Starts `askline ask` and waits until its ask can be answered. */
async function ask(files: Sandbox, ...args: string[]) {
  const asking = start(files.path, ["ask", ...args]);
  const [, id = ""] = await asking.said(/askline answer (\S+)/);
  return { ...asking, id };
}

describe("asking", () => {
  it("waits, prints the answer and exits with 0", async () => {
    using files = openSandbox();
    const asking = await ask(files, "Which colour?", ...COLOURS);
    const answered = await run(files.path, ["answer", asking.id, "1"]);
    expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining("→ Red — like a rose") });
    expect(await asking.finished).toMatchObject({ code: 0, stdout: "→ Red — like a rose\n" });
  });

  it.each([
    ["rejected", 3, ["reject", "--reason", "wrong branch"], "wrong branch"],
    ["removed under it", 6, ["remove"], ""],
  ])("exits with its own code when %s", async (_, code, [how, ...more], words) => {
    using files = openSandbox();
    const asking = await ask(files, "Which colour?", ...COLOURS);
    const [{ id }] = await runJson(files.path, ["list"]);
    if (how === "remove") execFileSync("rm", ["-r", files.at("sessions", id)]);
    else await run(files.path, ["reject", id, ...more]);
    const finished = await asking.finished;
    expect(finished.code).toBe(code);
    expect(finished.stdout).toContain(words);
  });

  it("exits with 4 at the deadline, and a default that took over is never called a choice", async () => {
    using files = openSandbox();
    const plain = await run(files.path, ["ask", "Which?", ...COLOURS, "--timeout", "0.2s"]);
    expect(plain).toMatchObject({ code: 4, stdout: expect.stringContaining("Do not take silence for consent") });
    const withDefault = await runJson(files.path, ["ask", "Which?", ...COLOURS, "--timeout", "0.2", "-d", "Blue"]);
    expect(withDefault).toMatchObject({
      status: "timed_out",
      outcome: {
        kind: "default",
        reply: { answers: [{ optionIds: ["2"] }] },
        provenance: { by: "default", surface: "deadline" },
      },
    });
  });

  it("reads a whole ask as JSON from standard input", async () => {
    using files = openSandbox();
    const input = JSON.stringify({
      context: "Release",
      questions: [{ prompt: "Tag?" }, { prompt: "Push?", options: [{ label: "Yes" }, { label: "No" }] }],
    });
    const { stdout } = await run(files.path, ["ask", "--no-wait"], { input });
    const id = stdout.trim();
    const settled = await runJson(files.path, ["answer", id, "v1.0", "no"]);
    expect(settled).toMatchObject({ status: "completed", context: "Release", source: { kind: "command" } });
    expect(settled.text).toBe("1. Tag?\n→ Other: 'v1.0'\n\n2. Push?\n→ No");
  });

  it("prints only the id with --no-wait, and `askline wait` gets the answer later", async () => {
    using files = openSandbox();
    const { stdout, code } = await run(files.path, ["ask", "Which colour?", ...COLOURS, "--no-wait"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}\n$/)]);
    const id = stdout.trim();
    expect((await run(files.path, ["wait", id, "--timeout", "0.1"])).code).toBe(8);
    const waiting = run(files.path, ["wait", id]);
    await run(files.path, ["answer", id, "blue"]);
    expect(await waiting).toMatchObject({ code: 0, stdout: "1. Which colour?\n→ Blue\n" });
  });

  it.each(["SIGTERM", "SIGINT"] as const)("withdraws the ask when it is ended by %s", async (signal) => {
    using files = openSandbox();
    const asking = await ask(files, "Which colour?", ...COLOURS);
    asking.child.kill(signal);
    expect((await asking.finished).code).toBe(signal === "SIGTERM" ? 143 : 130);
    expect(await runJson(files.path, ["list", "--all"])).toMatchObject([
      { status: "abandoned", outcome: { kind: "withdrawn" } },
    ]);
  });

  it.each([
    ["no question", ["ask"], "", /There is no question/],
    ["text that is not JSON", ["ask"], "hello", /not JSON/],
    [
      "wrong fields, all named at once",
      ["ask"],
      '{"questions":[{"prompt":"","options":[{"label":""}]}]}',
      /prompt[\s\S]*label/,
    ],
    ["a default nobody offered", ["ask", "Which?", ...COLOURS, "-d", "Green"], "", /"Green" is not one of the options/],
    [
      "bounds upside down",
      ["ask", "Which?", ...COLOURS, "--mode", "multi", "--min", "2", "--max", "1"],
      "",
      /minimum of 2 .* maximum of 1/,
    ],
    ["options alike", ["ask", "Which?", "-o", "A", "-o", "A"], "", /"A" is used twice/],
    ["a time that is none", ["ask", "Which?", "--timeout", "soon"], "", /"soon" is not a length of time/],
    ["an unknown flag", ["ask", "Which?", "--optoin", "A"], "", /unknown option '--optoin'[\s\S]*--option/],
  ])("refuses %s with exit code 2 and puts nothing", async (_, args, input, complaint) => {
    using files = openSandbox();
    const { code, stderr } = await run(files.path, args, { input });
    expect(code).toBe(2);
    expect(stderr).toMatch(complaint);
    expect(await runJson(files.path, ["list", "--all"])).toEqual([]);
  });
});

describe("answering", () => {
  it.each([
    ["a number", ["2"], [{ optionIds: ["2"] }]],
    ["a label", ["blue"], [{ optionIds: ["2"] }]],
    ["words", ["the", "second", "one"], [{ optionIds: ["2"] }]],
    ["Korean", ["두 번째"], [{ optionIds: ["2"] }]],
    ["own words", ["something", "darker"], [{ optionIds: [], customText: "something darker" }]],
    ["words forced to be text", ["--text", "blue"], [{ optionIds: [], customText: "blue" }]],
  ])("takes %s", async (_, words, answers) => {
    using files = openSandbox();
    const { stdout } = await run(files.path, ["ask", "Which colour?", ...COLOURS, "--no-wait"]);
    const settled = await runJson(files.path, ["answer", stdout.trim(), ...words, "--note", "as told"]);
    expect(settled.outcome.reply).toEqual({ answers, globalNote: "as told" });
    expect(settled.outcome.provenance).toMatchObject({ by: "person", surface: "command", who: expect.any(String) });
  });

  it.each([
    ["ambiguous words", ["al"], /could mean "Alpha" or "Alto"/],
    ["what is none of the options", ["zebra"], /none of the options/],
    ["several for one", ["1 and 2"], /at most 1/],
    ["cancel, which is not an answer", ["cancel"], /not an answer[\s\S]*askline reject/],
  ])("refuses %s and leaves the ask open", async (_, words, complaint) => {
    using files = openSandbox();
    const { stdout } = await run(files.path, [
      "ask",
      "Which?",
      "--mode",
      "single",
      "-o",
      "Alpha",
      "-o",
      "Alto",
      "--no-wait",
    ]);
    const { code, stderr } = await run(files.path, ["answer", stdout.trim(), ...words]);
    expect(code).toBe(2);
    expect(stderr).toMatch(complaint);
    expect(await runJson(files.path, ["list"])).toHaveLength(1);
  });

  it("tells a second person who was first; the same answer again is fine", async () => {
    using files = openSandbox();
    const { stdout } = await run(files.path, ["ask", "Which colour?", ...COLOURS, "--no-wait"]);
    const id = stdout.trim();
    await run(files.path, ["answer", id, "red"]);
    const late = await run(files.path, ["answer", id, "blue"]);
    expect(late).toMatchObject({ code: 7, stderr: expect.stringMatching(/already completed by \S+ \(command, /) });
    expect((await run(files.path, ["answer", id, "red"])).code).toBe(0);
    expect(await runJson(files.path, ["answer", id, "blue"])).toMatchObject({ error: { code: "already_settled" } });
  });

  it("knows an ask by the beginning of its id, and suggests one when it knows none", async () => {
    using files = openSandbox();
    const { stdout } = await run(files.path, ["ask", "Which colour?", ...COLOURS, "--no-wait"]);
    const id = stdout.trim();
    const unknown = await run(files.path, ["show", id.startsWith("0") ? "1234" : "0234"]);
    expect(unknown).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(`Did you mean ${id.slice(0, 8)} (Which colour?)`),
    });
    expect((await runJson(files.path, ["show", id.slice(0, 6)])).id).toBe(id);
  });
});

describe("looking around", () => {
  it("lists what is open in columns that line up, in the person's language", async () => {
    using files = openSandbox();
    await run(files.path, ["ask", "어느 색인가요?", ...COLOURS, "--no-wait", "--project", "가게", "--timeout", "2h"]);
    await run(files.path, ["ask", "Which size?", ...COLOURS, "--no-wait", "--project", "shop"]);
    const { stdout } = await run(files.path, ["list"]);
    expect(stdout).toMatch(
      /^ID +STATUS +AGE +LEFT +PROJECT +QUESTION\n\w+ +open +\d+s +– +shop +Which size\?\n\w+ +open +\d+s +(1h|2h) +가게 +어느 색인가요\?\n$/,
    );
    const korean = await run(files.path, ["list"], { env: { LANG: "ko_KR.UTF-8" } });
    expect(korean.stdout).toMatch(/상태.*질문/);
  });

  it("shows one ask with its options, outcome and who decided", async () => {
    using files = openSandbox();
    const { stdout } = await run(files.path, [
      "ask",
      "Which colour?",
      ...COLOURS,
      "-r",
      "Red",
      "--no-wait",
      "--context",
      "For the door",
    ]);
    await run(files.path, ["reject", stdout.trim(), "--reason", "paint is out"]);
    const shown = await run(files.path, ["show", stdout.trim()]);
    expect(shown.stdout).toMatch(
      /Status: rejected[\s\S]*Decided by: \S+, command,[\s\S]*For the door[\s\S]*1\) Red — like a rose ★[\s\S]*paint is out/,
    );
  });

  it("never lets an agent's text reach the terminal raw", async () => {
    using files = openSandbox();
    await run(files.path, ["ask", "--no-wait"], {
      input: JSON.stringify({
        prompt: "a\u001b[2Jb\u202ec",
        title: "t\u0007\u009b31m",
        options: [{ label: "x\u001b]52;c;aGk=\u0007" }],
      }),
    });
    const [{ id }] = await runJson(files.path, ["list"]);
    const output = [
      await run(files.path, ["list"]),
      await run(files.path, ["show", id]),
      await run(files.path, ["answer", id, "1"]),
    ];
    for (const { stdout } of output) expect(stdout).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e]/u);
  });

  it("cleans up old asks but not the one that is waited for", async () => {
    using files = openSandbox();
    const asking = await ask(files, "Which colour?", ...COLOURS);
    await run(files.path, ["ask", "Another?", "--no-wait"]);
    expect(await runJson(files.path, ["cleanup"])).toEqual({ removed: 0 });
    expect(await run(files.path, ["cleanup", "--days", "0"])).toMatchObject({ code: 0, stdout: "Removed 1 ask.\n" });
    await run(files.path, ["answer", asking.id, "red"]);
    expect((await asking.finished).code).toBe(0);
  });

  it("shows each setting and where it came from: file, then environment, then flag", async () => {
    using files = openSandbox();
    const env = { ASKLINE_CONFIG_DIR: files.at("config"), ASKLINE_RETENTION_DAYS: "3" };
    mkdirSync(files.at("config"));
    writeFileSync(files.at("config", "config.json"), JSON.stringify({ retentionDays: 9, language: "ko" }));
    const { settings } = await runJson(files.path, ["config", "--state-dir", files.at("elsewhere")], { env });
    expect(settings).toMatchObject({
      retentionDays: { value: 3, origin: { kind: "environment", name: "ASKLINE_RETENTION_DAYS" } },
      language: { value: "ko", origin: { kind: "file" } },
      stateDirectory: { value: files.at("elsewhere"), origin: { kind: "flag" } },
      sessionsDirectory: { value: files.at("elsewhere", "sessions"), origin: { kind: "built-in" } },
    });
    writeFileSync(files.at("config", "config.json"), "{");
    expect(await run(files.path, ["list"], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("config.json"),
    });
  });

  it("helps: every command has a page, and a misspelt one a suggestion", async () => {
    using files = openSandbox();
    const help = await run(files.path, ["--help"]);
    const commands = [...help.stdout.matchAll(/^ {2}(\w+) .*$/gm)]
      .map(([, name]) => String(name))
      .filter((name) => name !== "help");
    expect(commands).toEqual(["ask", "answer", "reject", "list", "show", "wait", "cleanup", "config"]);
    for (const command of commands) {
      const page = await run(files.path, [command, "--help"]);
      expect(page).toMatchObject({ code: 0, stdout: expect.stringContaining("--json") });
    }
    expect(await run(files.path, ["anwser"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean answer?"),
    });
    expect(execFileSync(process.execPath, [CLI, "--version"], { encoding: "utf8" })).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
