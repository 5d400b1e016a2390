/** Quiet hours, by the clock on the wall of their time zone: they may run over midnight, and over a change of the clocks. */
import type { QuietHours } from "./settings.ts";

export type Hours = Pick<QuietHours, "from" | "to" | "timeZone">;

export function isQuiet(hours: Hours, at: Date): boolean {
  const [from, to, now] = [minuteOf(hours.from), minuteOf(hours.to), minuteOnWall(at, hours.timeZone)];
  return from < to ? now >= from && now < to : now >= from || now < to;
}

const MINUTE_MS = 60_000;
const LONGEST_MINUTES = 26 * 60;

// A thousand asks wait for the same morning.
let lastFound = { hours: "", from: 0, end: 0 };

/** The first minute from then on that is not quiet. Looked for step by step: no sum is right on the day the clocks change. */
export function endOfQuiet(hours: Hours, at: Date): Date {
  if (!isQuiet(hours, at)) return at;
  const key = JSON.stringify([hours.from, hours.to, hours.timeZone]);
  const from = at.getTime();
  if (lastFound.hours === key && from >= lastFound.from && from < lastFound.end) return new Date(lastFound.end);
  const start = Math.floor(from / MINUTE_MS);
  let minute = start;
  while (isQuiet(hours, new Date(minute * MINUTE_MS)) && minute - start < LONGEST_MINUTES) minute += 1;
  lastFound = { hours: key, from, end: minute * MINUTE_MS };
  return new Date(lastFound.end);
}

function minuteOf(timeOfDay: string): number {
  return Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function minuteOnWall(at: Date, timeZone: string | undefined): number {
  const key = timeZone ?? "";
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  formats.set(key, format);
  return minuteOf(format.format(at));
}
