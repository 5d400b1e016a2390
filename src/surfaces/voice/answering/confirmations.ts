/**
 * Answers that must be confirmed, because what they allow may destroy something. One per device,
 * for a minute, and only in memory: after a restart the person is asked again.
 */
import type { Answer } from "../../../core/ask/answer.ts";

export interface Pending {
  askId: string;
  questionIndex: number;
  answer: Answer;
  expiresAt: Date;
}

export interface Confirmations {
  ask(device: string, pending: Omit<Pending, "expiresAt">): Pending;
  /** The answer that this device can confirm now. */
  current(device: string): Pending | null;
  /**
   * The ask that a "confirm" from this device refers to, even if it is repeated or late: it must
   * never refer to another ask.
   */
  about(device: string): string | null;
  /** Marks the answer as confirmed; it cannot be confirmed again. */
  use(device: string): void;
  /** Forgets the answer, because something else was said. */
  forget(device: string): void;
}

export const CONFIRM_WITHIN_SECONDS = 60;
const REMEMBERED_MS = 2 * 60_000;
const MOST = 1_000;

/** `monotonic` goes on when somebody sets the clock back: what may destroy something gets no more time. */
export function createConfirmations(
  now: () => Date,
  monotonic: () => number = () => performance.now(),
): Confirmations {
  const known = new Map<string, Pending & { isUsed: boolean; askedAt: number }>();
  return { ask, current, about, use, forget: (device) => void known.delete(device) };

  function ask(device: string, what: Omit<Pending, "expiresAt">): Pending {
    const one = {
      ...what,
      expiresAt: new Date(now().getTime() + CONFIRM_WITHIN_SECONDS * 1000),
      isUsed: false,
      askedAt: monotonic(),
    };
    known.delete(device);
    known.set(device, one);
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    return one;
  }

  function current(device: string): Pending | null {
    const one = known.get(device);
    if (one === undefined || one.isUsed || one.expiresAt <= now()) return null;
    return monotonic() - one.askedAt < CONFIRM_WITHIN_SECONDS * 1000 ? one : null;
  }

  function about(device: string): string | null {
    const one = known.get(device);
    return one === undefined || one.expiresAt.getTime() + REMEMBERED_MS <= now().getTime()
      ? null
      : one.askId;
  }

  function use(device: string) {
    const one = known.get(device);
    if (one !== undefined) one.isUsed = true;
  }
}
