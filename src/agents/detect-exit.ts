/**
 * Agents that went without a word: killed, or gone with their machine. Nobody else would ever say so, and they would be
 * listed, and said to wait, for ever. Whoever is taken for gone and is not comes back with their next prompt.
 */
import { statSync } from "node:fs";
import type { Agent } from "../core/agent/agent.ts";
import type { AgentEvent } from "../core/agent/agent-event.ts";
import { isRunning } from "../store/process-identity.ts";

// What it said last may still be on its way to us.
const GONE_AFTER_MS = 60_000;
// Without a process to look at, only silence tells; a weekend is none.
const SILENT_FOR_MS = 72 * 60 * 60 * 1000;

/** The end of its session, if it has departed. */
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
