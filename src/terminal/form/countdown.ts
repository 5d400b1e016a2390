/** The time left to answer, in words that stay true until they change. */
import type { Messages } from "./messages.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Seconds in the last minute, whole minutes before: a
 * clock that shows seconds has to move every second.
 */
export function timeLeft(expiresAt: string, now: number, text: Messages): string {
  const left = Math.max(0, Date.parse(expiresAt) - now);
  if (left > 2 * HOUR) return text.timeLeft(text.hours(Math.floor(left / HOUR)));
  if (left > MINUTE) return text.timeLeft(text.minutes(Math.ceil(left / MINUTE)));
  const seconds = Math.ceil(left / SECOND);
  return text.timeLeft(`${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`);
}

export function untilItChanges(expiresAt: string, now: number): number {
  const left = Date.parse(expiresAt) - now;
  const step = left > MINUTE ? MINUTE : SECOND;
  return left <= 0 ? SECOND : left % step || step;
}

function pad(count: number): string {
  return String(count).padStart(2, "0");
}
