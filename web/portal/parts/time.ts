/** Times as people read them. */
import type { Locale } from "../../../src/core/locale.ts";

/** 0:42, 12:05, 3:00:00; from two days on, days. */
export function clock(seconds: number, days: (count: number) => string): string {
  if (seconds >= 2 * DAY) return days(Math.floor(seconds / DAY));
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / 60)];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours === 0
    ? `${minutes}:${rest}`
    : `${hours}:${String(minutes).padStart(2, "0")}:${rest}`;
}

export function ago(at: string, now: number, locale: Locale): string {
  const seconds = Math.min(0, Math.round((Date.parse(at) - now) / 1000));
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "long" });
  if (seconds > -45) return words.format(0, "second");
  if (seconds > -HOUR) return words.format(Math.round(seconds / 60), "minute");
  if (seconds > -DAY) return words.format(Math.round(seconds / HOUR), "hour");
  return words.format(Math.round(seconds / DAY), "day");
}

const HOUR = 3600;
const DAY = 24 * HOUR;
