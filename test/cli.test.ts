/** The command line as programs and people without a prompt use it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openDesk } from "../src/askline.ts";
import { CLI, run, runJson, start } from "./support/askline.ts";
import { deleting, unclear } from "./support/permissions.ts";
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
    expect(answered).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("→ Red — like a rose"),
    });
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

  it("exits with 4 at the deadline, and never calls a default a choice", async () => {
    using files = openSandbox();
    const plain = await run(files.path, ["ask", "Which?", ...COLOURS, "--timeout", "0.2s"]);
    expect(plain).toMatchObject({
      code: 4,
      stdout: expect.stringContaining("Do not take silence for consent"),
    });
    const withDefault = await runJson(files.path, [
      "ask",
      "Which?",
      ...COLOURS,
      "--timeout",
      "0.2",
      "-d",
      "Blue",
    ]);
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
      questions: [
        { prompt: "Tag?" },
        { prompt: "Push?", options: [{ label: "Yes" }, { label: "No" }] },
      ],
    });
    const { stdout } = await run(files.path, ["ask", "--no-wait"], { input });
    const id = stdout.trim();
    const settled = await runJson(files.path, ["answer", id, "v1.0", "no"]);
    expect(settled).toMatchObject({
      status: "completed",
      context: "Release",
      source: { kind: "command" },
    });
    expect(settled.text).toBe("1. Tag?\n→ Other: 'v1.0'\n\n2. Push?\n→ No");
  });

  it("takes context, time, urgency and project by flag beside JSON, where they win", async () => {
    using files = openSandbox();
    const input = JSON.stringify({
      questions: [{ prompt: "Tag?" }],
      context: "old",
      timeoutSeconds: 5,
      urgency: "low",
    });
    const flags = ["--context", "new", "--timeout", "1h", "--urgency", "high", "--project", "shop"];
    const put = await runJson(files.path, ["ask", "--no-wait", ...flags], { input });
    expect(put).toMatchObject({ context: "new", urgency: "high", source: { project: "shop" } });
    expect(Date.parse(put.expiresAt) - Date.parse(put.createdAt)).toBeGreaterThan(3_000_000);
  });

  it.each([
    [["ask", "Which?", "--min", "abc"], "is not a whole number", "--help"],
    [["ask", "Which?", "--optoin", "A"], "There is no option --optoin", "Did you mean --option?"],
    [["anwser"], 'There is no command "anwser".', "Did you mean answer?"],
    [["show"], "missing behind the command: id.", "--help"],
    [[], "There is no option --json", "--help"],
  ])("tells a program of wrong usage in JSON alone: %j", async (args, message, suggestion) => {
    using files = openSandbox();
    const { code, stdout, stderr } = await run(files.path, [...args, "--json"]);
    expect([code, stderr]).toEqual([2, ""]);
    expect(JSON.parse(stdout).error).toEqual({
      code: "usage",
      message: expect.stringContaining(message),
      suggestion: expect.stringContaining(suggestion),
    });
    expect(JSON.parse(stdout).error.message).not.toMatch(/^error|Did you mean/);
  });

  it("prints only the id with --no-wait, and `askline wait` gets the answer later", async () => {
    using files = openSandbox();
    const { stdout, code } = await run(files.path, [
      "ask",
      "Which colour?",
      ...COLOURS,
      "--no-wait",
    ]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}\n$/)]);
    const id = stdout.trim();
    expect((await run(files.path, ["wait", id, "--timeout", "0.1"])).code).toBe(8);
    const waiting = run(files.path, ["wait", id]);
    await run(files.path, ["answer", id, "blue"]);
    expect(await waiting).toMatchObject({ code: 0, stdout: "1. Which colour?\n→ Blue\n" });
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "withdraws the ask when it is ended by %s",
    async (signal) => {
      using files = openSandbox();
      const asking = await ask(files, "Which colour?", ...COLOURS);
      asking.child.kill(signal);
      expect((await asking.finished).code).toBe(signal === "SIGTERM" ? 143 : 130);
      expect(await runJson(files.path, ["list", "--all"])).toMatchObject([
        { status: "abandoned", outcome: { kind: "withdrawn" } },
      ]);
    },
  );

  it.each([
    ["no question", ["ask"], "", /There is no question/],
    ["text that is not JSON", ["ask"], "hello", /not JSON/],
    [
      "wrong fields, all named at once",
      ["ask"],
      '{"questions":[{"prompt":"","options":[{"label":""}]}]}',
      /prompt[\s\S]*label/,
    ],
    [
      "a default nobody offered",
      ["ask", "Which?", ...COLOURS, "-d", "Green"],
      "",
      /"Green" is not one of the options/,
    ],
    [
      "bounds upside down",
      ["ask", "Which?", ...COLOURS, "--mode", "multi", "--min", "2", "--max", "1"],
      "",
      /minimum of 2 .* maximum of 1/,
    ],
    ["options alike", ["ask", "Which?", "-o", "A", "-o", "A"], "", /"A" is used twice/],
    [
      "a time that is none",
      ["ask", "Which?", "--timeout", "soon"],
      "",
      /"soon" is not a length of time/,
    ],
    [
      "an unknown flag",
      ["ask", "Which?", "--optoin", "A"],
      "",
      /There is no option --optoin here\.[\s\S]*--option/,
    ],
    ["a count that is none", ["ask", "Which?", "--min", "abc"], "", /"abc" is not a whole number/],
    [
      "--multi for one only",
      ["ask", "Which?", ...COLOURS, "--multi", "--mode", "single"],
      "",
      /--multi.*mode single/,
    ],
    [
      "--multi for text",
      ["ask", "Which?", "--multi", "--mode", "text_input"],
      "",
      /--multi.*mode text_input/,
    ],
    ["--multi without options", ["ask", "Which?", "--multi"], "", /--multi.*there are none/],
    [
      "flags beside JSON that would be ignored",
      ["ask", "-o", "A", "--title", "T", "--multi"],
      '{"prompt":"Which?"}',
      /--option, --multi, --title would be ignored/,
    ],
    [
      "misspelt fields, with the right ones",
      ["ask"],
      '{"questions":[{"prompt":"Which?","optoins":[]},' +
        '{"prompt":"Which?","options":[{"lable":"A"}]}],"timeout":5,"zebra":1}',
      /questions\.0\.optoins: .*mean options\?[\s\S]*questions\.1\.options\.0\.lable: .*mean label\?[\s\S]*timeout: .*mean timeoutSeconds\?.*zebra: There is no such field\./,
    ],
    [
      "a misspelt field of a lone question",
      ["ask"],
      '{"prompt":"Which?","selection_mode":"single"}',
      /selectionMode\?/,
    ],
    [
      "a field of the ask in a lone question",
      ["ask"],
      '{"prompt":"Which?","context":"x"}',
      /context: .*beside "questions"/,
    ],
  ])("refuses %s with exit code 2 and puts nothing", async (_, args, input, complaint) => {
    using files = openSandbox();
    const { code, stderr } = await run(files.path, args, { input });
    expect(code).toBe(2);
    expect(stderr).toMatch(complaint);
    expect(await runJson(files.path, ["list", "--all"])).toEqual([]);
  });
});

describe("answering", () => {
  it("allows what may destroy something only with --confirm, and says what it destroys", async () => {
    using files = openSandbox();
    const desk = openDesk({ sessionsDirectory: files.at("sessions") });
    const source = { kind: "test" };
    const { id } = await desk.ask({ ...deleting(), source, mode: "detached" });
    const refused = await run(files.path, ["answer", id, "allow once"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/nothing was answered\. Deletes files\.\n.*--confirm/);
    expect((await desk.load(id)).outcome).toBeNull();
    const settled = await runJson(files.path, ["answer", id, "allow once", "--confirm"]);
    expect(settled.outcome.reply.answers).toEqual([{ optionIds: ["allow"] }]);
    const next = await desk.ask({ ...unclear(), source, mode: "detached" });
    expect((await run(files.path, ["show", next.id])).stdout).toMatch(
      /Effect: Cannot tell what npm install does/,
    );
    expect((await run(files.path, ["answer", next.id, "allow once"])).code).toBe(0);
    await desk.close();
  });

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
    const settled = await runJson(files.path, [
      "answer",
      stdout.trim(),
      ...words,
      "--note",
      "as told",
    ]);
    expect(settled.outcome.reply).toEqual({ answers, globalNote: "as told" });
    expect(settled.outcome.provenance).toMatchObject({
      by: "person",
      surface: "command",
      who: expect.any(String),
    });
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

  it("lists the options, and says how to send other words if they are accepted", async () => {
    using files = openSandbox();
    const { stdout } = await run(files.path, ["ask", "Which colour?", ...COLOURS, "--no-wait"]);
    const english = await run(files.path, ["answer", stdout.trim(), "9"]);
    expect(english.code).toBe(2);
    expect(english.stderr).toMatch(
      /^"9" is none of the options\.\nThere are 1\) Red, 2\) Blue.*\. Add --text/,
    );
    const env = { LANG: "ko_KR.UTF-8" };
    const korean = await run(files.path, ["answer", stdout.trim(), "9"], { env });
    expect(korean.stderr).toMatch(/^선택지에 없습니다: "9"\n있는 것: 1\) Red[\s\S]*--text/);
    const several = await run(files.path, ["answer", stdout.trim(), "1 and 2"], { env });
    expect(several.stderr).toMatch(/^1개까지만 고르세요/);
  });

  it("tells a second person who was first; the same answer again is fine", async () => {
    using files = openSandbox();
    const { stdout } = await run(files.path, ["ask", "Which colour?", ...COLOURS, "--no-wait"]);
    const id = stdout.trim();
    await run(files.path, ["answer", id, "red"]);
    const late = await run(files.path, ["answer", id, "blue"]);
    expect(late).toMatchObject({
      code: 7,
      stderr: expect.stringMatching(/already answered by \S+ \(the command line, /),
    });
    expect((await run(files.path, ["answer", id, "red"])).code).toBe(0);
    expect(await runJson(files.path, ["answer", id, "blue"])).toMatchObject({
      error: { code: "already_settled" },
    });
  });

  it("tells a late answer that it is late, also when its words do not fit", async () => {
    using files = openSandbox();
    const { stdout } = await run(files.path, [
      "ask",
      "Which?",
      ...COLOURS,
      "--mode",
      "single",
      "--no-wait",
    ]);
    const id = stdout.trim();
    await run(files.path, ["answer", id, "red"]);
    for (const words of [["zebra"], ["1 and 2"], ["cancel"]]) {
      const late = await run(files.path, ["answer", id, ...words]);
      expect(late).toMatchObject({ code: 7, stderr: expect.stringContaining("already answered") });
      expect(late.stderr).not.toContain("still open");
    }
  });

  it("knows an ask by the beginning of its id, and suggests one that begins alike", async () => {
    using files = openSandbox();
    const { stdout } = await run(files.path, ["ask", "Which colour?", ...COLOURS, "--no-wait"]);
    const id = stdout.trim();
    const alike = await run(files.path, ["show", `${id.slice(0, 6)}${id[6] === "0" ? "1" : "0"}`]);
    expect(alike).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(`Did you mean ${id.slice(0, 8)} (Which colour?)`),
    });
    const unlike = await run(files.path, ["show", id.startsWith("0") ? "1234" : "0234"]);
    expect(unlike).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(/1 ask is open\. Run `askline list`/),
    });
    expect(unlike.stderr).not.toContain("Did you mean");
    expect((await runJson(files.path, ["show", id.slice(0, 4).toUpperCase()])).id).toBe(id);
  });

  it("takes no id of fewer than four characters, which an answer might be", async () => {
    using files = openSandbox();
    const { stdout } = await run(files.path, ["ask", "Which colour?", ...COLOURS, "--no-wait"]);
    const { code, stderr } = await run(files.path, ["answer", stdout.slice(0, 3), "1"]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/too short[\s\S]*at least 4 characters/),
    ]);
    expect(await runJson(files.path, ["list"])).toHaveLength(1);
  });

  it.each([
    ["as it is", (id: string) => id],
    ["in small letters", (id: string) => id.toLowerCase()],
    ["shortened", (id: string) => id.slice(0, 8).toLowerCase()],
  ])("answers a foreign session in capital letters by its id %s", async (_, typed) => {
    using files = openSandbox();
    const sessionId = "6F1C2A9E-3B7D-4C1A-9F10-2D3E4F5A6B7C";
    const at = new Date().toISOString();
    const questions = [
      { title: "Colour", prompt: "Which?", options: [{ label: "Red" }, { label: "Blue" }] },
    ];
    files.writeJson(
      { sessionId, questions, status: "pending", timestamp: at },
      "sessions",
      sessionId,
      "request.json",
    );
    const status = {
      sessionId,
      status: "pending",
      createdAt: at,
      lastModified: at,
      totalQuestions: 1,
    };
    files.writeJson({ ...status, rejectionReason: null }, "sessions", sessionId, "status.json");
    const settled = await runJson(files.path, ["answer", typed(sessionId), "blue"]);
    expect(settled).toMatchObject({ id: sessionId, status: "completed" });
    expect(files.readJson("sessions", sessionId, "answers.json").answers[0].selectedOption).toBe(
      "Blue",
    );
  });
});

describe("failures", () => {
  const KOREAN = { LC_ALL: "ko_KR.UTF-8" };

  it.each([
    [
      "an id nobody knows",
      ["show", "abcdef"],
      /질문을 찾을 수 없습니다: abcdef\n열린 질문이 없습니다/,
    ],
    ["an id that is none", ["show", "x".repeat(36)], /ID의 형식이 맞지 않습니다: x{36}\n/],
    ["a time that is none", ["ask", "Which?", "-t", "soon"], /시간 길이가 아닙니다: "soon"\n/],
    [
      "options alike",
      ["ask", "Which?", "-o", "A", "-o", "A"],
      /질문을 그대로 쓸 수 없습니다: .*"A" is used twice.*\n질문을 고쳐/,
    ],
    [
      "an unknown flag",
      ["ask", "Which?", "--optoin", "A"],
      /그런 옵션이 없습니다: --optoin\n.*--option/,
    ],
  ])("are told to a Korean in Korean, with the details: %s", async (_, args, words) => {
    using files = openSandbox();
    expect((await run(files.path, args, { env: KOREAN })).stderr).toMatch(words);
    expect((await run(files.path, args, { env: { ASKLINE_LANGUAGE: "ko" } })).stderr).toMatch(
      words,
    );
    const { error } = await runJson(files.path, args, { env: KOREAN });
    expect(`${error.message} ${error.suggestion}`).not.toMatch(/\p{Script=Hangul}/u);
  });

  it("about an answer that came late name who was first, in Korean too", async () => {
    using files = openSandbox();
    const { stdout } = await run(files.path, ["ask", "Which colour?", ...COLOURS, "--no-wait"]);
    await run(files.path, ["answer", stdout.trim(), "red"]);
    const late = await run(files.path, ["answer", stdout.trim(), "blue"], { env: KOREAN });
    expect(late).toMatchObject({
      code: 7,
      stderr: expect.stringMatching(/이미 끝난 질문입니다: 답함 \(\S+, 명령줄, /),
    });
  });

  it("about broken settings are told in Korean, though the settings cannot say so", async () => {
    using files = openSandbox();
    files.writeJson({ retentionDays: -1 }, "config", "config.json");
    const env = { ...KOREAN, ASKLINE_CONFIG_DIR: files.at("config") };
    expect((await run(files.path, ["list"], { env })).stderr).toMatch(
      /설정을 그대로 쓸 수 없습니다: .*retentionDays/,
    );
  });

  it.each(["stdout", "stderr"] as const)("closing %s early is no error", async (name) => {
    using files = openSandbox();
    const running = start(
      files.path,
      name === "stdout" ? ["list", "--json"] : ["ask", "Which?", "--timeout", "0.3s"],
    );
    running.child[name].destroy();
    const { code, stdout, stderr } = await running.finished;
    expect([code, `${stdout}${stderr}`]).toEqual([
      name === "stdout" ? 0 : 4,
      expect.not.stringContaining("EPIPE"),
    ]);
  });
});

describe("looking around", () => {
  it("lists what is open in columns that line up, in the person's language", async () => {
    using files = openSandbox();
    await run(files.path, [
      "ask",
      "어느 색인가요?",
      ...COLOURS,
      "--no-wait",
      "--project",
      "가게",
      "--timeout",
      "2h",
    ]);
    await run(files.path, ["ask", "Which size?", ...COLOURS, "--no-wait", "--project", "shop"]);
    const { stdout } = await run(files.path, ["list"]);
    expect(stdout).toMatch(
      /^ID +STATUS +AGE +LEFT +PROJECT +QUESTION\n\w+ +open +\d+s +– +shop +Which size\?\n\w+ +open +\d+s +until (?:tomorrow, )?\d\d:\d\d +가게 +어느 색인가요\?\n$/,
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
      /Status: rejected[\s\S]*Decided by: \S+, on the command line, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n[\s\S]*For the door[\s\S]*1\) Red — like a rose ★[\s\S]*paint is out/,
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
    expect(await runJson(files.path, ["cleanup"])).toMatchObject({ removed: 0 });
    expect(await run(files.path, ["cleanup", "--days", "0", "--open"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Removed 1 ask: 1 open\.\n/),
    });
    await run(files.path, ["answer", asking.id, "red"]);
    expect((await asking.finished).code).toBe(0);
  });

  it("cleans up without complaint where nothing was asked yet", async () => {
    using files = openSandbox();
    expect(await run(files.path, ["cleanup"])).toMatchObject({
      code: 0,
      stdout: "Removed 0 asks.\n",
      stderr: "",
    });
  });

  it("shows each setting and where it came from: file, then environment, then flag", async () => {
    using files = openSandbox();
    const env = { ASKLINE_CONFIG_DIR: files.at("config"), ASKLINE_RETENTION_DAYS: "3" };
    mkdirSync(files.at("config"));
    writeFileSync(
      files.at("config", "config.json"),
      JSON.stringify({ retentionDays: 9, language: "ko" }),
    );
    const { settings } = await runJson(
      files.path,
      ["config", "--state-dir", files.at("elsewhere")],
      { env },
    );
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

  it("tells of the settings in the person's language", async () => {
    using files = openSandbox();
    const { stdout } = await run(files.path, ["config"], { env: { LANG: "ko_KR.UTF-8" } });
    expect(stdout).toMatch(/stateDirectory +\S+ +환경 변수 ASKLINE_STATE_DIR +Askline이 기억하는/);
    expect(stdout).toMatch(/retentionDays +7 +기본값 +.*세션/);
    expect(stdout).toMatch(/플래그로 바꿀 수 있습니다\.\n$/);
  });

  it("helps: every command has a page, and a misspelt one a suggestion", async () => {
    using files = openSandbox();
    const help = await run(files.path, ["--help"]);
    const commands = [...help.stdout.matchAll(/^ {2}(\w+) .*$/gm)]
      .map(([, name]) => String(name))
      .filter((name) => name !== "help");
    expect(commands).toEqual([
      ...[
        "ask",
        "answer",
        "inbox",
        "reject",
        "list",
        "history",
        "stats",
        "show",
        "verify",
        "wait",
        "serve",
        "remote",
        "agents",
        "send",
        "away",
      ],
      ...[
        "back",
        "rules",
        "slack",
        "ntfy",
        "hook",
        "mcp",
        "token",
        "pair",
        "project",
        "passkey",
        "init",
        "uninit",
        "doctor",
        "coverage",
        "service",
        "tunnel",
        "demo",
        "cleanup",
        "migrate",
      ],
      ...["config", "completion"],
    ]);
    for (const command of commands) {
      const page = await run(files.path, [command, "--help"]);
      expect(page).toMatchObject({ code: 0, stdout: expect.stringContaining("--json") });
      expect(page.stdout).toMatch(new RegExp(`Examples?:\\n {2}\\$ .*askline ${command}`));
    }
    expect((await run(files.path, ["ask", "--help"])).stdout).toMatch(
      /Exit codes: 0 .*6 .*\n?.*7 .*8 /,
    );
    expect(await run(files.path, ["anwser"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean answer?"),
    });
    expect(execFileSync(process.execPath, [CLI, "--version"], { encoding: "utf8" })).toMatch(
      /^\d+\.\d+\.\d+\n$/,
    );
  });
});
