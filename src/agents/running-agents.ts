/** Running agents for a conversation elsewhere: find one, send it a text, hear what it says. */
import type { Agent, AgentFailure, Delivery, Intent } from "../core/agent/agent.ts";
import { failedIn, type LogEvent } from "../core/agent/log-event.ts";
import { AsklineError } from "../core/ask/errors.ts";
import { agentName } from "../core/names.ts";
import type { LogReads } from "../store/agent-log.ts";

export interface RunningAgents {
  find(id: number): Promise<{ id: number; name: string } | null>;
  /** Null if the text is on its way or has arrived, else a sentence that says why it has not. */
  send(agentId: number, text: string): Promise<string | null>;
  /** Stops what the agent does. Null if it was told to, else a sentence that says why not. */
  interrupt(agentId: number): Promise<string | null>;
  /** Whether it works on something now. */
  isWorking(agentId: number): Promise<boolean>;
  onSaid(listener: (said: Said) => void): () => void;
  /** Each time that an agent begins to work or works no longer. */
  onWork(listener: (agentId: number, isWorking: boolean) => void): () => void;
}

export interface Said {
  agentId: number;
  text: string;
  /** A failure stopped the agent: then there is no text. */
  activity: "working" | "waiting" | AgentFailure | null;
}

export interface RunningAgentsParts {
  log: LogReads;
  send(agentId: number, text: string): Promise<Delivery>;
  interrupt(agentId: number): Promise<void>;
  onEvent(listener: (event: LogEvent) => void): () => void;
}

export function runningAgents(parts: RunningAgentsParts): RunningAgents {
  const { log, send, interrupt, onEvent } = parts;
  return {
    async find(id) {
      const agent = await log.agent(id);
      if (agent === null || agent.endedAt !== null) return null;
      const project = await log.project(agent.projectId);
      const name = agentName(agent.client, id);
      return { id, name: project === null ? name : `${name} (${project.name})` };
    },
    async send(agentId, text) {
      try {
        const { state, detail } = await send(agentId, text);
        return state === "refused" || state === "indeterminate" ? (detail ?? state) : null;
      } catch (error) {
        if (error instanceof AsklineError) return error.message;
        throw error;
      }
    },
    async interrupt(agentId) {
      try {
        await interrupt(agentId);
        return null;
      } catch (error) {
        if (error instanceof AsklineError) return error.message;
        throw error;
      }
    },
    async isWorking(agentId) {
      const agent = await log.agent(agentId);
      return agent !== null && isAtWork(agent);
    },
    onWork: (listener) =>
      onEvent((event) => {
        if (event.type === "agent_updated" && event.agent.stateSince === event.at)
          listener(event.agentId, isAtWork(event.agent));
      }),
    onSaid: (listener) =>
      onEvent((event) => {
        const failed = failedIn(event);
        if (failed !== null)
          return listener({ agentId: failed.id, text: "", activity: failed.failure });
        if (event.type !== "turn_created" || event.turn.actor !== "AGENT") return;
        const { agentId, text, intent } = event.turn;
        listener({ agentId, text, activity: ACTIVITY[intent] ?? null });
      }),
  };
}

function isAtWork({ state }: Agent): boolean {
  return state === "COMMANDED" || state === "PROCESSING";
}

const ACTIVITY: Partial<Record<Intent, Said["activity"]>> = {
  QUESTION: "waiting",
  PROGRESS: "working",
};
