/** Brings asks from the desk to Slack, and what became of them: now, when their time has come, and after a restart. */
import { type Ask, isSettled } from "../../core/ask.ts";
import { AskNotFound } from "../../core/errors.ts";
import type { Clock } from "../../desk/clock.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Watch } from "../../store/ask-store.ts";
import type { Cards } from "./cards.ts";
import type { SlackConfig } from "./config.ts";
import type { Forms } from "./form-state.ts";
import { routeOf } from "./routing.ts";

export interface Deliverer {
  /** Follows the desk, and makes up for what happened while nobody did. */
  start(): Promise<void>;
  /** The ask as it was last heard of. */
  known(id: string): Ask | undefined;
  close(): Promise<void>;
}

export interface DelivererParts {
  desk: Desk;
  cards: Cards;
  forms: Forms;
  config: SlackConfig;
  clock: Clock;
  /** Where an ask belongs that came up in a conversation in Slack. */
  placeOf: (ask: Ask) => string | null;
  onSettled: (ask: Ask) => Promise<void>;
  onWarning: (message: string) => void;
}

const RETRY_MS = 2_000;
const LAST_RETRY_MS = 5 * 60_000;
// A click on a card this old finds the ask itself, or that it is gone.
const KEEP_CLOSED_MS = 7 * 24 * 60 * 60 * 1000;

export function createDeliverer(parts: DelivererParts): Deliverer {
  const { desk, cards, forms, config, clock, placeOf, onSettled, onWarning } = parts;
  const asks = new Map<string, Ask>();
  const lines = new Map<string, Promise<void>>();
  const timers = new Map<string, () => void>();
  const tries = new Map<string, number>();
  let watch: Watch | undefined;
  let isClosed = false;
  return { start, known: (id) => asks.get(id), close };

  async function start() {
    watch = await desk.watch(({ id, ask }) => follow(id, ask));
    for (const ask of await desk.list({ status: "pending" })) follow(ask.id, ask);
    const old = clock.now().getTime() - KEEP_CLOSED_MS;
    for (const { formId, isClosed: isDone, createdAt } of forms.all()) {
      if (isDone && Date.parse(createdAt) < old) forms.remove(formId);
      if (isDone || asks.has(formId)) continue;
      const ask = await desk.load(formId).catch((error) => (error instanceof AskNotFound ? null : undefined));
      if (ask !== undefined) follow(formId, ask);
    }
  }

  async function close() {
    isClosed = true;
    watch?.close();
    for (const cancel of timers.values()) cancel();
    await Promise.all(lines.values());
  }

  /** One step after the other for each ask, so that a card is never posted after it was settled. */
  function follow(id: string, ask: Ask | null) {
    if (ask === null || isSettled(ask)) {
      timers.get(id)?.();
      timers.delete(id);
    }
    const hasMoved = ask !== null && asks.has(id) && asks.get(id)?.expiresAt !== ask.expiresAt;
    if (ask === null) asks.delete(id);
    else asks.set(id, ask);
    const step = (lines.get(id) ?? Promise.resolve()).then(() => take(id, hasMoved));
    const end = step
      .catch((error: Error) => {
        onWarning(`The card of ${id} lags behind: ${error.message}`);
        const tried = (tries.get(id) ?? 0) + 1;
        tries.set(id, tried);
        if (!isClosed) later(id, Math.min(RETRY_MS * 2 ** (tried - 1), LAST_RETRY_MS));
      })
      .finally(() => lines.get(id) === end && lines.delete(id));
    lines.set(id, end);
  }

  async function take(id: string, hasMoved: boolean) {
    const ask = asks.get(id);
    if (isClosed) return;
    if (ask === undefined) return cards.retire(id);
    if (!isSettled(ask)) {
      await deliver(ask);
      // The card shows the deadline, which somebody has changed.
      return hasMoved ? cards.refresh(ask) : undefined;
    }
    await Promise.all([cards.refresh(ask), onSettled(ask)]);
    asks.delete(id);
  }

  async function deliver(ask: Ask) {
    const own = placeOf(ask);
    const now = clock.now();
    const { places, notBefore } = own === null ? routeOf(ask, config, now) : { places: [own], notBefore: now };
    if (notBefore > now) return later(ask.id, notBefore.getTime() - now.getTime());
    const posted = await Promise.allSettled(places.map((place) => cards.post(ask, place)));
    const failed = posted.find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    tries.delete(ask.id);
  }

  function later(id: string, milliseconds: number) {
    timers.get(id)?.();
    const cancel = clock.after(milliseconds, () => {
      timers.delete(id);
      const ask = asks.get(id);
      if (ask !== undefined) follow(id, ask);
    });
    timers.set(id, cancel);
  }
}
