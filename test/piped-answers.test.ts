/** `askline answer` with its words on standard input. */
import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { CLI, run, runJson, start } from "./support/askline.ts";
import { clockAtRate } from "./support/child-clock.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

async function put(files: Sandbox, ...prompts: string[]): Promise<string> {
  const options = [{ label: "Postgres" }, { label: "SQLite" }];
  const questions = prompts.map((prompt) => ({ prompt, selectionMode: "hybrid", options }));
  const { id } = await runJson(files.path, ["ask", "--no-wait"], {
    input: JSON.stringify({ questions }),
  });
  return id;
}

it.each([
  ["a dash", ["-"], "Postgres\n", "Postgres"],
  ["nothing, behind a pipe", [], "Postgres\n", "Postgres"],
  [
    "a dash, in their own words of two lines",
    ["-"],
    "Use MySQL\nand tell Bob\n",
    "Use MySQL\nand tell Bob",
  ],
])("%s takes one answer whole", async (_, words, input, said) => {
  using files = openSandbox();
  const id = await put(files, "Which?");
  const settled = await runJson(files.path, ["answer", id, ...words], { input });
  expect(settled.status).toBe("completed");
  const { optionIds, customText } = settled.outcome.reply.answers[0];
  expect(customText ?? ["Postgres", "SQLite"][Number(optionIds[0]) - 1]).toBe(said);
});

it("several questions take a line each, and a line too few decides nothing", async () => {
  using files = openSandbox();
  const id = await put(files, "Which?", "And where?");
  const few = await run(files.path, ["answer", id, "-"], { input: "2\n" });
  expect([few.code, few.stderr]).toEqual([2, expect.stringContaining("2 questions; 1 answer was")]);
  const settled = await runJson(files.path, ["answer", id, "-"], { input: "2\r\nPostgres\r\n" });
  expect(settled.text).toBe("1. Which?\n→ SQLite\n\n2. And where?\n→ Postgres");
});

it("nothing on standard input is no answer, and says how to give one", async () => {
  using files = openSandbox();
  const id = await put(files, "Which?");
  for (const words of [[], ["-"]]) {
    const { code, stderr } = await run(files.path, ["answer", id, ...words], { input: " \n" });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`echo 1 | askline answer`)]);
  }
  const bare = spawn(process.execPath, [CLI, "answer", id], {
    env: { ...process.env, ASKLINE_STATE_DIR: files.path },
    stdio: "ignore",
  });
  expect(await new Promise((resolve) => bare.on("close", resolve))).toBe(2);
  expect((await runJson(files.path, ["show", id])).status).toBe("pending");
});

it("a pipe that stays open and silent is given up, and one that a dash names is waited for", async () => {
  using files = openSandbox();
  const id = await put(files, "Which?");
  const env = clockAtRate(50);
  const silent = start(files.path, ["answer", id], { keepsInputOpen: true, env });
  expect(await silent.finished).toMatchObject({ code: 2 });
  const meant = start(files.path, ["answer", id, "-"], { keepsInputOpen: true, env });
  meant.child.stdin.write("SQL");
  meant.child.stdin.end("ite\n");
  expect(await meant.finished).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("→ SQLite"),
  });
});
