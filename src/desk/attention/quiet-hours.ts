/**
 * Quiet hours in the wall-clock time of their time zone: they may span midnight and a clock change.
 * The setting means the same in `attention.json` for notices and in `slack.json` for cards.
 */
import { z } from "zod";
import type { Ask } from "../../core/ask/ask.ts";

const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "A time of day is written as 22:00.");

export const QuietHours = z
  .strictObject({
    from: timeOfDay,
    to: timeOfDay.describe("Earlier than `from` means the next day"),
    timeZone: z
      .string()
      .refine(isTimeZone, "That time zone is not known; one is written as Europe/Berlin.")
      .optional(),
    urgentPasses: z.boolean().default(true).describe("Whether urgent asks come through"),
  })
  .refine(({ from, to }) => from !== to, {
    path: ["to"],
    message: "Quiet hours end at another time than they begin.",
  });
export type QuietHours = z.infer<typeof QuietHours>;

type Hours = Pick<QuietHours, "from" | "to" | "timeZone">;

/**
 * When a notice that is due at that time may be sent: then, or when the quiet hours around it end.
 */
export function awakeFrom(at: Date, urgency: Ask["urgency"], hours: QuietHours | undefined): Date {
  if (hours === undefined || (hours.urgentPasses && urgency === "high")) return at;
  return endOfQuiet(hours, at);
}

export function isQuiet(hours: Hours, at: Date): boolean {
  const [from, to, now] = [
    minuteOf(hours.from),
    minuteOf(hours.to),
    minuteOnWall(at, hours.timeZone),
  ];
  return from < to ? now >= from && now < to : now >= from || now < to;
}

const MINUTE_MS = 60_000;
const LONGEST_MINUTES = 26 * 60;

/**
 * The first minute from then on that is not quiet. Found minute by minute: arithmetic goes wrong on
 * the day the clocks change.
 */
export function endOfQuiet(hours: Hours, at: Date): Date {
  if (!isQuiet(hours, at)) return at;
  const key = JSON.stringify([hours.from, hours.to, hours.timeZone]);
  const from = at.getTime();
  const { lastEnd } = cache;
  if (lastEnd.hours === key && from >= lastEnd.from && from < lastEnd.end)
    return new Date(lastEnd.end);
  const start = Math.floor(from / MINUTE_MS);
  let minute = start;
  while (isQuiet(hours, new Date(minute * MINUTE_MS)) && minute - start < LONGEST_MINUTES)
    minute += 1;
  cache.lastEnd = { hours: key, from, end: minute * MINUTE_MS };
  return new Date(cache.lastEnd.end);
}

function minuteOf(timeOfDay: string): number {
  return Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3));
}

function minuteOnWall(at: Date, timeZone: string | undefined): number {
  const key = timeZone ?? "";
  const format =
    cache.formats.get(key) ??
    new Intl.DateTimeFormat("en-GB", {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone,
    });
  cache.formats.set(key, format);
  return minuteOf(format.format(at));
}

/** A thousand asks may wait for the same morning, and a format is slow to make. */
const cache = {
  lastEnd: { hours: "", from: 0, end: 0 },
  formats: new Map<string, Intl.DateTimeFormat>(),
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}
