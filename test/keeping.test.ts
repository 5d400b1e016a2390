/** What a clean-up takes away and what it keeps, and what killed writers leave behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryBeside } from "../src/store/file/durable-file.ts";
import { SessionManager } from "../src/store/file/session-manager.ts";
import { thisMachine } from "../src/store/machine.ts";
import { run, runJson, start } from "./support/askline.ts";
import { startAgent } from "./support/mcp.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

const COLOURS = ["-o", "Red", "-o", "Blue"];
const KOREAN = { env: { LANG: "ko_KR.UTF-8" } };

async function put(files: Sandbox, ...more: string[]): Promise<string> {
  const asked = ["ask", "Which colour?", ...COLOURS, "--no-wait", ...more];
  return (await run(files.path, asked)).stdout.trim();
}

async function putAndFetch(files: Sandbox, ...decision: string[]): Promise<string> {
  const id = await put(files);
  const [command = "", ...words] = decision;
  await run(files.path, [command, id, ...words]);
  await run(files.path, ["wait", id]);
  return id;
}

function sessions(files: Sandbox): string[] {
  return readdirSync(files.at("sessions")).filter((name) => !name.startsWith("."));
}

describe("askline cleanup", () => {
  it("keeps what is open and what nobody has fetched, and counts the rest by kind", async () => {
    using files = openSandbox();
    await putAndFetch(files, "answer", "red");
    await putAndFetch(files, "answer", "blue");
    await putAndFetch(files, "reject");
    const open = await put(files);
    const unfetched = await put(files);
    await run(files.path, ["answer", unfetched, "red"]);
    expect(await runJson(files.path, ["cleanup", "--days", "0"])).toEqual({
      removed: 3,
      byKind: { ...NONE, completed: 2, rejected: 1 },
      kept: { open: 1, unfetched: 1 },
    });
    expect(sessions(files).sort()).toEqual([open, unfetched].sort());
  });

  it("takes those too with --open, but never what a living call waits for", async () => {
    using files = openSandbox();
    await put(files);
    const unfetched = await put(files);
    await run(files.path, ["answer", unfetched, "red"]);
    const asking = start(files.path, ["ask", "Still there?", ...COLOURS]);
    await asking.said(/Waiting/);
    expect(await runJson(files.path, ["cleanup", "--days", "0", "--open"])).toEqual({
      removed: 2,
      byKind: { ...NONE, pending: 1, completed: 1 },
      kept: { open: 1, unfetched: 0 },
    });
    const [id = ""] = sessions(files);
    await run(files.path, ["answer", id, "red"]);
    expect((await asking.finished).code).toBe(0);
    // The call itself has fetched it.
    expect(await runJson(files.path, ["cleanup", "--days", "0"])).toMatchObject({ removed: 1 });
  });

  it("says it in English and in Korean", async () => {
    using files = openSandbox();
    const dirty = async () => {
      await putAndFetch(files, "answer", "red");
      await putAndFetch(files, "reject");
    };
    await put(files);
    await run(files.path, ["answer", await put(files), "red"]);
    await dirty();
    expect((await run(files.path, ["cleanup", "--days", "0"])).stdout).toBe(
      "Removed 2 asks: 1 answered, 1 rejected.\n" +
        "Kept 1 that is open and 1 whose outcome nobody has fetched; --open removes them too.\n",
    );
    await dirty();
    expect((await run(files.path, ["cleanup", "--days", "0"], KOREAN)).stdout).toBe(
      "질문 2개를 지웠습니다: 답함 1개, 거절 1개.\n" +
        "열린 질문 1개와 아무도 가져가지 않은 결과 1개는 남겼습니다. " +
        "--open을 쓰면 함께 지웁니다.\n",
    );
    expect((await run(files.path, ["cleanup", "--days", "0", "--open"])).stdout).toBe(
      "Removed 2 asks: 1 open, 1 answered.\n",
    );
  });

  it("takes damaged sessions when they are old, as it says elsewhere", async () => {
    using files = openSandbox();
    const id = await put(files);
    writeFileSync(files.at("sessions", id, "request.json"), "{ half");
    expect(await runJson(files.path, ["cleanup", "--days", "0"])).toMatchObject({
      byKind: { ...NONE, damaged: 1 },
    });
  });

  it("goes by the delivery marks of an agent's own fetch", async () => {
    using files = openSandbox();
    await using client = await startAgent(files.path);
    await client.call("ask_user_questions", {
      questions: [{ prompt: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] }],
      nonBlocking: true,
    });
    const [id = ""] = sessions(files);
    await run(files.path, ["answer", id, "red"]);
    // A person who looks is not the agent that asked.
    await run(files.path, ["wait", id]);
    expect(await runJson(files.path, ["cleanup", "--days", "0"])).toMatchObject({
      removed: 0,
      kept: { open: 0, unfetched: 1 },
    });
    await client.call("get_answers", {});
    expect(await runJson(files.path, ["cleanup", "--days", "0"])).toMatchObject({ removed: 1 });
  });

  it("knows that a program which waited through the library has its answer", async () => {
    using files = openSandbox();
    const manager = new SessionManager({ baseDir: files.at("sessions") });
    const question = { title: "Colour", prompt: "Which?", options: [{ label: "Red" }] };
    const id = await manager.createSession([question]);
    await run(files.path, ["answer", id, "red"]);
    expect(await runJson(files.path, ["cleanup", "--days", "0"])).toMatchObject({ removed: 0 });
    await manager.waitForAnswers(id);
    expect(await runJson(files.path, ["cleanup", "--days", "0"])).toMatchObject({ removed: 1 });
  });

  it("leaves an answered session of another program no longer than that program would", async () => {
    using files = openSandbox();
    const id = await put(files);
    const { owner: _, ...status } = files.readJson("sessions", id, "status.json");
    const { source: __, ...request } = files.readJson("sessions", id, "request.json");
    files.writeJson(status, "sessions", id, "status.json");
    files.writeJson(request, "sessions", id, "request.json");
    expect(await runJson(files.path, ["cleanup", "--days", "0"])).toMatchObject({ removed: 0 });
    await run(files.path, ["answer", id, "red"]);
    expect(await runJson(files.path, ["cleanup", "--days", "0"])).toMatchObject({ removed: 1 });
  });
});

describe("temporary files of killed writers", () => {
  it("go with a clean-up, in every folder; those of living writers stay", async () => {
    using files = openSandbox();
    const id = await putAndFetch(files, "answer", "red");
    const dead = await deadProcess();
    const places = [
      files.at("sessions", id, "status.json"),
      files.at("sessions", ".create.lock"),
      files.at("interaction.json"),
      files.at("slack", "forms", `${id}.json`),
    ];
    const left = places.map((path) => leave(path, dead));
    const living = places.map((path) => leave(path, process.pid));
    await run(files.path, ["cleanup"]);
    expect(left.filter((path) => existsSync(path))).toEqual([]);
    expect(living.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("go after an hour also where their writer cannot be looked at, or its number is used again", async () => {
    using files = openSandbox();
    const id = await put(files);
    const path = files.at("sessions", id, "status.json");
    const [old, young] = [leave(path, 1, "another host"), leave(path, 1, "another host")];
    const reused = leave(path, process.pid);
    const twoHoursAgo = new Date(Date.now() - 2 * 3600 * 1000);
    for (const file of [old, reused]) utimesSync(file, twoHoursAgo, twoHoursAgo);
    await run(files.path, ["cleanup"]);
    expect([old, reused, young].map((file) => existsSync(file))).toEqual([false, false, true]);
  });

  it("go when the hub starts, which removes no ask", async () => {
    using files = openSandbox();
    const id = await putAndFetch(files, "answer", "red");
    const unfetched = await put(files);
    await run(files.path, ["answer", unfetched, "red"]);
    const all = [id, unfetched, await put(files)];
    for (const old of all) {
      const longAgo = { createdAt: "2020-01-01T00:00:00.000Z" };
      const status = files.readJson("sessions", old, "status.json");
      files.writeJson({ ...status, ...longAgo }, "sessions", old, "status.json");
    }
    const dead = await deadProcess();
    const left = [
      leave(files.at("sessions", id, "answers.json"), dead),
      leave(files.at("hub.json"), dead),
    ];
    const hub = start(files.path, ["serve", "--port", "0", "--json"]);
    await hub.said(/"url"/);
    await expect.poll(() => left.filter((path) => existsSync(path))).toEqual([]);
    expect(sessions(files).sort()).toEqual(all.sort());
    hub.child.kill("SIGTERM");
    await hub.finished;
  });
});

const NONE = { pending: 0, completed: 0, rejected: 0, timed_out: 0, abandoned: 0, damaged: 0 };

/** The number of a process that has been killed. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  child.kill("SIGKILL");
  await once(child, "exit");
  return child.pid ?? 0;
}

/** A half-written file, as that process would have left it. */
function leave(path: string, pid: number, host = thisMachine.processes.self().host): string {
  const self = () => ({ ...thisMachine.processes.self(), pid, host });
  const machine = { ...thisMachine, processes: { ...thisMachine.processes, self } };
  const temporary = temporaryBeside(path, machine);
  mkdirSync(dirname(temporary), { recursive: true });
  writeFileSync(temporary, '{"half');
  return temporary;
}
