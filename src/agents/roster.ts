/** Every agent at a glance: who, where, in what state, on what. */
import type { Agent, AgentFailure, AgentState, Client } from "../core/agent/agent.ts";
import type { LogReads } from "../store/agent-log.ts";
import { oneLine } from "./clients/common/content.ts";

const LONGEST_QUESTION = 300;

export interface AgentLine {
  id: number;
  client: Client;
  sessionId: string;
  project: string;
  workingDirectory: string;
  state: AgentState;
  stateSince: string;
  /** Why it is FAILED or LIMITED. */
  failure: AgentFailure | null;
  /** The work it was last given, in one line. */
  task: string | null;
  /** What it waits for its person to answer, in one line. */
  question: string | null;
  lastSeenAt: string;
  startedAt: string;
}

/** Most recently seen first; ended ones only when wanted. */
export async function roster(log: LogReads, { withEnded = false } = {}): Promise<AgentLine[]> {
  const agents = await log.agents(withEnded ? {} : { isEnded: false });
  return Promise.all(agents.map((agent) => lineOf(log, agent)));
}

export async function lineOf(log: LogReads, agent: Agent): Promise<AgentLine> {
  const { id, client, sessionId, workingDirectory, state, stateSince, failure } = agent;
  const project = await log.project(agent.projectId);
  const task = agent.currentTaskId === null ? null : await log.task(agent.currentTaskId);
  return {
    ...{ id, client, sessionId, project: project?.name ?? "", workingDirectory },
    ...{ state, stateSince, failure, task: task?.instruction ?? null },
    question: state === "AWAITING_INPUT" ? await questionOf(log, id) : null,
    ...{ lastSeenAt: agent.lastSeenAt, startedAt: agent.startedAt },
  };
}

async function questionOf(log: LogReads, agentId: number): Promise<string | null> {
  const turn = await log.openQuestion(agentId);
  return turn === null ? null : oneLine(turn.question?.text ?? turn.text, LONGEST_QUESTION);
}
