/**
 * The asks of MCP callers that no call waits for any more. One that a client gave up ends with the
 * person's next prompt to that agent, or with its exit: the person has gone on without it. An
 * answer that nobody has fetched is handed to the agent with that prompt.
 */
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { type Ask, isSettled, type SettledAsk } from "../../core/ask/ask.ts";
import { isTakenBy } from "../../core/ask/moments.ts";
import { wordOutcome } from "../../core/ask/wording.ts";
import type { Desk, Withdrawal } from "../../desk/desk.ts";
import type { AgentLog } from "../../store/agent-log.ts";
import type { AskMatcher } from "./match-ask-to-agent.ts";

export interface LeftOpenAsks {
  /** Takes the latest state of an ask; null if it was removed. */
  know(id: string, ask: Ask | null): void;
  /** Ends what the agent had left open before this event. */
  endFor(event: AgentEvent, agentId: number): Promise<void>;
  /** What the agent has not fetched yet, in words; null if nothing. It counts as taken then. */
  takeFor(agentId: number): Promise<string | null>;
}

export interface LeftOpenParts {
  desk: Pick<Desk, "load" | "markTaken">;
  log: Pick<AgentLog, "turnByAsk">;
  matcher: Pick<AskMatcher, "agentOf">;
  /** Leaves a settled ask as it is. */
  withdraw(id: string, why: Withdrawal): Promise<void>;
}

const WENT_ON = { detail: "The person went on with another prompt." };
const HAS_ENDED = { detail: "The agent that asked has ended." };
const INTRODUCTION =
  "A question that you asked with Askline earlier has been answered since. This is the answer:";

export function createLeftOpenAsks({ desk, log, matcher, withdraw }: LeftOpenParts): LeftOpenAsks {
  const known = new Map<string, Ask>();
  return { know, endFor, takeFor };

  function know(id: string, ask: Ask | null) {
    if (ask !== null && isLeft(ask)) known.set(id, ask);
    else known.delete(id);
  }

  async function endFor(event: AgentEvent, agentId: number) {
    for (const { id, outcome, leftOpenAt } of await asksOf(agentId)) {
      if (outcome !== null || leftOpenAt === undefined || leftOpenAt > event.at) continue;
      await withdraw(id, event.type === "session_ended" ? HAS_ENDED : WENT_ON);
    }
  }

  async function takeFor(agentId: number): Promise<string | null> {
    const settled = (await asksOf(agentId)).filter(isSettled).filter(isNews);
    if (settled.length === 0) return null;
    for (const ask of settled) await desk.markTaken(ask.id, askerOf(ask));
    return [INTRODUCTION, ...settled.map(inWords)].join("\n\n");
  }

  /** As they are on disk: an answer of a moment ago may not have been heard of yet. */
  async function asksOf(agentId: number): Promise<Ask[]> {
    const asks: Ask[] = [];
    for (const { id } of known.values()) {
      const ask = await desk.load(id).catch(() => null);
      if (ask !== null && isLeft(ask) && (await agentOf(ask)) === agentId) asks.push(ask);
    }
    return asks;
  }

  async function agentOf(ask: Ask): Promise<number | undefined> {
    return (await log.turnByAsk(ask.id))?.agentId ?? (await matcher.agentOf(ask))?.id;
  }
}

/** Whether an MCP caller asked it, no call waits for it, and the caller does not know its end. */
function isLeft(ask: Ask): boolean {
  const isDetached = ask.source.kind === "mcp" && ask.owner?.mode === "detached";
  return isDetached && !(isSettled(ask) && isTakenBy(ask, askerOf(ask)));
}

/** An ask that ended without a decision can wait until the agent fetches its answers. */
function isNews({ outcome, presentation }: SettledAsk): boolean {
  return outcome.status !== "abandoned" && presentation?.handOff !== true;
}

/** The name under which the caller itself would take the outcome. */
function askerOf({ source }: Ask): string {
  return source.agentId ?? source.kind;
}

function inWords(ask: SettledAsk): string {
  return `session_id ${ask.id} (${ask.questions[0]?.title ?? ""})\n${wordOutcome(ask)}`;
}
