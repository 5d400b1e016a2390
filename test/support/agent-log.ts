/** A turn log with one agent in it, in a file of its own. */
import type { Agent } from "../../src/core/agent/agent.ts";
import type { AgentLog } from "../../src/store/agent-log.ts";
import { openSqlLog } from "../../src/store/sql/sql-log.ts";

/** The agent as the log has it, made from the given fields. */
export async function openLogOf(
  path: string,
  { id: _id, ...known }: Agent,
): Promise<{ log: AgentLog; agent: Agent }> {
  const log = await openSqlLog({ path });
  const agent = await log.write(async (writes) => {
    const project = await writes.projectAt(known.workingDirectory, "project");
    return writes.addAgent({ ...known, projectId: project.id });
  });
  return { log, agent };
}
