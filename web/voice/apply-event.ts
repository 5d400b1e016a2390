/** What an event changes in a conversation. Pure. */

import { detailIn } from "../../src/core/agent/delivery-words.ts";
import type { Locale } from "../../src/core/locale.ts";
import type {
  DeliveryEvent,
  TurnEvent,
  VoiceDelivery,
} from "../../src/surfaces/voice/wire/wire.ts";
import type { ConversationState } from "./conversation-state.ts";
import type { HubEvent } from "./events.ts";
import { deliveryOf, withoutTurns } from "./outbox.ts";
import { withDelivery, withEvent, withoutTurn } from "./turns.ts";

export type Change = Partial<ConversationState>;

/** Events say in English why a text did not arrive; `locale` is the person's language. */
export function applyEvent(event: HubEvent, state: ConversationState, locale: Locale): Change {
  switch (event.type) {
    case "delivery_updated":
      return deliveryChanged(
        {
          ...event.data,
          detail: event.data.detail === null ? null : detailIn(locale, event.data.detail),
        },
        state,
      );
    case "answer_not_used":
      return { unused: { effect: event.data.effect ?? undefined } };
    case "agent_updated": {
      const { state: now, failure, ended_at: endedAt } = event.data;
      const about = state.about && {
        ...state.about,
        state: now,
        failure,
        awaiting_input: now === "AWAITING_INPUT",
      };
      return { about, hasEnded: endedAt !== null };
    }
    case "ask_updated":
      return {};
    case "turn_removed":
      return { turns: withoutTurn(state.turns, event.data.turn_id) };
    case "turn_created":
    case "turn_updated":
      return turnChanged(event.data, state);
  }
}

/**
 * When sent words appear as this turn, they leave the outbox; the state of their
 * delivery moves to the turn.
 */
function turnChanged(turn: TurnEvent, { turns, outbox }: ConversationState): Change {
  const arrived = outbox.find((sent) => withoutTurns([sent], [turn]).length === 0);
  const delivery = arrived === undefined ? null : deliveryOf(arrived);
  const now = withEvent(turns, turn);
  return {
    turns: delivery === null ? now : withDelivery(now, delivery, turn.turn_id),
    outbox: withoutTurns(outbox, [turn]),
  };
}

function deliveryChanged(
  { id, state: now, detail, turn_id }: DeliveryEvent,
  { turns, outbox }: ConversationState,
): Change {
  const delivery: VoiceDelivery = { delivery_id: id, state: now, detail };
  const moved = { state: now, note: detail ?? "" };
  return {
    turns: withDelivery(turns, delivery, turn_id),
    outbox: outbox.map((sent) => (sent.deliveryId === id ? { ...sent, ...moved } : sent)),
  };
}
