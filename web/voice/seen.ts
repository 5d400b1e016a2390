/**
 * What was last seen, kept in this browser: a page that opens without the hub shows it, and says of
 * when it is.
 */
import type { SessionsReply } from "../../src/surfaces/voice/wire/wire.ts";
import { keep, keysWith, recall } from "../shared/memory.ts";
import type { ConversationState } from "./conversation-state.ts";
import { type Place, placeKey } from "./place.ts";

const LIST = "askline:voice:seen";
const PLACE = "askline:voice:seen:";
// Conversations can be long; their end is what a person needs without the hub.
const MOST_TURNS = 30;
const MOST_PLACES = 20;
const MOST_ASKS = 200;

type Seen = Pick<ConversationState, "about" | "turns" | "hasEnded" | "question" | "seenAt">;

export function rememberList(sessions: SessionsReply) {
  keep(LIST, {
    at: Date.now(),
    sessions: { ...sessions, asks: sessions.asks.slice(0, MOST_ASKS) },
  });
}

/** What was answered here is not in the list that the person goes on in. */
export function forgetInList(place: Place) {
  const seen = lastList();
  if (seen === null) return;
  const { agents, asks, asks_total: total } = seen.sessions;
  const others = asks.filter(({ ask_id }) => !("askId" in place) || ask_id !== place.askId);
  const left =
    "askId" in place
      ? { asks: others, asks_total: total - (asks.length - others.length) }
      : {
          agents: agents.map((agent) =>
            agent.agent_id === place.agentId ? { ...agent, awaiting_input: false } : agent,
          ),
        };
  keep(LIST, { ...seen, sessions: { ...seen.sessions, ...left } });
}

export function lastList(): { at: number; sessions: SessionsReply } | null {
  const kept = recall(LIST) as { at?: unknown; sessions?: SessionsReply } | null;
  // Another version of the page may have kept something else.
  const isList =
    Array.isArray(kept?.sessions?.agents) &&
    Array.isArray(kept.sessions.asks) &&
    typeof kept.sessions.asks_total === "number";
  return isList && typeof kept?.at === "number" && kept.sessions !== undefined
    ? { at: kept.at, sessions: kept.sessions }
    : null;
}

export function rememberPlace(place: Place, state: ConversationState) {
  const { about, turns, hasEnded, question } = state;
  if (about === null && question === null) return;
  const seen: Seen = {
    about,
    turns: turns.slice(-MOST_TURNS),
    hasEnded,
    question,
    seenAt: Date.now(),
  };
  keep(PLACE + placeKey(place), seen);
  const keys = keysWith(PLACE);
  if (keys.length <= MOST_PLACES) return;
  const [oldest] = keys.sort((one, other) => (seenAt(one) ?? 0) - (seenAt(other) ?? 0));
  if (oldest !== undefined) keep(oldest, null);
}

/** Empty if this place was never seen. */
export function lastSeen(place: Place): Partial<Seen> {
  const kept = recall(PLACE + placeKey(place)) as Seen | null;
  return kept !== null && Array.isArray(kept.turns) && typeof kept.seenAt === "number" ? kept : {};
}

export function forgetPlace(place: Place) {
  keep(PLACE + placeKey(place), null);
}

function seenAt(key: string): number | null {
  return (recall(key) as Seen | null)?.seenAt ?? null;
}
