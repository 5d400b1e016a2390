/**
 * Where and when a person is notified of an ask next. Pure: it looks at the notices so far and at
 * the clock.
 *
 * The first surface is notified after a while and then reminded; without an answer the next surface
 * is notified too, and so on. Times count from the notices really sent, so nothing piles up after a
 * night or a crash. A surface that could not be reached is skipped at once and tried again later.
 * Nothing is sent in quiet hours; it waits for their end.
 */
import type { Ask } from "../../core/ask/ask.ts";
import { awakeFrom } from "./quiet-hours.ts";
import type { AttentionSettings } from "./settings.ts";

/** Step 0 on a surface is the notice; later steps are reminders. */
export interface Told {
  surface: string;
  step: number;
  at: string;
  /**
   * `sending` is written before the notice is sent. If it is found after a restart, nobody can tell
   * whether the notice arrived.
   */
  state: "sending" | "sent" | "failed";
}

export interface Situation {
  /** The surfaces that can notify a person now. */
  available: readonly string[];
  /** The surface that the person used last, and when. */
  lastUsed: { surface: string; at: string } | null;
  /** When the person went away; null if they are here. */
  awaySince: string | null;
  /** The surface that the rules name for the first notice of this ask. */
  ruledSurface?: string | undefined;
}

export interface NextNotice {
  surface: string;
  step: number;
  dueAt: Date;
}

const MINUTE_MS = 60_000;
const RETRY_MINUTES = 5;
const LONGEST_DOUBT_MINUTES = 24 * 60;
// A recorded time further ahead than this came from a wrong clock.
const MOST_AHEAD_MS = 5 * MINUTE_MS;

type AskFacts = Pick<Ask, "createdAt" | "urgency" | "expiresAt">;

/** Null if no notice is left to send. */
export function nextNotice(
  ask: AskFacts,
  told: readonly Told[],
  situation: Situation,
  settings: AttentionSettings,
  now: Date,
): NextNotice | null {
  const order = orderOf(situation, settings, now);
  const [first] = candidates(
    timeOf(ask.createdAt, now),
    told.flatMap((one) => (order.includes(one.surface) ? { ...one, at: timeOf(one.at, now) } : [])),
    order,
    situation,
    settings,
  ).sort((one, other) => one.at - other.at);
  if (first === undefined) return null;
  const dueAt = awakeFrom(
    new Date(Math.max(first.at, now.getTime())),
    ask.urgency,
    settings.quietHours,
  );
  // By then the deadline has settled the ask, and a notice would be pointless.
  if (ask.expiresAt !== null && dueAt.getTime() >= Date.parse(ask.expiresAt)) return null;
  return { surface: first.surface, step: first.step, dueAt };
}

/**
 * The surface a rule names, then the one the person is using, then the configured ones; only
 * available ones. While the person is away, only the surfaces meant for that, if there are any.
 */
export function orderOf(situation: Situation, settings: AttentionSettings, now: Date): string[] {
  const { available, lastUsed, awaySince, ruledSurface } = situation;
  const away = settings.away.surfaces.filter((surface) => available.includes(surface));
  if (awaySince !== null && away.length > 0) return [...new Set(away)];
  const isPresent =
    lastUsed !== null &&
    now.getTime() - timeOf(lastUsed.at, now) <= settings.presentMinutes * MINUTE_MS;
  const wanted = [
    ruledSurface,
    isPresent && awaySince === null ? lastUsed.surface : undefined,
    ...settings.surfaces,
  ];
  return [...new Set(wanted)].filter(
    (surface) => surface !== undefined && available.includes(surface),
  ) as string[];
}

/** A time far ahead counts as long ago; otherwise notices would wait until the clock reaches it. */
function timeOf(written: string, now: Date): number {
  const time = Date.parse(written);
  return time > now.getTime() + MOST_AHEAD_MS ? 0 : time;
}

type ToldAt = Omit<Told, "at"> & { at: number };

interface Candidate {
  surface: string;
  step: number;
  at: number;
}

function candidates(
  createdAt: number,
  told: readonly ToldAt[],
  order: readonly string[],
  { awaySince }: Situation,
  settings: AttentionSettings,
): Candidate[] {
  const reached = told.filter(({ state }) => state !== "failed");
  const last = reached.at(-1);
  if (last === undefined) {
    const patience = awaySince === null ? settings.notifyAfterMinutes : 0;
    return untold(order, told, createdAt + patience * MINUTE_MS);
  }
  const here = reached.filter(({ surface }) => surface === last.surface);
  const isUncertain = last.state === "sending";
  const since = here[0]?.at ?? last.at;
  // A late reminder keeps the same distance to the next surface as a punctual one.
  const apart = Math.max(
    0,
    settings.escalateAfterMinutes - last.step * settings.remindAfterMinutes,
  );
  const usual = Math.max(
    since + settings.escalateAfterMinutes * MINUTE_MS,
    last.at + apart * MINUTE_MS,
  );
  const doubt = last.at + doubtMinutes(here) * MINUTE_MS;
  const next = isUncertain ? Math.min(usual, doubt) : usual;
  const further = untold(
    order.filter((surface) => !reached.some((one) => one.surface === surface)),
    told,
    next,
  );
  const isReminding =
    here.filter(({ step, state }) => step > 0 && state === "sent").length < settings.reminders;
  // A notice that may not have arrived is followed by another, if need be by one reminder more.
  if (!isReminding && !(isUncertain && further.length === 0)) return further;
  const step = Math.max(...here.map((one) => one.step)) + 1;
  const reminder = last.at + settings.remindAfterMinutes * MINUTE_MS;
  const at = afterFailure(told, last.surface, step, isUncertain ? doubt : reminder);
  return [...further, { surface: last.surface, step, at }];
}

/**
 * Doubles each time, so that a surface that never confirms anything is tried less and less often.
 */
function doubtMinutes(here: readonly ToldAt[]): number {
  const doubts = here.filter(({ state }) => state === "sending").length;
  return Math.min(RETRY_MINUTES * 2 ** (doubts - 1), LONGEST_DOUBT_MINUTES);
}

/**
 * First notices on these surfaces at that time, or a while after the last failure if that is later.
 */
function untold(order: readonly string[], told: readonly ToldAt[], from: number): Candidate[] {
  return order.map((surface) => ({ surface, step: 0, at: afterFailure(told, surface, 0, from) }));
}

function afterFailure(
  told: readonly ToldAt[],
  surface: string,
  step: number,
  from: number,
): number {
  const failed = told.findLast(
    (one) => one.surface === surface && one.step === step && one.state === "failed",
  );
  return failed === undefined ? from : Math.max(from, failed.at + RETRY_MINUTES * MINUTE_MS);
}
