/** What was said with an agent: the last page, kept new, and earlier ones when they are asked for. */
import { useEffect, useState } from "preact/hooks";
import type { SaidTurn } from "../../../src/surfaces/portal/agents/agent-wire.ts";
import { agentApi } from "./agent-api.ts";

interface Turns {
  turns: SaidTurn[];
  hasMore: boolean;
}

/** Read again whenever `news` is another: something happened to the agent. */
export function useTurns(id: string, news: unknown) {
  const [known, setKnown] = useState<Turns | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the news say when
  useEffect(() => {
    let isOver = false;
    agentApi.turns(id).then(
      (page) => !isOver && setKnown((before) => withNewest(before, page)),
      // The page of the agent says it.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [id, news]);
  return { turns: known?.turns ?? null, hasMore: known?.hasMore ?? false, loadOlder };

  async function loadOlder() {
    const [oldest] = known?.turns ?? [];
    if (oldest === undefined) return;
    const page = await agentApi.turns(id, oldest.id).catch(() => null);
    if (page === null) return;
    setKnown((now) => ({ turns: [...page.turns, ...(now?.turns ?? [])], hasMore: page.hasMore }));
  }
}

/** Earlier pages stay in front of the newest one. */
function withNewest(before: Turns | null, page: Turns): Turns {
  const [first] = page.turns;
  if (before === null || first === undefined) return page;
  const place = before.turns.findIndex(({ id }) => id === first.id);
  if (place <= 0) return page;
  return { turns: [...before.turns.slice(0, place), ...page.turns], hasMore: before.hasMore };
}
