/**
 * The open asks beside the questions that agents wait for: those of scripts, CI, editors and
 * programs that no hook reports, and those that an agent left open when it went on.
 */
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import { AskNotFound } from "../../../core/ask/errors.ts";
import { pagesOf } from "../../../desk/all-pages.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { SnoozedAsks, Snoozes } from "../../../desk/snoozes.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import { askedBy, projectOf } from "../answering/asker.ts";
import type { Call } from "../calls/call.ts";
import type { VoiceMessages } from "../speech/messages.ts";
import type { VoiceAgent, VoiceAsk, VoiceCard } from "../wire/wire.ts";
import { cardOf } from "./card.ts";

/** Which part of the list is wanted. */
export interface Wanted {
  limit?: number | undefined;
  /** `next` of the part before. */
  after?: string | undefined;
  /** Words that are all in the question, in the project or in the name of who asks. */
  words?: string | undefined;
}

export interface AsksBeside {
  /** The nearest deadline first. */
  asks: VoiceAsk[];
  /** How many there are, or how many have the words, shown or not. */
  total: number;
  /** Where the next part begins; null after the last. */
  next: string | null;
}

export interface OpenAsks {
  /** The open asks that none of these agents waits for. */
  beside(agents: readonly VoiceAgent[], wanted: Wanted, call: Call): Promise<AsksBeside>;
  /** Those of them that no agent of the log put. */
  ofNoAgent(call: Call): Promise<VoiceAsk[]>;
  /** The question that the agent waits for in short; null if it has no ask. */
  cardFor(askId: string | null, call: Call): Promise<VoiceCard | null>;
}

export interface OpenAsksParts {
  desk: Desk;
  log: Pick<LogReads, "turnByAsk">;
  snoozes: Pick<Snoozes, "load">;
  now: () => Date;
}

/** Nobody listens to more. */
const MOST_ASKS = 200;
/** Of those that are not among the newest, as many as end first are never left out. */
const NEAREST = 50;
const MOST_COUNTED = 100_000;

export function createOpenAsks({ desk, log, snoozes, now }: OpenAsksParts): OpenAsks {
  return { beside, ofNoAgent, cardFor };

  async function beside(
    agents: readonly VoiceAgent[],
    { limit = MOST_ASKS, after, words = "" }: Wanted,
    call: Call,
  ): Promise<AsksBeside> {
    const shown = new Set(agents.flatMap(({ card }) => card?.ask_id ?? []));
    const looked = words.toLowerCase().split(/\s+/).filter(Boolean);
    const { asks, ...rest } =
      looked.length === 0
        ? await newest(limit, after, shown)
        : await having(looked, limit, shown, call);
    const snoozed = await snoozes.load();
    const described = asks
      .toSorted(byDeadline)
      .map(async (ask) => describe(ask, await agentOf(ask), snoozed, call));
    return { ...rest, asks: await Promise.all(described) };
  }

  async function newest(limit: number, after: string | undefined, shown: Shown): Promise<Part> {
    const page = await desk.page({ status: "pending", limit, after });
    const asks = page.asks.filter(({ id }) => !shown.has(id));
    if (page.next === null && after === undefined) return { asks, total: asks.length, next: null };
    const urgent = after === undefined ? await nearest(page.asks) : [];
    const open = await desk.count({ status: "pending" }, MOST_COUNTED);
    return {
      asks: [...asks, ...urgent.filter(({ id }) => !shown.has(id))],
      total: Math.max(asks.length, open - shown.size),
      next: page.next,
    };
  }

  /** Those that end first, beyond the ones that are known. */
  async function nearest(known: readonly Ask[]): Promise<Ask[]> {
    const due = await desk.nextDue(NEAREST);
    const others = due.filter(({ id }) => !known.some((ask) => ask.id === id));
    const loaded = await Promise.all(others.map(({ id }) => desk.load(id).catch(() => null)));
    return loaded.flatMap((ask) => (ask === null || isSettled(ask) ? [] : [ask]));
  }

  async function having(
    words: readonly string[],
    limit: number,
    shown: Shown,
    { say }: Call,
  ): Promise<Part> {
    const asks: Ask[] = [];
    let total = 0;
    for await (const page of pagesOf(desk, { status: "pending" }))
      for (const ask of page) {
        if (shown.has(ask.id) || !hasAll(ask, words, say)) continue;
        total += 1;
        if (asks.length < limit) asks.push(ask);
      }
    return { asks, total, next: null };
  }

  async function ofNoAgent(call: Call): Promise<VoiceAsk[]> {
    const asks = await Promise.all(
      (await pending()).map(async (ask) => ((await agentOf(ask)) === null ? [ask] : [])),
    );
    const snoozed = await snoozes.load();
    return asks.flat().map((ask) => describe(ask, null, snoozed, call));
  }

  async function cardFor(askId: string | null, { say }: Call): Promise<VoiceCard | null> {
    if (askId === null) return null;
    try {
      const ask = await desk.load(askId);
      return isSettled(ask) ? null : cardOf(ask, say, await snoozes.load(), now());
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

  function describe(
    ask: Ask,
    agentId: number | null,
    snoozed: SnoozedAsks,
    { say }: Call,
  ): VoiceAsk {
    const seconds = Math.max(0, Math.floor((now().getTime() - Date.parse(ask.createdAt)) / 1000));
    return {
      ...cardOf(ask, say, snoozed, now()),
      agent_id: agentId,
      asked_by: askedBy(ask, say),
      project_name: projectOf(ask),
      time_since_asked: say.ago(seconds),
    };
  }
}

type Shown = ReadonlySet<string>;
type Part = Omit<AsksBeside, "asks"> & { asks: Ask[] };

function hasAll(ask: Ask, words: readonly string[], say: VoiceMessages): boolean {
  const { title, prompt } = ask.questions[0] ?? { title: "", prompt: "" };
  const text = `${title}\n${prompt}\n${projectOf(ask) ?? ""}\n${askedBy(ask, say)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Without a deadline, the one that waits longest is first. */
function byDeadline(one: Ask, other: Ask): number {
  const [mine, theirs] = [one.expiresAt ?? "9999", other.expiresAt ?? "9999"];
  if (mine !== theirs) return mine < theirs ? -1 : 1;
  return one.createdAt < other.createdAt ? -1 : 1;
}
