/**
 * Dialogs of real hook processes across restarts of the hub: what the conversation and the events
 * then say, and that no hook and no call is mistaken for another.
 */
import { once } from "node:events";
import { renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDesk } from "../../src/askline.ts";
import { marksOf } from "../../src/cli/hook/dialog-marks.ts";
import type { Ask } from "../../src/core/ask/ask.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { processTable, processWith } from "../../src/store/process-identity.ts";
import { openAskOf } from "../support/dialog-cells.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";
import { type AgentKind, startProcessAgent, untilAllWait } from "../support/process-agent.ts";
import { openSandbox } from "../support/sandbox.ts";
import { untilTurns, withLog } from "../support/turns.ts";

const by = { surface: "portal", who: "mira" };
const says = (option: string) => ({ answers: [{ optionIds: [option] }] });

let hub: TestHub;
beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub[Symbol.asyncDispose]());

function newAgent(sessionId: string, { isOlder = false } = {}) {
  const { files, state } = hub;
  return startProcessAgent({ files, state, sessionId, kind: "claude", isOlder });
}

async function asksOf(sessionId: string): Promise<Ask[]> {
  return (await hub.desk.list()).filter(({ dialog }) => dialog?.sessionId === sessionId);
}

function openAsks(sessionId: string, count: number): Promise<Ask[]> {
  return until(`${count} open asks`, async () => {
    const open = (await asksOf(sessionId)).filter(({ outcome }) => outcome === null);
    return open.length === count && open;
  });
}

describe("the ask of a hook that found no hub", () => {
  it("is the question of its turn once a hub has adopted it, and so is its answer", async () => {
    await hub.stop();
    const agent = newAgent("adopted");
    await agent.report("UserPromptSubmit", { prompt: "Build it." });
    const dialog = await agent.openDialog();
    const { id } = await openAskOf(hub.desk, "adopted");
    await hub.revive();
    const asked = await untilTurns(hub, "adopted", (all) => all.some(({ askId }) => askId === id));
    expect(asked.map(({ intent }) => intent)).toEqual(["COMMAND", "QUESTION"]);
    await hub.desk.answer(id, says("allow"), by);
    expect(await dialog.did).toEqual({ what: "allowed", by: "hook" });
    const turns = await untilTurns(hub, "adopted", (all) => all.length === 3);
    expect(turns[2]).toMatchObject({
      ...{ intent: "ANSWER", actor: "USER", text: "Allow once", askId: id },
      answeredByTurnId: turns[1]?.id,
    });
    await dialog.finish();
    expect((await hub.desk.load(id)).effect?.kind).toBe("used");
  });
});

describe("the ask of a hook that never called the hub", () => {
  it("has the no of its agent's terminal on record by the next prompt", async () => {
    const agent = newAgent("never-called");
    const { dialog, id } = await unseenByHub(async () => {
      // The client writes the call down at once, so the hook knows it even if the hub, which takes
      // what hooks left behind, was the only one to hear of it.
      agent.writeCall("toolu_never", "make");
      const dialog = await agent.openDialog({ command: "make", toolUseId: "toolu_never" });
      const { id } = await openAskOf(hub.desk, "never-called");
      dialog.hooks[0]?.child.kill("SIGKILL");
      await dialog.printed;
      return { dialog, id };
    });
    dialog.writeRefusal();
    await agent.report("UserPromptSubmit", { prompt: "Something else." });
    const { effect } = await hub.desk.load(id);
    expect(effect).toMatchObject({ kind: "in_terminal", did: "declined" });
  });

  /** The hub runs and has started long before, but hooks do not find it. */
  async function unseenByHub<T>(work: () => Promise<T>): Promise<T> {
    const [here, away] = [join(hub.state, "hub.json"), join(hub.state, "hidden.json")];
    renameSync(here, away);
    try {
      return await work();
    } finally {
      renameSync(away, here);
    }
  }
});

describe("an answer that the agent did not use", () => {
  it("is reported once, though no hub saw it given", async () => {
    // Nobody can notice what happened in its terminal before the surface has decided.
    const agent = newAgent("unused", { isOlder: true });
    const dialog = await agent.openDialog();
    const { id } = await openAskOf(hub.desk, "unused");
    await hub.kill();
    dialog.answerInTerminal();
    await hub.desk.answer(id, says("deny"), by);
    await dialog.printed;
    await hub.revive();
    await dialog.finish();
    const events = await until("the report", unusedAnswers);
    expect(events[0]).toMatchObject({
      ...{ ask_id: id, surface: "portal", who: "mira" },
      effect: { kind: "overruled", did: "allowed" },
    });
    await hub.kill();
    await hub.revive();
    await agent.report("Stop", { last_assistant_message: "Done again." });
    expect(await unusedAnswers()).toHaveLength(1);
  });

  async function unusedAnswers() {
    const types = ["answer_not_used"];
    const events = await withLog(hub, (log) => log.events({ after: 0, limit: 100, types }));
    return events.length > 0 && events.map(({ data }) => data);
  }
});

describe("a hub that restarts while dialogs are open", () => {
  it("keeps no decision back while it takes a call and says nothing", async () => {
    const dialog = await newAgent("silent").openDialog();
    const { id } = await openAskOf(hub.desk, "silent");
    await untilAllWait(hub.files, id, dialog);
    await hub.kill();
    const silent = createTcpServer().listen(0, "127.0.0.1");
    try {
      const called = once(silent, "connection");
      await once(silent, "listening");
      const { port } = silent.address() as AddressInfo;
      const known = { url: `http://127.0.0.1:${port}`, token: "token", pid: process.pid };
      writeFileSync(join(hub.state, "hub.json"), JSON.stringify(known));
      const [socket] = await called;
      await hub.desk.answer(id, says("allow"), by);
      let did: unknown;
      void dialog.did.then((ending) => {
        did = ending;
      });
      expect(await until("the agent to go on", () => did)).toEqual({ what: "allowed", by: "hook" });
      socket.destroy();
    } finally {
      silent.close();
      await hub.revive();
    }
    await dialog.finish();
  });

  it("puts no second ask for a hook that called again and ended before it was heard", async () => {
    const dialog = await newAgent("ended").openDialog();
    const { id } = await openAskOf(hub.desk, "ended");
    const { hookCall } = (await hub.desk.load(id)).dialog ?? {};
    await hub.desk.answer(id, says("allow"), by);
    await dialog.finish();
    const pid = dialog.hooks[0]?.child.pid;
    const again = await fetch(`${hub.url}/hook/PermissionRequest`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${hub.token}`, "content-type": "application/json" },
        ...{ "x-askline-client": "claude-code", "x-askline-ask": id },
        "x-askline-hook": JSON.stringify({ call: hookCall, pid, table: processTable() }),
      },
      body: JSON.stringify({
        ...{ session_id: "ended", hook_event_name: "PermissionRequest", cwd: "/tmp" },
        ...{ tool_name: "Bash", tool_input: { command: "make" } },
      }),
    });
    expect(await again.text()).toBe("{}");
    expect(await asksOf("ended")).toMatchObject([{ id }]);
  });

  it("hears one reply from two hooks of one dialog", async () => {
    const dialog = await newAgent("twice").openDialog({ hooks: 2 });
    const { id } = await openAskOf(hub.desk, "twice");
    await untilAllWait(hub.files, id, dialog);
    await hub.kill();
    await hub.revive();
    expect(await openAsks("twice", 1)).toMatchObject([{ id }]);
    await hub.desk.answer(id, says("allow"), by);
    const printed = await dialog.printed;
    expect(printed.filter((text) => text.includes("allow"))).toHaveLength(1);
    await dialog.finish();
    expect(await asksOf("twice")).toMatchObject([{ id, effect: { kind: "used" } }]);
  });

  it("keeps two equal calls apart, each with its own decision", async () => {
    const agent = newAgent("equal");
    const first = await agent.openDialog({ command: "make" });
    await openAsks("equal", 1);
    const second = await agent.openDialog({ command: "make" });
    await openAsks("equal", 2);
    await hub.kill();
    await hub.revive();
    const asks = await openAsks("equal", 2);
    const idOf = ({ toolUseId }: { toolUseId: string }) =>
      asks.find(({ source }) => source.callId === toolUseId)?.id ?? "";
    await hub.desk.answer(idOf(first), says("deny"), by);
    await hub.desk.answer(idOf(second), says("allow"), by);
    expect(await first.did).toEqual({ what: "denied", by: "hook" });
    expect(await second.did).toEqual({ what: "allowed", by: "hook" });
    await second.finish();
    expect((await hub.desk.load(idOf(second))).effect?.kind).toBe("used");
    expect((await hub.desk.load(idOf(first))).effect?.kind).not.toBe("overruled");
    expect(await asksOf("equal")).toHaveLength(2);
  });
});

describe("a hub that dies between a call and its dialog", () => {
  it("takes nothing along: the hook finds the call, and its effect is known", async () => {
    const agent = newAgent("lost", { isOlder: true });
    agent.writeCall("toolu_lost", "make");
    const dialog = await agent.openDialog({
      ...{ command: "make", toolUseId: "toolu_lost" },
      between: () => hub.kill(),
    });
    const [ask] = await openAsks("lost", 1);
    expect(ask?.source.callId).toBe("toolu_lost");
    dialog.answerInTerminal();
    await hub.desk.answer(ask?.id ?? "", says("deny"), by);
    await dialog.finish();
    await hub.revive();
    const [{ effect } = {}] = await asksOf("lost");
    expect(effect).toMatchObject({ kind: "overruled", did: "allowed" });
  });

  it("leaves two equal calls two asks", async () => {
    const agent = newAgent("both-lost", { isOlder: true });
    const ids = ["toolu_both_1", "toolu_both_2"];
    for (const id of ids) agent.writeCall(id, "make");
    // Both calls are reported before the first dialog comes.
    const isBoth = reported(2, () => hub.kill());
    const [first, second] = await Promise.all(
      ids.map((toolUseId) => agent.openDialog({ command: "make", toolUseId, between: isBoth })),
    );
    const asks = await openAsks("both-lost", 2);
    expect(asks.map(({ source }) => source.callId).sort()).toEqual(ids);
    for (const { id } of asks) await hub.desk.answer(id, says("allow"), by);
    for (const dialog of [first, second]) {
      expect(await dialog?.did).toEqual({ what: "allowed", by: "hook" });
      await dialog?.finish();
    }
    for (const { effect } of await asksOf("both-lost")) expect(effect?.kind).toBe("used");
    await hub.revive();
  });

  /** Resolves for all callers once there are so many, and the work is done. */
  function reported(count: number, work: () => Promise<void>): () => Promise<void> {
    let callers = 0;
    let begin = () => {};
    const done = new Promise<void>((resolve) => {
      begin = resolve;
    }).then(work);
    return () => {
      callers += 1;
      if (callers === count) begin();
      return done;
    };
  }
});

describe("a hub that puts the ask of a hook and dies before it can say so", () => {
  it.each(["claude", "codex", "headless"] as const)(
    "loses no decision that came meanwhile (%s)",
    async (kind) => {
      await using dying = await hubThatDies(kind, async ({ desk, askId }) => {
        await desk.answer(askId, says("allow"), by);
      });
      const dialog = await dying.agent.openDialog({ command: "make" });
      expect(await dialog.did).toEqual({ what: "allowed", by: "hook" });
      expect(await dying.desk.list()).toMatchObject([{ id: dying.askId, taken: [{ by: "hook" }] }]);
    },
  );

  it("loses no refusal in the agent's terminal either", async () => {
    await using dying = await hubThatDies("claude", async ({ agent, pid }) => {
      agent.writeRefusal("toolu_refused", "make");
      process.kill(pid, "SIGTERM");
    });
    const { agent, desk, askId } = dying;
    const dialog = await agent.openDialog({ command: "make", toolUseId: "toolu_refused" });
    expect(await dialog.printed).toEqual([""]);
    expect(await desk.list()).toMatchObject([
      {
        id: askId,
        outcome: { status: "abandoned", kind: "withdrawn" },
        effect: { kind: "in_terminal", did: "declined" },
      },
    ]);
  });

  interface DyingHub extends AsyncDisposable {
    readonly askId: string;
    readonly desk: Desk;
    readonly agent: ReturnType<typeof startProcessAgent>;
  }

  /** It does its last work when it has put the ask of the hook with that process id. */
  async function hubThatDies(
    kind: AgentKind,
    lastWork: (hub: DyingHub & { pid: number }) => Promise<void>,
  ): Promise<DyingHub> {
    const files = openSandbox();
    const client = kind === "codex" ? "codex" : "claude-code";
    const desk = openDesk({ sessionsDirectory: files.at("sessions") });
    const askId = crypto.randomUUID();
    const agent = startProcessAgent({ files, state: files.path, sessionId: "decided", kind });
    const server = createServer((request, response) => {
      void (async () => {
        if (request.url !== "/hook/PermissionRequest") return;
        const { call, pid } = JSON.parse(String(request.headers["x-askline-hook"]));
        await desk.ask({
          ...{ id: askId, returnPath: "hook", mode: "blocking" },
          owner: processWith({ pid, table: processTable() }) ?? undefined,
          questions: [{ prompt: "Run make?", options: [{ id: "allow", label: "Allow once" }] }],
          source: { kind: "hook", client, callId: "toolu_refused" },
          dialog: {
            ...{ client, kind: "permission", input: { command: "make" }, updates: [] },
            ...{ toolName: "Bash", sessionId: "decided", subagentId: null, hookCall: call },
          },
        });
        marksOf(files.path, "decided").add(askId);
        await lastWork({ ...hub, pid });
      })().finally(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    files.writeJson({ url: `http://127.0.0.1:${port}`, token: "t", pid: process.pid }, "hub.json");
    const hub: DyingHub = {
      ...{ askId, desk, agent },
      async [Symbol.asyncDispose]() {
        await desk.close();
        server.close();
        files[Symbol.dispose]();
      },
    };
    return hub;
  }
});
