/** What an agent does, loaded once and again whenever something happens to it. */
import { useEffect, useState } from "preact/hooks";
import type { AgentWork } from "../../../src/surfaces/portal/agents/agent-wire.ts";
import { withKey } from "../../shared/page-key.ts";
import { type Failure, failureOf } from "../parts/failure.ts";

const TYPES = ["turn_created", "turn_updated", "agent_updated", "task_updated"];
// Several events of one moment are one reason to look.
const SOON_MS = 250;

export interface LoadedWork {
  /** Undefined until it is known whether there is an agent. */
  work: AgentWork | null | undefined;
  failure: Failure | null;
}

/** `key` names whose work it is; `load` is called again with every new one. */
export function useWork(key: string, load: () => Promise<AgentWork | null>): LoadedWork {
  const [state, setState] = useState<LoadedWork & { key: string }>(nothing(key));
  const known = state.key === key ? state : nothing(key);
  const agentId = known.work?.agent.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for `load`
  useEffect(() => {
    let isOver = false;
    const look = () =>
      load().then(
        (work) => !isOver && setState({ key, work, failure: null }),
        (error) => !isOver && setState((before) => ({ ...before, key, failure: failureOf(error) })),
      );
    void look();
    const stop = agentId === undefined ? () => undefined : whenSomethingHappens(agentId, look);
    return () => {
      isOver = true;
      stop();
    };
  }, [key, agentId]);
  return known;
}

function nothing(key: string) {
  return { key, work: undefined, failure: null };
}

/** To one agent, or to any. The browser connects again by itself. */
export function whenSomethingHappens(agentId: number | null, look: () => void): () => void {
  const query = new URLSearchParams({ types: TYPES.join(",") });
  if (agentId !== null) query.set("agent", String(agentId));
  const source = new EventSource(`/api/events?${withKey(query)}`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SOON_MS);
  };
  for (const type of TYPES) source.addEventListener(type, soon);
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
