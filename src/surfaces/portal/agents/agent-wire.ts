/** What the pages learn of an agent: who it is, what it works on, and its last steps. */
import type { ChangedFile, Step } from "../../../agents/conversation/steps.ts";
import type { AgentLine } from "../../../agents/roster.ts";
import type { Intent } from "../../../core/agent/agent.ts";

export type { ChangedFile, Step } from "../../../agents/conversation/steps.ts";

/** `GET /api/agents/{id}/work`, and `GET /api/asks/{id}/agent` for the agent that asks. */
export interface AgentWork {
  agent: AgentLine & { name: string; stateInWords: string; isEnded: boolean };
  /** Oldest first. */
  steps: Step[];
  changed: ChangedFile[];
}

/** `GET /api/agent-lines`: those at work. */
export interface AgentLines {
  agents: AgentWork["agent"][];
}

/** Null: no agent that is followed has put it. */
export interface AgentOfAsk {
  work: AgentWork | null;
}

/** `GET /api/agents/{id}/turns?before=`: what was said, the oldest first. */
export interface AgentTurns {
  turns: SaidTurn[];
  hasMore: boolean;
}

export interface SaidTurn {
  id: number;
  by: "me" | "agent";
  intent: Intent;
  text: string;
  at: string;
}
