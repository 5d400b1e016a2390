/**
 * The open asks beside the questions that agents wait for: those of scripts, CI, editors and
 * programs that no hook reports, and those that an agent left open when it went on.
 */
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import { AskNotFound } from "../../../core/ask/errors.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import { askedBy, projectOf } from "../answering/asker.ts";
import type { Call } from "../calls/call.ts";
import type { VoiceAgent, VoiceAsk, VoiceCard } from "../wire/wire.ts";
import { cardOf } from "./card.ts";

export interface OpenAsks {
  /** Every open ask that none of these agents waits for, the nearest deadline first. */
  beside(agents: readonly VoiceAgent[], call: Call): Promise<VoiceAsk[]>;
  /** Those of them that no agent of the log put. */
  ofNoAgent(call: Call): Promise<VoiceAsk[]>;
  /** The question that the agent waits for in short; null if it has no ask. */
  cardFor(askId: string | null, call: Call): Promise<VoiceCard | null>;
}

export interface OpenAsksParts {
  desk: Desk;
  log: Pick<LogReads, "turnByAsk">;
  now: () => Date;
}

/** Nobody listens to more, and the page shows the newest. */
const MOST_ASKS = 200;

export function createOpenAsks({ desk, log, now }: OpenAsksParts): OpenAsks {
  return { beside, ofNoAgent, cardFor };

  async function beside(agents: readonly VoiceAgent[], call: Call): Promise<VoiceAsk[]> {
    const shown = new Set(agents.flatMap((one) => (one.awaiting_input ? (one.ask_id ?? []) : [])));
    const asks = (await pending()).filter(({ id }) => !shown.has(id));
    return Promise.all(asks.map(async (ask) => describe(ask, await agentOf(ask), call)));
  }

  async function ofNoAgent(call: Call): Promise<VoiceAsk[]> {
    const asks = await Promise.all(
      (await pending()).map(async (ask) => ((await agentOf(ask)) === null ? [ask] : [])),
    );
    return asks.flat().map((ask) => describe(ask, null, call));
  }

  async function cardFor(askId: string | null, { say }: Call): Promise<VoiceCard | null> {
    if (askId === null) return null;
    try {
      const ask = await desk.load(askId);
      return isSettled(ask) ? null : cardOf(ask, say);
    } catch (error) {
      // The turn comes a moment before its ask.
      if (error instanceof AskNotFound) return null;
      throw error;
    }
  }

  async function pending(): Promise<Ask[]> {
    const { asks } = await desk.page({ status: "pending", limit: MOST_ASKS });
    return asks.toSorted(byDeadline);
  }

  async function agentOf({ id }: Ask): Promise<number | null> {
    return (await log.turnByAsk(id))?.agentId ?? null;
  }

  function describe(ask: Ask, agentId: number | null, { say }: Call): VoiceAsk {
    const seconds = Math.max(0, Math.floor((now().getTime() - Date.parse(ask.createdAt)) / 1000));
    return {
      ...cardOf(ask, say),
      agent_id: agentId,
      asked_by: askedBy(ask, say),
      project_name: projectOf(ask),
      time_since_asked: say.ago(seconds),
    };
  }
}

/** Without a deadline, the one that waits longest is first. */
function byDeadline(one: Ask, other: Ask): number {
  const [mine, theirs] = [one.expiresAt ?? "9999", other.expiresAt ?? "9999"];
  if (mine !== theirs) return mine < theirs ? -1 : 1;
  return one.createdAt < other.createdAt ? -1 : 1;
}
