/**
 * The events of agents, as they happen. The line is `connecting` until the first message, `live`
 * while it stands, and `away` after it broke, while it retries with growing pauses from the last
 * event it received. Only `close` ends the retries.
 */
import type {
  AgentEvent,
  AskEvent,
  DeliveryEvent,
  TurnEvent,
  UnusedAnswerEvent,
} from "../../src/surfaces/voice/wire/wire.ts";

import { withKey } from "../shared/page-key.ts";

export type Connection = "connecting" | "live" | "away";

export type HubEvent =
  | { type: "turn_created" | "turn_updated" | "turn_removed"; data: TurnEvent }
  | { type: "delivery_updated"; data: DeliveryEvent }
  | { type: "agent_updated"; data: AgentEvent }
  | { type: "answer_not_used"; data: UnusedAnswerEvent }
  | { type: "ask_updated"; data: AskEvent };

export interface EventsOptions {
  /** The one agent to follow; every agent when left out. */
  agentId?: number;
  /** What to hear of; everything when left out. */
  types?: readonly HubEvent["type"][];
  onEvent(event: HubEvent): void;
  onConnection(connection: Connection): void;
  /** The line is live from here on, but earlier events are unknown: load everything. */
  onFresh(): void;
}

const TYPES = [
  ...["turn_created", "turn_updated", "turn_removed"],
  ...["delivery_updated", "agent_updated", "answer_not_used", "ask_updated"],
] as const;
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

export function followEvents({
  agentId,
  types = TYPES,
  onEvent,
  onConnection,
  onFresh,
}: EventsOptions): {
  close(): void;
} {
  let source: EventSource | undefined;
  let lastId: string | null = null;
  let pause = SHORTEST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  connect();
  return { close };

  function connect() {
    clearTimeout(timer);
    const query = new URLSearchParams({ types: types.join(",") });
    if (agentId !== undefined) query.set("agent", String(agentId));
    // The browser keeps this id only as long as the object, so it would not survive a refusal.
    if (lastId !== null) query.set("last_event_id", lastId);
    const opened = new EventSource(`/api/events?${withKey(query)}`);
    source = opened;
    opened.onerror = () => {
      if (source === opened) retry();
    };
    opened.addEventListener("resume", ({ data, lastEventId }) => {
      const isFresh = lastId === null || (JSON.parse(data) as { status: string }).status === "gap";
      lastId = lastEventId;
      pause = SHORTEST_PAUSE_MS;
      if (isFresh) onFresh();
      onConnection("live");
    });
    for (const type of types) {
      opened.addEventListener(type, ({ data, lastEventId }) => {
        // Events without an id of their own repeat the last one.
        lastId = lastEventId;
        // The contract in wire.ts is our own hub's.
        onEvent({ type, data: JSON.parse(data) } as HubEvent);
      });
    }
  }

  function retry() {
    source?.close();
    source = undefined;
    onConnection("away");
    timer = setTimeout(connect, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  /** Ends the pause before the next attempt: the person looks, or the network is back. */
  function hurry() {
    if (source === undefined && !document.hidden) connect();
  }

  function close() {
    clearTimeout(timer);
    removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", hurry);
    source?.close();
    source = undefined;
  }
}
