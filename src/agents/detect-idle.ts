/**
 * Agents that rest although nothing said so: a prompt that is taken back with Escape before anything was answered leaves
 * no line in the transcript, and no hook tells of it. The client's own status does.
 */
import type { Agent } from "../core/agent/agent.ts";
import type { AgentEvent } from "../core/agent/agent-event.ts";
import { statusFilesOf } from "./clients/claude-code/status-files.ts";

export interface IdleDetector {
  /** That it rests, once it was seen to on two looks in a row, with nothing heard of it in between. */
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
