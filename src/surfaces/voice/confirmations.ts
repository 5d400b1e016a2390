/**
 * Answers that wait to be said twice, because what they allow may destroy something. One for each device, for a short time,
 * and only in memory: after a restart the person is simply asked again.
 */
import type { Answer } from "../../core/answer.ts";

export interface Pending {
  askId: string;
  questionIndex: number;
  answer: Answer;
  expiresAt: Date;
}

export interface Confirmations {
  ask(device: string, pending: Omit<Pending, "expiresAt">): Pending;
  /** What this device may confirm now. */
  current(device: string): Pending | null;
  forget(device: string): void;
}

export const CONFIRM_WITHIN_SECONDS = 60;
const MOST = 1_000;

export function createConfirmations(now: () => Date): Confirmations {
  const pending = new Map<string, Pending>();
  return { ask, current, forget: (device) => void pending.delete(device) };

  function ask(device: string, what: Omit<Pending, "expiresAt">): Pending {
    const one = { ...what, expiresAt: new Date(now().getTime() + CONFIRM_WITHIN_SECONDS * 1000) };
    pending.delete(device);
    pending.set(device, one);
    const [oldest] = pending.keys();
    if (pending.size > MOST && oldest !== undefined) pending.delete(oldest);
    return one;
  }

  function current(device: string): Pending | null {
    const one = pending.get(device);
    return one === undefined || one.expiresAt <= now() ? null : one;
  }
}
