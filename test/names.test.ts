/** Places, sources and statuses are called by their names in the person's language, everywhere. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openDesk } from "../src/askline.ts";
import { run, runJson } from "./support/askline.ts";
import { ASKLINE, openInboxTest } from "./support/inbox.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";
import { openTerminal } from "./support/tmux.ts";

const KOREAN = { ASKLINE_LANGUAGE: "ko" };
const DOOR = { title: "Door", prompt: "Which colour?", options: [{ label: "Red" }] };

const PLACES = [
  { surface: "portal", en: "in the browser", ko: "브라우저", name: "the browser" },
  { surface: "slack", en: "in Slack", ko: "Slack", name: "Slack" },
  { surface: "voice", en: "by voice", ko: "음성", name: "voice" },
  { surface: "inbox", en: "in the inbox", ko: "인박스", name: "the inbox" },
  { surface: "terminal", en: "in the terminal", ko: "터미널", name: "the terminal" },
  { surface: "command", en: "on the command line", ko: "명령줄", name: "the command line" },
];

const SOURCES = [
  { kind: "mcp", en: "MCP", ko: "MCP" },
  { kind: "hook", en: "a dialog", ko: "대화 상자" },
  { kind: "agent", en: "an agent's message", ko: "에이전트의 글" },
  { kind: "command", en: "the command line", ko: "명령줄" },
  { kind: "program", en: "a program", ko: "프로그램" },
  { kind: "session", en: "another program", ko: "다른 프로그램" },
  { kind: "slack", en: "Slack", ko: "Slack" },
];

describe("the command line names", () => {
  it("the place where an ask was decided", async () => {
    using files = openSandbox();
    const source = { kind: "mcp", project: "shop" };
    const ids: string[] = [];
    for (const { surface } of PLACES) ids.push(await put(files, source, surface));
    const past = await bothLanguages(files, ["history"]);
    for (const [at, { en, ko, name }] of PLACES.entries()) {
      const id = ids[at] ?? "";
      expect(past.en).toMatch(new RegExp(`^${id.slice(0, 8)} .* Ada +${name} +shop `, "m"));
      expect(past.ko).toMatch(new RegExp(`^${id.slice(0, 8)} .* Ada +${ko} +shop `, "m"));
      const shown = await bothLanguages(files, ["show", id]);
      expect(shown.en).toMatch(new RegExp(`^Decided by: Ada, ${en}, \\d{4}-`, "m"));
      expect(shown.ko).toMatch(new RegExp(`^결정: Ada, ${ko}, \\d{4}-`, "m"));
    }
    const late = await bothLanguages(files, ["reject", ids[0] ?? ""]);
    expect(late.en).toContain("This ask is already answered by Ada (the browser, ");
    expect(late.ko).toContain("이미 끝난 질문입니다: 답함 (Ada, 브라우저, ");
  });

  it("the source of an ask", async () => {
    using files = openSandbox();
    const ids: string[] = [];
    for (const { kind } of SOURCES) ids.push(await put(files, { kind }));
    const listed = await bothLanguages(files, ["list"]);
    const shown = await bothLanguages(files, ["show", ids[3] ?? ""]);
    expect(shown.en).toMatch(/^Asked by: the command line$/m);
    expect(shown.ko).toMatch(/^물은 곳: 명령줄$/m);
    for (const id of ids) await settle(files, id, "portal");
    const past = await bothLanguages(files, ["history"]);
    for (const [at, { en, ko }] of SOURCES.entries()) {
      const row = (words: string) => new RegExp(`^${ids[at]?.slice(0, 8)} .* ${words} +Door`, "m");
      expect([listed.en, past.en]).toEqual([
        expect.stringMatching(row(en)),
        expect.stringMatching(row(en)),
      ]);
      expect([listed.ko, past.ko]).toEqual([
        expect.stringMatching(row(ko)),
        expect.stringMatching(row(ko)),
      ]);
    }
  });

  it("what rules name", async () => {
    using files = openSandbox();
    const rules = [
      { name: "web", tool: "WebFetch", decision: "ask", surface: "portal" },
      { name: "typed", source: "command", decision: "ask" },
      { name: "codex", agent: "codex", decision: "ask" },
    ];
    writeFileSync(files.at("rules.json"), JSON.stringify({ rules }));
    const env = { ASKLINE_CONFIG_DIR: files.path };
    const told = await bothLanguages(files, ["rules", "test", "--tool", "WebFetch"], env);
    expect(told.en).toContain("A person is told in the browser first.");
    expect(told.ko).toContain("먼저 알릴 곳: 브라우저");
    const listed = await bothLanguages(files, ["rules"], env);
    expect(listed.en).toMatch(/tool WebFetch, surface the browser\n/);
    expect(listed.en).toMatch(/source the command line\n/);
    expect(listed.en).toMatch(/agent Codex\n/);
    expect(listed.ko).toMatch(/surface 브라우저\n/);
    expect(listed.ko).toMatch(/source 명령줄\n/);
    // Programs read the names that the file has.
    expect(await runJson(files.path, ["rules"], { env })).toMatchObject({ rules });
  });
});

describe("a terminal names", () => {
  it.each([
    { env: {}, words: /✔ Colour\? already answered by \S+ on the command line\n/ },
    { env: KOREAN, words: /✔ Colour\? 이미 \S+ 님이 명령줄에서 답했습니다\n/ },
  ])("the place where a prompt was answered elsewhere, with $env", async ({ env, words }) => {
    using files = openSandbox();
    using terminal = openTerminal({ env: { ASKLINE_STATE_DIR: files.path, ...env } });
    terminal.type(`clear; ${ASKLINE} ask 'Colour?' -o Red -o Blue`);
    terminal.press("Enter");
    await terminal.until(/2\. Blue/);
    const [{ id }] = await runJson(files.path, ["list"]);
    await run(files.path, ["answer", id, "blue"]);
    await terminal.until(words);
  });

  it.each([
    { env: {}, row: /Door: .*the command…/, filter: /Agent the command line \(1\)/ },
    { env: KOREAN, row: /Door: .*명령줄/, filter: /에이전트 명령줄 \(1\)/ },
  ])("the source of an ask in the inbox, with $env", async ({ env, row, filter }) => {
    await using test = openInboxTest({ env });
    await test.put(DOOR, { source: { kind: "command" } });
    await test.start(row);
    test.press("f");
    await test.until(filter);
  });
});

async function put(files: Sandbox, source: { kind: string; project?: string }, surface?: string) {
  const desk = openDesk({ sessionsDirectory: files.at("sessions") });
  const { id } = await desk.ask({ questions: [DOOR], source, mode: "detached" });
  await desk.close();
  if (surface !== undefined) await settle(files, id, surface);
  return id;
}

async function settle(files: Sandbox, id: string, surface: string) {
  const desk = openDesk({ sessionsDirectory: files.at("sessions") });
  await desk.answer(id, { answers: [{ optionIds: ["1"] }] }, { surface, who: "Ada" });
  await desk.close();
}

async function bothLanguages({ path }: Sandbox, args: string[], env: NodeJS.ProcessEnv = {}) {
  const [en, ko] = await Promise.all([
    run(path, args, { env }),
    run(path, args, { env: { ...env, ...KOREAN } }),
  ]);
  return { en: en.stdout + en.stderr, ko: ko.stdout + ko.stderr };
}
