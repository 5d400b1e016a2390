/**
 * Agents' dialogs through every fate of the hub, with real hook processes: the record says what the
 * agent was told and did. Here each agent, action and fate occurs; `npm run soak` runs them all.
 */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openDesk } from "../../src/askline.ts";
import { ACTIONS, AGENTS, type Cell, HUBS, openAskOf, runCells } from "../support/dialog-cells.ts";
import { until } from "../support/patience.ts";
import { startProcessAgent } from "../support/process-agent.ts";
import { openSandbox } from "../support/sandbox.ts";
import { startServing } from "../support/serving.ts";

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
    await openAskOf(desk.desk, "two");
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

  it("a no in the terminal is on record by the next prompt, whatever became of its hook", async () => {
    using files = openSandbox();
    await using desk = closing(openDesk({ sessionsDirectory: files.at("sessions") }));
    const agent = startProcessAgent({ files, state: files.path, sessionId: "no", kind: "claude" });
    const killed = await agent.openDialog();
    await openAskOf(desk.desk, "no");
    killed.hooks[0]?.child.kill("SIGKILL");
    await killed.printed;
    killed.writeRefusal();
    await agent.report("UserPromptSubmit", { prompt: "Something else" });
    // The key was pressed while the hook was already telling what a surface had decided.
    const late = await agent.openDialog();
    await desk.desk.answer((await openAskOf(desk.desk, "no")).id, yes, by);
    await late.printed;
    late.writeRefusal();
    await agent.report("UserPromptSubmit", { prompt: "Stop that" });

    const effects = (await desk.desk.list()).map(({ source, effect }) => [source.callId, effect]);
    expect(Object.fromEntries(effects)).toMatchObject({
      [killed.toolUseId]: { kind: "in_terminal", did: "declined" },
      [late.toolUseId]: { kind: "overruled", did: "declined" },
    });
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

it("a headless run hears no opinion once its time is over", async () => {
  await using hub = await startServing({ ASKLINE_HEADLESS_SECONDS: "0.5" });
  const { files, state, desk } = hub;
  const agent = startProcessAgent({ files, state, sessionId: "headless", kind: "headless" });
  const dialog = await agent.openDialog();
  expect(await dialog.did).toEqual({ what: "denied", by: "nobody" });
  const [ask] = await desk.list();
  expect(ask?.outcome).toMatchObject({ status: "timed_out" });
});

function closing(desk: ReturnType<typeof openDesk>) {
  return { desk, [Symbol.asyncDispose]: () => desk.close() };
}
