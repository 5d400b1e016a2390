/** Two machines, as two state folders: a hub on one, and commands, MCP and hooks of the other. */
import { existsSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Running, run, runJson, start } from "./support/askline.ts";
import { startCuttingProxy } from "./support/cutting-proxy.ts";
import { type HubProcess, startHubProcess } from "./support/hub-process.ts";
import { startAgent } from "./support/mcp.ts";
import { until } from "./support/patience.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";
import { standInPid } from "./support/stand-in-process.ts";

interface Machine extends Disposable {
  files: Sandbox;
  env: Record<string, string>;
  run(...args: string[]): ReturnType<typeof run>;
  json(...args: string[]): ReturnType<typeof runJson>;
  start(args: string[], input?: string): Running;
}

describe("askline with a hub elsewhere", () => {
  it("asks on one machine and is answered on another, each by its own token", async () => {
    await using hub = await startHubProcess();
    using laptop = await machine(hub, ["--scope", "ask", "--person", "Ada"]);
    using phone = await machine(hub, ["--scope", "answer", "--person", "Bob"]);
    const asking = laptop.start(["ask", "Which colour?", "-o", "Red", "-o", "Blue", "--json"]);
    const [open] = await until("the other machine to see it", async () => {
      const asks = await phone.json("list");
      return asks.length > 0 ? asks : undefined;
    });
    expect(open.askedBy).toMatchObject({ person: "Ada" });
    expect(existsSync(laptop.files.at("sessions", open.id))).toBe(false);
    expect((await phone.run("answer", open.id, "Blue")).code).toBe(0);
    const { code, stdout } = await asking.finished;
    expect([code, JSON.parse(stdout).outcome.provenance]).toEqual([
      0,
      expect.objectContaining({ by: "person", who: "Bob", token: expect.stringMatching(/^token/) }),
    ]);
    const again = await phone.run("answer", open.id, "Red");
    expect([again.code, again.stderr]).toEqual([7, expect.stringContaining("Bob")]);
    expect((await laptop.run("answer", open.id, "Red")).code).not.toBe(0);
    expect(await hub.files.readJson("sessions", open.id, "request.json").askedBy.person).toBe(
      "Ada",
    );
  });

  it("waits, fetches, rejects and lists what it may, and no more", async () => {
    await using hub = await startHubProcess();
    using ci = await machine(hub, ["--scope", "ask", "--project", "shop"]);
    using ada = await machine(hub, ["--scope", "answer", "--project", "shop", "--person", "Ada"]);
    await runJson(hub.state, ["ask", "Elsewhere?", "--no-wait", "--project", "bank"]);
    const { id } = await ci.json("ask", "Deploy?", "-o", "Yes", "-o", "No", "--no-wait");
    const waiting = ci.start(["wait", id, "--json"]);
    expect((await ada.json("list")).map((one: { id: string }) => one.id)).toEqual([id]);
    expect((await ada.json("list"))[0].source.project).toBe("shop");
    expect((await ada.run("reject", id, "--reason", "not today")).code).toBe(0);
    expect(JSON.parse((await waiting.finished).stdout).outcome).toMatchObject({
      ...{ status: "rejected", rejectionReason: "not today" },
      provenance: { who: "Ada" },
    });
    expect(JSON.stringify(await ada.json("history"))).toContain(id);
    const forged = await ci.run("ask", "Hi?", "--no-wait", "--project", "bank");
    // The token is for one project, which what is asked with it belongs to.
    expect(forged.code).toBe(0);
    expect((await runJson(hub.state, ["list"])).map(projectOf).sort()).toEqual(["bank", "shop"]);
  });

  it("refuses a project that the token is not for, and says so", async () => {
    await using hub = await startHubProcess();
    using ci = await machine(hub, ["--scope", "ask", "--project", "shop"]);
    const env = { ...ci.env, ASKLINE_PROJECT: "bank" };
    const forged = await run(ci.files.path, ["ask", "Hi?", "--no-wait"], { env });
    expect([forged.code, forged.stderr]).toEqual([1, expect.stringContaining("asks in shop only")]);
  });

  it("serves an agent over MCP, whose answer comes from another machine", async () => {
    await using hub = await startHubProcess();
    using laptop = await machine(hub, ["--scope", "ask"]);
    using phone = await machine(hub, ["--scope", "answer", "--person", "Bob"]);
    await using agent = await startAgent(laptop.files.path, { env: laptop.env });
    const called = agent.call("ask_user_questions", {
      questions: [{ title: "Base", prompt: "Which?", options: [{ label: "A" }, { label: "B" }] }],
    });
    const id = await until("the question", async () => (await phone.json("list"))[0]?.id);
    await phone.run("answer", id, "B");
    expect(JSON.stringify(await called)).toContain("B");
    expect((await runJson(hub.state, ["show", id])).taken).toHaveLength(1);
  });

  it("asks for an agent's dialog by its hook, and hands back what was decided", async () => {
    await using hub = await startHubProcess();
    using laptop = await machine(hub, ["--scope", "ask"]);
    using phone = await machine(hub, ["--scope", "answer", "--person", "Bob"]);
    const call = {
      ...{ session_id: "s", hook_event_name: "PermissionRequest", cwd: laptop.files.path },
      ...{ tool_name: "Bash", tool_input: { command: "make release" } },
      transcript_path: laptop.files.at("none.jsonl"),
    };
    const hook = laptop.start(["hook", "PermissionRequest"], JSON.stringify(call));
    const id = await until("the permission", async () => (await phone.json("list"))[0]?.id);
    expect((await phone.run("answer", id, "1")).code).toBe(0);
    const { stdout } = await hook.finished;
    expect(JSON.parse(stdout).hookSpecificOutput.decision.behavior).toBe("allow");
    expect((await runJson(hub.state, ["show", id])).taken).toEqual([
      expect.objectContaining({ by: "hook" }),
    ]);
  });
});

describe("askline remote", () => {
  it("keeps the address and the token for their owner alone, once the hub took them", async () => {
    await using hub = await startHubProcess();
    using files = openSandbox();
    const { token } = await runJson(hub.state, ["token", "create", "t", "--scope", "ask,read"]);
    const add = (input: string) =>
      start(files.path, ["remote", "add", hub.url], { input }).finished;
    expect((await add("wrong")).stderr).toContain("does not take this token");
    expect(existsSync(files.at("remote.json"))).toBe(false);
    const { code, stdout } = await add(`${token}\n`);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/works with the hub at .*may ask, read/s),
    ]);
    expect(statSync(files.at("remote.json")).mode & 0o777).toBe(0o600);
    expect(await runJson(files.path, ["remote", "status"])).toMatchObject({
      ...{ url: hub.url, scopes: ["ask", "read"], projects: null, waiting: [] },
    });
    const doctor = await runJson(files.path, ["doctor"]);
    expect(JSON.stringify(doctor)).toContain(hub.url);
    expect((await run(files.path, ["serve"])).stderr).toContain("works with the hub at");
    await run(hub.state, ["token", "revoke", "t"]);
    const env = { ASKLINE_LANGUAGE: "ko" };
    const told = await run(files.path, ["remote", "status"], { env });
    expect([told.code, told.stdout]).toEqual([
      1,
      expect.stringContaining("이 토큰을 받지 않습니다"),
    ]);
    await run(files.path, ["remote", "remove"]);
    expect((await run(files.path, ["remote"])).stdout).toContain("Questions stay on this machine");
  });

  it.each([
    ["askline.example.net", 2, "is no address of a hub"],
    ["http://askline.example.net", 1, "is not encrypted"],
    ["http://8.8.8.8:1", 1, "is not encrypted"],
    ["https://me:secret@askline.example.net", 2, "is no address of a hub"],
    ["http://127.0.0.1:1", 1, "nothing listens there"],
  ])("refuses %s in a sentence", async (url, code, sentence) => {
    using files = openSandbox();
    const env = { ASKLINE_TOKEN: "t" };
    const said = await run(files.path, ["remote", "add", url], { env });
    expect([said.code, said.stderr]).toEqual([code, expect.stringContaining(sentence)]);
  });
});

let made = 0;

/** A state folder of its own, and a token in its environment. */
async function machine(hub: Pick<HubProcess, "state" | "url">, rights: string[]): Promise<Machine> {
  const files = openSandbox();
  const name = `token-${made++}`;
  const { token } = await runJson(hub.state, ["token", "create", name, ...rights]);
  const env = {
    ...{ ASKLINE_URL: hub.url, ASKLINE_TOKEN: token, ASKLINE_CONFIG_DIR: files.path },
    ASKLINE_AGENT_PID: String(standInPid()),
  };
  return {
    ...{ files, env },
    run: (...args) => run(files.path, args, { env }),
    json: (...args) => runJson(files.path, args, { env }),
    start: (args, input = "") => start(files.path, args, { env, input }),
    [Symbol.dispose]: () => files[Symbol.dispose](),
  };
}

function projectOf({ source }: { source: { project: string } }): string {
  return source.project;
}

describe("while the hub is out of reach", () => {
  it("keeps a question and its answer, says what waits, and sends it with the next command", async () => {
    await using hub = await startHubProcess();
    await using proxy = await startCuttingProxy(hub.url);
    using laptop = await machine({ ...hub, url: proxy.url }, ["--scope", "ask,answer"]);
    const there = await runJson(hub.state, ["ask", "There?", "-o", "Yes", "--no-wait"]);
    expect((await laptop.json("list")).length).toBe(1);
    await proxy.cut();
    const { id } = await laptop.json("ask", "Here?", "-o", "Yes", "-o", "No", "--no-wait");
    expect((await laptop.json("list")).map((one: { id: string }) => one.id)).toEqual([id]);
    expect((await laptop.run("answer", id, "Yes")).code).toBe(0);
    const other = await laptop.run("answer", there.id, "Yes");
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("cannot be reached")]);
    const status = await laptop.run("remote", "status");
    expect(status.stdout).toMatch(/cannot be reached.*1 thing is still to be sent:.*Here\?/s);
    await proxy.mend();
    expect((await laptop.json("list")).map((one: { id: string }) => one.id)).toEqual([there.id]);
    expect((await runJson(hub.state, ["show", id])).outcome).toMatchObject({
      ...{ status: "completed", reply: { answers: [{ optionIds: ["1"] }] } },
    });
    expect((await laptop.json("remote", "status")).waiting).toEqual([]);
  });
});
