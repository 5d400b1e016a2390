/** `askline migrate`: every ask in another store, whole and checked, and the way back. */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, runJson, start } from "./support/askline.ts";
import { type Postgres, startPostgres } from "./support/postgres.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";
import { knownSecrets } from "./support/secret-shapes.ts";

const COLOURS = ["-o", "Red", "-o", "Blue"];
const SECRET = knownSecrets().find(([kind]) => kind === "a GitHub token")?.[1] ?? "";

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function put(files: Sandbox, ...more: string[]): Promise<string> {
  const asked = ["ask", ...more, ...COLOURS, "--no-wait"];
  return (await run(files.path, asked)).stdout.trim();
}

async function someAsks(files: Sandbox) {
  const [open, answered] = [await put(files, "Which?"), await put(files, `${SECRET} 색은?`)];
  await run(files.path, ["answer", answered, "red"]);
  await run(files.path, ["wait", answered]);
  const rejected = await put(
    files,
    "Which colour, e\u0301 or 👩‍👩‍👧?",
    "--context",
    "for\nthe door",
  );
  await run(files.path, ["reject", rejected, "--reason", "아니요"]);
  return { open, answered, rejected };
}

// What each reader works out anew, and what differs by where it is kept.
const plain = (ask: Record<string, unknown>) => ({ ...ask, sealed: undefined });

describe.each(["sqlite", "postgres"])("to %s and back", (kind) => {
  const addressIn = async (files: Sandbox) =>
    kind === "sqlite" ? `sqlite:${files.at("asks.sqlite")}` : postgres.createSchema();

  it("keeps every ask as it was, and says so", async () => {
    using files = openSandbox();
    const env = { ASKLINE_DATABASE_URL: await addressIn(files), ASKLINE_REDACT: "never" };
    const asks = await someAsks(files);
    const before = await runJson(files.path, ["show", asks.answered]);
    const there = await run(files.path, ["migrate", "--from", "files", "--to", "database"], {
      env,
    });
    expect(there.stdout).toMatch(
      /^3 asks are there, 1 of them open; 3 were written now\.\nEvery one was read again and is the same \([0-9a-f]{16}\)\.\nNothing was removed/,
    );
    for (const id of Object.values(asks)) {
      const [here, moved] = [
        await runJson(files.path, ["show", id]),
        await runJson(files.path, ["show", id], { env }),
      ];
      expect(moved).toEqual(here);
    }
    expect(before).toMatchObject({ sealed: true, taken: [{ by: "command" }] });
    // Decided in the database, brought back into a folder of its own.
    await run(files.path, ["answer", asks.open, "blue"], { env });
    const back = await runJson(
      files.path,
      ["migrate", "--from", "database", "--to", files.at("back")],
      { env },
    );
    expect(back).toMatchObject({ asks: 3, open: 0, written: 3, different: [], isWhole: true });
    const again = { ASKLINE_SESSIONS_DIR: files.at("back") };
    for (const id of Object.values(asks))
      expect(plain(await runJson(files.path, ["show", id], { env: again }))).toEqual(
        plain(await runJson(files.path, ["show", id], { env })),
      );
    // The files know nothing of that answer, and are told apart.
    const differing = await run(files.path, ["migrate", "--from", "files", "--to", "database"], {
      env,
    });
    expect([differing.code, differing.stdout]).toEqual([1, expect.stringContaining(asks.open)]);
    expect(readdirSync(files.at("sessions")).filter((name) => !name.startsWith("."))).toHaveLength(
      3,
    );
  });

  it("hides secrets on the way in, and a second time changes nothing", async () => {
    using files = openSandbox();
    const env = { ASKLINE_DATABASE_URL: await addressIn(files) };
    const { answered } = await someAsks(files);
    const migrate = ["migrate", "--from", "files", "--to", "database"];
    expect(await runJson(files.path, migrate, { env })).toMatchObject({
      written: 3,
      isWhole: true,
    });
    expect(await runJson(files.path, migrate, { env })).toMatchObject({
      written: 0,
      isWhole: true,
    });
    const moved = await runJson(files.path, ["show", answered], { env });
    expect(moved.questions[0].prompt).toMatch(/^‹hidden: a GitHub token [\w-]{12}› 색은\?$/);
    expect(moved.sealed).toBe(true);
    const put = ["ask", `Is ${SECRET} it?`, ...COLOURS, "--no-wait"];
    const id = (await run(files.path, put, { env })).stdout.trim();
    expect((await runJson(files.path, ["show", id], { env })).questions[0].prompt).not.toContain(
      SECRET,
    );
  });
});

it("a backup has everything as it is", async () => {
  using files = openSandbox();
  const { answered } = await someAsks(files);
  const backup = `sqlite:${files.at("backup.sqlite")}`;
  const dry = await run(files.path, ["migrate", "--from", "files", "--to", backup, "--dry-run"]);
  expect(dry.stdout).toBe("Of 3 asks, 3 would be written.\n");
  await run(files.path, ["migrate", "--from", "files", "--to", backup]);
  await run(files.path, ["migrate", "--from", backup, "--to", files.at("restored")]);
  const restored = { ASKLINE_SESSIONS_DIR: files.at("restored") };
  expect(await runJson(files.path, ["show", answered], { env: restored })).toEqual(
    await runJson(files.path, ["show", answered]),
  );
});

it("says in both languages why it does not begin", async () => {
  using files = openSandbox();
  const complaint = async (args: string[], env = {}) =>
    (await run(files.path, ["migrate", ...args], { env })).stderr.replace(/\s+/g, " ");
  const korean = { LANG: "ko_KR.UTF-8" };
  expect(await complaint(["--from", "files", "--to", "database"])).toContain("No database is set.");
  expect(await complaint(["--from", "files", "--to", "files"])).toContain("the same place");
  const address = "postgres://ada:hunter22@db.example/askline";
  const inCommand = await complaint(["--from", address, "--to", "files"], korean);
  expect(inCommand).toContain("ASKLINE_DATABASE_URL에 쓰고");
  expect(inCommand).not.toContain("hunter22");
  const serving = start(files.path, ["serve", "--port", "0", "--json"], {
    env: { ASKLINE_BROWSER: "none" },
  });
  await serving.said(/"link"/);
  expect(await complaint(["--from", "files", "--to", files.at("elsewhere")])).toMatch(
    /A hub runs, process \d+/,
  );
  serving.child.kill("SIGTERM");
  await serving.finished;
});
