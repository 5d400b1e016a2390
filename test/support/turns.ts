/** The turns of an agent on a hub, read directly from the hub's log. */
import type { Agent, Turn } from "../../src/core/agent/agent.ts";
import type { AgentLog } from "../../src/store/agent-log.ts";
import { openSqlLog } from "../../src/store/sql/sql-log.ts";
import type { TestHub } from "./hub.ts";
import { until } from "./patience.ts";

export async function withLog<T>(hub: TestHub, look: (log: AgentLog) => Promise<T>): Promise<T> {
  const log = await openSqlLog({ path: hub.files.at("agents.sqlite") });
  try {
    return await look(log);
  } finally {
    await log.close();
  }
}

export async function agentIn(hub: TestHub, sessionId: string): Promise<Agent> {
  return withLog(hub, (log) =>
    until(`agent ${sessionId}`, async () => {
      const agents = await log.agents();
      return agents.find((agent) => agent.sessionId === sessionId);
    }),
  );
}

export async function turnsOf(hub: TestHub, sessionId: string): Promise<Turn[]> {
  const { id } = await agentIn(hub, sessionId);
  return withLog(hub, async (log) => (await log.turnPage(id, { limit: 1_000 })).turns);
}

/** Polls until the turns are as expected; after too long, fails with the current turns. */
export function untilTurns(
  hub: TestHub,
  sessionId: string,
  isSo: (turns: Turn[]) => boolean,
): Promise<Turn[]> {
  return until(`turns of ${sessionId}`, async () => {
    const turns = await turnsOf(hub, sessionId);
    return isSo(turns) && turns;
  });
}
