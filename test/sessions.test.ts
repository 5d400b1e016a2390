/**
 * The session-management specification, scenario by scenario, with real files and real other
 * processes.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  AtomicReadError,
  AtomicWriteError,
  DEFAULT_SESSION_CONFIG,
  formatAnswers,
  SessionManager,
  type SessionQuestion,
} from "../src/store/file/session-manager.ts";
import { thisProcess } from "../src/store/process-identity.ts";
import { openSandbox } from "./support/sandbox.ts";
import { startSessionProcess } from "./support/session-process.ts";

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const colour: SessionQuestion = {
  title: "Colour",
  prompt: "Which colour?",
  options: [{ label: "Red", description: "like a rose" }, { label: "Blue" }],
};
const toppings: SessionQuestion = {
  title: "Toppings",
  prompt: "Which toppings?",
  options: [{ label: "Cheese", description: "mild" }, { label: "Olives" }, { label: "Basil" }],
  multiSelect: true,
};

async function openSessions(config: Partial<ConstructorParameters<typeof SessionManager>[0]> = {}) {
  const files = openSandbox();
  const sessions = new SessionManager({ baseDir: files.path, ...config });
  await sessions.initialize();
  return { files, sessions, [Symbol.dispose]: () => files[Symbol.dispose]() };
}

function answering(sessionId: string, answer: object, more: object = {}) {
  const timestamp = new Date().toISOString();
  return { sessionId, answers: [{ questionIndex: 0, ...answer, timestamp }], timestamp, ...more };
}

describe("creation", () => {
  it("[S-01] a new session has a UUID v4, its folder, request.json and status.json", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour], "call-1");
    expect(id).toMatch(UUID_V4);
    expect(readdirSync(test.files.at(id)).sort()).toEqual(["request.json", "status.json"]);
    expect(test.files.readJson(id, "request.json").questions).toHaveLength(1);
    expect(test.files.readJson(id, "status.json").status).toBe("pending");
  });

  it("[S-02] its files are 0600 in a folder of 0700, whatever the umask", async () => {
    using test = await openSessions();
    const before = process.umask(0);
    const id = await test.sessions.createSession([colour]).finally(() => process.umask(before));
    await test.sessions.saveSessionAnswers(id, answering(id, { selectedOption: "Blue" }));
    const modes = readdirSync(test.files.at(id)).map(
      (name) => statSync(test.files.at(id, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(test.files.at(id)).mode & 0o777).toBe(0o700);
  });

  it("[S-03] no questions are refused with the specified sentence, nothing written", async () => {
    using test = await openSessions();
    await expect(test.sessions.createSession([])).rejects.toThrow(
      "At least one question is required to create a session",
    );
    expect(await test.sessions.getSessionCount()).toBe(0);
  });

  it.each([
    [
      "two options that read alike",
      { ...colour, options: [{ label: "Red" }, { label: "R\u200bed" }] },
      /"Red" is used twice/,
    ],
    ["an empty prompt", { ...colour, prompt: " " }, /prompt/],
    ["a label that shows nothing", { ...colour, options: [{ label: "\u202e" }] }, /shows nothing/],
  ])("refuses %s before anything is written", async (_, question, complaint) => {
    using test = await openSessions();
    await expect(test.sessions.createSession([question])).rejects.toThrow(complaint);
    expect(await test.sessions.getSessionCount()).toBe(0);
  });
});

describe("states", () => {
  it("[S-04] a created session is pending, also for another process", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    await using other = startSessionProcess(test.files.path);
    expect(await other.call("getPendingSessions")).toEqual([id]);
    expect((await other.call("getSessionStatus", id)).status).toBe("pending");
  });

  it("[S-05] valid answers from another process complete it", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    await using other = startSessionProcess(test.files.path);
    await other.call("saveSessionAnswers", id, answering(id, { selectedOption: "Blue" }));
    expect(test.files.readJson(id, "status.json").status).toBe("completed");
  });

  it("[S-06] a rejection is recorded with its reason", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    await test.sessions.rejectSession(id, "wrong branch");
    expect(test.files.readJson(id, "status.json")).toMatchObject({
      status: "rejected",
      rejectionReason: "wrong branch",
    });
  });

  it("[S-07] a session past its timeout is timed_out on disk", async () => {
    using test = await openSessions({ sessionTimeout: 30 });
    const id = await test.sessions.createSession([colour]);
    await expect(test.sessions.waitForAnswers(id)).rejects.toThrow("SESSION_TIMED_OUT");
    expect(test.files.readJson(id, "status.json").status).toBe("timed_out");
    expect(existsSync(test.files.at(id, "answers.json"))).toBe(false);
  });

  it.each([
    ["is cut off", '{"sessionId": "'],
    ["names an option nobody offered", { selectedOption: "Green" }],
    ["answers a question nobody asked", { questionIndex: 7, selectedOption: "Red" }],
    ["says nothing", {}],
    ["holds two answers for one choice", { selectedOptions: ["Red", "Blue"] }],
  ])("[S-08] an answers.json that %s abandons the session and is kept", async (_, content) => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    const text = typeof content === "string" ? content : JSON.stringify(answering(id, content));
    writeFileSync(test.files.at(id, "answers.json"), text);
    await expect(test.sessions.waitForAnswers(id)).rejects.toThrow("SESSION_ABANDONED");
    expect(test.files.readJson(id, "status.json")).toMatchObject({
      status: "abandoned",
      kind: "corrupt",
    });
    expect(readFileSync(test.files.at(id, "answers.json"), "utf8")).toBe(text);
  });

  it("[S-08] later changes to an ended session have no effect and are not polled", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    await test.sessions.rejectSession(id, "absolutely not");
    const before = readFileSync(test.files.at(id, "status.json"), "utf8");
    writeFileSync(test.files.at(id, "answers.json"), "{ half");
    expect((await test.sessions.getSessionStatus(id))?.rejectionReason).toBe("absolutely not");
    await expect(test.sessions.waitForAnswers(id)).rejects.toThrow("SESSION_REJECTED");
    expect(readFileSync(test.files.at(id, "status.json"), "utf8")).toBe(before);
  });

  it("[S-08] answers that name another session are not this one's", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    await expect(
      test.sessions.saveSessionAnswers(id, answering(randomUUID(), { selectedOption: "Red" })),
    ).rejects.toThrow(/for session/);
    writeFileSync(
      test.files.at(id, "answers.json"),
      JSON.stringify(answering(randomUUID(), { selectedOption: "Red" })),
    );
    await expect(test.sessions.waitForAnswers(id)).rejects.toThrow("SESSION_ABANDONED");
  });

  it("[S-07] an answer after the deadline comes too late, and a wait ends at it", async () => {
    using test = await openSessions();
    const [late, waited] = [
      await test.sessions.createSession([colour]),
      await test.sessions.createSession([colour]),
    ];
    const past = new Date(Date.now() - 1000).toISOString();
    for (const id of [late, waited])
      test.files.writeJson(
        { ...test.files.readJson(id, "status.json"), expiresAt: past },
        id,
        "status.json",
      );
    await expect(
      test.sessions.saveSessionAnswers(late, answering(late, { selectedOption: "Red" })),
    ).rejects.toThrow(/already timed_out/);
    await expect(test.sessions.waitForAnswers(waited)).rejects.toThrow("SESSION_TIMED_OUT");
  });

  it("a settled session never changes its state again", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    await test.sessions.saveSessionAnswers(id, answering(id, { selectedOption: "Blue" }));
    await expect(test.sessions.rejectSession(id)).rejects.toThrow(/already completed/);
    await expect(test.sessions.updateSessionStatus(id, "timed_out")).rejects.toThrow(
      /already completed/,
    );
    await expect(
      test.sessions.saveSessionAnswers(id, answering(id, { selectedOption: "Red" })),
    ).rejects.toThrow(/already completed/);
    await test.sessions.saveSessionAnswers(id, answering(id, { selectedOption: "Blue" }));
    expect(test.files.readJson(id, "answers.json").answers[0].selectedOption).toBe("Blue");
  });
});

describe("file formats", () => {
  it("[S-09] request.json", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour, toppings], "call-1");
    expect(test.files.readJson(id, "request.json")).toMatchObject({
      sessionId: id,
      questions: [colour, toppings],
      status: "pending",
      timestamp: expect.stringMatching(ISO),
      callId: "call-1",
    });
  });

  it("[S-10] status.json", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour, toppings], "call-1");
    expect(test.files.readJson(id, "status.json")).toMatchObject({
      sessionId: id,
      status: "pending",
      createdAt: expect.stringMatching(ISO),
      lastModified: expect.stringMatching(ISO),
      totalQuestions: 2,
      callId: "call-1",
      rejectionReason: null,
    });
  });

  it("[S-11] answers.json", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour, toppings], "call-1");
    const timestamp = new Date().toISOString();
    await test.sessions.saveSessionAnswers(id, {
      sessionId: id,
      answers: [
        { questionIndex: 0, customText: "Green", timestamp },
        { questionIndex: 1, selectedOptions: ["Basil", "Cheese"], timestamp },
      ],
      timestamp,
    });
    expect(test.files.readJson(id, "answers.json")).toMatchObject({
      sessionId: id,
      answers: [
        { questionIndex: 0, customText: "Green", timestamp },
        { questionIndex: 1, selectedOptions: ["Cheese", "Basil"], timestamp },
      ],
      timestamp,
      callId: "call-1",
    });
  });
});

describe("atomic files", () => {
  it("[S-12] a file is written aside, read back and renamed, with its permissions", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([{ ...colour, prompt: "x".repeat(90_000) }]);
    const writes = tracedSystemCalls(test.files.path, "rejectSession", id, "y".repeat(90_000));
    const temporary = String.raw`\.askline-\d+-[0-9a-z-]+\.tmp`;
    const order = [
      `openat.*${temporary}.*O_CREAT.*O_EXCL`,
      "fsync",
      `openat.*${temporary}.*O_RDONLY`,
      `rename.*${temporary}.*status\\.json`,
      "fsync",
    ];
    expect(writes).toMatch(new RegExp(order.join("[\\s\\S]*")));
    expect(statSync(test.files.at(id, "status.json")).mode & 0o777).toBe(0o600);
  });

  it("[S-13] a dead process's lock is taken over, a living one's is waited for", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    const dead = startSessionProcess(test.files.path);
    await dead.kill();
    const { host } = thisProcess();
    test.files.writeJson(
      { pid: dead.pid, host, startedAt: "long ago", token: "dead" },
      id,
      ".lock",
    );
    await test.sessions.rejectSession(id, "through");
    expect(readdirSync(test.files.at(id)).sort()).toEqual(["request.json", "status.json"]);

    const second = await test.sessions.createSession([colour]);
    test.files.writeJson({ ...thisProcess(), token: "alive" }, second, ".lock");
    await using other = startSessionProcess(test.files.path);
    const knocked = fileAppears(test.files.at(second), `.askline-${other.pid}-`);
    const rejecting = other.call("rejectSession", second, "after the lock");
    await knocked;
    expect(test.files.readJson(second, "status.json").status).toBe("pending");
    renameSync(test.files.at(second, ".lock"), test.files.at("released"));
    await rejecting;
    expect(test.files.readJson(second, "status.json").rejectionReason).toBe("after the lock");
  });

  it("[S-13] a process id that was reused does not keep a lock alive", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    test.files.writeJson(
      { ...thisProcess(), startedAt: "an earlier process with our pid", token: "old" },
      id,
      ".lock",
    );
    await test.sessions.rejectSession(id, "through");
    expect(test.files.readJson(id, "status.json").status).toBe("rejected");
  });

  it("[S-14] a failed write leaves no temporary file, keeps the content and throws", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    const before = readFileSync(test.files.at(id, "status.json"), "utf8");
    // The system lets this child write no file over 8 KiB, as a full disk would.
    const error = limitedTo(16, test.files.path, "rejectSession", id, "z".repeat(20_000));
    expect(error).toMatchObject({ name: "AtomicWriteError", code: "write_failed" });
    expect(readdirSync(test.files.at(id)).sort()).toEqual(["request.json", "status.json"]);
    expect(readFileSync(test.files.at(id, "status.json"), "utf8")).toBe(before);
    await test.sessions.rejectSession(id, "room again");
    expect(test.files.readJson(id, "status.json").rejectionReason).toBe("room again");
  });

  it("[S-14] a session that cannot be created leaves nothing behind", async () => {
    using test = await openSessions();
    const error = limitedTo(16, test.files.path, "createSession", [
      { ...colour, prompt: "z".repeat(20_000) },
    ]);
    expect(error).toMatchObject({ name: "AtomicWriteError" });
    expect(readdirSync(test.files.path).filter((name) => name !== ".changed")).toEqual([]);
  });

  it("[S-15] a file caught half-written is read again until it is whole", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    const whole = readFileSync(test.files.at(id, "request.json"), "utf8");
    writeFileSync(test.files.at(id, "request.json"), whole.slice(0, 40));
    const reading = test.sessions.getSessionRequest(id);
    setTimeout(() => writeFileSync(test.files.at(id, "request.json"), whole), 60);
    expect((await reading)?.sessionId).toBe(id);
  });

  it("[S-15] after three tries it fails, names the file, and touches nothing", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    writeFileSync(test.files.at(id, "request.json"), "{ half");
    await expect(test.sessions.getSessionRequest(id)).rejects.toThrow(AtomicReadError);
    await expect(test.sessions.rejectSession(id)).rejects.toThrow(/request\.json/);
    expect(readFileSync(test.files.at(id, "request.json"), "utf8")).toBe("{ half");
  });
});

describe("answering and rejecting", () => {
  it("[S-16] valid answers are written and the status follows", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([toppings]);
    await test.sessions.saveSessionAnswers(id, answering(id, { selectedOptions: ["Olives"] }));
    expect((await test.sessions.getSessionAnswers(id))?.answers[0]?.selectedOptions).toEqual([
      "Olives",
    ]);
    expect((await test.sessions.getSessionStatus(id))?.status).toBe("completed");
  });

  it("[S-17] answers for a missing session are refused as specified", async () => {
    using test = await openSessions();
    const id = randomUUID();
    const saving = test.sessions.saveSessionAnswers(id, answering(id, { selectedOption: "Red" }));
    await expect(saving).rejects.toThrow(`Session not found: ${id}`);
    await expect(test.sessions.rejectSession(id)).rejects.toThrow(`Session not found: ${id}`);
    await expect(test.sessions.waitForAnswers(id)).rejects.toThrow(`Session not found: ${id}`);
  });

  it("answers that do not fit are refused in words and leave the session open", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    await expect(
      test.sessions.saveSessionAnswers(id, answering(id, { selectedOption: "Green" })),
    ).rejects.toThrow(/Green/);
    expect((await test.sessions.getSessionStatus(id))?.status).toBe("pending");
  });

  it("[S-18] a rejection keeps the reason the person gave", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    await using other = startSessionProcess(test.files.path);
    await other.call("rejectSession", id, "ask me on Monday");
    const status = test.files.readJson(id, "status.json");
    expect(status).toMatchObject({ status: "rejected", rejectionReason: "ask me on Monday" });
  });

  it("[S-19] a rejection without a reason has null", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    await test.sessions.rejectSession(id);
    expect(test.files.readJson(id, "status.json")).toMatchObject({
      status: "rejected",
      rejectionReason: null,
    });
  });
});

describe("waiting", () => {
  it("[S-20] a wait ends with the session's id when another process answers", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    const waiting = test.sessions.waitForAnswers(id);
    await using other = startSessionProcess(test.files.path);
    await other.call("saveSessionAnswers", id, answering(id, { selectedOption: "Blue" }));
    expect(await waiting).toBe(id);
  });

  it("[S-20] the polling floor alone is enough where files give no events", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    // A file replaces the folder of announcements, so nothing can be watched or announced.
    renameSync(test.files.at(".changed"), test.files.at("gone"));
    writeFileSync(test.files.at(".changed"), "");
    const waiting = test.sessions.waitForAnswers(id);
    await using other = startSessionProcess(test.files.path);
    await other.call("saveSessionAnswers", id, answering(id, { selectedOption: "Blue" }));
    expect(await waiting).toBe(id);
  });

  it("[S-20] a hundred waits share one timer", async () => {
    using test = await openSessions({ maxSessions: 200 });
    const ids = await Promise.all(
      Array.from({ length: 100 }, () => test.sessions.createSession([colour])),
    );
    const timers = () =>
      process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = timers();
    const waits = ids.map((id) => test.sessions.waitForAnswers(id));
    await new Promise(setImmediate);
    expect(timers() - before).toBeLessThanOrEqual(1);
    await Promise.all(
      ids.map((id) =>
        test.sessions.saveSessionAnswers(id, answering(id, { selectedOption: "Red" })),
      ),
    );
    expect(await Promise.all(waits)).toEqual(ids);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it("[S-21] a wait for one call is not ended by the answer to another", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour], "call-1");
    await test.sessions.saveSessionAnswers(id, answering(id, { selectedOption: "Red" }));
    await expect(test.sessions.waitForAnswers(id, 0, "call-2")).rejects.toThrow(/call-1.*call-2/);
    expect(await test.sessions.waitForAnswers(id, 0, "call-1")).toBe(id);
  });

  it("[S-21] answers for another call are refused, and its own call id is kept", async () => {
    using test = await openSessions();
    const [named, unnamed] = [
      await test.sessions.createSession([colour], "call-1"),
      await test.sessions.createSession([colour]),
    ];
    const answers = (id: string, callId: string) =>
      answering(id, { selectedOption: "Red" }, { callId });
    await expect(test.sessions.saveSessionAnswers(named, answers(named, "call-2"))).rejects.toThrow(
      /call-2.*call-1/,
    );
    await test.sessions.saveSessionAnswers(unnamed, answers(unnamed, "call-9"));
    expect(await test.sessions.waitForAnswers(unnamed, 0, "call-9")).toBe(unnamed);
    await expect(test.sessions.waitForAnswers(unnamed, 0, "call-1")).rejects.toThrow(/call-9/);
  });

  it.each([30 * 24 * 3600 * 1000, Number.POSITIVE_INFINITY])(
    "[S-20] a limit of %d ms does not run out at once",
    async (limit) => {
      using test = await openSessions();
      const id = await test.sessions.createSession([colour]);
      const waiting = test.sessions.waitForAnswers(id, limit);
      await test.sessions.saveSessionAnswers(id, answering(id, { selectedOption: "Red" }));
      expect(await waiting).toBe(id);
    },
  );

  it("[S-22] a wait ends with SESSION_REJECTED when another process rejects", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    const waiting = expect(test.sessions.waitForAnswers(id)).rejects.toThrow(/^SESSION_REJECTED$/);
    await using other = startSessionProcess(test.files.path);
    await other.call("rejectSession", id, "no");
    await waiting;
  });
});

describe("clean-up", () => {
  const old = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString();

  async function age(test: Awaited<ReturnType<typeof openSessions>>, id: string) {
    test.files.writeJson(
      { ...test.files.readJson(id, "status.json"), createdAt: old },
      id,
      "status.json",
    );
  }

  it("[S-23] sessions older than the retention go, in any status; others stay", async () => {
    using test = await openSessions();
    const [settled, open, young] = [
      await test.sessions.createSession([colour]),
      await test.sessions.createSession([colour]),
      await test.sessions.createSession([colour]),
    ];
    await test.sessions.rejectSession(settled);
    await age(test, settled);
    await age(test, open);
    expect(await test.sessions.cleanupExpiredSessions()).toBe(2);
    expect(await test.sessions.getAllSessionIds()).toEqual([young]);
    expect(readdirSync(test.files.at(".changed"))).toEqual([young]);
  });

  it("[S-23] a session that a living process waits for stays, however old", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    await age(test, id);
    const other = startSessionProcess(test.files.path);
    const marked = fileAppears(test.files.at(id), ".waiting-");
    const waiting = other.call("waitForAnswers", id).catch(() => "gone");
    await marked;
    expect(await test.sessions.cleanupExpiredSessions()).toBe(0);
    await other.kill();
    expect(await waiting).toBe("gone");
    expect(await test.sessions.cleanupExpiredSessions()).toBe(1);
  });

  it("[S-23] a retention without end keeps everything", async () => {
    using test = await openSessions({ retentionPeriod: Number.POSITIVE_INFINITY });
    await test.sessions.createSession([colour]);
    expect(await test.sessions.cleanupExpiredSessions()).toBe(0);
    expect(await test.sessions.getSessionCount()).toBe(1);
  });

  it("[S-24] a session that cannot be removed is a warning, and others go", async () => {
    using test = await openSessions();
    const stuck = await test.sessions.createSession([colour]);
    const others = [
      await test.sessions.createSession([colour]),
      await test.sessions.createSession([colour]),
    ];
    for (const id of [stuck, ...others]) await age(test, id);
    const { removed, stderr } = cleanUpAsNobody(test.files.path, stuck);
    expect(removed).toBe(2);
    expect(stderr).toContain(stuck);
    expect(await test.sessions.getAllSessionIds()).toEqual([stuck]);
  });
});

describe("wording", () => {
  const at = new Date().toISOString();
  const wrap = (...answers: object[]) => ({
    sessionId: randomUUID(),
    timestamp: at,
    answers: answers.map((answer, questionIndex) => ({ questionIndex, timestamp: at, ...answer })),
  });

  it.each([
    [
      "[S-25] a label with its description",
      [colour],
      [{ selectedOption: "Red" }],
      "1. Which colour?\n→ Red — like a rose",
    ],
    [
      "[S-25] a label without one",
      [colour],
      [{ selectedOption: "Blue" }],
      "1. Which colour?\n→ Blue",
    ],
    [
      "[S-26] each selection on its own line",
      [toppings],
      [{ selectedOptions: ["Basil", "Cheese"] }],
      "1. Which toppings?\n→ Cheese — mild\n→ Basil",
    ],
    [
      "[S-27] own text, quoted and escaped",
      [colour],
      [{ customText: "it's\ngreen" }],
      "1. Which colour?\n→ Other: 'it\\'s\\ngreen'",
    ],
    [
      "[S-27] own text beside selections",
      [toppings],
      [{ selectedOptions: ["Olives"], customText: "ham" }],
      "1. Which toppings?\n→ Olives\n→ Other: 'ham'",
    ],
    [
      "[S-28] nothing selected",
      [toppings],
      [{ selectedOptions: [] }],
      "1. Which toppings?\n→ (No selection)",
    ],
    [
      "[S-26] several questions",
      [colour, toppings],
      [{ selectedOption: "Blue" }, { selectedOptions: ["Olives"] }],
      "1. Which colour?\n→ Blue\n\n2. Which toppings?\n→ Olives",
    ],
  ])("%s", (_, questions, answers, words) => {
    expect(formatAnswers(wrap(...answers), questions)).toBe(words);
  });

  it.each([
    [
      "an index out of range",
      wrap({ selectedOption: "Red" }, { selectedOption: "Red" }),
      /invalid question index: 1/,
    ],
    ["an option nobody offered", wrap({ selectedOption: "Green" }), /non-existent option: Green/],
    [
      "an answer that says nothing",
      wrap({}),
      /neither selectedOption, selectedOptions, nor customText/,
    ],
    ["no answer at all", wrap(), /no answer/],
  ])("[S-29] formatting refuses %s", (_, answers, complaint) => {
    expect(() => formatAnswers(answers, [colour])).toThrow(complaint);
  });
});

describe("validation", () => {
  it("[S-30] a whole session is valid; a broken one says what is wrong", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    expect(await test.sessions.validateSession(id)).toEqual({ isValid: true, issues: [] });

    const status = test.files.readJson(id, "status.json");
    test.files.writeJson({ ...status, totalQuestions: 3 }, id, "status.json");
    expect((await test.sessions.validateSession(id)).issues).toEqual([
      "Question count mismatch between status.json and request.json",
    ]);
    test.files.writeJson({ ...status, sessionId: randomUUID() }, id, "status.json");
    expect((await test.sessions.validateSession(id)).issues).toEqual([
      "Session ID mismatch in status.json",
    ]);
    renameSync(test.files.at(id, "request.json"), test.files.at("elsewhere"));
    expect((await test.sessions.validateSession(id)).issues).toContain(
      "Required file missing: request.json",
    );
    expect((await test.sessions.validateSession(randomUUID())).issues).toEqual([
      "Session directory does not exist",
    ]);
  });

  it.each([
    "../escape",
    "/etc/passwd",
    "",
    "not-a-uuid",
    "6f1c2a9e-3b7d-1c1a-9f10-2d3e4f5a6b7c",
    "..%2f..%2fx",
  ])(
    "[S-31] the id %j is refused by every operation, and nothing outside the folder is touched",
    async (id) => {
      using test = await openSessions();
      await expect(test.sessions.getSessionRequest(id)).rejects.toThrow(
        /Invalid session ID format/,
      );
      await expect(test.sessions.getSessionStatus(id)).rejects.toThrow(/Invalid session ID format/);
      await expect(test.sessions.deleteSession(id)).rejects.toThrow(/Invalid session ID format/);
      await expect(
        test.sessions.saveSessionAnswers(id, answering(id, { selectedOption: "Red" })),
      ).rejects.toThrow(`Session not found: ${id}`);
      expect(await test.sessions.sessionExists(id)).toBe(false);
      expect((await test.sessions.validateSession(id)).isValid).toBe(false);
      expect(readdirSync(test.files.path)).toEqual([]);
    },
  );

  it("[S-31] a link in place of a session is not followed", async () => {
    using test = await openSessions();
    using outside = openSandbox();
    const id = await test.sessions.createSession([colour]);
    const linked = randomUUID();
    renameSync(test.files.at(id), outside.at("session"));
    symlinkSync(outside.at("session"), test.files.at(linked));
    await expect(test.sessions.rejectSession(linked)).rejects.toThrow("Session not found");
    expect(await test.sessions.getAllSessionIds()).toEqual([]);
    expect(outside.readJson("session", "status.json").status).toBe("pending");
  });
});

describe("limits", () => {
  it("[S-32] the defaults are 100 sessions, 7 days and no timeout", async () => {
    using test = await openSessions();
    expect(DEFAULT_SESSION_CONFIG).toEqual({
      maxSessions: 100,
      retentionPeriod: 604_800_000,
      sessionTimeout: 0,
    });
    expect(test.sessions.config).toMatchObject(DEFAULT_SESSION_CONFIG);
  });

  it("[S-32] two processes at the limit do not both get the last place", async () => {
    using test = await openSessions({ maxSessions: 1_000_000 });
    await Promise.all(Array.from({ length: 98 }, () => test.sessions.createSession([colour])));
    const limited = [
      new SessionManager({ baseDir: test.files.path }),
      new SessionManager({ baseDir: test.files.path }),
    ];
    const results = await Promise.allSettled(
      limited.flatMap((sessions) => [
        sessions.createSession([colour]),
        sessions.createSession([colour]),
      ]),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await test.sessions.getSessionCount()).toBe(100);
  });

  it("[S-32] the 101st open session is refused; only a settled one makes room", async () => {
    using test = await openSessions();
    const ids: string[] = [];
    for (let count = 0; count < 100; count++) ids.push(await test.sessions.createSession([colour]));
    await expect(test.sessions.createSession([colour])).rejects.toThrow(
      /100 sessions are open already/,
    );
    expect(await test.sessions.getSessionCount()).toBe(100);
    await test.sessions.rejectSession(String(ids[0]));
    await test.sessions.createSession([colour]);
    expect(await test.sessions.getSessionCount()).toBe(101);
  });

  it("a folder that may not be written to gives a clear error and loses nothing", async () => {
    using test = await openSessions();
    const id = await test.sessions.createSession([colour]);
    expect(
      new AtomicWriteError("/x/status.json", Object.assign(new Error(), { code: "ENOSPC" }))
        .message,
    ).toBe("Could not write status.json: the disk is full.");
    chmodSync(test.files.path, 0o755);
    if (process.getuid?.() === 0) execFileSync("chown", ["-R", "65534:65534", test.files.at(id)]);
    chmodSync(test.files.at(id), 0o500);
    const error = asNobody(test.files.path, "rejectSession", id, "no") as { message: string };
    chmodSync(test.files.at(id), 0o700);
    expect(error.message).toMatch(/may not be written/);
    expect(test.files.readJson(id, "status.json").status).toBe("pending");
  });
});

/** Resolves when a file whose name starts like this appears in the folder, even briefly. */
function fileAppears(folder: string, beginning: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, (_, name) => {
      if (name?.startsWith(beginning) !== true) return;
      watcher.close();
      resolve();
    });
  });
}

const WORKER = fileURLToPath(new URL("./support/session-worker.mjs", import.meta.url));

function call(
  [program = "", ...rest]: string[],
  options: object,
  baseDir: string,
  method: string,
  args: unknown[],
  user: string[] = [],
): unknown {
  const input = `${JSON.stringify({ method, args })}\n`;
  const output = execFileSync(program, [...rest, WORKER, baseDir, ...user], {
    input,
    encoding: "utf8",
    ...options,
  });
  const { result, error } = JSON.parse(output);
  return error ?? result;
}

/** The error of a child that may not write a file longer than this many blocks of 512 bytes. */
function limitedTo(blocks: number, baseDir: string, method: string, ...args: unknown[]): unknown {
  return call(
    ["sh", "-c", `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath],
    {},
    baseDir,
    method,
    args,
  );
}

// Root may write everywhere, so under root the worker continues as another user.
const NOBODY = process.getuid?.() === 0 ? ["65534"] : [];

function asNobody(baseDir: string, method: string, ...args: unknown[]): unknown {
  return call(
    [process.execPath],
    { stdio: ["pipe", "pipe", "ignore"] },
    baseDir,
    method,
    args,
    NOBODY,
  );
}

/** Cleans up as a user who owns everything but one session. */
function cleanUpAsNobody(baseDir: string, stuck: string): { removed: unknown; stderr: string } {
  if (process.getuid?.() === 0) execFileSync("chown", ["-R", "65534:65534", baseDir]);
  chmodSync(join(baseDir, stuck), 0o500);
  const command = ["sh", "-c", `exec "$0" "$@" 2>"${baseDir}/stderr"`, process.execPath];
  const removed = call(command, {}, baseDir, "cleanupExpiredSessions", [], NOBODY);
  chmodSync(join(baseDir, stuck), 0o700);
  return { removed, stderr: readFileSync(join(baseDir, "stderr"), "utf8") };
}

function tracedSystemCalls(baseDir: string, method: string, ...args: unknown[]): string {
  const command = [
    "strace",
    "-f",
    "-e",
    "trace=openat,rename,renameat,renameat2,fsync,link",
    "-o",
    join(baseDir, "trace"),
    process.execPath,
  ];
  call(command, {}, baseDir, method, args);
  return readFileSync(join(baseDir, "trace"), "utf8");
}
