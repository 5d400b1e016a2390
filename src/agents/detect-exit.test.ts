import { spawnSync } from "node:child_process";
import { utimesSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openSandbox } from "../../test/support/sandbox.ts";
import type { Agent } from "../core/agent/agent.ts";
import { exitOf } from "./detect-exit.ts";

const NOW = new Date("2026-03-10T12:00:00.000Z");
const GONE = spawnSync("true").pid;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function agentSeen(agoMs: number, more: Partial<Agent> = {}): Agent {
  const lastSeenAt = new Date(NOW.getTime() - agoMs).toISOString();
  return {
    ...{
      id: 1,
      client: "claude-code",
      sessionId: "s",
      projectId: 1,
      workingDirectory: "/shop",
      transcriptPath: null,
    },
    ...{
      pane: null,
      state: "AWAITING_INPUT",
      stateSince: lastSeenAt,
      currentTaskId: null,
      failure: null,
      startedAt: lastSeenAt,
    },
    ...{ lastSeenAt, endedAt: null },
    ...more,
  };
}

const paneOf = (pid: number | null) => ({ pane: { id: "%1", socketPath: "/tmp/tmux", pid } });

it.each<[string, Agent, boolean]>([
  ["its process is gone", agentSeen(2 * MINUTE, paneOf(GONE)), true],
  ["its process is gone, but it was heard a moment ago", agentSeen(30_000, paneOf(GONE)), false],
  ["its process runs", agentSeen(1_000 * HOUR, paneOf(process.pid)), false],
  ["nobody knows its process, and it was silent for a day", agentSeen(24 * HOUR), false],
  [
    "nobody knows its process, and it was silent for four days",
    agentSeen(96 * HOUR, paneOf(null)),
    true,
  ],
  ["it has ended already", agentSeen(96 * HOUR, { endedAt: NOW.toISOString() }), false],
])("%s", (_, agent, hasExited) => {
  expect(exitOf(agent, NOW) !== null).toBe(hasExited);
});

it("an agent whose transcript still grows is not gone", () => {
  using files = openSandbox();
  const transcriptPath = files.at("s.jsonl");
  writeFileSync(transcriptPath, "");
  utimesSync(transcriptPath, NOW, new Date(NOW.getTime() - HOUR));
  expect(exitOf(agentSeen(96 * HOUR, { transcriptPath }), NOW)).toBeNull();
  utimesSync(transcriptPath, NOW, new Date(NOW.getTime() - 90 * HOUR));
  expect(exitOf(agentSeen(96 * HOUR, { transcriptPath }), NOW)).toMatchObject({
    ...{ type: "session_ended", sessionId: "s", client: "claude-code", at: NOW.toISOString() },
  });
});
