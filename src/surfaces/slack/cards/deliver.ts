/**
 * Brings asks and their outcomes from the desk to Slack: at once, when a rule's delay is over, and
 * after a restart.
 */
import { type Ask, isSettled, type SettledAsk } from "../../../core/ask/ask.ts";
import { isUntaken, quietMs } from "../../../core/ask/effect-words.ts";
import { AskNotFound } from "../../../core/ask/errors.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { Following, Step } from "../../../desk/follow-asks.ts";
import type { Clock } from "../../../store/clock.ts";
import type { AskFeed } from "../../surface.ts";
import { type BlockedPlaces, RETRY_BLOCKED_MS } from "../places/blocked-places.ts";
import type { SlackConfig } from "../setup/config.ts";
import type { Cards } from "./cards.ts";
import type { Forms } from "./form-state.ts";
import { routeOf } from "./routing.ts";

export interface Deliverer {
  /** Follows the desk, and catches up with what happened while the hub was down. */
  start(asks: AskFeed): Promise<void>;
  /** The ask as last seen. */
  known(id: string): Ask | undefined;
  /** Sends what may be sent now: where it is sent, or whether Slack lets us, has changed. */
  again(): void;
  close(): Promise<void>;
}

export interface DelivererParts {
  desk: Desk;
  cards: Cards;
  forms: Forms;
  config: SlackConfig;
  blocked: Pick<BlockedPlaces, "isToTry" | "isBlocked">;
  clock: Clock;
  /** The thread of an ask that came up in a conversation in Slack; null for any other ask. */
  placeOf: (ask: Ask) => string | null;
  onSettled: (ask: Ask) => Promise<void>;
  /** Tells the person who decided in Slack that the agent did something else. */
  tellUnused: (ask: SettledAsk) => Promise<void>;
  onWarning: (message: string) => void;
}

// Without the form, a click on a card this old still finds the ask, or learns that it is gone.
const KEEP_CLOSED_MS = 7 * 24 * 60 * 60 * 1000;

export function createDeliverer(parts: DelivererParts): Deliverer {
  const { desk, cards, forms, config, blocked, clock, placeOf, onSettled, tellUnused, onWarning } =
    parts;
  let following: Following | undefined;
  return {
    start,
    known: (id) => following?.known(id),
    again: () => following?.again(),
    close: async () => following?.close(),
  };

  async function start(asks: AskFeed) {
    following = asks({ take, onFailure });
    await following.start();
    const old = clock.now().getTime() - KEEP_CLOSED_MS;
    for (const { formId, isClosed: isDone, createdAt } of forms.all()) {
      if (isDone && Date.parse(createdAt) < old) forms.remove(formId);
      if (isDone || following.known(formId) !== undefined) continue;
      const ask = await desk
        .load(formId)
        .catch((error) => (error instanceof AskNotFound ? null : undefined));
      if (ask !== undefined) following.meet(formId, ask);
    }
  }

  function onFailure(error: Error, id: string | null) {
    const what = id === null ? "What is asked in Slack" : `The card of ${id}`;
    onWarning(`${what} lags behind: ${error.message}`);
  }

  async function take({ id, ask, before }: Step): Promise<number | undefined> {
    if (ask === null) {
      await cards.retire(id);
      return undefined;
    }
    if (isSettled(ask)) {
      // Before the card is drawn: Slack may take so long that the quiet time ends meanwhile.
      const quiet = isUntaken(ask) ? quietMs(ask, clock.now()) : 0;
      await Promise.all([cards.refresh(ask), onSettled(ask), tellUnused(ask)]);
      return quiet > 0 ? quiet : undefined;
    }
    const wait = await deliver(ask);
    // The card shows the deadline, which has changed.
    if (before !== null && before.expiresAt !== ask.expiresAt) await cards.refresh(ask);
    return wait;
  }

  /** Returns the milliseconds to wait if it is too early to post the ask. */
  async function deliver(ask: Ask): Promise<number | undefined> {
    const own = placeOf(ask);
    const now = clock.now();
    const { places, notBefore } =
      own === null ? routeOf(ask, config, now) : { places: [own], notBefore: now };
    if (notBefore > now) return notBefore.getTime() - now.getTime();
    const posted = await Promise.allSettled(
      places.filter(blocked.isToTry).map((place) => cards.post(ask, place)),
    );
    const failed = posted.find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    return places.some(blocked.isBlocked) ? RETRY_BLOCKED_MS : undefined;
  }
}
