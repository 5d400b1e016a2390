/**
 * Agents' dialogs through every fate of the hub, with real hook processes: the record says what the
 * agent was told and did. Here each agent, action and fate occurs; `npm run soak` runs them all.
 */
import { existsSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDesk } from "../../src/askline.ts";
import { run } from "../support/askline.ts";
import { ACTIONS, AGENTS, type Cell, HUBS, openAskOf, runCells } from "../support/dialog-cells.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";
import { startProcessAgent, untilAllWait } from "../support/process-agent.ts";
import { openSandbox } from "../support/sandbox.ts";

const DELAYS = [0, 200, 800];
const by = { surface: "portal" };
const yes = { answers: [{ optionIds: ["allow"] }] };

describe.each(HUBS.map((fate, index) => [fate, index] as const))("hub %s", (fate, index) => {
  it("leaves a record that agrees with what each agent did", async () => {
    expect(await runCells(fate, cellsFor(index))).toEqual([]);
  });
});

/** With each fate, half of what Claude Code may meet and a third of what the others may. */
function cellsFor(fate: number): Cell[] {
  return AGENTS.flatMap((agent, row) =>
    ACTIONS.flatMap((action, column): Cell[] => {
      const isLeftOut = agent === "claude" ? (column + fate) % 2 : (row + column + fate) % 3;
      if (isLeftOut > 0) return [];
      const delayMs = DELAYS[fate % DELAYS.length] ?? 0;
      return [{ agent, action, delayMs, says: (row + column) % 2 === 0 ? "deny" : "allow" }];
    }),
  );
}

describe("with no hub", () => {
  it("two hooks of one dialog give one ask and one reply; two equal calls give two", async () => {
    using files = openSandbox();
    await using desk = closing(openDesk({ sessionsDirectory: files.at("sessions") }));
    const agent = startProcessAgent({ files, state: files.path, sessionId: "two", kind: "claude" });
    const first = await agent.openDialog({ command: "make", hooks: 2 });
    await untilAllWait(files, (await openAskOf(desk.desk, "two")).id, first);
    const second = await agent.openDialog({ command: "make" });
    const asks = await until("two asks", async () => {
      const open = await desk.desk.list({ status: "pending" });
      return open.length === 2 && open;
    });
    expect(asks.map(({ source }) => source.callId).sort()).toEqual(
      [first.toolUseId, second.toolUseId].sort(),
    );
    for (const { id } of asks) await desk.desk.answer(id, yes, by);
    const said = await first.printed;
    expect(said.filter((text) => text.includes("allow"))).toHaveLength(1);
    expect(await second.did).toEqual({ what: "allowed", by: "hook" });
    await first.finish();
    await second.finish();
    for (const { effect } of await desk.desk.list()) expect(effect?.kind).toBe("used");
    expect(await desk.desk.list()).toHaveLength(2);
    // Nothing is left to look for, so later hooks of the session stay quick.
    expect(existsSync(files.at("dialogs", "two"))).toBe(false);
  });

  it.each([
    ["refused a moment before", -1, { kind: "overruled", did: "declined" }],
    ["stopped at once", 1, { kind: "stopped" }],
    ["stopped on a slow machine", 1_500, { kind: "stopped" }],
    ["interrupted while it was at work", 60_000, { kind: "used" }],
  ])("a yes that was taken and %s in the terminal has its effect", async (_, after, effect) => {
    using files = openSandbox();
    await using desk = closing(openDesk({ sessionsDirectory: files.at("sessions") }));
    const agent = startProcessAgent({
      files,
      state: files.path,
      sessionId: "left",
      kind: "claude",
    });
    const dialog = await agent.openDialog();
    const { id } = await openAskOf(desk.desk, "left");
    await desk.desk.answer(id, yes, by);
    await dialog.printed;
    const [taken] = (await desk.desk.load(id)).taken ?? [];
    dialog.writeRefusal(new Date(Date.parse(taken?.at ?? "") + after).toISOString());
    await agent.report("UserPromptSubmit", { prompt: "Do something else." });
    expect((await desk.desk.load(id)).effect).toMatchObject(effect);
  });

  it("a no in the terminal is on record by the next prompt, even if its hook was killed", async () => {
    using files = openSandbox();
    await using desk = closing(openDesk({ sessionsDirectory: files.at("sessions") }));
    const agent = startProcessAgent({ files, state: files.path, sessionId: "no", kind: "claude" });
    const dialog = await agent.openDialog();
    const { id } = await openAskOf(desk.desk, "no");
    dialog.hooks[0]?.child.kill("SIGKILL");
    await dialog.printed;
    dialog.writeRefusal();
    await agent.report("UserPromptSubmit", { prompt: "Something else" });
    const { effect } = await desk.desk.load(id);
    expect(effect).toMatchObject({ kind: "in_terminal", did: "declined" });
  });

  it("an answer is refused as soon as its hook was told to end, though it lives on", async () => {
    using files = openSandbox();
    await using desk = closing(openDesk({ sessionsDirectory: files.at("sessions") }));
    const agent = startProcessAgent({
      files,
      state: files.path,
      sessionId: "told",
      kind: "claude",
    });
    const dialog = await agent.openDialog();
    const { id } = await openAskOf(desk.desk, "told");
    dialog.hooks[0]?.child.kill("SIGTERM");
    await until("the hook to let go", async () => (await desk.desk.load(id)).ownerGoneAt);
    await expect(desk.desk.answer(id, yes, by)).rejects.toMatchObject({ code: "owner_gone" });
    dialog.writeRefusal();
    expect(await dialog.printed).toEqual([""]);
    await agent.report("UserPromptSubmit", { prompt: "Something else" });
    const { outcome, taken, effect } = await desk.desk.load(id);
    expect(outcome).toMatchObject({ status: "abandoned", kind: "owner_gone" });
    expect([taken, effect]).toMatchObject([undefined, { kind: "in_terminal", did: "declined" }]);
  });

  it("nothing is put where settings say so", async () => {
    using files = openSandbox();
    await using desk = closing(openDesk({ sessionsDirectory: files.at("sessions") }));
    const env = { ASKLINE_DIALOGS_WITHOUT_HUB: "false" };
    const given = { files, state: files.path, sessionId: "off", kind: "claude", env } as const;
    const dialog = await startProcessAgent(given).openDialog();
    expect(await dialog.printed).toEqual([""]);
    expect(await desk.desk.list()).toEqual([]);
  });
});

describe("a headless run", () => {
  const AWAY_SECONDS = 1_234;
  let hub: TestHub;
  beforeAll(async () => {
    const limits = {
      ASKLINE_HEADLESS_SECONDS: "0.5",
      ASKLINE_HEADLESS_AWAY_SECONDS: String(AWAY_SECONDS),
    };
    hub = await startHub({ env: limits });
  });
  afterAll(() => hub[Symbol.asyncDispose]());

  it("hears no opinion once its time is over", async () => {
    const { files, state, desk } = hub;
    const agent = startProcessAgent({ files, state, sessionId: "headless", kind: "headless" });
    const dialog = await agent.openDialog();
    expect(await dialog.did).toEqual({ what: "denied", by: "nobody" });
    const [ask] = await desk.list();
    expect(ask?.outcome).toMatchObject({ status: "timed_out" });
  });

  it("whose hooks are posted is known by its transcript, and has the same time", async () => {
    const dialog = await postedBy("posted", "sdk-cli");
    expect(await dialog.hookEnded).toMatchObject({ status: 200, body: {} });
    const [ask] = (await hub.desk.list()).filter(({ source }) => source.project === "posted");
    expect(ask?.outcome).toMatchObject({ status: "timed_out" });
  });

  it("that goes on in a terminal has a person, and no time limit", async () => {
    const dialog = await postedBy("resumed", "sdk-cli", "cli");
    expect((await hub.openAsk("resumed")).expiresAt).toBeNull();
    dialog.pressEscape();
  });

  it("waits longer for a person who is away, however its hooks come", async () => {
    await run(hub.state, ["away"]);
    const { files, state, desk } = hub;
    const agent = startProcessAgent({ files, state, sessionId: "while-away", kind: "headless" });
    const called = await agent.openDialog();
    const posted = await postedBy("posted-away", "sdk-cli");
    for (const id of ["while-away", "posted-away"]) {
      const ask = await openAskOf(desk, id);
      const seconds = Date.parse(ask.expiresAt ?? "") - Date.parse(ask.createdAt);
      expect(seconds / 1_000).toBe(AWAY_SECONDS);
      await desk.answer(ask.id, yes, by);
    }
    expect(await called.did).toEqual({ what: "allowed", by: "hook" });
    expect(await posted.ended).toMatchObject({ by: "hook", decision: { behavior: "allow" } });
    await run(hub.state, ["back"]);
  });

  /** Its transcript has a line from each way in which the session was run. */
  function postedBy(sessionId: string, ...entrypoints: string[]) {
    const transcriptPath = hub.files.at(`${sessionId}.jsonl`);
    const lines = entrypoints.map((entrypoint) => JSON.stringify({ type: "user", entrypoint }));
    const tool = JSON.stringify({ type: "tools-used", input: { entrypoint: "cli" } });
    writeFileSync(transcriptPath, `${[...lines, tool].join("\n")}\n`);
    return hub.agent(sessionId, { transcriptPath }).openDialog("Bash", { command: "make" });
  }
});

function closing(desk: ReturnType<typeof openDesk>) {
  return { desk, [Symbol.asyncDispose]: () => desk.close() };
}
