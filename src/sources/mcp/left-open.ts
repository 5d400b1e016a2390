/**
 * The asks whose calls the clients of this process gave up without a person's cancel, until their
 * askers have received how they ended.
 */
import type { Ask } from "../../core/ask/ask.ts";
import { isTakenBy } from "../../core/ask/moments.ts";

export interface LeftOpen {
  /**
   * `asker` is the caller's name, as in `takerOf`. `isOwed` says that the outcome counts as taken,
   * although the call that took it was given up before the client had it.
   */
  add(askId: string, asker: string, isOwed?: boolean): void;
  forget(askId: string): void;
  by(asker: string): string[];
  all(): string[];
  /** Whether the asker has received the outcome, perhaps by another way than a call. */
  isReceived(ask: Ask, asker: string): boolean;
}

export function createLeftOpen(): LeftOpen {
  const left = new Map<string, { asker: string; isOwed: boolean }>();
  return {
    add: (askId, asker, isOwed = false) => void left.set(askId, { asker, isOwed }),
    forget: (askId) => void left.delete(askId),
    by: (asker) => [...left].filter(([, one]) => one.asker === asker).map(([askId]) => askId),
    all: () => [...left.keys()],
    isReceived: (ask, asker) => isTakenBy(ask, asker) && left.get(ask.id)?.isOwed !== true,
  };
}
