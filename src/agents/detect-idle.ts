/**
 * Detects agents that are idle although no event says so. A prompt that is taken back with Escape
 * before the agent said anything leaves no line in the transcript, and no hook reports it. Only
 * Claude Code's status file shows it.
 */
import type { Agent } from "../core/agent/agent.ts";
import type { AgentEvent } from "../core/agent/agent-event.ts";
import { statusFilesOf } from "./clients/claude-code/status-files.ts";

export interface IdleDetector {
  /** The event, if the agent was idle on two checks in a row and nothing happened in between. */
  idleEventOf(agent: Agent, now: Date): AgentEvent | null;
}

export function createIdleDetector(): IdleDetector {
  const seen = new Map<number, { as: string; at: string }>();
  return {
    idleEventOf(agent, now) {
      const before = seen.get(agent.id);
      seen.delete(agent.id);
      if (!isSaidToWork(agent) || !isResting(agent)) return null;
      const as = `${agent.stateSince} ${agent.currentTaskId} ${agent.lastSeenAt}`;
      if (before?.as === as) return restSince(agent, before.at);
      seen.set(agent.id, { as, at: now.toISOString() });
      return null;
    },
  };
}

function isSaidToWork({ state, endedAt }: Agent): boolean {
  return endedAt === null && (state === "COMMANDED" || state === "PROCESSING");
}

function isResting({ client, transcriptPath, sessionId }: Agent): boolean {
  if (client !== "claude-code" || transcriptPath === null) return false;
  return statusFilesOf(transcriptPath, sessionId).read() === "resting";
}

function restSince(
  { client, sessionId, workingDirectory, transcriptPath }: Agent,
  at: string,
): AgentEvent {
  const head = {
    client,
    sessionId,
    workingDirectory,
    transcriptPath,
    at,
    promptId: null,
    subagentId: null,
  };
  return { ...head, type: "rested" };
}
