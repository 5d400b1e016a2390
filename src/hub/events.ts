/**
 * `GET /api/events`: what happens to agents, as it happens. An event's id is its id in the log, so
 * a reader can go on where it left off after an absence or a restart.
 *
 * The first event is always `resume`: `ok` if nothing is missing between what the reader has and
 * what follows, `gap` if the reader should load everything anew.
 */
import type { ServerResponse } from "node:http";
import type { HonoRequest } from "hono";
import { refused } from "../http/refused.ts";
import { answerRaw, newRoutes, type Routes } from "../http/routes.ts";
import { createStreams, eventBytes, type Reader } from "../http/sse.ts";
import type { AgentLog, StoredEvent } from "../store/agent-log.ts";
import { ASK_UPDATED, type AskEvents } from "./ask-events.ts";
import type { HubPart } from "./hub.ts";

export interface EventsParts {
  log: Pick<AgentLog, "events" | "eventRange">;
  /** Calls back after each commit; the order does not matter. The returned function ends that. */
  onEvent(listener: (event: { id: number }) => void): () => void;
  /** Changes of asks, for readers of every agent that name `ask_updated`. */
  asks?: AskEvents;
  heartbeatMs?: number;
}

const PAGE = 500;

interface Wish {
  /** The last event the reader has; null for one that starts now. */
  after: number | null;
  types: Set<string> | null;
  agentIds: Set<number> | null;
  /** What was said is for those who may read conversations. */
  withTurns: boolean;
}

interface Follower {
  reader: Reader;
  wish: Wish;
  /**
   * The last event handled for this reader. Live events
   * wait in the log while older ones are replayed.
   */
  told: number;
  isCaughtUp: boolean;
  /** An event came that the replay under way may not have seen. */
  hasMissed: boolean;
}

export function createEvents({
  log,
  onEvent,
  asks,
  heartbeatMs,
}: EventsParts): HubPart & { readonly routes: Routes; readonly readers: number } {
  const streams = createStreams(heartbeatMs === undefined ? {} : { heartbeatMs });
  const followers = new Set<Follower>();
  const stop = onEvent(({ id }) => void wake(id));
  // The last event handled for all readers that have caught up.
  let last = 0;
  let isTelling = false;
  let hasMore = false;
  const routes = newRoutes().get("/api/events", (c) => {
    const wish = wishOf(c.req, c.get("caller").access.may("admin"));
    if (wish === null)
      return refused(400, "bad_request", "Last-Event-ID and agent are whole numbers.");
    return answerRaw(c, ({ outgoing }) => void follow(wish, outgoing));
  });
  return {
    routes,
    get readers() {
      return streams.count;
    },
    async close() {
      stop();
      asks?.close();
      streams.close();
    },
  };

  /** Reads the events from the log: several parts write them, and there they have one order. */
  async function wake(id: number) {
    if (followers.size === 0) {
      last = Math.max(last, id);
      return;
    }
    hasMore = true;
    if (isTelling) return;
    isTelling = true;
    try {
      while (hasMore) {
        hasMore = false;
        const events = await log.events({ after: last, limit: PAGE });
        hasMore ||= events.length === PAGE;
        for (const event of events) tellAll(event);
        last = events.at(-1)?.id ?? last;
      }
    } catch {
      // The next event finds what this one missed.
    } finally {
      isTelling = false;
    }
  }

  function tellAll(event: StoredEvent) {
    let bytes: Buffer | undefined;
    for (const follower of followers) {
      follower.hasMissed ||= !follower.isCaughtUp;
      if (!follower.isCaughtUp || event.id <= follower.told) continue;
      follower.told = event.id;
      if (!isWanted(event, follower.wish)) continue;
      bytes ??= bytesOf(event);
      follower.reader.send(bytes);
    }
  }

  async function follow(wish: Wish, response: ServerResponse) {
    try {
      const { oldest, newest } = await log.eventRange();
      // A reader that left meanwhile would never be noticed leaving.
      if (response.destroyed) return;
      const isKnown = wish.after !== null && wish.after <= newest && wish.after >= oldest - 1;
      if (followers.size === 0) last = Math.max(last, newest);
      const told = isKnown ? (wish.after ?? newest) : newest;
      const reader = streams.open(response, () => {
        followers.delete(follower);
        asks?.leave(reader);
      });
      const follower: Follower = { reader, wish, told, isCaughtUp: false, hasMissed: false };
      followers.add(follower);
      // Before the first event: what the reader loads after it must not miss a change.
      if (wish.agentIds === null && wish.types?.has(ASK_UPDATED)) await asks?.follow(reader);
      const status = wish.after === null || isKnown ? "ok" : "gap";
      reader.send(eventBytes({ id: told, type: "resume", data: { status } }));
      await replay(follower);
    } catch {
      response.destroy();
    }
  }

  /** Sends page by page, no faster than the reader reads, until the log has nothing newer. */
  async function replay(follower: Follower) {
    const { wish, reader } = follower;
    for (;;) {
      follower.hasMissed = false;
      const events = await log.events({
        after: follower.told,
        limit: PAGE,
        ...(wish.agentIds && { agentIds: [...wish.agentIds] }),
        ...(wish.types && { types: [...wish.types] }),
      });
      for (const event of events) {
        follower.told = event.id;
        if (!isWanted(event, wish)) continue;
        if (!reader.send(bytesOf(event))) return;
        await reader.drained();
      }
      if (events.length < PAGE && !follower.hasMissed) break;
    }
    follower.isCaughtUp = true;
  }
}

function isWanted({ type, agentId }: StoredEvent, { types, agentIds, withTurns }: Wish): boolean {
  return (
    (withTurns || !type.startsWith("turn_")) &&
    (types === null || types.has(type)) &&
    (agentIds === null || (agentId !== null && agentIds.has(agentId)))
  );
}

function bytesOf({ id, type, agentId, at, data }: StoredEvent): Buffer {
  return eventBytes({ id, type, data: { agent_id: agentId, at, ...data } });
}

/**
 * Null if it is invalid. A page's EventSource sends the header
 * when it reconnects; the query is for its first start.
 */
function wishOf(request: HonoRequest, withTurns: boolean): Wish | null {
  const { searchParams } = new URL(request.url);
  const given =
    request.header("last-event-id") ??
    searchParams.get("last_event_id") ??
    searchParams.get("lastEventId");
  const after = given === null || given === "" ? null : Number(given);
  const agentIds = listOf(searchParams.getAll("agent"))?.map(Number) ?? null;
  const numbers = [...(after === null ? [] : [after]), ...(agentIds ?? [])];
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) return null;
  const types = listOf(searchParams.getAll("types"));
  return {
    ...{ after, withTurns },
    types: types && new Set(types),
    agentIds: agentIds && new Set(agentIds),
  };
}

function listOf(values: string[]): string[] | null {
  const words = values.flatMap((value) => value.split(",")).filter((word) => word !== "");
  return words.length === 0 ? null : words;
}
