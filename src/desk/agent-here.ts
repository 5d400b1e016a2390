/**
 * Whether this process works for an agent, and what that means for decisions: words are refused, and
 * a prompt that a person drives by keys says where it was.
 */
import { dirname } from "node:path";
import { GivenByAgent } from "../core/ask/given-by-agent.ts";
import { type AgentBehind, agentBehindThisProcess } from "../store/agent-behind.ts";
import type { Decider, Desk } from "./desk.ts";
import type { Settings } from "./settings.ts";

type Folders = Pick<Settings, "stateDirectory" | "sessionsDirectory">;

export function agentHere(folders: Folders): AgentBehind | null {
  return agentBehindThisProcess(foldersOf(folders));
}

/**
 * Every folder that may know the agent: a changed environment can name another state folder for the
 * same sessions.
 */
export function foldersOf({ stateDirectory, sessionsDirectory }: Folders): string[] {
  return [stateDirectory, dirname(sessionsDirectory)];
}

/** Throws GivenByAgent where words come from an agent. */
export function refuseAgentsWords(folders: Folders): void {
  const agent = agentHere(folders);
  if (agent !== null) throw new GivenByAgent(agent);
}

/** The desk of a prompt or inbox on this terminal. */
export function deskByKeys(desk: Desk, folders: Folders): Desk {
  if (agentHere(folders) === null) return desk;
  const here = (by: Decider): Decider => ({ ...by, openedBy: "agent" });
  return {
    ...desk,
    answer: (id, reply, by) => desk.answer(id, reply, here(by)),
    reject: (id, rejection, by) => desk.reject(id, rejection, here(by)),
  };
}
