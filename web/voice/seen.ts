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

type Seen = Pick<ConversationState, "about" | "turns" | "hasEnded" | "question" | "seenAt">;

export function rememberList(sessions: SessionsReply) {
  keep(LIST, { at: Date.now(), sessions });
}

export function lastList(): { at: number; sessions: SessionsReply } | null {
  const kept = recall(LIST) as { at?: unknown; sessions?: SessionsReply } | null;
  // Another version of the page may have kept something else.
  const isList = Array.isArray(kept?.sessions?.agents) && Array.isArray(kept.sessions.asks);
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
