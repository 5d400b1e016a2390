/** Ages and countdowns in a few letters, and when they next change. */
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
 * The end of this second. All countdowns change at the same moment, so one redraw serves all of
 * them, and none shows more time than is left.
 */
export function shownNow(now: number): number {
  return (Math.floor(now / SECOND) + 1) * SECOND;
}

/** Counted in minutes of the wall clock, so that all ages change together, once a minute. */
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

/** How soon the ask is due: the colour makes a near deadline visible. */
export function haste(expiresAt: string, now: number): "red" | "yellow" | "dim" {
  const left = Date.parse(expiresAt) - now;
  if (left <= MINUTE) return "red";
  return left <= 5 * MINUTE ? "yellow" : "dim";
}

/** When the screen next changes through time alone; infinity if it does not. */
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
