/** Ages and countdowns in the few letters a list has for them, and when they change next. */
import type { Ask } from "../../../core/ask/ask.ts";
import { listedAsks, nextWaking } from "./asks.ts";
import { geometryOf } from "./geometry.ts";
import type { Messages } from "./messages.ts";
import type { InboxState } from "./state.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The end of this second: all countdowns move at the same moment, so the screen is drawn once for all of them, and none
 * promises time that is no longer there.
 */
export function shownNow(now: number): number {
  return (Math.floor(now / SECOND) + 1) * SECOND;
}

/** In minutes of the clock on the wall: all ages change together, once a minute. */
export function ageOf(at: string, now: number, { time }: Messages): string {
  const minutes = Math.max(0, Math.floor(now / MINUTE) - Math.floor(Date.parse(at) / MINUTE));
  if (minutes === 0) return time.now;
  if (minutes < 60) return time.minutes(minutes);
  return minutes < 24 * 60
    ? time.hours(Math.floor(minutes / 60))
    : time.days(Math.floor(minutes / (24 * 60)));
}

export function leftOf(expiresAt: string, now: number, { time }: Messages): string {
  const left = Math.max(0, Date.parse(expiresAt) - now);
  if (left > 2 * DAY) return time.days(Math.floor(left / DAY));
  if (left > 2 * HOUR) return time.hours(Math.floor(left / HOUR));
  return left > MINUTE
    ? time.minutes(Math.ceil(left / MINUTE))
    : time.seconds(Math.ceil(left / SECOND));
}

/** How soon it is due: what is nearly over must not be overlooked. */
export function haste(expiresAt: string, now: number): "red" | "yellow" | "dim" {
  const left = Date.parse(expiresAt) - now;
  if (left <= MINUTE) return "red";
  return left <= 5 * MINUTE ? "yellow" : "dim";
}

/** When something on the screen changes though nothing happens; infinity when nothing does. */
export function nextChange(state: InboxState, now: number): number {
  const { notice, farewell } = state;
  const shown = shownAsks(state, now);
  const countdowns = shown.flatMap(({ expiresAt }) =>
    expiresAt === null ? [] : [nextTick(Date.parse(expiresAt), now)],
  );
  const ages =
    shown.length > 0 || state.page === "history" || state.page === "agents"
      ? [nextMinute(now)]
      : [];
  return Math.min(
    ...countdowns,
    ...ages,
    notice?.until ?? Number.POSITIVE_INFINITY,
    farewell?.until ?? Number.POSITIVE_INFINITY,
    nextWaking(state, now),
  );
}

function shownAsks(state: InboxState, now: number): readonly Ask[] {
  if (state.page !== "asks") return [];
  const { isWide, bodyRows } = geometryOf(state.size);
  const listed = listedAsks(state, now);
  if (state.focus === "list" || isWide) return listed.slice(state.top, state.top + bodyRows);
  return listed.filter(({ id }) => id === state.selectedId);
}

function nextMinute(now: number): number {
  return (Math.floor(shownNow(now) / MINUTE) + 1) * MINUTE - SECOND;
}

/** Every second in the last minute, before that every minute; always on a whole second. */
function nextTick(due: number, now: number): number {
  const left = due - shownNow(now);
  if (left <= 0) return Number.POSITIVE_INFINITY;
  if (left <= MINUTE) return shownNow(now);
  const at = due - Math.floor((left - 1) / MINUTE) * MINUTE;
  return (Math.ceil(at / SECOND) - 1) * SECOND;
}
