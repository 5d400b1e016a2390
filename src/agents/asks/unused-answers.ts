/** Reports answers that no agent followed, so that the person learns that they did not decide. */
import type { LogEvent } from "../../core/agent/log-event.ts";
import type { SettledAsk } from "../../core/ask/ask.ts";
import { isTaken } from "../../core/ask/moments.ts";
import type { Desk } from "../../desk/desk.ts";
import type { AgentLog } from "../../store/agent-log.ts";
import { addEvent, unusedAskIn } from "../turns/write/event-payloads.ts";

export interface UnusedAnswers {
  /** Once for each ask, however many learn of it. */
  report(ask: SettledAsk, agentId: number): Promise<void>;
  /** For asks that were decided while no hub held their dialogs. Each is reported once. */
  reportMissed(asks: readonly SettledAsk[]): Promise<void>;
  onEvent(listener: (event: LogEvent) => void): () => void;
}

const TYPE = "answer_not_used";
const LOOKS_BACK_MS = 24 * 60 * 60 * 1000;
const MOST_EVENTS = 200_000;

export function createUnusedAnswers(log: AgentLog, desk: Pick<Desk, "load">): UnusedAnswers {
  let reported: Promise<Set<string | null>> | undefined;
  const listeners = new Set<(event: LogEvent) => void>();
  return {
    report,
    reportMissed,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  async function report({ id, outcome }: SettledAsk, agentId: number) {
    const known = await alreadyReported();
    if (known.has(id)) return;
    known.add(id);
    const { effect = null } = await desk.load(id);
    const { surface, who = null } = outcome.provenance;
    const unused = {
      type: TYPE,
      agentId,
      at: new Date().toISOString(),
      askId: id,
      surface,
      who,
      effect,
    } as const;
    const event = await log.write((writes) => addEvent(writes, unused));
    for (const listener of listeners) listener(event);
  }

  /** Read once, from what hubs before this one wrote too. */
  function alreadyReported(): Promise<Set<string | null>> {
    reported ??= log
      .events({ after: 0, limit: MOST_EVENTS, types: [TYPE] })
      .then((events) => new Set(events.map(unusedAskIn)));
    return reported;
  }

  async function reportMissed(asks: readonly SettledAsk[]) {
    const since = new Date(Date.now() - LOOKS_BACK_MS).toISOString();
    for (const ask of asks) {
      if (!isUndelivered(ask) || ask.outcome.provenance.at < since) continue;
      // Fails if the agent is no longer in the log.
      await report(ask, Number(ask.source.agentId)).catch(() => undefined);
    }
  }
}

/** An agent whose client asks again will be told then. */
function isUndelivered(ask: SettledAsk): boolean {
  const { by, surface } = ask.outcome.provenance;
  if (ask.owner?.mode === "detached") return false;
  return by === "person" && surface !== "agent" && !isTaken(ask);
}
