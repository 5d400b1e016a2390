/**
 * Programs that know only the documented fields and not our locks: they answer our sessions, and we
 * answer theirs.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SessionManager } from "../src/store/file/session-manager.ts";
import { run, runJson, start } from "./support/askline.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

const question = {
  title: "Colour",
  prompt: "Which colour?",
  options: [{ label: "Red" }, { label: "Blue", description: "calm" }],
};

describe("their sessions", () => {
  it("are listed, shown and answered like ours", async () => {
    using files = openSandbox();
    const id = foreignSession(files, [question]);
    expect(await runJson(files.path, ["list"])).toMatchObject([{ id, status: "pending" }]);
    const { code } = await run(files.path, ["answer", id, "blue"]);
    expect(code).toBe(0);
    expect(files.readJson("sessions", id, "answers.json")).toMatchObject({
      sessionId: id,
      answers: [{ questionIndex: 0, selectedOption: "Blue" }],
    });
    expect(files.readJson("sessions", id, "status.json").status).toBe("completed");
  });

  it("take free text and several options where they say so", async () => {
    using files = openSandbox();
    const id = foreignSession(files, [question, { ...question, multiSelect: true }]);
    await run(files.path, ["answer", id, "something darker", "1 and 2"]);
    expect(files.readJson("sessions", id, "answers.json").answers).toMatchObject([
      { questionIndex: 0, customText: "something darker" },
      { questionIndex: 1, selectedOptions: ["Red", "Blue"] },
    ]);
  });

  it("keep every field that we do not know when we reject them", async () => {
    using files = openSandbox();
    const id = foreignSession(files, [question], {
      theirs: { deep: [1, 2] },
      status: "in-progress",
    });
    await run(files.path, ["reject", id, "--reason", "later"]);
    expect(files.readJson("sessions", id, "status.json")).toMatchObject({
      status: "rejected",
      rejectionReason: "later",
      theirs: { deep: [1, 2] },
    });
  });

  it("with equal labels are tolerated: the position decides", async () => {
    using files = openSandbox();
    const id = foreignSession(files, [
      { ...question, options: [{ label: "Same" }, { label: "Same" }] },
    ]);
    await run(files.path, ["answer", id, "2"]);
    const [ask] = await runJson(files.path, ["list", "--all"]);
    expect(ask.outcome.reply.answers[0].optionIds).toEqual(["2"]);
  });

  it.each([
    [
      "the same id twice",
      [
        { label: "Keep it", id: "x" },
        { label: "Delete it", id: "x" },
      ],
    ],
    ["an id that is another's position", [{ label: "Keep it", id: "2" }, { label: "Delete it" }]],
  ])("with %s keep their options apart: what is chosen is what is written", async (_, options) => {
    using files = openSandbox();
    const id = foreignSession(files, [{ ...question, options }]);
    await run(files.path, ["answer", id, "delete it"]);
    expect(files.readJson("sessions", id, "answers.json").answers[0].selectedOption).toBe(
      "Delete it",
    );
  });

  it("with odd values in fields of ours keep them, and are still asked", async () => {
    using files = openSandbox();
    const id = foreignSession(files, [question], {
      owner: "alice",
      expiresAt: "soon",
      detail: [1],
    });
    await run(files.path, ["reject", id]);
    expect(files.readJson("sessions", id, "status.json")).toMatchObject({
      status: "rejected",
      owner: "alice",
      detail: [1],
      expiresAt: "soon",
    });
  });

  it("whose files come late appear once they are whole", async () => {
    using files = openSandbox();
    const id = randomUUID();
    mkdirSync(files.at("sessions", id), { recursive: true });
    expect(await runJson(files.path, ["list"])).toEqual([]);
    foreignSession(files, [question], {}, id);
    expect(await runJson(files.path, ["list"])).toMatchObject([{ id }]);
  });

  it("that are broken hide nothing else and are said to be broken", async () => {
    using files = openSandbox();
    const broken = foreignSession(files, [question]);
    const whole = foreignSession(files, [question]);
    writeFileSync(files.at("sessions", broken, "status.json"), "[]");
    expect(await runJson(files.path, ["list", "--all"])).toMatchObject([{ id: whole }]);
    const { stderr, code } = await run(files.path, ["show", broken]);
    expect(stderr).toMatch(/cannot be used: .*status\.json/);
    expect(code).toBe(1);
  });
});

describe("our sessions", () => {
  it("keep an answer beside a note on an option that does not exist, without that note", async () => {
    using files = openSandbox();
    const { stdout } = await run(files.path, [
      "ask",
      "Which?",
      "-o",
      "Red",
      "-o",
      "Blue",
      "--no-wait",
    ]);
    const id = stdout.trim();
    foreignAnswer(files, id, { selectedOption: "Red", optionNotes: { 1: "bright", 9: "why?" } });
    const [ask] = await runJson(files.path, ["list", "--all"]);
    expect(ask).toMatchObject({ status: "completed" });
    expect(ask.outcome.reply.answers).toEqual([{ optionIds: ["1"], optionNotes: { 1: "bright" } }]);
  });

  it("are answered by a plain answers.json, and the waiting agent gets it", async () => {
    using files = openSandbox();
    const asking = start(files.path, ["ask", "Which colour?", "-o", "Red", "-o", "Blue", "--json"]);
    await asking.said(/Waiting/);
    const [{ id }] = await runJson(files.path, ["list"]);
    foreignAnswer(files, id, { selectedOption: "Blue" });
    const { stdout, code } = await asking.finished;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      status: "completed",
      outcome: {
        reply: { answers: [{ optionIds: ["2"] }] },
        provenance: { by: "person", surface: "file" },
      },
    });
    expect(files.readJson("sessions", id, "status.json").status).toBe("completed");
  });

  it("are rejected by a plain status.json", async () => {
    using files = openSandbox();
    const asking = start(files.path, ["ask", "Which colour?", "-o", "Red"]);
    await asking.said(/Waiting/);
    const [{ id }] = await runJson(files.path, ["list"]);
    const status = files.readJson("sessions", id, "status.json");
    replace(
      files,
      { ...status, status: "rejected", rejectionReason: "not now" },
      id,
      "status.json",
    );
    const { stdout, code } = await asking.finished;
    expect(code).toBe(3);
    expect(stdout).toContain("not now");
  });

  it("stay settled when a foreign answer comes after ours", async () => {
    using files = openSandbox();
    const sessions = new SessionManager({ baseDir: files.at("sessions") });
    const id = await sessions.createSession([question]);
    await sessions.rejectSession(id, "no");
    foreignAnswer(files, id, { selectedOption: "Red" });
    const [ask] = await runJson(files.path, ["list", "--all"]);
    expect(ask).toMatchObject({ status: "rejected", outcome: { rejectionReason: "no" } });
  });
});

function foreignSession(
  files: Sandbox,
  questions: object[],
  status: object = {},
  sessionId: string = randomUUID(),
): string {
  const timestamp = new Date().toISOString();
  const base = { sessionId, status: "pending" };
  files.writeJson(
    {
      ...base,
      createdAt: timestamp,
      lastModified: timestamp,
      totalQuestions: questions.length,
      ...status,
    },
    "sessions",
    sessionId,
    "status.json",
  );
  files.writeJson({ ...base, questions, timestamp }, "sessions", sessionId, "request.json");
  return sessionId;
}

function foreignAnswer(files: Sandbox, sessionId: string, answer: object) {
  const timestamp = new Date().toISOString();
  replace(
    files,
    { sessionId, answers: [{ questionIndex: 0, timestamp, ...answer }], timestamp },
    sessionId,
    "answers.json",
  );
}

/** Writes as a careful program does: aside, then renamed. It touches no other file of ours. */
function replace(files: Sandbox, value: unknown, sessionId: string, fileName: string) {
  files.writeJson(value, "foreign.tmp");
  renameSync(files.at("foreign.tmp"), files.at("sessions", sessionId, fileName));
}
