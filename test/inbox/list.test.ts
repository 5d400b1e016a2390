/** The list at every size of terminal: open asks, search, snooze, and the history. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { cellWidth } from "../../src/terminal/text/width.ts";
import { CHECKS, DATABASE, NAME, openInboxTest, SIZES, type Size } from "../support/inbox.ts";
import { until } from "../support/patience.ts";

const CODEX = { source: { kind: "mcp", agentId: "codex 0123456789ab", project: "api" } };

describe.concurrent.each(SIZES)("the list at %s", (size) => {
  it("shows as much of each ask as there is room for", async () => {
    await using test = openInboxTest({ size });
    await test.put(DATABASE, { timeoutSeconds: 600 });
    await test.put(CHECKS, { ...CODEX, urgency: "high" });
    const rows: Record<Size, RegExp> = {
      "40x15":
        /^askline {2}2 open · 1 urgent\n❯ ● ! Checks: Which checks\? +(now|\dm)\n {2}● Database: Which database sh.*… +◷ (10|9)m\n\n[\s\S]*\napi · Codex · .*\n↵ open/,
      "80x24":
        /^askline {2}2 open · 1 urgent +newest first\n❯ ● ! Checks: Which checks\? +api +Codex +(now|\dm)\n {2}● Database: Which database .*… +shop +Claude Code +(now|\dm) +◷ (10|9)m\n\n─ urgent · api · Codex · .* ─+\nChecks\nWhich checks\?\n[\s\S]*\[ \] 1\. Types[\s\S]*\n↵ open/,
      "200x50":
        /^askline {2}2 open · 1 urgent +newest first\n❯ ● ! Checks: Which checks\? +api +Codex +(now|\dm) +│ urgent · api · Codex · .*\n {2}● Database: Which database .*… +shop +Claude Code +(now|\dm) +◷ (10|9)m │ Checks\n +│ Which checks\?\n/,
    };
    expectToFit(await test.start(rows[size]), size);

    test.press("Enter");
    await test.until(/❯ \[ \] 1\. Types/);
    test.press("Escape");
    await test.until(/❯ {3}! Checks/);
    test.press("q");
    await test.until(/code 0/);
    // An ask that was read stays read after a restart.
    await test.start(/❯ {3}! Checks[\s\S]*● Database/);
  });

  it("counts seconds in the last minute, drops expired asks, and is calm when empty", async () => {
    await using test = openInboxTest({ size });
    const empty =
      /Nothing is waiting for you\.[\s│]*New questions appear here by\s+themselves\.[\s\S]*\? keys.*q quit/;
    expectToFit(await test.start(empty), size);
    const long = await test.put({ ...DATABASE, title: "Long" }, { timeoutSeconds: 58 });
    const shown = await test.until(/● Long.* ◷ \d+s/);
    const [, seconds] = / ◷ (\d+)s/.exec(shown) ?? [];
    await test.until(new RegExp(`● Long.* ◷ (?!${seconds})\\d+s`));
    const short = await test.put({ ...DATABASE, title: "Short" }, { timeoutSeconds: 2 });
    expect(await test.outcomeOf(short)).toMatchObject({ status: "timed_out" });
    await test.until(/^(?![\s\S]*Short)[\s\S]*● Long/);
    await test.desk.withdraw(long.id, { surface: "mcp" });
    await test.until(empty);
  });

  it("is in order of age or of urgency, says which, and stays so", async () => {
    await using test = openInboxTest({ size });
    await test.put({ ...DATABASE, title: "Urgent" }, { urgency: "high" });
    await test.put({ ...DATABASE, title: "Due" }, { timeoutSeconds: 1000 });
    await test.put({ ...DATABASE, title: "Newest" });
    const newest = /\n..● Newest.*\n..● Due.*\n..● ! Urgent/;
    const urgent = /\n..● ! Urgent.*\n..● Due.*\n..● Newest/;
    await test.start(newest);
    test.press("s");
    expect(await test.until(/Sorted: most urgent first\./)).toMatch(urgent);
    test.press("s");
    expect(await test.until(/Sorted: newest first\./)).toMatch(newest);
    test.press("s");
    await test.until(/Sorted: most urgent first\./);
    test.press("C-c");
    await test.until(/code 0/);
    await test.start(urgent);
    // The first glance shows no count yet, which leaves room for more.
    const shown = await test.until(/3 open/);
    expect(shown.includes("most urgent first")).toBe(size !== "40x15");
  });

  it("is searched while typing, filtered by project or agent, and says by what", async () => {
    await using test = openInboxTest({ size });
    await test.put(DATABASE);
    await test.put(CHECKS, { ...CODEX, urgency: "high" });
    await test.put({ ...NAME, title: "이름" }, CODEX);
    await test.start(/Database/);

    test.press("/");
    test.terminal.type("postgres");
    expect(await test.until(/\/postgres +1 found/)).not.toContain("Checks");
    test.press("Escape");
    await test.until(/Checks/);
    test.press("/");
    test.terminal.type("이름");
    await test.until(/❯ ● 이름[\s\S]*\/이름 +1 found/);
    test.press("Enter");
    await test.until(/askline {2}3 open · 1 urgent · \/이름/);
    test.press("Escape");
    await test.until(/Database/);

    test.press("f");
    await test.until(
      /❯ Everything\n {2}Project api \(2\)\n {2}Project shop \(1\)\n {2}Agent Claude Code \(1\)/,
    );
    test.press("Down", "Down", "Enter");
    expect(
      await test.until(/askline {2}3 open · 1 urgent · shop[\s\S]*❯ ● Database/),
    ).not.toContain("Checks");
    test.press("/");
    test.terminal.type("postgres");
    test.press("Enter");
    const header: Record<Size, RegExp> = {
      "40x15": /^3 open · 1 urgent · shop · \/postgres\n❯ ● Database/,
      "80x24": /^askline {2}3 open · 1 urgent · shop · \/postgres +newest first\n❯ ● Database/,
      "200x50": /^askline {2}3 open · 1 urgent · shop · \/postgres +newest first\n❯ ● Database/,
    };
    await test.until(header[size]);

    test.press("/");
    test.terminal.type(" and many more words than fit into a narrow row");
    await test.until(/No open question fits\.[\s\S]*row +0 found/);
    test.press("Enter");
    expectToFit(
      await test.until(/Esc shows all of them again\.[\s\S]*\nesc show all .*q quit/),
      size,
    );
    test.press("Escape");
    await test.until(/askline {2}3 open · 1 urgent[^/]*\n[\s\S]*Checks/);
  });

  it("keeps an ask out of sight until its time, over a restart", async () => {
    await using test = openInboxTest({ size });
    await test.put(DATABASE);
    await test.put(NAME, { timeoutSeconds: 60 });
    await test.start(/❯ ● Name/);

    test.press("z", "Enter");
    await test.until(/due too soon to be put off/);
    test.press("End");
    await test.until(/❯ ● Database/);
    test.press("z");
    await test.until(/Put “Database” off for\n❯ 10 minutes/);
    test.terminal.type("5");
    await test.until(/❯ 5 minutes/);
    test.press("Enter");
    const shown = await test.until(
      /askline {2}2 open · 1 snoozed[\s\S]*Put off until (\w+ )?\d\d:\d\d\./,
    );
    expect(shown).not.toContain("● Database");
    test.press("x");
    await test.until(/Decline “Name”/);
    test.press("Enter");
    expectToFit(
      await test.until(
        /Nothing is waiting for you now\.[\s\S]*Z\s+shows it\.[\s\S]*\nZ show snoozed/,
      ),
      size,
    );

    test.press("q");
    await test.until(/code 0/);
    await test.start(/askline {2}1 open · 1 snoozed[\s\S]*Nothing is waiting for you now\./);
    test.press("/");
    test.terminal.type("Database");
    expectToFit(await test.until(/Only what was put off fits\.[\s\S]*Z shows it;/), size);
    test.press("Escape");
    await test.until(/Nothing is waiting for you now\./);
    test.press("Z");
    await test.until(/❯ ● Database: .* zz/);
    test.press("z", "Z");
    await test.until(/^askline {2}1 open +newest first\n❯ ● Database: (?!.* zz )/);
  });

  it("brings an ask that was put off back before its deadline", async () => {
    await using test = openInboxTest({ size });
    const checks = await test.put(CHECKS, { timeoutSeconds: 600 });
    await test.start(/❯ ● Checks/);
    test.press("z", "Enter");
    await test.until(/1 open · 1 snoozed/);
    await test.desk.extend(checks.id, 59);
    await test.until(/^askline {2}1 open +newest first\n❯ ● Checks.* ◷ \d+s/);
  });

  it("in the history, a question without a title is not read twice", async () => {
    await using test = openInboxTest({ size });
    const { id } = await test.put({
      prompt: "Which colour?",
      options: [{ id: "red", label: "Red" }],
    });
    await test.desk.answer(
      id,
      { answers: [{ optionIds: ["red"] }] },
      { surface: "portal", who: "minji" },
    );
    await test.start(/Nothing is waiting/);
    test.press("h");
    await test.until(/History · 1 settled/);
    test.press("Enter");
    await test.until(/answered · minji · the browser\n\nWhich colour\?\n→ Red/);
  });

  it("has a history that is searched, with each outcome, by whom and where", async () => {
    await using test = openInboxTest({ size });
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join("\n\n");
    const one = await test.put({ ...DATABASE, prompt: lines });
    const other = await test.put(CHECKS, CODEX);
    await test.desk.answer(
      one.id,
      { answers: [{ optionIds: ["lite"] }] },
      { surface: "portal", who: "minji" },
    );
    await test.desk.reject(other.id, { reason: "not now" }, { surface: "slack", who: "jun" });
    await test.start(/Nothing is waiting/);

    test.press("h");
    const shown = await test.until(
      size === "40x15"
        ? /History · 2 settled\n❯ ✘ Checks: \S*… {2}not now +jun +\w+\n {2}✔ Database {2}SQLite +minji +\w+\n/
        : /History · 2 settled\n❯ ✘ Checks: Which checks\? {2}not now +jun · Slack +\w+\n {2}✔ Database {2}SQLite +minji · the browser +\w+\n/,
    );
    expectToFit(shown, size);
    test.press("/");
    test.terminal.type("sqlite minji");
    await test.until(/History · 1 settled/);
    test.press("Enter", "Enter");
    const opened = await test.until(
      /answered · minji · the browser[\s\S]*Database\nline 1\n[\s\S]*\n↑↓ scroll.*esc back/,
    );
    expect(opened.includes("→ SQLite")).toBe(size === "200x50");
    for (let page = 0; page < 5; page++) test.press("PageDown");
    await test.until(/line 20\n→ SQLite/);
    test.press("y");
    const copied = await test.until(/Copied/);
    expect(copied).toMatch(new RegExp(`Copied\\s+${one.id}\n`));
    await until("the id in tmux's own buffer", async () =>
      test.terminal.tmux("list-buffers", "-F", "#{buffer_sample}").includes(one.id),
    );
    test.press("Escape");
    await test.until(/History · 1 settled\n❯ ✔/);
    test.press("Escape");
    await test.until(/History · 2 settled/);
    test.press("/");
    test.terminal.type("nothing like this");
    test.press("Enter");
    await test.until(/No settled question fits\.[\s\S]*\n\/ search {2}esc back$/);
    test.press("Escape");
    await test.until(/History · 2 settled/);
    test.press("Escape");
    await test.until(/Nothing is waiting/);
  });

  it("shows every key on ?, and remembers theme and notifications", async () => {
    await using test = openInboxTest({ size });
    await test.put(DATABASE);
    await test.start(/Database/);
    test.press("?");
    const keys = await test.until(/^askline {2}Keys\nList\n[\s\S]*\n↑↓ scroll/);
    expect(keys.includes("Question")).toBe(size !== "40x15");
    expectToFit(keys, size);
    for (let page = 0; page < 8; page++) test.press("PageDown");
    const last = await test.until(/Ctrl-W[\s\S]*Alt-Enter/);
    expect(last.includes("List and question")).toBe(size !== "40x15");
    expectToFit(last, size);
    test.press("Up");
    await test.until(/Ctrl-W(?![\s\S]*Alt-Enter)/);
    test.press("Escape");
    await test.until(/❯ ● Database/);

    for (const theme of ["dark", "light", "ember", "contrast", "mono", "terminal", "dark"]) {
      test.press("t");
      await test.until(new RegExp(`Theme: ${theme}`));
    }
    await test.terminal.untilStyled(/\^\[38;5;80m/);
    test.press("b");
    await test.until(/Notifications are off\./);
    test.press("q");
    await test.until(/code 0/);
    await test.start(/^askline {2}1 open.* notifications off/);
    await test.terminal.untilStyled(/\^\[38;5;80m/);
  });

  it("knows no colour where none is wanted", async () => {
    await using test = openInboxTest({ size, env: { NO_COLOR: "1" } });
    test.say(`tmux pipe-pane -o 'cat > ${test.files.at("raw")}'`);
    await test.put(DATABASE, { urgency: "high" });
    await test.start(/Database/);
    test.press("t");
    await test.until(/NO_COLOR is set/);
    await test.terminal.untilStyled(/[[;]7m/);
    const raw = readFileSync(test.files.at("raw"), "utf8").replaceAll("\u001b", "^");
    const others = (raw.match(/\^\[[\d;]*m/g) ?? []).filter(
      (code) => !/\[(?:[0124579]|2[2-9])m$/.test(code),
    );
    expect(others).toEqual([]);
  });

  it("speaks Korean to a Korean, and its keys work on a Korean keyboard", async () => {
    await using test = openInboxTest({ size, env: { ASKLINE_LANGUAGE: "ko" } });
    await test.put(CHECKS);
    await test.put(
      { ...DATABASE, title: "데이터베이스를 무엇으로 할까요?" },
      { timeoutSeconds: 600 },
    );
    const rows: Record<Size, RegExp> = {
      "40x15": /❯ ● 데이터베이스를 무엇으로 할… +◷ (10|9)분\n/,
      "80x24": /❯ ● 데이터베이스를 무엇으로 할… +shop +Claude Code +(방금|\d분) +◷ (10|9)분\n/,
      "200x50":
        /❯ ● 데이터베이스를 무엇으로 할까… +shop +Claude Code +(방금|\d분) +◷ (10|9)분 │ (10|9)분 남음 · shop/,
    };
    expectToFit(await test.start(rows[size]), size);
    test.press("ㅓ");
    await test.until(/❯ ● Checks/);
    test.press("Enter");
    await test.until(/❯ \[ \] 1[\s\S]*2~3개 선택, 현재 0개/);
    test.press("ㅂ");
    await test.until(/↵ 열기/);
    test.press("ㄴ");
    await test.until(/정렬: 긴급한 순/);
    test.press("ㅋ");
    await test.until(/“Checks” 미루기\n❯ 10분/);
    test.press("Enter");
    await test.until(/열린 질문 2개 · 미룸 1개/);
    test.press("ㅗ");
    await test.until(/기록 · 0개\n아직 끝난 질문이 없습니다\.\n[\s\S]*\nesc 뒤로$/);
    test.press("Escape");
    await test.until(/↵ 열기/);
    test.press("?");
    const keys = await test.until(/^askline {2}키\n목록\n/);
    expectToFit(keys, size);
  });

  it("keeps rows aligned whatever letters they have", async () => {
    await using test = openInboxTest({ size });
    const titles = [
      "배포할까요?",
      "🚀 launch 👩‍👩‍👧",
      "cafe\u0301 o\u0308",
      "漢字とかな",
      "plain",
      "🇰🇷 flag",
      "✔️ done",
    ];
    for (const title of titles)
      await test.put({ ...DATABASE, title, prompt: titles.join(" ") }, { timeoutSeconds: 6000 });
    const shown = await test.start(/✔[\s\S]*q quit/);
    const columns = shown
      .split("\n")
      .flatMap((line) => (line.includes("◷") ? [cellWidth(line.slice(0, line.indexOf("◷")))] : []));
    expect(columns.length).toBeGreaterThanOrEqual(titles.length);
    expect(new Set(columns.slice(0, titles.length)).size).toBe(1);
    const bars = shown
      .split("\n")
      .flatMap((line) => (line.includes("│") ? [cellWidth(line.slice(0, line.indexOf("│")))] : []));
    expect(new Set(bars).size).toBe(size === "200x50" ? 1 : 0);
  });

  it("keeps the selection and the open form while fifty asks come and go", async () => {
    await using test = openInboxTest({ size });
    const mine = await test.put({ ...NAME, title: "Mine" });
    await test.start(/❯ ● Mine/);
    const others = await Promise.all(
      Array.from({ length: 50 }, (_, index) => test.put({ ...DATABASE, title: `Other ${index}` })),
    );
    await test.until(/askline {2}51 open[\s\S]*❯ ● Mine/);
    test.press("Enter");
    await test.until(
      size === "200x50" ? /✎[\s\S]*› {3}Mine/ : /What should it be called\?[\s\S]*✎/,
    );
    const settling = others.map(async ({ id }, index) => {
      await sleep(index * 10);
      await test.desk.answer(id, { answers: [{ optionIds: ["pg"] }] }, { surface: "portal" });
    });
    for (const letter of "typed meanwhile") {
      test.terminal.type(letter);
      await sleep(20);
    }
    await Promise.all(settling);
    await test.until(
      size === "200x50"
        ? /askline {2}1 open.*\n› {3}Mine[\s\S]*typed meanwhile/
        : /askline {2}1 open[\s\S]*typed meanwhile/,
    );
    test.press("Enter");
    expect(await test.outcomeOf(mine)).toMatchObject({
      reply: { answers: [{ customText: "typed meanwhile" }] },
    });
  });

  it("shows a session of another program that announces nothing", async () => {
    await using test = openInboxTest({ size });
    await test.start(/Nothing is waiting/);
    const id = crypto.randomUUID();
    const at = new Date().toISOString();
    const question = {
      title: "Foreign",
      prompt: "Which?",
      options: [{ label: "A" }, { label: "B" }],
    };
    test.files.writeJson(
      { sessionId: id, questions: [question], status: "pending", timestamp: at },
      "sessions",
      id,
      "request.json",
    );
    test.files.writeJson(
      { sessionId: id, status: "pending", createdAt: at, lastModified: at, totalQuestions: 1 },
      "sessions",
      id,
      "status.json",
    );
    await test.until(/❯ ● Foreign/);
    test.press("Enter");
    await test.until(/❯ \( \) 1\. A/);
    test.press("2", "Enter");
    await test.until(/✔ Foreign: B/);
    expect(test.files.readJson("sessions", id, "answers.json").answers[0].selectedOption).toBe("B");
  });
});

/** The last column stays free: some terminals wrap as soon as it is filled. */
function expectToFit(screen: string, size: Size) {
  const [columns = 0] = size.split("x").map(Number);
  for (const line of screen.split("\n")) expect(cellWidth(line)).toBeLessThan(columns);
}
