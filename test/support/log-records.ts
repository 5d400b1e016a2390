/** Records for a turn log, each different where the log requires it. */
import type { Agent, Delivery, Task } from "../../src/core/agent/agent.ts";
import type { NewTurn } from "../../src/store/agent-log.ts";

let made = 0;

/** Moments within one second, a microsecond apart. */
export function at(microsecond: number): string {
  return `2026-01-02T03:04:05.0000${String(microsecond).padStart(2, "0")}Z`;
}

export function newAgent(projectId: number, more: Partial<Agent> = {}): Omit<Agent, "id"> {
  made += 1;
  return {
    client: "claude-code",
    sessionId: `session-${made}`,
    projectId,
    workingDirectory: "/home/ada/door",
    transcriptPath: null,
    pane: null,
    state: "IDLE",
    stateSince: at(0),
    currentTaskId: null,
    failure: null,
    startedAt: at(0),
    lastSeenAt: at(0),
    endedAt: null,
    ...more,
  };
}

export function newTurn(agentId: number, more: Partial<NewTurn> = {}): NewTurn {
  made += 1;
  return {
    agentId,
    taskId: null,
    actor: "AGENT",
    intent: "PROGRESS",
    text: "Go on.",
    timestamp: at(0),
    timestampSource: "server",
    place: null,
    question: null,
    answeredByTurnId: null,
    askId: null,
    key: `key-${made}`,
    uuid: null,
    promptId: null,
    toolUseId: null,
    contentHash: `hash-${made}`,
    ...more,
  };
}

export function newTask(agentId: number, more: Partial<Task> = {}): Omit<Task, "id"> {
  return {
    agentId,
    state: "COMMANDED",
    instruction: "Paint the door",
    fullCommand: "Paint the door, please.",
    fullOutput: null,
    startedAt: at(0),
    completedAt: null,
    ...more,
  };
}

export function newDelivery(agentId: number, more: Partial<Delivery> = {}): Omit<Delivery, "id"> {
  return {
    agentId,
    turnId: null,
    text: "Go on.",
    state: "queued",
    detail: null,
    createdAt: at(0),
    updatedAt: at(0),
    ...more,
  };
}
