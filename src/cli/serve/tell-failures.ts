/** Tells the person, on the hub's surfaces, of agents whose run failed or met a limit. */
import { failedIn } from "../../core/agent/log-event.ts";
import type { FailureNotice, FailureNotices } from "../../desk/attention/failure-notices.ts";
import { canTellFailures, type HubAgents, type Surface } from "../../surfaces/surface.ts";

/** Returns what ends it. */
export function tellFailures(
  { log, onEvent }: HubAgents,
  surfaces: readonly Surface[],
  { register, failed }: Pick<FailureNotices, "register" | "failed">,
): () => void {
  for (const surface of surfaces.filter(canTellFailures)) register(surface);
  return onEvent((event) => {
    const agent = failedIn(event);
    if (agent?.failure == null) return;
    const { id: agentId, projectId, failure } = agent;
    void log
      .project(projectId)
      .then((project) => failed({ agentId, project: project?.name ?? "", failure }))
      .catch(() => undefined);
  });
}

/** Whether the agent still stands where that failure left it. */
export function isStillFailed(agents: HubAgents | null) {
  return async ({ agentId, failure }: FailureNotice): Promise<boolean> => {
    const agent = (await agents?.log.agent(agentId)) ?? null;
    return agent?.failure?.text === failure.text;
  };
}
