/**
 * Nothing that a person types is lost: drafts, answers that cannot be written, asks settled
 * elsewhere first.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withLock } from "../../src/store/file/lock.ts";
import { clockAtRate } from "../support/child-clock.ts";
import {
  ASKLINE,
  CHECKS,
  DATABASE,
  type InboxTest,
  NAME,
  openInboxTest,
  SIZES,
} from "../support/inbox.ts";
import { until } from "../support/patience.ts";

describe.concurrent.each(SIZES)("what is typed at %s", (size) => {
  it("is there again after leaving the form, quitting, and being killed", async () => {
    await using test = openInboxTest({ size });
    const both = await test.put([NAME, DATABASE]);
    await test.put({ ...CHECKS, title: "Other" });
    const pid = await startedWithPid(test, /Other[\s\S]*Name/);
    test.press("Down", "Enter");
    await test.until(/✎/);
    test.terminal.type("half a na");
    test.press("Escape");
    await test.until(/esc list/);
    test.press("e");
    await test.until(/say\s+more\s+about\s+“Name”/);
    test.terminal.type("for whom?");
    test.press("Escape");
    await test.until(/↩ Say more: for whom\?[\s\S]*esc list/);
    test.press("Escape");
    await test.until(/❯ {3}Name/);
    test.press("x");
    await test.until(/Decline “Name”/);
    test.terminal.type("because");
    test.press("Escape");
    await test.until(/q quit/);
    test.press("Up", "Enter");
    await test.until(/❯ \[ \] 1\. Types/);
    test.press("[", "]");
    await test.until(/half a na/);
    // The draft is on disk, where another process reads it; then the inbox is killed.
    await saved(test, both.id, /half a na[\s\S]*for whom[\s\S]*because/);
    process.kill(pid, "SIGKILL");
    await test.until(/code 137/);
    // After a kill only the person can restore the terminal.
    test.terminal.type("stty sane; tput rmcup; echo sane again");
    test.press("C-j");
    await test.until(/^sane again$/m);

    await test.start(/Other[\s\S]*Name/);
    test.press("Down", "x");
    await test.until(/Decline “Name”[\s\S]*because/);
    test.press("Escape");
    await test.until(/q quit/);
    test.press("Enter");
    await test.until(/half a na[\s\S]*↩ Say more: for whom\?/);
    test.press("Escape");
    await test.until(/esc list/);
    test.press("BSpace");
    await test.until(/half a na(?![\s\S]*↩)/);
    test.press("C-c");
    await test.until(/code 0/);
    await test.start(/Name/);
    test.press("Down", "Enter");
    await test.until(/half a na/);
    test.terminal.type("me");
    test.press("Enter");
    await test.until(/Question 2 of 2/);
    test.press("1", "Enter");
    await test.until(/Your answers/);
    test.press("Down", "Enter");
    expect(await test.outcomeOf(both)).toMatchObject({
      reply: { answers: [{ customText: "half a name" }, { optionIds: ["pg"] }] },
    });
  });
});

describe.concurrent.each(SIZES)("an ask that is settled elsewhere at %s", (size) => {
  it("says in its open form who did it and where, and Enter goes on", async () => {
    await using test = openInboxTest({ size });
    const database = await test.put(DATABASE);
    await test.put(CHECKS);
    await test.start(/Checks[\s\S]*Database/);
    test.press("Down", "Enter");
    await test.until(/❯ \( \) 1\. Postgres/);
    await test.desk.answer(
      database.id,
      { answers: [{ optionIds: ["pg"] }] },
      { surface: "portal", who: "minji" },
    );
    await test.until(
      wrapped("“Database” was settled: answered by minji in the browser: Postgres Enter goes on."),
    );
    // Keys that were still being typed are ignored.
    test.terminal.type("x, no");
    test.press("Enter");
    await test.until(/❯ ● Checks[\s\S]*“Database” was settled/);
    expect(
      (await test.desk.list({ status: "pending" })).map(({ questions }) => questions[0]?.title),
    ).toEqual(["Checks"]);
  });

  it("is left by itself after a moment", async () => {
    // Slow enough to be seen, and soon enough to be waited for.
    await using test = openInboxTest({ size, env: clockAtRate(1 / 4) });
    const database = await test.put(DATABASE);
    await test.start(/Database/);
    test.press("Enter");
    await test.until(/❯ \( \) 1\. Postgres/);
    await test.desk.withdraw(database.id, { surface: "mcp" });
    await test.until(wrapped("“Database” was settled: no longer asked"));
    await test.until(/Nothing is waiting/);
  });

  it("tells a person who answers too late who was first, and sends nothing", async () => {
    await using test = openInboxTest({ size });
    const database = await test.put(DATABASE);
    await test.start(/Database/);
    test.press("Enter");
    await test.until(/❯ \( \) 1\. Postgres/);
    test.press("2");
    await test.until(/❯ \(•\) 2/);
    const { path } = test.files;
    // Whichever process holds the lock comes first.
    await withLock(join(path, "sessions", database.id, ".lock"), async () => {
      test.press("Enter");
      await test.until(/Sending …/);
      const status = test.files.readJson("sessions", database.id, "status.json");
      const provenance = {
        by: "person",
        surface: "slack",
        who: "jun",
        at: new Date().toISOString(),
      };
      const rejected = {
        ...status,
        status: "rejected",
        kind: "reject",
        rejectionReason: "no",
        provenance,
      };
      test.files.writeJson(rejected, "sessions", database.id, "status.json");
    });
    await test.until(wrapped("“Database” was settled: declined by jun in Slack."));
    expect(await test.outcomeOf(database)).toMatchObject({
      status: "rejected",
      rejectionReason: "no",
    });
  });
});

describe.concurrent.each(SIZES)("an answer that cannot be written at %s", (size) => {
  it("is told, the form stays as it was, and it can be sent again", async () => {
    await using test = openInboxTest({ size });
    const database = await test.put(DATABASE);
    const pid = await startedWithPid(test, /Database/);
    // Once a later ask is shown, the watch has opened everything it needs.
    await test.put(CHECKS);
    await test.until(/● Checks[\s\S]*❯ ● Database/);
    test.press("Enter");
    await test.until(/❯ \( \) 1\. Postgres/);
    const [, limit = ""] =
      /Max open files +(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, "utf8")) ?? [];
    execFileSync("prlimit", ["--pid", String(pid), "--nofile=0:"]);
    test.press("2", "Enter");
    await test.until(/❯ \(•\) 2\. SQLite[\s\S]*Not sent, your answer is still\s+here/);
    expect((await test.desk.load(database.id)).outcome).toBeNull();
    execFileSync("prlimit", ["--pid", String(pid), `--nofile=${limit}:`]);
    test.press("Enter");
    await test.until(/✔ Database: SQLite/);
    expect(await test.outcomeOf(database)).toMatchObject({
      reply: { answers: [{ optionIds: ["lite"] }] },
    });
  });
});

async function startedWithPid({ files, say, until }: InboxTest, shown: RegExp): Promise<number> {
  say(`clear; sh -c 'echo $$ > ${files.at("pid")}; exec ${ASKLINE} inbox'; echo "code $?"`);
  await until(shown);
  return Number(readFileSync(files.at("pid"), "utf8"));
}

/** A draft is saved a moment after the last key. */
async function saved({ desk }: InboxTest, id: string, pattern: RegExp) {
  const { userInfo } = await import("node:os");
  const key = { surface: "inbox", person: userInfo().username };
  await until(`${pattern} in the draft`, async () =>
    pattern.test(JSON.stringify(await desk.drafts.load(id, key))),
  );
}

/** The words, wherever a row ends between them. */
function wrapped(words: string): RegExp {
  return new RegExp(words.replaceAll(".", "\\.").replaceAll(" ", "[\\s│]+"));
}
