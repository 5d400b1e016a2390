/** A moment to come in the words of a clock on the wall: 17:00, tomorrow, 17:00, Fri, 17:00. */
import type { Locale } from "./locale.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const WEEKDAYS = {
  en: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
  ko: ["일요일", "월요일", "화요일", "수요일", "목요일", "금요일", "토요일"],
};
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** In the local time of this machine, no longer than it needs to be understood. */
export function momentInWords(at: Date, now: Date, locale: Locale): string {
  const time = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
  const days = daysBetween(now, at);
  if (days === 0) return time;
  const day = dayInWords(at, { days, isThisYear: at.getFullYear() === now.getFullYear() }, locale);
  return locale === "ko" ? `${day} ${time}` : `${day}, ${time}`;
}

/** How long something stays: the time left within the last hour, before that the moment it ends. */
export function leftInWords(milliseconds: number, now: Date, locale: Locale): string {
  const left = Math.max(0, milliseconds);
  if (left <= MINUTE) return `${Math.ceil(left / 1_000)}${locale === "ko" ? "초" : "s"}`;
  if (left <= HOUR) return `${Math.ceil(left / MINUTE)}${locale === "ko" ? "분" : "m"}`;
  const moment = momentInWords(new Date(now.getTime() + left), now, locale);
  return locale === "ko" ? `${moment}까지` : `until ${moment}`;
}

function dayInWords(
  at: Date,
  { days, isThisYear }: { days: number; isThisYear: boolean },
  locale: Locale,
): string {
  if (days === 1) return locale === "ko" ? "내일" : "tomorrow";
  if (days > 1 && days < 7) return WEEKDAYS[locale][at.getDay()] ?? "";
  const [year, month, date] = [at.getFullYear(), at.getMonth(), at.getDate()];
  if (locale === "ko") return `${isThisYear ? "" : `${year}년 `}${month + 1}월 ${date}일`;
  return `${date} ${MONTHS[month]}${isThisYear ? "" : ` ${year}`}`;
}

/** By the calendar: an hour before midnight, the next day is one day away. */
function daysBetween(one: Date, other: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(other) - midnight(one)) / DAY);
}

function twoDigits(figure: number): string {
  return String(figure).padStart(2, "0");
}
