import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildLogProcesses, type LogProcesses } from "../../../test/support/log-process.ts";
import { newAgent } from "../../../test/support/log-records.ts";
import { openSandbox } from "../../../test/support/sandbox.ts";
import { agentLogContract } from "../agent-log.contract.ts";
import type { AgentLog } from "../agent-log.ts";
import { openSqlLog } from "./sql-log.ts";
import { loadSqlite } from "./sqlite-binding.ts";

describe("SQLite log", () => {
  let processes: LogProcesses;
  beforeAll(async () => {
    processes = await buildLogProcesses();
  });
  afterAll(() => processes[Symbol.dispose]());

  agentLogContract(async () => {
    const files = openSandbox();
    return {
      open: () => openSqlLog({ path: files.at("state", "log.sqlite") }),
      dispose: async () => files[Symbol.dispose](),
    };
  });

  it("keeps its files to their owner", async () => {
    using files = openSandbox();
    const log = await openSqlLog({ path: files.at("state", "log.sqlite") });
    await log.write((changes) => changes.projectAt("/door", "door"));
    const modeOf = (...parts: string[]) => statSync(files.at(...parts)).mode & 0o777;
    expect(modeOf("state")).toBe(0o700);
    for (const ending of ["", "-wal", "-shm"])
      expect(modeOf("state", `log.sqlite${ending}`)).toBe(0o600);
    await log.close();
  });

  it.each<[string, (log: AgentLog) => Promise<unknown>]>([
    ["nobody used", async () => undefined],
    ["somebody only read", (log) => log.agents()],
    ["somebody only wrote to", (log) => log.write((changes) => changes.projectAt("/door", "door"))],
    [
      "somebody wrote to and read",
      (log) =>
        log.write((changes) => changes.projectAt("/door", "door")).then(() => log.project(1)),
    ],
  ])(
    "keeps few files open when it is opened and closed many times: one that %s",
    async (_, use) => {
      using files = openSandbox();
      const path = files.at("log.sqlite");
      for (let round = 0; round < 100; round++) {
        const log = await openSqlLog({ path });
        await use(log);
        await Promise.all([log.close(), log.close()]);
      }
      expect(openFiles().filter((file) => file.startsWith(path)).length).toBeLessThanOrEqual(100);
    },
  );

  it("resolves a write only after a disk sync that began when all of it was written", async () => {
    using files = openSandbox();
    const path = files.at("log.sqlite");
    const agentId = await withAgent(path);
    const trace = files.at("trace");
    const strace = ["strace", "-f", "-y", "-e", "trace=pwrite64,fdatasync,write", "-o", trace];
    const writer = await processes.start(path, { agentId, prefix: "turn", count: 20 }, strace);
    writer.go();
    expect(await writer.ended).toBe(0);

    const said = acknowledgements(readFileSync(trace, "utf8"));
    expect(said).toEqual(
      Array.from({ length: 20 }, (_, number) => ({ key: `turn-${number}`, isOnDisk: true })),
    );
  });

  it("is not touched by a program older than the one that wrote it", async () => {
    using files = openSandbox();
    const path = files.at("log.sqlite");
    await (await openSqlLog({ path })).close();
    const { DatabaseSync } = await loadSqlite();
    const database = new DatabaseSync(path);
    database.exec("insert into migrations (number) values (1000)");
    database.close();
    await expect(openSqlLog({ path })).rejects.toMatchObject({ code: "log_too_new" });
  });

  it("is made once when several processes open it for the first time at once", async () => {
    using files = openSandbox();
    for (const round of [1, 2, 3]) {
      const path = files.at(`${round}.sqlite`);
      const work = { agentId: 0, prefix: "none", count: 0 };
      const started = await Promise.all(
        Array.from({ length: 8 }, () => processes.start(path, work)),
      );
      for (const one of started) one.go();
      expect(await Promise.all(started.map(({ ended }) => ended))).toEqual(started.map(() => 0));
      const log = await openSqlLog({ path });
      expect(await log.agents()).toEqual([]);
      await log.close();
    }
  });

  it("takes the turns of several processes that write at the same time", async () => {
    using files = openSandbox();
    const path = files.at("log.sqlite");
    const agentId = await withAgent(path);
    const log = await openSqlLog({ path });
    const names = ["a", "b", "c", "d"];
    const started = await Promise.all(
      names.map((prefix) => processes.start(path, { agentId, prefix, count: 100 })),
    );
    for (const one of started) one.go();
    expect(await Promise.all(started.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
    const turns = await log.write((changes) => changes.turnsSince(agentId, null));
    expect(new Set(turns.map(({ key }) => key)).size).toBe(400);
    const events = await log.events({ after: 0, limit: 1000 });
    expect(events.map(({ data }) => data["key"])).toEqual(turns.map(({ key }) => key));
    await log.close();
  });
});

async function withAgent(path: string): Promise<number> {
  const log = await openSqlLog({ path });
  const { id } = await log.write(async (changes) =>
    changes.addAgent(newAgent((await changes.projectAt("/door", "door")).id)),
  );
  await log.close();
  return id;
}

/** What the traced process acknowledged, and whether all it had written by then was on the disk. */
function acknowledgements(trace: string): { key: string; isOnDisk: boolean }[] {
  const said: { key: string; isOnDisk: boolean }[] = [];
  const begun = new Map<string, number>();
  let written = 0;
  let synced = 0;
  for (const line of trace.split("\n")) {
    const [thread = ""] = line.split(" ", 1);
    if (/pwrite64\(\d+<[^>]*-wal>/.test(line)) written += 1;
    if (/fdatasync\(\d+<[^>]*-wal>/.test(line)) begun.set(thread, written);
    if (/fdatasync.*= 0$/.test(line)) synced = Math.max(synced, begun.get(thread) ?? 0);
    const key = /write\(1<[^>]*>, "(turn-\d+)/.exec(line)?.[1];
    if (key !== undefined) said.push({ key, isOnDisk: written > 0 && synced === written });
  }
  return said;
}

/** Paths of this process's open files. A file may be closed before its link is read. */
function openFiles(): string[] {
  return readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
}
