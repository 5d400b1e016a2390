/** Answers that no agent went by. Somebody thinks that they decided, and should learn that they did not. */
import type { LogEvent } from "../../core/agent/log-event.ts";
import type { SettledAsk } from "../../core/ask/ask.ts";
import type { AgentLog } from "../../store/agent-log.ts";
import { addEvent, unusedAskIn } from "../turns/write/event-payloads.ts";

export interface UnusedAnswers {
  tell(ask: SettledAsk, agentId: number): Promise<void>;
  /** Of asks whose dialogs nobody held when they were decided. What an earlier start told is not told again. */
  tellMissed(asks: readonly SettledAsk[]): Promise<void>;
  onEvent(listener: (event: LogEvent) => void): () => void;
}

const TYPE = "answer_not_used";
const LOOKS_BACK_MS = 24 * 60 * 60 * 1000;
const MOST_EVENTS = 200_000;

export function createUnusedAnswers(log: AgentLog): UnusedAnswers {
  const listeners = new Set<(event: LogEvent) => void>();
  return {
    tell,
    tellMissed,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  async function tell({ id, outcome }: SettledAsk, agentId: number) {
    const { surface, who = null } = outcome.provenance;
    const unused = {
      type: TYPE,
      agentId,
      at: new Date().toISOString(),
      askId: id,
      surface,
      who,
    } as const;
    const event = await log.write((writes) => addEvent(writes, unused));
    for (const listener of listeners) listener(event);
  }

  async function tellMissed(asks: readonly SettledAsk[]) {
    const since = new Date(Date.now() - LOOKS_BACK_MS).toISOString();
    const told = (await log.events({ after: 0, limit: MOST_EVENTS, types: [TYPE] })).map(
      unusedAskIn,
    );
    for (const ask of asks) {
      if (!isUnheard(ask) || ask.outcome.provenance.at < since || told.includes(ask.id)) continue;
      // Its agent may be gone from the log.
      await tell(ask, Number(ask.source.agentId)).catch(() => undefined);
    }
  }
}

function isUnheard({ outcome: { provenance }, deliveredAt }: SettledAsk): boolean {
  return provenance.by === "person" && provenance.surface !== "agent" && deliveredAt === undefined;
}
