/** Days and times of day as a person in this browser's time zone reads them. */
import type { Locale } from "../../../src/core/locale.ts";
import type { HistoryWords } from "./messages.ts";

/** 2026-03-01 */
export function dayOf(at: string | number): string {
  const date = new Date(at);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((one) =>
    String(one).padStart(2, "0"),
  );
  return `${date.getFullYear()}-${month}-${day}`;
}

export function dayName(day: string, locale: Locale, say: HistoryWords): string {
  const now = new Date();
  if (day === dayOf(now.getTime())) return say.today;
  if (day === dayOf(now.setDate(now.getDate() - 1))) return say.yesterday;
  const isThisYear = day.slice(0, 4) === String(now.getFullYear());
  return inDays(day, locale, {
    ...{ weekday: "long", day: "numeric", month: "long" },
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}

export function inDays(
  day: string,
  locale: Locale,
  how: Intl.DateTimeFormatOptions = { day: "numeric", month: "long" },
): string {
  // At noon, no zone's change of hours makes it another day.
  return new Intl.DateTimeFormat(TAGS[locale], how).format(new Date(`${day}T12:00`));
}

export function clockOf(at: string, locale: Locale, withSeconds = false): string {
  return new Intl.DateTimeFormat(TAGS[locale], {
    ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
    ...(withSeconds ? { second: "2-digit" } : {}),
  }).format(new Date(at));
}

export function exactly(at: string, locale: Locale): string {
  return new Intl.DateTimeFormat(TAGS[locale], {
    ...{ dateStyle: "full", timeStyle: "medium", hourCycle: "h23" },
  }).format(new Date(at));
}

const TAGS: Record<Locale, string> = { en: "en-GB", ko: "ko-KR" };
