/** What the command line says when something is not as it should be: sentences that help. */
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLI, run, runJson } from "./support/askline.ts";
import { openSandbox } from "./support/sandbox.ts";

const OPTIONS = ["-o", "Postgres", "-o", "SQLite"];

it.each([
  ["en_US.UTF-8", /^The output could not be written: the disk is full\.\n.*askline list --all/],
  ["ko_KR.UTF-8", /^출력을 쓰지 못했습니다: 디스크가 가득 찼습니다\./],
])("output onto a full disk is a sentence in %s, and a failure", (LANG, sentence) => {
  using files = openSandbox();
  const full = openSync("/dev/full", "w");
  for (const args of [["list"], ["list", "--all", "--json"]]) {
    const env = { ...process.env, ASKLINE_STATE_DIR: files.path, LANG, LC_ALL: "" };
    const stdio = ["ignore", full, "pipe"] as const;
    const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      env,
      stdio: [...stdio],
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  }
  closeSync(full);
});

it.each([
  ["foo", undefined],
  ["bar", undefined],
  ["anwser", "Did you mean answer?"],
  ["lsit", "Did you mean list?"],
])("an unknown command %s is followed by a guess only when it is near", async (word, guess) => {
  using files = openSandbox();
  const { code, stderr } = await run(files.path, [word]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`There is no command "${word}".`)]);
  expect(stderr).toContain(guess ?? "Run it with --help");
  if (guess === undefined) expect(stderr).not.toContain("Did you mean");
});

it("silence cannot mean a default that there is not", async () => {
  using files = openSandbox();
  const flags = ["--on-timeout", "default", "--no-wait"];
  const { code, stderr } = await run(files.path, ["ask", "Which?", ...OPTIONS, ...flags]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("Name one with --default")]);
  const input = JSON.stringify({ questions: [{ prompt: "Which?" }], onTimeout: "default" });
  expect((await run(files.path, ["ask", "--no-wait"], { input })).code).toBe(2);
  expect(await runJson(files.path, ["list", "--all"])).toEqual([]);
  const put = await run(files.path, ["ask", "Which?", ...OPTIONS, "-d", "2", ...flags]);
  expect(put.code).toBe(0);
});

it.each([
  [
    "en_US.UTF-8",
    /already answered by \S+ \(the command line, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\): Postgres, ask Bob/,
  ],
  ["ko_KR.UTF-8", /이미 끝난 질문입니다: .* 명령줄, .*: Postgres, ask Bob/],
])("whoever comes second is told what was decided, in %s", async (LANG, sentence) => {
  using files = openSandbox();
  const { stdout } = await run(files.path, ["ask", "Which?", ...OPTIONS, "--no-wait"]);
  const id = stdout.trim();
  const env = { LANG };
  await run(files.path, ["answer", id, "1", "--note", "ask Bob"], { env });
  const late = await run(files.path, ["answer", id, "2"], { env });
  expect([late.code, late.stderr]).toEqual([7, expect.stringMatching(sentence)]);
});

describe("a setting that does not fit", () => {
  it.each([
    [{ port: "abc" }, 'port: It has to be a number, not "abc".'],
    [{ port: null }, "port: It has to be a number, not null."],
    [{ port: 99_999 }, "port: It has to be at most 65535."],
    [{ handOff: "maybe" }, "handOff: It has to be true or false."],
    [{ language: "xx" }, 'language: It has to be one of "auto", "en", "ko".'],
  ])("%j is told without words of a schema", async (settings, sentence) => {
    using files = openSandbox();
    files.writeJson(settings, "config.json");
    const env = { ASKLINE_CONFIG_DIR: files.path };
    const { code, stderr } = await run(files.path, ["list"], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(stderr).not.toMatch(/NaN|Invalid|expected|received/);
  });

  it("numbers of the environment are read as before", async () => {
    using files = openSandbox();
    const env = { ASKLINE_PORT: "8500", ASKLINE_RETENTION_DAYS: "1.5" };
    const shown = await runJson(files.path, ["config"], { env });
    expect(JSON.stringify(shown)).toContain("8500");
    expect(JSON.stringify(shown)).toContain("1.5");
  });
});
