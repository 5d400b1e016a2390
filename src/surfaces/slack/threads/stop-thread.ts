/**
 * Stops the agent of a thread: one that we started is ended, one that runs by itself is interrupted
 * where its terminal or its client can be reached.
 */
import type { RunningAgents } from "../../../agents/running-agents.ts";
import { cutMarkup, line } from "../render/text.ts";
import type { AgentRuns } from "./agent-runs.ts";
import { threadWords } from "./messages.ts";
import { keyOf, type ThreadStore } from "./thread-store.ts";
import type { ThreadWriter } from "./thread-writer.ts";
import type { WorkingSign } from "./working-sign.ts";

export type Stopped = "stopped" | "not_working" | { failure: string };

export interface StopParts {
  store: ThreadStore;
  runs: Pick<AgentRuns, "stop">;
  running: Pick<RunningAgents, "interrupt"> | null;
  writer: ThreadWriter;
  sign: Pick<WorkingSign, "take">;
}

export function createStop({ store, runs, running, writer, sign }: StopParts) {
  return async (key: string, who: string): Promise<Stopped> => {
    if (runs.stop(key, who)) return "stopped";
    const thread = store.all().find((one) => keyOf(one) === key);
    const { agentId = null, activityState } = thread ?? {};
    // In a dialog of its own, the same key would say no to what it asks.
    if (thread === undefined || running === null || agentId === null || activityState !== "working")
      return "not_working";
    const failure = await running.interrupt(agentId);
    if (failure !== null) return { failure };
    await sign.take(thread);
    const say = threadWords(await writer.localeOf(thread));
    await writer.post(thread, say.interruptedBy(cutMarkup(line(who), 80)));
    return "stopped";
  };
}
