/** The fields about the agent in every reply that concerns one agent. */
import type { Agent } from "../../../core/agent/agent.ts";
import type { Call } from "../calls/call.ts";
import { failureOnWire } from "../speech/state-words.ts";
import type { QuestionReply } from "../wire/wire.ts";
import { isWaiting, type Roster } from "./roster.ts";

export type AboutAgent = Pick<
  QuestionReply,
  "agent_id" | "project_name" | "state" | "failure" | "awaiting_input"
>;

export async function aboutAgent(roster: Roster, agent: Agent, call: Call): Promise<AboutAgent> {
  const project = await roster.projectName(agent, call);
  return {
    agent_id: agent.id,
    project_name: project,
    state: agent.state,
    failure: failureOnWire(agent),
    awaiting_input: isWaiting(agent),
  };
}
