/** Who is asked, by configuration: where an ask goes, and not before when. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import type { QuietHours, Rule, SlackConfig } from "../setup/config.ts";

export interface Route {
  places: string[];
  notBefore: Date;
}

/** The first rule that fits. Without one an ask is not sent. */
export function routeOf(ask: Ask, { send, quietHours }: Pick<SlackConfig, "send" | "quietHours">, now: Date): Route {
  const rule = send.find((one) => fits(one, ask));
  const places = rule === undefined ? [] : [rule.to].flat();
  const after = new Date(Date.parse(ask.createdAt) + (rule?.afterSeconds ?? 0) * 1000);
  const earliest = after > now ? after : now;
  if (quietHours === undefined || ask.urgency === "high") return { places, notBefore: earliest };
  return { places, notBefore: quietEnd(quietHours, earliest) };
}

function fits({ project, source, urgency }: Rule, ask: Ask): boolean {
  if (project !== undefined && project !== ask.source.project) return false;
  if (source !== undefined && source !== ask.source.kind) return false;
  return urgency === undefined || [urgency].flat().includes(ask.urgency);
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** That moment itself where it is not quiet, else the end of the quiet hours around it. */
export function quietEnd({ from, to, timeZone }: QuietHours, at: Date): Date {
  const minute = minuteOfDay(at, timeZone);
  const [start, end] = [minutes(from), minutes(to)];
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return at;
  const wait = (end - minute + DAY_MINUTES) % DAY_MINUTES;
  const due = Math.floor(at.getTime() / MINUTE_MS) + wait;
  // Where the clocks are changed that night, it is a little before or after.
  const shown = minuteOfDay(new Date(due * MINUTE_MS), timeZone);
  const late = ((shown - end + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  return new Date((due - late) * MINUTE_MS);
}

function minutes(time: string): number {
  const [hour = "0", minute = "0"] = time.split(":");
  return Number(hour) * 60 + Number(minute);
}

function minuteOfDay(at: Date, timeZone: string | undefined): number {
  const format = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  return minutes(format.format(at));
}
