/**
 * Checks each agent at work: do its hooks still arrive, and can its terminal still be typed into?
 */
import { existsSync, statSync } from "node:fs";
import { createCodexQueue } from "../../agents/channels/codex-queue.ts";
import { createTmuxChannel } from "../../agents/channels/tmux-channel.ts";
import { type Agent, hasWayIn } from "../../core/agent/agent.ts";
import { agentName } from "../../core/names.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import type { LoadedSettings } from "../../desk/settings.ts";
import type { AgentLog } from "../../store/agent-log.ts";
import { agentLogPath } from "../agent-log.ts";
import { onPath } from "../launch.ts";
import type { Client } from "../setup/clients.ts";
import { type Finding, problem, warning, well } from "./finding.ts";

// A transcript grows while its hooks are under way. A hook that is minutes behind
// it will not come any more.
const LATE_MS = 3 * 60_000;

export interface AgentsFound {
  /** When the hooks of a client last arrived. */
  lastSeen(client: Client["id"]): Date | null;
  readonly findings: readonly Finding[];
}

/** Without a log there are no agents; none is created. */
export async function examineAgents(settings: LoadedSettings): Promise<AgentsFound> {
  const path = agentLogPath(settings);
  if (!existsSync(path)) return { lastSeen: () => null, findings: [] };
  const { openSqlLog } = await import("../../store/sql/sql-log.ts");
  const log = await openSqlLog({ path });
  try {
    const agents = await log.agents();
    return {
      lastSeen: (client) => lastSeenOf(agents, client),
      findings: await examineAll(agents, log),
    };
  } finally {
    await log.close();
  }
}

/** Editors have no hooks, so they are heard only when they ask. */
export function examineSilence({ id, name }: Client, lastSeen: Date | null): Finding[] {
  if (!WITH_HOOKS.has(id) || lastSeen !== null) return [];
  // Gemini CLI ignores hooks and servers in a folder that it was not told to trust.
  return [warning(`${id}-events`, (words) => words.neverHeard(name, id === "gemini"))];
}

const WITH_HOOKS = new Set<Client["id"]>(["claude-code", "codex", "gemini", "opencode"]);

function lastSeenOf(agents: readonly Agent[], client: string): Date | null {
  const times = agents
    .filter((agent) => agent.client === client)
    .map(({ lastSeenAt }) => Date.parse(lastSeenAt));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

async function examineAll(agents: readonly Agent[], log: AgentLog): Promise<Finding[]> {
  const channels = [createTmuxChannel(), createCodexQueue({ findProgram: () => onPath("codex") })];
  const findings: Finding[] = [];
  try {
    for (const agent of agents.filter(({ endedAt }) => endedAt === null)) {
      const project = safeLine((await log.project(agent.projectId))?.name ?? "");
      findings.push(freshness(agent, project));
      if (hasWayIn(agent) && !(await isReached(agent)))
        findings.push(warning("pane", (words) => words.paneGone(nameOf(agent), project)));
    }
  } finally {
    for (const channel of channels) await channel.close();
  }
  return findings;

  async function isReached(agent: Agent): Promise<boolean> {
    for (const channel of channels) if (await channel.reaches(agent)) return true;
    return false;
  }
}

function freshness(agent: Agent, project: string): Finding {
  const { lastSeenAt, transcriptPath } = agent;
  const wroteAt =
    transcriptPath === null
      ? undefined
      : statSync(transcriptPath, { throwIfNoEntry: false })?.mtimeMs;
  const isLate = wroteAt !== undefined && wroteAt - Date.parse(lastSeenAt) > LATE_MS;
  if (isLate) return problem("events", (words) => words.hooksStopped(nameOf(agent), project));
  const age = Date.now() - Date.parse(lastSeenAt);
  return well("events", (words) => words.heard(nameOf(agent), project, age));
}

function nameOf({ client, id }: Agent): string {
  return safeLine(agentName(client, id));
}
