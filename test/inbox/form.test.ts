/** Answering from the inbox, at every size of terminal. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  CHECKS,
  DATABASE,
  type InboxTest,
  NAME,
  openInboxTest,
  SIZES,
  type Size,
} from "../support/inbox.ts";
import { until } from "../support/patience.ts";
import { deleting, editing, unclear } from "../support/permissions.ts";

describe.concurrent.each(SIZES)("the form at %s", (size) => {
  it("takes an answer by digits, arrows or recommendation, and the ask leaves", async () => {
    await using test = openInboxTest({ size });
    const database = await test.put(DATABASE);
    await test.start(/❯ ● Database/);

    test.press("Enter");
    await test.until(/❯ \( \) 1\. Postgres ★ recommended/);
    test.press("2");
    await test.until(/❯ \(•\) 2\. SQLite/);
    test.press("Enter");
    await test.until(/Nothing is waiting[\s\S]*✔ Database: SQLite/);
    expect(await test.outcomeOf(database)).toMatchObject({
      reply: { answers: [{ optionIds: ["lite"] }] },
      provenance: { by: "person", surface: "inbox" },
    });

    const again = await test.put({ ...DATABASE, title: "Again" });
    await openNext(test, "Again");
    test.press("j", "j", "k", "Space", "r", "Enter");
    await test.until(/✔ Again: Postgres/);
    expect(await test.outcomeOf(again)).toMatchObject({
      reply: { answers: [{ optionIds: ["pg"] }] },
    });
  });

  it("shows the bounds, refuses in words what does not keep them, and takes notes", async () => {
    await using test = openInboxTest({ size });
    const checks = await test.put(CHECKS);
    await test.start(/Checks/);

    test.press("Enter");
    await test.until(/choose 2 to 3, 0 chosen/);
    test.press("1", "Enter");
    await test.until(/1 chosen[\s\S]*! Choose at least 2\./);
    test.press("2", "n");
    await test.until(/Note:/);
    test.terminal.type("all of them");
    test.press("Enter");
    await test.until(/Note: all of them/);
    test.press("N");
    await test.until(/Note on all:/);
    test.terminal.type("soon");
    test.press("Enter");
    await test.until(/Note on all: soon/);
    // An Enter right after the one that kept the note might be the same key held down, so another
    // key comes first.
    test.press("Up", "Enter");
    await test.until(/✔ Checks: Types, Tests/);
    expect(await test.outcomeOf(checks)).toMatchObject({
      reply: {
        answers: [{ optionIds: ["1", "2"], optionNotes: { "2": "all of them" } }],
        globalNote: "soon",
      },
    });
  });

  it("goes through several questions, takes recommendations, and reviews all answers", async () => {
    await using test = openInboxTest({ size });
    const three = await test.put([DATABASE, CHECKS, NAME]);
    await test.start(/Database.* \(\+2\)/);

    test.press("Enter");
    await test.until(/Question 1 of 3/);
    test.press("R");
    await test.until(/Question 3 of 3[\s\S]*What should it be called\?/);
    test.press("Escape");
    await test.until(/✎ Type your own/);
    test.press("Left");
    await test.until(/Question 2 of 3[\s\S]*\[x\] 2\. Tests/);
    test.press("Right");
    await test.until(/Question 3 of 3/);
    test.terminal.type("한글 이름");
    await test.until(/한글 이름/);
    // Enter held down stops at the review, which the person has not read yet.
    test.press(...Array.from({ length: 20 }, () => "Enter"));
    await test.until(
      /Your answers[\s\S]*1\. Database +Postgres[\s\S]*Types, Tests[\s\S]*“한글 이름”[\s\S]*Press Enter once more\./,
    );
    expect((await test.desk.load(three.id)).outcome).toBeNull();
    test.press("Down", "Enter");
    await test.until(/Nothing is waiting/);
    expect(await test.outcomeOf(three)).toMatchObject({
      reply: {
        answers: [{ optionIds: ["pg"] }, { optionIds: ["1", "2"] }, { customText: "한글 이름" }],
      },
    });
  });

  it("shows every answer with its notes before it is sent, however many", async () => {
    await using test = openInboxTest({ size });
    const details = Array.from({ length: 60 }, (_, index) => ({
      ...DATABASE,
      title: `Detail ${index + 1}`,
    }));
    await test.put(details);
    await test.start(/Detail 1.* \(\+59\)/);

    test.press("Enter");
    await test.until(/Question 1 of 60/);
    test.press("n");
    await test.until(/Note:/);
    test.terminal.type("as in the other shop");
    test.press("Enter", "R");
    await test.until(
      /Your answers\s+[│\s]*1\. Detail 1 Postgres[│\s]*Note \(Postgres\): as in the\s+[│\s]*other\s+shop/,
    );
    for (let page = 0; page < 9; page++) test.press("NPage");
    await test.until(/60\. Detail 60 Postgres/);
    test.press("Up");
    await test.until(/Detail 59 Postgres[\s\S]*1 more|below/);
  });

  it("shows the keys of where one is on ?, and comes back there", async () => {
    await using test = openInboxTest({ size });
    await test.put([DATABASE, CHECKS]);
    await test.start(/Database/);
    test.press("Enter");
    await test.until(/❯ \( \) 1\. Postgres/);
    test.press("?");
    // Where everything fits nearly, it is only in sight.
    await test.until(
      size === "200x50"
        ? /^askline {2}Keys\n(?:[\s\S]*\n)?Question\n/
        : /^askline {2}Keys\nQuestion\n/,
    );
    test.press("Escape");
    await test.until(/❯ \( \) 1\. Postgres/);
    test.press("R");
    await test.until(/1\. Database +Postgres/);
    test.press("?");
    await test.until(size === "200x50" ? /\nYour answers\n/ : /^askline {2}Keys\nYour answers\n/);
    test.press("Escape");
    await test.until(/1\. Database +Postgres/);
  });

  it("edits text of several lines like an editor, and takes a paste whole", async () => {
    await using test = openInboxTest({ size });
    const name = await test.put(NAME);
    await test.start(/Name/);

    test.press("Enter");
    await test.until(/✎/);
    test.terminal.type("one two three");
    test.press("M-b", "C-w", "M-Enter", "C-e");
    test.terminal.paste("👩‍👩‍👧 é\n넷");
    await test.until(/one *\n[ │]*three👩‍👩‍👧 é\n[ │]*넷/);
    test.press("Up", "C-a", "C-k", "BSpace", "Down", "Home", "Delete");
    test.terminal.type("사");
    await test.until(/one *\n[ │]*사/);
    test.press("Enter");
    expect(await test.outcomeOf(name)).toMatchObject({
      reply: { answers: [{ customText: "one \n사" }] },
    });
  });

  it("asks back about several questions at once, with words and without", async () => {
    await using test = openInboxTest({ size });
    const both = await test.put([DATABASE, CHECKS]);
    await test.start(/Database/);

    test.press("Enter");
    await test.until(/Question 1 of 2/);
    test.press("e");
    await test.until(/say\s+more\s+about\s+“Database”[\s\S]*↵ keep/);
    test.terminal.type("what about cost?");
    test.press("Enter");
    await test.until(/↩ Say more: what about cost\?/);
    test.press("Right");
    await test.until(/Question 2 of 2/);
    test.press("d");
    await test.until(/“Checks”\s+differently/);
    test.press("Enter");
    await test.until(/↩ Ask differently/);
    test.press("b");
    await test.until(/Nothing is waiting/);
    expect(await test.outcomeOf(both)).toMatchObject({
      status: "rejected",
      kind: "elaborate",
      rejectionReason: "what about cost?",
      askBack: [
        { questionIndex: 0, kind: "elaborate", text: "what about cost?" },
        { questionIndex: 1, kind: "rephrase", text: "" },
      ],
    });
  });

  it("declines with a reason, cancels, moves the deadline and tells the id", async () => {
    await using test = openInboxTest({ size });
    const checks = await test.put(CHECKS);
    await test.start(/Checks/);
    test.press("x");
    await test.until(/Decline “Checks”\.\s+Why\?/);
    test.terminal.type("wrong branch");
    test.press("Enter");
    await test.until(/✔ Checks: declined/);
    expect(await test.outcomeOf(checks)).toMatchObject({
      kind: "reject",
      rejectionReason: "wrong branch",
    });

    const database = await test.put(DATABASE);
    await openNext(test, "Database");
    test.press("y");
    await test.until(new RegExp(`Copied\\s+${database.id}\n`));
    test.press("+");
    await test.until(/stay open\s+from now\?/);
    test.terminal.type("90");
    await test.until(/❯ 90 minutes/);
    test.press("Enter");
    await test.until(/(90|89) min left/);
    const left = Date.parse((await test.desk.load(database.id)).expiresAt ?? "") - Date.now();
    expect(Math.round(left / 60_000)).toBeGreaterThan(87);
    test.press("c");
    await test.until(/Cancel “Database”\?/);
    test.press("Escape");
    await test.until(/esc list/);
    test.press("c");
    await test.until(/Cancel “Database”\?/);
    test.press("Enter");
    await test.until(/✔ Database: cancelled/);
    expect(await test.outcomeOf(database)).toMatchObject({ kind: "cancel", rejectionReason: null });
  });
});

it("[C-13] a time limit is typed in the settings here too", async () => {
  await using test = openInboxTest();
  const database = await test.put(DATABASE, { timeoutSeconds: 600 });
  await test.start(/Database/);
  await openNext(test, "Database");
  test.press("s", "Down");
  await test.until(/❯ Time limit[\s\S]*0-9 type the time limit/);
  test.terminal.type("75");
  await test.until(/❯ Time limit\s+75\n[\s\S]*↵ done\s+esc/);
  test.press("Enter");
  await test.until(/❯ Time limit\s+75 s\n/);
  const { expiresAt } = await until("the deadline to move", async () => {
    const moved = await test.desk.load(database.id);
    return moved.expiresAt !== database.expiresAt && moved;
  });
  expect(Date.parse(expiresAt ?? "")).toBeLessThan(Date.parse(database.expiresAt ?? ""));
  expect(test.files.readJson("interaction.json").timeoutSeconds).toBe(75);
});

it("a note typed before a cancel goes to the agent with it", async () => {
  await using test = openInboxTest();
  const database = await test.put(DATABASE);
  await test.start(/Database/);
  await openNext(test, "Database");
  test.press("g");
  test.terminal.type("ask me in May");
  test.press("Enter");
  await test.until(/Note on all: ask me in May[\s\S]*esc list/);
  test.press("c");
  await test.until(/Cancel “Database”\?/);
  test.press("Enter");
  await test.until(/✔ Database: cancelled/);
  expect(await test.outcomeOf(database)).toMatchObject({
    kind: "cancel",
    notes: [{ text: "ask me in May" }],
    rejectionReason: "ask me in May",
  });
});

async function openNext(test: InboxTest, title: string): Promise<void> {
  await test.until(new RegExp(`❯ ● ${title}`));
  // An Enter so soon after the one that sent an answer is ignored unless another key comes first.
  test.press("Home", "Enter");
  await test.until(/❯ [([] [)\]] 1\./);
}

describe.concurrent.each(SIZES)("the form and the terminal at %s", (size: Size) => {
  it("shows code in colour and scrolls a question that is taller than the screen", async () => {
    await using test = openInboxTest({ size });
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join("\n");
    await test.put({
      ...DATABASE,
      prompt: `\`\`\`ts\nconst one = "two";\n\`\`\`\n\`\`\`diff\n+in\n-out\n\`\`\`\n${lines}`,
    });
    await test.start(/Database/);
    test.press("Enter");
    await test.until(/const one = "two";[\s\S]*1\. Postgres/);
    await test.terminal.untilStyled(/\^\[35mconst\^\[39m one = \^\[32m"two"/);
    await test.terminal.untilStyled(/\^\[32m\+in[\s\S]*\^\[31m-out/);
    test.press(...Array.from({ length: 20 }, () => "PageDown"));
    await test.until(/line 60[\s\S]*1\. Postgres/);
  });

  it("takes letters as text on the row for own words, where elsewhere they are keys", async () => {
    await using test = openInboxTest({ size });
    const hybrid = await test.put({
      ...DATABASE,
      selectionMode: "hybrid",
      placeholder: "another one",
    });
    await test.start(/Database/);
    test.press("Enter");
    await test.until(/✎ Type your own \(another one\)/);
    test.press("Up");
    await test.until(/❯ +✎/);
    test.terminal.type("qx 데이터");
    await test.until(/✎ qx 데이터/);
    test.press("Enter");
    await test.until(/✔ Database: “qx 데이터”/);
    expect(await test.outcomeOf(hybrid)).toMatchObject({
      reply: { answers: [{ optionIds: [], customText: "qx 데이터" }] },
    });
  });

  it("shows what was typed into an ask that is settled elsewhere, and copies it", async () => {
    await using test = openInboxTest({ size });
    const name = await test.put(NAME);
    await test.start(/Name/);
    test.press("Enter");
    await test.until(/✎/);
    test.terminal.type("phoenix, as before");
    await test.until(/phoenix, as before/);
    await test.desk.reject(name.id, { reason: "later" }, { surface: "portal", who: "Ada" });
    await test.until(/Ada[\s\S]*You had typed:[\s\S]*phoenix, as before[\s\S]*Ctrl-Y copies/);
    test.press("x", "C-y");
    await test.until(/Copied what you typed/);
    const copied = () => test.terminal.tmux("list-buffers", "-F", "#{buffer_sample}");
    await until("the words among tmux's buffers", async () =>
      copied().includes("phoenix, as before"),
    );
    test.press("Enter");
    await test.until(/Nothing is waiting/);
  });

  it("tells what was typed into an ask that is settled while another is looked at", async () => {
    await using test = openInboxTest({ size });
    const name = await test.put(NAME);
    await test.put({ ...DATABASE, title: "Other" });
    await test.start(/Other[\s\S]*Name/);
    test.press("Down", "Enter");
    await test.until(/✎/);
    test.terminal.type("phoenix");
    await test.until(/✎ phoenix/);
    test.press("Escape");
    await test.until(/esc list/);
    test.press("Escape");
    await test.until(/❯ {3}Name/);
    test.press("Up");
    await test.until(/❯ .*Other/);
    await test.desk.reject(name.id, {}, { surface: "portal", who: "Ada" });
    await test.until(/Ada[\s\S]*You\s+had\s+typed:\s+phoenix/);
  });

  it("says where to find the page when there is no browser to open", async () => {
    await using test = openInboxTest({ size });
    await test.put(DATABASE);
    await test.start(/Database/);
    test.press("o");
    const shown = await test.until(/There is no browser to open\. The\s+address:/);
    const [, address = ""] = /address:([\s\S]*?)\n↵/.exec(shown) ?? [];
    expect(new URL(address.replace(/\s/g, "")).search).toMatch(/code=[\w-]{20,}/);
    test.press("q");
    await test.until(/code 0/);
  });

  it("puts the terminal's cursor where the caret is, for input methods to draw there", async () => {
    await using test = openInboxTest({ size });
    await test.put(NAME);
    await test.start(/Name/);
    test.press("Enter");
    await test.until(/✎/);
    test.terminal.type("가나다");
    await test.until(/가나다/);
    const { row, column, isShown } = test.terminal.cursor();
    const line = test.terminal.screen().split("\n")[row] ?? "";
    expect(isShown).toBe(true);
    expect(line.slice(0, line.indexOf("가")).length + 6).toBe(column);
    test.press("Left", "Left");
    await test.terminal.untilCursor({ row, column: column - 4 });
  });
});

const KEPT = "kept 1\nkept 2\nkept 3\nkept 4\n";

it.each([
  ["80x24", /^ {2}1 {4}- old line$/m],
  ["200x50", /^.*│ {3}1 - old line +│ {3}1 \+ new line/m],
])(
  "shows at %s what an edit would change, line by line, in the reader's language",
  async (size, diff) => {
    await using test = openInboxTest({ size, env: { ASKLINE_LANGUAGE: "ko" } });
    const folder = test.files.at("shop");
    await mkdir(folder);
    await writeFile(join(folder, "a.ts"), `old line\n${KEPT}`);
    const input = { file_path: join(folder, "a.ts"), content: `new line\n${KEPT}rm(x)\n` };
    await test.put([], {
      questions: [editing(input.file_path)],
      source: { kind: "hook", agentId: "Claude Code", workingDirectory: folder },
      returnPath: "hook",
      dialog: {
        ...{ client: "claude-code", kind: "permission", toolName: "Write", input, updates: [] },
        ...{ sessionId: "shop", subagentId: null },
      },
    });
    const screen = await test.start(diff);
    expect(screen).toMatch(/Write: a\.ts +\+2 -1/);
    expect(screen).toMatch(/kept 3/);
    expect(screen).toContain("1. 이번만 허용");
  },
);

it("allows what destroys only by a second key, and says quietly what nobody can tell", async () => {
  await using test = openInboxTest();
  const deletes = await test.put([], { ...deleting(), urgency: "high" });
  await test.start(/Bash: rm -rf/);

  test.press("Enter");
  await test.until(/2\. Allow once/);
  test.press("2", "Enter");
  await test.until(/! This may destroy something[\s\S]*y allows it/);
  test.press("x");
  await test.until(/^(?![\s\S]*This may destroy)[\s\S]*2\. Allow once/);
  test.press("Enter");
  await test.until(/! This may destroy something/);
  test.press("Enter", "y");
  expect(await test.outcomeOf(deletes)).toMatchObject({
    reply: { answers: [{ optionIds: ["allow"] }] },
  });
  const installs = await test.put([], unclear());
  await openNext(test, "Bash: npm");
  await test.until(/Cannot tell what npm install does\./);
  test.press("1", "Enter");
  expect(await test.outcomeOf(installs)).toMatchObject({ status: "completed" });
});
