/** Putting a question off: until when, and when it really comes back. Pure. */
import type { Ask } from "./ask.ts";

export interface Snooze {
  /** ISO 8601 in UTC. */
  readonly until: string;
  /** Who put it off; left out where nobody said. */
  readonly by?: string | undefined;
}

// A snoozed ask comes back early enough to be answered before its deadline.
const BEFORE_DEADLINE_MS = 60_000;

/** When a snooze until `until` really ends: a snooze delays no deadline. */
export function wakesAt({ expiresAt }: Pick<Ask, "expiresAt">, until: number): number {
  return expiresAt === null ? until : Math.min(until, Date.parse(expiresAt) - BEFORE_DEADLINE_MS);
}

export type SnoozeTime = "hour" | "threeHours" | "evening" | "tomorrow";

const HOUR_MS = 3_600_000;
const EVENING_HOUR = 18;
const MORNING_HOUR = 9;

/** The times to choose from, by the clock of where this runs. This evening only while it is far. */
export function snoozeTimes(now: Date): { name: SnoozeTime; at: Date }[] {
  const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
  const evening = atHour(now, 0, EVENING_HOUR);
  return [
    { name: "hour", at: inHours(1) },
    { name: "threeHours", at: inHours(3) },
    ...(evening > inHours(1) ? [{ name: "evening" as const, at: evening }] : []),
    { name: "tomorrow", at: atHour(now, 1, MORNING_HOUR) },
  ];
}

function atHour(now: Date, days: number, hour: number): Date {
  const time = new Date(now);
  time.setDate(time.getDate() + days);
  time.setHours(hour, 0, 0, 0);
  return time;
}
