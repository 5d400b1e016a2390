/** Sessions that cannot be used as they are: every command says which one and why. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openDesk } from "../src/askline.ts";
import { colourAsk } from "../src/store/ask-store.contract.ts";
import { openFileStore } from "../src/store/file/file-store.ts";
import { type Disk, thisMachine } from "../src/store/machine.ts";
import { run, runJson, start } from "./support/askline.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

const KOREAN = { env: { LANG: "ko_KR.UTF-8" } };

async function put(files: Sandbox, prompt = "Which colour?"): Promise<string> {
  const ask = { questions: [{ prompt, options: [{ label: "Red" }, { label: "Blue" }] }] };
  const desk = openDesk({ sessionsDirectory: files.at("sessions") });
  const { id } = await desk.ask({ ...ask, source: { kind: "command" }, mode: "detached" });
  await desk.close();
  return id;
}

function change(files: Sandbox, id: string, fileName: string, change: object) {
  const path = ["sessions", id, fileName] as const;
  files.writeJson({ ...files.readJson(...path), ...change }, ...path);
}

describe.each([
  [
    "a request.json of another session",
    "request.json",
    { sessionId: "6f1c2a9e-3b7d-4c1a-9f10-2d3e4f5a6b7c" },
    "request.json belongs to session 6f1c2a9e-3b7d-4c1a-9f10-2d3e4f5a6b7c",
    "request.json은 세션 6f1c2a9e-3b7d-4c1a-9f10-2d3e4f5a6b7c의 것입니다",
  ],
  [
    "a status.json of another session",
    "status.json",
    { sessionId: "6f1c2a9e-3b7d-4c1a-9f10-2d3e4f5a6b7c" },
    "status.json belongs to session 6f1c2a9e-3b7d-4c1a-9f10-2d3e4f5a6b7c",
    "status.json은 세션 6f1c2a9e-3b7d-4c1a-9f10-2d3e4f5a6b7c의 것입니다",
  ],
  [
    "a status that nobody knows",
    "status.json",
    { status: "frozen" },
    'status.json has the status "frozen"',
    '상태 "frozen"',
  ],
])("%s", (_, fileName, wrong, english, korean) => {
  it.each([
    ["show", []],
    ["answer", ["red"]],
    ["reject", []],
    ["wait", ["--timeout", "1s"]],
  ])("`askline %s` says so and changes nothing", async (command, more) => {
    using files = openSandbox();
    const id = await put(files);
    change(files, id, fileName, wrong);
    const before = files.readJson("sessions", id, "status.json");
    const { code, stderr, stdout } = await run(files.path, [command, id, ...more]);
    expect(stderr).toContain(english);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(files.readJson("sessions", id, "status.json")).toEqual(before);
    const short = [command, id.slice(0, 8), ...more];
    expect((await run(files.path, short, KOREAN)).stderr).toContain(korean);
  });

  it("`askline list` names it beside the others, which it lists as ever", async () => {
    using files = openSandbox();
    const [wrongId, whole] = [await put(files), await put(files, "And another?")];
    change(files, wrongId, fileName, wrong);
    const listed = await run(files.path, ["list"]);
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("And another?") });
    expect(listed.stdout).not.toContain("Which colour?");
    expect(listed.stderr).toContain(wrongId);
    expect(listed.stderr).toContain(english);
    expect((await run(files.path, ["list"], KOREAN)).stderr).toContain(korean);
    const json = await run(files.path, ["list", "--all", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject([{ id: whole }]);
    expect(json.stderr).toContain(english);
  });
});

it("`askline list` says nothing of a folder whose files are still to come", async () => {
  using files = openSandbox();
  await put(files);
  files.writeJson({}, "sessions", randomUUID(), "request.json.tmp");
  expect((await run(files.path, ["list"])).stderr).toBe("");
});

it.each([
  [7, "Answer references invalid question index: 7 (the only question has 0)."],
  [-1, "Answer references invalid question index: -1 (the only question has 0)."],
  [0.5, "answers.0.questionIndex: It has to be a whole number"],
  ["0", "answers.0.questionIndex: It has to be a number, not a text"],
])("an answer to the question %j is told in a sentence", async (questionIndex, sentence) => {
  using files = openSandbox();
  const asking = start(files.path, ["ask", "Which colour?", "-o", "Red"]);
  await asking.said(/Waiting/);
  const [{ id: sessionId }] = await runJson(files.path, ["list"]);
  const timestamp = new Date().toISOString();
  files.writeJson(
    { sessionId, timestamp, answers: [{ questionIndex, selectedOption: "Red", timestamp }] },
    ...["sessions", sessionId, "answers.json"],
  );
  const { code, stdout } = await asking.finished;
  expect(stdout).toContain(sentence);
  expect(stdout).not.toMatch(/Invalid input|expected/);
  expect(code).toBe(5);
});

it("a rejection that asks back about a question that is not there is refused", async () => {
  using files = openSandbox();
  const store = openFileStore({ directory: files.at("sessions") });
  const ask = colourAsk();
  await store.create(ask);
  const { createDesk } = await import("../src/desk/desk.ts");
  const { clock, processes } = thisMachine;
  const parts = { store, clock, newId: randomUUID, owner: processes.self };
  const desk = createDesk({ ...parts, lifeOf: processes.lifeOf });
  const askBack = [{ questionIndex: 3, kind: "elaborate" as const, text: "why?" }];
  await expect(
    desk.reject(ask.id, { kind: "elaborate", askBack }, { surface: "test" }),
  ).rejects.toMatchObject({ code: "invalid_reply", message: "There is no question 4." });
  expect((await desk.load(ask.id)).outcome).toBeNull();
  await desk.close();
});

describe("a file system that became read-only", () => {
  it("is called so, keeps the ask open, and can still be read", async () => {
    using files = openSandbox();
    const ask = colourAsk({ expiresAt: "2020-01-01T00:00:00.000Z" });
    await openFileStore({ directory: files.at("sessions") }).create(ask);
    const store = openFileStore({
      directory: files.at("sessions"),
      machine: { ...thisMachine, disk: readOnly(thisMachine.disk) },
    });
    const failure = { code: "write_failed", message: expect.stringContaining("read-only") };
    await expect(store.settle(ask.id, () => null)).rejects.toMatchObject({
      ...failure,
      suggestion: expect.stringContaining("writable"),
    });
    await expect(store.create(colourAsk())).rejects.toMatchObject(failure);
    expect((await store.load(ask.id)).outcome).toBeNull();
    expect(await store.list()).toHaveLength(1);
    await store.close();
  });
});

/** Every call that would change something fails as it does there. */
function readOnly(disk: Disk): Disk {
  const failWith = (code: string) => {
    throw Object.assign(new Error(`${code}: read-only file system`), { code });
  };
  const fail = () => failWith("EROFS");
  // As Node does it on a real read-only mount.
  const mkdirSync = ((_: string, { recursive = false } = {}) =>
    failWith(recursive ? "ENOENT" : "EROFS")) as unknown as Disk["mkdirSync"];
  return {
    ...disk,
    ...{ writeFileSync: fail, linkSync: fail, mkdirSync, renameSync: fail, rmSync: fail },
    openSync: (path, flags, mode) =>
      typeof flags === "string" && flags !== "r" ? fail() : disk.openSync(path, flags, mode),
  };
}
