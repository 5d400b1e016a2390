/**
 * Detects agents that ended without a hook: killed, or gone with their machine. Otherwise they
 * would stay listed, as waiting or working, for ever. A false positive heals itself: the agent's
 * next prompt revives it.
 */
import { statSync } from "node:fs";
import type { Agent } from "../core/agent/agent.ts";
import type { AgentEvent } from "../core/agent/agent-event.ts";
import { isRunning } from "../store/process-identity.ts";

// Its last events may still be on their way to us.
const GONE_AFTER_MS = 60_000;
// Without a known process, only silence counts, and it must be longer than a weekend.
const SILENT_FOR_MS = 72 * 60 * 60 * 1000;

/** The event that ends the agent's session; null if the agent has not exited. */
export function exitOf(agent: Agent, now: Date): AgentEvent | null {
  if (agent.endedAt !== null || !hasExited(agent, now.getTime())) return null;
  const { client, sessionId, workingDirectory, transcriptPath } = agent;
  return {
    ...{
      client,
      sessionId,
      workingDirectory,
      transcriptPath,
      at: now.toISOString(),
      promptId: null,
      subagentId: null,
    },
    ...{ type: "session_ended", reason: "gone" },
  };
}

function hasExited({ pane, lastSeenAt, transcriptPath }: Agent, now: number): boolean {
  const silence = now - Math.max(Date.parse(lastSeenAt), lastWritten(transcriptPath));
  const pid = pane?.pid ?? null;
  return pid === null ? silence > SILENT_FOR_MS : silence > GONE_AFTER_MS && !isRunning(pid);
}

function lastWritten(path: string | null): number {
  return path === null ? 0 : (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}
