/** Texts for Codex through its own queue, with a stand-in program that records its arguments. */
import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCodexQueue } from "../../src/agents/channels/codex-queue.ts";
import { createDeliveries } from "../../src/agents/channels/deliveries.ts";
import type { Agent } from "../../src/core/agent/agent.ts";
import { openLogOf } from "../support/agent-log.ts";
import { type CodexHome, openCodexHome } from "../support/codex-home.ts";
import { until } from "../support/patience.ts";
import { openSandbox, type Sandbox } from "../support/sandbox.ts";

const SESSION = "01a1df1e-0b2a-7a61-9500-22a95cdb25e7";

let files: Sandbox;
let codex: CodexHome;
let agent: Agent;
const queue = createCodexQueue({ findProgram: () => undefined });

beforeEach(async () => {
  files = openSandbox();
  codex = await openCodexHome(files.at("codex"), SESSION);
  agent = {
    ...{
      id: 1,
      client: "codex",
      sessionId: SESSION,
      projectId: 1,
      workingDirectory: "/project",
      pane: null,
    },
    ...{
      transcriptPath: codex.transcriptPath,
      state: "IDLE",
      stateSince: "",
      currentTaskId: null,
      failure: null,
    },
    ...{ startedAt: "", lastSeenAt: "", endedAt: null },
  };
});
afterEach(() => {
  codex[Symbol.dispose]();
  files[Symbol.dispose]();
});

it("hands a text over exactly as it is, to the Codex that the session belongs to", async () => {
  const claim = vi.fn(async () => true);
  const text = "--message 안녕 \\; $HOME\n\n  둘째 줄;";
  expect(await queue.reaches(agent)).toBe(true);
  expect(await queue.deliver(agent, text, { claim })).toBe(true);
  expect(claim).toHaveBeenCalledOnce();
  expect(await codex.told()).toEqual({
    home: codex.path,
    words: ["queue", "--disable", "daemon_auto_start", `--thread=${SESSION}`, `--message=${text}`],
  });
});

it("leaves no program behind when it is closed", async () => {
  codex.hang();
  const closing = createCodexQueue({ findProgram: () => undefined });
  const handed = expect(
    closing.deliver(agent, "hello", { claim: async () => true }),
  ).rejects.toThrow();
  await codex.told();
  await closing.close();
  await handed;
});

describe("nothing is handed over, and nothing claimed,", () => {
  const cases: [string, () => unknown][] = [
    ["to another client", () => ({ client: "claude-code" })],
    ["where the session's files are elsewhere", () => ({ transcriptPath: null })],
    ["where Codex has no queue", () => rmSync(files.at("codex/queue_1.sqlite"))],
    ["to a session that nobody has open", () => ({ sessionId: "another" })],
    ["without a program", () => rmSync(files.at("codex/packages"), { recursive: true })],
  ];
  if (process.platform === "linux")
    cases.push(["to a session whose Codex was killed", () => codex.letGo()]);

  it.each(cases)("%s", async (_, change) => {
    const claim = vi.fn(async () => true);
    const other: Agent = { ...agent, ...(change() ?? {}) };
    await until("that to be known", async () => !(await queue.reaches(other)));
    await expect(queue.deliver(other, "hello", { claim })).rejects.toMatchObject({
      code: "agent_unreachable",
    });
    expect(claim).not.toHaveBeenCalled();
  });

  it("when it is longer than an argument may be", async () => {
    const claim = vi.fn(async () => true);
    const long = queue.deliver(agent, "가".repeat(50_000), { claim });
    await expect(long).rejects.toMatchObject({ code: "unfit_text" });
    expect(claim).not.toHaveBeenCalled();
  });
});

it("what Codex keeps is in no doubt, however busy the agent is; what it refused is", async () => {
  const { log } = await openLogOf(files.at("log.db"), agent);
  const deliveries = createDeliveries({ log, channels: [queue], confirmWithinMs: 1 });
  const kept = await deliveries.send(1, "first");
  await codex.told();
  codex.break();
  const lost = await deliveries.send(1, "second");
  expect(await deliveries.waitForDelivery(lost.id, { until: "accepted" })).toMatchObject({
    state: "indeterminate",
  });
  expect(await log.delivery(kept.id)).toMatchObject({ state: "typed" });
  await deliveries.close();
  await log.close();
});
