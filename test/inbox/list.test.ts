/** The list: what is open, found again, put off, and what was settled. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { cellWidth } from "../../src/tty/width.ts";
import { CHECKS, DATABASE, NAME, openInboxTest } from "../support/inbox.ts";

const CODEX = { source: { kind: "mcp", agentId: "codex 0123456789ab", project: "api" } };

describe.concurrent("the list", () => {
  it("says of each ask its title, project, agent, age and time left, and whether it is urgent or unread", async () => {
    await using test = openInboxTest();
    await test.put(DATABASE, { timeoutSeconds: 600 });
    await test.put(CHECKS, { ...CODEX, urgency: "high" });
    const shown = await test.start(/Database/);
    expect(shown).toMatch(/^askline {2}2 open · 1 urgent +newest first\n/);
    expect(shown).toMatch(/❯ ● ! Checks +api +codex +(now|\dm)\n {2}● Database +shop +claude-code +(now|\dm) +◷ 10m\n/);

    test.press("Enter");
    await test.until(/Which checks\?/);
    test.press("Escape");
    await test.until(/❯ {3}! Checks/);
    test.press("q");
    await test.until(/code 0/);
    // What was read stays read.
    await test.start(/❯ {3}! Checks[\s\S]*● Database/);
  });

  it("counts seconds in the last minute, and takes away what nobody answered in time", async () => {
    await using test = openInboxTest();
    await test.put(DATABASE, { timeoutSeconds: 6 });
    await test.start(/◷ \ds/);
    await test.until(/◷ [123]s/);
    await test.until(/Nothing is waiting for you\.\n +New questions appear here by themselves\./);
  });

  it("is in order of age or of urgency, and stays so", async () => {
    await using test = openInboxTest();
    await test.put({ ...DATABASE, title: "Urgent" }, { urgency: "high" });
    await test.put({ ...DATABASE, title: "Due" }, { timeoutSeconds: 1000 });
    await test.put({ ...DATABASE, title: "Newest" });
    await test.start(/Newest[\s\S]*Due[\s\S]*Urgent/);
    test.press("s");
    await test.until(/most urgent first[\s\S]*! Urgent[\s\S]*Due[\s\S]*Newest/);
    test.press("C-c");
    await test.until(/code 0/);
    await test.start(/most urgent first[\s\S]*! Urgent[\s\S]*Due[\s\S]*Newest/);
  });

  it("is searched as one types, and narrowed to a project or an agent", async () => {
    await using test = openInboxTest();
    await test.put(DATABASE);
    await test.put(CHECKS, CODEX);
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
    await test.until(/askline {2}3 open · \/이름/);
    test.press("Escape");
    await test.until(/Database/);

    test.press("f");
    await test.until(/❯ Everything\n {2}Project api \(2\)\n {2}Project shop \(1\)\n {2}Agent claude-code \(1\)/);
    test.press("Down", "Down", "Enter");
    expect(await test.until(/askline {2}3 open · shop[\s\S]*❯ ● Database/)).not.toContain("Checks");
  });

  it("keeps an ask out of sight until its time, over a restart, and brings it back before its deadline", async () => {
    await using test = openInboxTest();
    await test.put(DATABASE);
    await test.put(CHECKS, { timeoutSeconds: 68 });
    await test.put(NAME, { timeoutSeconds: 30 });
    await test.start(/❯ ● Name/);

    test.press("z", "Enter");
    await test.until(/due too soon to be put off/);
    test.press("Down", "z");
    await test.until(/Put “Checks” off for\n❯ 10 minutes/);
    test.press("Enter");
    await test.until(/askline {2}3 open · 1 snoozed/);
    test.press("End");
    await test.until(/❯ ● Database/);
    test.press("z");
    test.terminal.type("5");
    await test.until(/❯ 5 minutes/);
    test.press("Enter");
    expect(await test.until(/askline {2}3 open · \d snoozed/)).not.toContain("● Database");

    test.press("q");
    await test.until(/code 0/);
    // One minute before the deadline of Checks has come or comes now; Database stays away.
    expect(await test.start(/● Checks/)).not.toContain("● Database");
    test.press("Z");
    await test.until(/● Database +zz/);
    test.press("End", "z", "Z");
    await test.until(/newest first[\s\S]*● Database +shop/);
  });

  it("has a history that is searched, and shows how each ask ended, by whom and where", async () => {
    await using test = openInboxTest();
    const one = await test.put(DATABASE);
    const other = await test.put(CHECKS, CODEX);
    await test.desk.answer(one.id, { answers: [{ optionIds: ["lite"] }] }, { surface: "portal", who: "minji" });
    await test.desk.reject(other.id, { reason: "not now" }, { surface: "slack", who: "jun" });
    await test.start(/Nothing is waiting/);

    test.press("h");
    await test.until(
      /History · 2 settled[\s\S]*✘ Checks {2}not now +jun · Slack +\w+\n.*✔ Database {2}SQLite +minji · the browser/,
    );
    test.press("/");
    test.terminal.type("sqlite");
    await test.until(/History · 1 settled/);
    test.press("Enter", "Enter");
    await test.until(/answered · minji · the browser[\s\S]*Which database should it use\?\n→ SQLite/);
    test.press("Escape");
    await test.until(/History · 1 settled\n❯ ✔/);
    test.press("Escape");
    await test.until(/History · 2 settled/);
    test.press("Escape");
    await test.until(/Nothing is waiting/);
  });

  it("shows every key on ?, changes the theme, turns notifications off, and remembers both", async () => {
    await using test = openInboxTest();
    await test.put(DATABASE);
    await test.start(/Database/);
    test.press("?");
    await test.until(/^askline {2}Keys\nList\n[\s\S]*Question/);
    test.press("PageDown", "PageDown", "PageDown", "PageDown");
    await test.until(/Ctrl-W[\s\S]*Alt-Enter/);
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
    await test.start(/notifications off/);
    await test.terminal.untilStyled(/\^\[38;5;80m/);
  });

  it("knows no colour where none is wanted", async () => {
    await using test = openInboxTest({ env: { NO_COLOR: "1" } });
    test.say(`tmux pipe-pane -o 'cat > ${test.files.at("raw")}'`);
    await test.put(DATABASE, { urgency: "high" });
    await test.start(/Database/);
    test.press("t");
    await test.until(/NO_COLOR is set/);
    await test.terminal.untilStyled(/[[;]7m/);
    const raw = readFileSync(test.files.at("raw"), "utf8").replaceAll("\u001b", "^");
    const others = (raw.match(/\^\[[\d;]*m/g) ?? []).filter((code) => !/\[(?:[0124579]|2[2-9])m$/.test(code));
    expect(others).toEqual([]);
  });

  it("speaks Korean to a Korean, and its keys work on a Korean keyboard", async () => {
    await using test = openInboxTest({ size: "40x15", env: { ASKLINE_LANGUAGE: "ko" } });
    await test.put(CHECKS);
    await test.put({ ...DATABASE, title: "데이터베이스를 무엇으로 할까요?" }, { timeoutSeconds: 600 });
    const shown = await test.start(/열린 질문 2개/);
    expect(shown).toMatch(/❯ ● 데이터베이스를 무엇으로 할… +◷ 10분\n/);
    for (const line of shown.split("\n")) expect(cellWidth(line)).toBeLessThanOrEqual(40);
    test.press("ㅓ");
    await test.until(/❯ ● Checks/);
    test.press("Enter");
    await test.until(/2~3개 선택, 현재 0개/);
    test.press("ㅂ");
    await test.until(/↵ 열기/);
  });
});

describe.concurrent("an inbox that is open", () => {
  it.each(["40x15", "200x50"])("at %s keeps rows aligned whatever letters they have", async (size) => {
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
    const shown = await test.start(/✔/);
    const columns = shown
      .split("\n")
      .flatMap((line) => (line.includes("◷") ? [cellWidth(line.slice(0, line.indexOf("◷")))] : []));
    expect(columns.length).toBeGreaterThanOrEqual(titles.length);
    expect(new Set(columns.slice(0, titles.length)).size).toBe(1);
    if (size !== "200x50") return;
    const bars = shown
      .split("\n")
      .flatMap((line) => (line.includes("│") ? [cellWidth(line.slice(0, line.indexOf("│")))] : []));
    expect(new Set(bars).size).toBe(1);
  });

  it("keeps the selection and the open form while fifty asks come and are settled elsewhere", async () => {
    await using test = openInboxTest({ size: "200x50" });
    const mine = await test.put({ ...NAME, title: "Mine" });
    await test.start(/❯ ● Mine/);
    const others = await Promise.all(
      Array.from({ length: 50 }, (_, index) => test.put({ ...DATABASE, title: `Other ${index}` })),
    );
    await test.until(/askline {2}51 open[\s\S]*❯ ● Mine/);
    test.press("Enter");
    await test.until(/✎[\s\S]*› {3}Mine/);
    const settling = others.map(async ({ id }, index) => {
      await sleep(index * 10);
      await test.desk.answer(id, { answers: [{ optionIds: ["pg"] }] }, { surface: "portal" });
    });
    for (const letter of "typed meanwhile") {
      test.terminal.type(letter);
      await sleep(20);
    }
    await Promise.all(settling);
    await test.until(/askline {2}1 open.*\n› {3}Mine[\s\S]*typed meanwhile/);
    test.press("Enter");
    expect(await test.outcomeOf(mine)).toMatchObject({ reply: { answers: [{ customText: "typed meanwhile" }] } });
  });

  it("shows a session of another program that announces nothing", async () => {
    await using test = openInboxTest();
    await test.start(/Nothing is waiting/);
    const id = crypto.randomUUID();
    const at = new Date().toISOString();
    const question = { title: "Foreign", prompt: "Which?", options: [{ label: "A" }, { label: "B" }] };
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
    await test.until(/1\. A/);
    test.press("2", "Enter");
    await test.until(/✔ Foreign: B/);
    expect(test.files.readJson("sessions", id, "answers.json").answers[0].selectedOption).toBe("B");
  });
});
