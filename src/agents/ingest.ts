/** Takes in what hooks and transcripts tell about agents, and keeps the turn log true. */
import type { Agent, Turn } from "../core/agent.ts";
import type { LogEvent } from "../store/agent-log.ts";
import type { AgentEvent } from "./events.ts";

export interface Ingest {
  /** Durable when it resolves. Hearing the same thing twice changes nothing. */
  hear(event: AgentEvent): Promise<Heard>;
  /** Reads what is new in the agent's transcript and corrects the log by it. */
  catchUp(agentId: number): Promise<void>;
  /** Tells of every committed change, in order. Returns what ends it. */
  onEvent(listener: (event: LogEvent) => void): () => void;
  close(): Promise<void>;
}

export interface Heard {
  agent: Agent;
  /** The QUESTION turn that this event opened, if it did. */
  question: Turn | null;
}
