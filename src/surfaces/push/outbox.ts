/** One push at a time to each browser. What comes meanwhile goes out with the next one, as one notice. */
import type { Ask } from "../../core/ask/ask.ts";
import { createKeyedQueue } from "../../core/queue.ts";

export interface Change {
  /** The ask to tell of; null for a change of what was told. */
  ask: Ask | null;
  step: "notice" | "reminder" | "test" | null;
  /** The browser has done itself what the change would have it do. */
  isDone?: boolean;
}

export interface Outbox {
  /** Whether the push that took this change along was handed over. */
  push(subscription: string, change: Change): Promise<boolean>;
  idle(): Promise<void>;
}

export function createOutbox(
  deliver: (subscription: string, changes: readonly Change[]) => Promise<boolean>,
): Outbox {
  const inTurn = createKeyedQueue();
  const waiting = new Map<string, { changes: Change[]; done: Promise<boolean> }>();
  return { push, idle: inTurn.idle };

  function push(subscription: string, change: Change): Promise<boolean> {
    const next = waiting.get(subscription);
    if (next !== undefined) {
      next.changes.push(change);
      return next.done;
    }
    const changes = [change];
    const done = inTurn(subscription, () => {
      waiting.delete(subscription);
      return deliver(subscription, changes);
    });
    waiting.set(subscription, { changes, done });
    return done;
  }
}
