/** Watching ten thousand sessions at once. `npm run bench -- listing` measures how fast it is. */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AskChange } from "../src/store/ask-store.ts";
import { openFileStore } from "../src/store/file/file-store.ts";
import { SessionManager } from "../src/store/file/session-manager.ts";
import { thisMachine } from "../src/store/machine.ts";
import { handClock } from "./support/hand-clock.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";
import { startSessionProcess } from "./support/session-process.ts";

const MANY = 10_000;

describe("a watch on ten thousand sessions", () => {
  it("takes one file-system watch, and notices our programs and others", async () => {
    using files = openSandbox({ inMemory: true });
    const ids = Array.from({ length: MANY }, () => plainSession(files));
    const store = openFileStore({ directory: files.path });
    const watchesBefore = inotifyWatches();
    const seen = new Map<string, AskChange>();
    let look = () => {};
    const watch = await store.watch((change) => {
      seen.set(change.id, change);
      look();
    });
    const until = (claim: () => boolean) =>
      new Promise<void>((resolve) => {
        look = () => claim() && resolve();
        look();
      });
    try {
      expect(await store.list({ status: "pending" })).toHaveLength(MANY);
      expect(inotifyWatches() - watchesBefore).toBeLessThanOrEqual(2);

      await using other = startSessionProcess(files.path);
      const created: string = await other.call("createSession", [
        { title: "T", prompt: "New?", options: [{ label: "Yes" }] },
      ]);
      await until(() => seen.get(created)?.ask?.outcome === null);
      await other.call("rejectSession", ids[0]);
      await until(() => seen.get(String(ids[0]))?.ask?.outcome?.status === "rejected");

      plainAnswer(files, String(ids[1]));
      await until(() => seen.get(String(ids[1]))?.ask?.outcome?.status === "completed");
      const theirs = plainSession(files);
      await until(() => seen.get(theirs)?.ask != null);
      expect(await store.list({ status: "pending" })).toHaveLength(MANY);
    } finally {
      watch.close();
      await store.close();
    }
  });
});

describe("the sweep for programs that announce nothing", () => {
  it.each([
    { many: 400, atOnce: 100, seconds: 0.8 },
    { many: 1_200, atOnce: 250, seconds: 9 },
  ])(
    "of $many sessions looks at $atOnce at once, and at all within $seconds s",
    async (expected) => {
      using files = openSandbox({ inMemory: true });
      const ids = Array.from({ length: expected.many }, () => plainSession(files));
      const looked: string[] = [];
      const clock = handClock(new Date().toISOString());
      const statSync = ((path: string, options: object) => {
        if (path.endsWith("status.json")) looked.push(path);
        return thisMachine.disk.statSync(path, options);
      }) as typeof thisMachine.disk.statSync;
      const disk = { ...thisMachine.disk, statSync };
      const store = openFileStore({
        directory: files.path,
        machine: { ...thisMachine, disk, clock },
      });
      const watch = await store.watch(() => undefined, { after: "now" });
      looked.length = 0;
      let most = 0;
      for (let tick = 0; tick < expected.seconds * 5; tick++) {
        const before = looked.length;
        clock.advanceMilliseconds(200);
        most = Math.max(most, looked.length - before);
      }
      expect(most).toBe(expected.atOnce);
      expect(new Set(looked).size).toBe(ids.length);
      watch.close();
      await store.close();
    },
  );
});

describe("one odd session", () => {
  it("ends no process that watches, and no other session goes unnoticed", async () => {
    using files = openSandbox();
    const odd = plainSession(files);
    symlinkSync("answers.json", files.at(odd, "answers.json"));
    const store = openFileStore({ directory: files.path, onWarning: () => undefined });
    const seen: string[] = [];
    let look = () => {};
    const watch = await store.watch(({ id }) => {
      seen.push(id);
      look();
      if (id === odd) throw new Error("a listener of its own mind");
    });
    const whole = plainSession(files);
    await new Promise<void>((resolve) => {
      look = () => seen.includes(whole) && resolve();
      look();
    });
    watch.close();
    await store.close();
  });
});

describe("locks", () => {
  it("left by a dead process are taken over by one of eight contenders at a time", async () => {
    using files = openSandbox();
    const sessions = new SessionManager({ baseDir: files.path });
    const others = Array.from({ length: 8 }, () => startSessionProcess(files.path));
    try {
      await Promise.all(others.map((other) => other.call("getSessionCount")));
      for (let round = 0; round < 10; round++) {
        const id = await sessions.createSession([
          { title: "T", prompt: "Q?", options: [{ label: "Yes" }] },
        ]);
        const holder = JSON.stringify({
          pid: 2 ** 22 - 1,
          host: hostOf(files, id),
          startedAt: "dead",
          token: `round ${round}`,
        });
        writeFileSync(files.at(id, ".lock"), holder);
        const results = await Promise.allSettled(
          others.map((other, number) => other.call("rejectSession", id, `by ${number}`)),
        );
        const winners = results.flatMap((result, number) =>
          result.status === "fulfilled" ? [`by ${number}`] : [],
        );
        expect(winners).toEqual([files.readJson(id, "status.json").rejectionReason]);
        expect(readdirSync(files.at(id)).sort()).toEqual(["request.json", "status.json"]);
      }
    } finally {
      await Promise.all(others.map((other) => other.kill()));
    }
  });
});

function hostOf(files: Sandbox, id: string): string {
  return files.readJson(id, "status.json").owner.host;
}

/** A session by a program that writes the documented fields and nothing more. */
function plainSession(files: Sandbox): string {
  const sessionId = randomUUID();
  const timestamp = new Date().toISOString();
  const status = {
    sessionId,
    status: "pending",
    createdAt: timestamp,
    lastModified: timestamp,
    totalQuestions: 1,
  };
  files.writeJson(status, sessionId, "status.json");
  files.writeJson(
    {
      sessionId,
      status: "pending",
      timestamp,
      questions: [{ title: "T", prompt: "Q?", options: [{ label: "Yes" }] }],
    },
    sessionId,
    "request.json",
  );
  return sessionId;
}

function plainAnswer(files: Sandbox, sessionId: string) {
  const timestamp = new Date().toISOString();
  files.writeJson(
    { sessionId, timestamp, answers: [{ questionIndex: 0, selectedOption: "Yes", timestamp }] },
    "answer.tmp",
  );
  renameSync(files.at("answer.tmp"), files.at(sessionId, "answers.json"));
}

function inotifyWatches(): number {
  const watches = readdirSync("/proc/self/fdinfo").map((descriptor) => {
    try {
      return readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")
        .split("\n")
        .filter((line) => line.startsWith("inotify")).length;
    } catch {
      return 0;
    }
  });
  return watches.reduce((sum, count) => sum + count, 0);
}
