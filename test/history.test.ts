/** `askline history`: finding decisions by their words. */
import { describe, expect, it } from "vitest";
import { openDesk } from "../src/askline.ts";
import type { AskInput } from "../src/desk/desk.ts";
import { CLI, run, runJson } from "./support/askline.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";
import { openTerminal } from "./support/tmux.ts";

const ASK_BACK = {
  questionIndex: 0,
  kind: "elaborate",
  text: "what does the outage cost?",
} as const;

/** One of each outcome, settled in this order, and one that is still open. */
async function fill(files: Sandbox) {
  const desk = openDesk({ sessionsDirectory: files.at("sessions") });
  const ada = { surface: "terminal", who: "ada" };
  const put = async (
    prompt: string,
    options: string[],
    source: Partial<AskInput["source"]>,
    more = {},
  ) => {
    const question = { prompt, options: options.map((label) => ({ label })), ...more };
    return (
      await desk.ask({
        questions: [question],
        source: { kind: "mcp", ...source },
        mode: "detached",
      })
    ).id;
  };
  const shop = { project: "Shop", agentId: "claude-code" };
  const last = await put("Which size?", ["Large"], { project: "door" });
  const database = await put(
    "Which database should the orders use?",
    ["Postgres", "SQLite"],
    shop,
    { title: "Store" },
  );
  await desk.answer(
    database,
    { answers: [{ optionIds: ["1"] }], globalNote: "ask Bob about backups" },
    ada,
  );
  const colour = await put("어느 색을 쓸까요?", ["빨강", "파랑"], {
    project: "가게",
    agentId: "codex",
  });
  await desk.answer(
    colour,
    { answers: [{ optionIds: [], customText: "더 어두운 초록" }] },
    { surface: "portal" },
  );
  const branch = await put("Merge now?", ["Yes", "No"], shop);
  await desk.reject(branch, { reason: "Wrong Branch" }, ada);
  const outage = await put("Restart it?", ["Yes", "No"], { project: "infra" });
  await desk.reject(outage, { kind: "elaborate", askBack: [ASK_BACK] }, ada);
  const gone = await put("Anybody there?", [], {});
  await desk.withdraw(gone, { surface: "mcp" });
  await desk.answer(last, { answers: [{ optionIds: ["1"] }] }, ada);
  await put("Still open, about postgres?", ["Yes"], shop);
  await desk.close();
  return { database, colour, branch, outage, gone, last };
}

/** Which of them a command line finds, by the names `fill` gives them. */
async function found(
  files: Sandbox,
  ids: Record<string, string>,
  args: string[],
): Promise<string[]> {
  const { asks } = await runJson(files.path, ["history", ...args]);
  return asks.map(
    ({ id }: { id: string }) => Object.keys(ids).find((name) => ids[name] === id) ?? "unknown",
  );
}

describe("the history", () => {
  it("has every settled ask and no open one, the latest decision first", async () => {
    using files = openSandbox();
    const ids = await fill(files);
    expect(await found(files, ids, [])).toEqual([
      "last",
      "gone",
      "outage",
      "branch",
      "colour",
      "database",
    ]);
  });

  it("is a table of outcome, when, who, where, project, question and answer", async () => {
    using files = openSandbox();
    const ids = await fill(files);
    const { stdout, code } = await run(files.path, ["history"]);
    const [head, ...rows] = stdout.trimEnd().split("\n");
    expect([code, head]).toEqual([
      0,
      expect.stringMatching(/^ID +OUTCOME +WHEN +WHO +WHERE +PROJECT +QUESTION +ANSWER$/),
    ]);
    expect(rows).toEqual([
      expect.stringMatching(/ answered +\d+s ago +ada +the terminal +door +Which size\? +Large$/),
      expect.stringMatching(/ abandoned +\d+s ago +nobody +the agent +MCP +Anybody there\? +–$/),
      expect.stringMatching(
        / rejected +\d+s ago +ada +the terminal +infra +Restart it\? +asked to say more: what does the outage cost\?$/,
      ),
      expect.stringMatching(
        / rejected +\d+s ago +ada +the terminal +Shop +Merge now\? +Wrong Branch$/,
      ),
      expect.stringMatching(
        / answered +\d+s ago +somebody +the browser +가게 +어느 색을 쓸까요\? +더 어두운 초록$/,
      ),
      expect.stringMatching(
        / answered +\d+s ago +ada +the terminal +Shop +Store: Which database should the orders use\? +Postgres, ask Bob about backups$/,
      ),
    ]);
    expect(rows.map((row) => row.slice(0, 8))).toContain(ids.database.slice(0, 8));
    const korean = await run(files.path, ["history"], { env: { LANG: "ko_KR.UTF-8" } });
    expect(korean.stdout).toMatch(/결과.*누가.*어디서[\s\S]*\d+초 전 +누군가 +브라우저/);
  });

  it.each([
    ["a title", ["store"], ["database"]],
    ["words of the prompt, in any order and case", ["ORDERS", "which"], ["database"]],
    [
      "all words, wherever each of them occurs",
      ["postgres", "claude", "shop", "bob"],
      ["database"],
    ],
    ["no word fewer", ["postgres", "zebra"], []],
    ["the project", ["shop"], ["branch", "database"]],
    ["the agent", ["codex"], ["colour"]],
    ["what was chosen", ["postgres"], ["database"]],
    ["not what was only offered", ["sqlite"], []],
    ["Korean words", ["어두운", "색을"], ["colour"]],
    ["Korean as another system composes it", ["초록".normalize("NFD")], ["colour"]],
    ["the reason for a rejection", ["wrong branch"], ["branch"]],
    ["what was asked back", ["cost?"], ["outage"]],
    ["who decided", ["ada"], ["last", "outage", "branch", "database"]],
    [
      "everything, when there is no word",
      [" "],
      ["last", "gone", "outage", "branch", "colour", "database"],
    ],
  ])("is searched by %s", async (_, words, names) => {
    using files = openSandbox();
    const ids = await fill(files);
    expect(await found(files, ids, ["--search", ...words])).toEqual(names);
  });

  it("is narrowed to a project and to a number, and says what it left out", async () => {
    using files = openSandbox();
    const ids = await fill(files);
    expect(await found(files, ids, ["--project", "shop"])).toEqual(["branch", "database"]);
    expect(await found(files, ids, ["--limit", "2"])).toEqual(["last", "gone"]);
    expect(await found(files, ids, ["--limit", "0"])).toHaveLength(6);
    expect((await run(files.path, ["history", "-n", "1", "--project", "shop"])).stdout).toMatch(
      /The latest 1 of 2;/,
    );
    expect((await run(files.path, ["history", "--limit", "six"])).code).toBe(2);
  });

  it("for programs is the count, and each ask with its status and the agent's words", async () => {
    using files = openSandbox();
    const { database } = await fill(files);
    const { total, asks, ...more } = await runJson(files.path, [
      "history",
      "--search",
      "shop",
      "--limit",
      "1",
    ]);
    expect([total, asks.length, more]).toEqual([2, 1, {}]);
    const [found] = (await runJson(files.path, ["history", "--search", "backups"])).asks;
    expect(found).toEqual(await runJson(files.path, ["show", database]));
    expect(found).toMatchObject({
      status: "completed",
      outcome: { provenance: { who: "ada", surface: "terminal" } },
    });
  });

  it("says so when nothing was decided, and when nothing fits", async () => {
    using files = openSandbox();
    expect((await run(files.path, ["history"])).stdout).toBe("Nothing has been decided yet.\n");
    await fill(files);
    expect((await run(files.path, ["history", "-s", "zebra"])).stdout).toBe(
      "Nothing that was decided fits.\n",
    );
    expect(await runJson(files.path, ["history", "-s", "zebra"])).toEqual({ total: 0, asks: [] });
  });

  it("shows no agent's or person's text raw, and keeps to the width of the terminal", async () => {
    using files = openSandbox();
    const desk = openDesk({ sessionsDirectory: files.at("sessions") });
    const source = { kind: "mcp", project: "a\u001b[2Jb", agentId: "x\u0007" };
    const { id } = await desk.ask({
      questions: [{ title: "t\u009b31m", prompt: "p\u202e?" }],
      source,
    });
    const customText = `y\u001b]52;c;aGk=\u0007\n${"길어요 ".repeat(40)}`;
    await desk.answer(
      id,
      { answers: [{ optionIds: [], customText }] },
      { surface: "s\u001b[1m", who: "w\u200bw" },
    );
    await desk.close();
    expect((await run(files.path, ["history"])).stdout).not.toMatch(
      /(?!\n)\p{Cc}|[\u202a-\u202e\u200b]/u,
    );

    using terminal = openTerminal({ env: { ASKLINE_STATE_DIR: files.path } });
    terminal.type(`clear; ${process.execPath} ${CLI} history; echo "do""ne"\n`);
    const screen = await terminal.until(/^done$/m);
    expect(screen.split("\n").filter((line) => line.includes("길어요"))).toHaveLength(1);
    expect(screen).toMatch(/길어요.*…\n/);
  });

  it("shows the beginning of long questions and answers side by side", async () => {
    using files = openSandbox();
    const desk = openDesk({ sessionsDirectory: files.at("sessions") });
    const question = {
      title: "Where should the nightly backups of the orders go?",
      prompt: "Where?",
    };
    const { id } = await desk.ask({
      questions: [question],
      source: { kind: "mcp", project: "shop" },
    });
    const customText = "To the second bucket, and keep them for a year";
    await desk.answer(
      id,
      { answers: [{ optionIds: [], customText }] },
      { surface: "inbox", who: "ada" },
    );
    await desk.close();
    using terminal = openTerminal({ env: { ASKLINE_STATE_DIR: files.path } });
    terminal.type(`clear; ${process.execPath} ${CLI} history; echo "do""ne"\n`);
    expect(await terminal.until(/^done$/m)).toMatch(
      /ada +the inbox +shop +Where sho[a-z ]*… +To the s[a-z ]*…\ndone/,
    );
  });
});
