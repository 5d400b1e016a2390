/**
 * The order in which we call Slack. Each method has its own line, kept within what Slack allows in
 * a minute. A refusal for calling too often pauses that method in that channel, and nothing else.
 *
 * A person waits for what is in the lane `now`. Cards leave a part of each minute to it, and
 * streamed words leave more: they slow down long before anything else does.
 */
import type { Clock } from "../../../store/clock.ts";
import { callsPerMinute, isCountedByChannel, isNeverHeld, MESSAGES_AT_ONCE } from "./tiers.ts";
import { type CallWindow, createChannelCredit, createWindow } from "./window.ts";

export type Lane = "now" | "card" | "stream";

export interface BudgetedCall {
  method: string;
  channel: string | undefined;
  /** Asked each time it could be sent: what waits may become more urgent. */
  lane: () => Lane;
}

export interface Budget {
  /** Runs the call when its turn comes, and again where Slack said that it came too early. */
  run<T>(call: BudgetedCall, send: () => Promise<T>): Promise<T>;
  state(): BudgetState;
  /** What waits is refused. */
  close(): void;
}

/** For `askline slack status` and `/healthz`; it names no channel. */
export interface BudgetState {
  waiting: Record<Lane, number>;
  /** Calls within the last minute and how many are allowed, of the methods in use. */
  used: Record<string, { calls: number; of: number }>;
  /** How often Slack refused a call because it came too early, and the last time. */
  refusals: number;
  lastRefusal: { method: string; at: string; waitSeconds: number } | null;
}

interface Waiting extends BudgetedCall {
  since: number;
  tries: number;
  start: () => void;
  refuse: (error: Error) => void;
}

interface Line {
  window: CallWindow;
  waiting: Waiting[];
  /** When the last call of the lane `stream` began. */
  streamedAt: number;
  wake: (() => void) | null;
}

// How much of a minute's calls each lane may use, cards and streams leaving the rest to people.
const SHARE: Readonly<Record<Lane, number>> = { now: 1, card: 0.8, stream: 0.4 };
const LANES: readonly Lane[] = ["now", "card", "stream"];
// Calls that only streams make are shared by all of them.
const OF_STREAMS = new Set(["chat.startStream", "chat.appendStream", "chat.stopStream"]);
const SHARE_OF_OWN = 0.95;
/** Streamed words that waited this long count as a card: slow is not never. */
const PATIENCE_MS = 60_000;
const MINUTE_MS = 60_000;
const MOST_TRIES = 6;
// A window opens within three seconds of the click or not at all.
const VIEW_WITHIN_MS = 2_000;

class SlackClosed extends Error {
  constructor() {
    super("The connection to Slack is closed.");
  }
}

export function createBudget({ clock }: { clock: Clock }): Budget {
  const lines = new Map<string, Line>();
  const credit = createChannelCredit(MESSAGES_AT_ONCE);
  const pausedUntil = new Map<string, number>();
  let refusals = 0;
  let lastRefusal: BudgetState["lastRefusal"] = null;
  let isClosed = false;
  return { run, state, close };

  function run<T>(call: BudgetedCall, send: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, refuse) => {
      const since = clock.monotonic();
      const waiting: Waiting = { ...call, since, tries: 0, start, refuse };
      enqueue(waiting);

      function start() {
        attempt(waiting, send).then((done) => done && resolve(done.result), refuse);
      }
    });
  }

  function enqueue(waiting: Waiting) {
    if (isClosed) return waiting.refuse(new SlackClosed());
    const line = lineOf(waiting.method);
    line.waiting.push(waiting);
    sendReady(line);
  }

  /** Null if Slack refused the call as too early, and it waits again. */
  async function attempt<T>(
    waiting: Waiting,
    send: () => Promise<T>,
  ): Promise<{ result: T } | null> {
    const line = lineOf(waiting.method);
    try {
      return { result: await send() };
    } catch (error) {
      const waitSeconds = waitSecondsOf(error);
      if (waitSeconds === null) throw error;
      noteRefusal(waiting, waitSeconds);
      waiting.tries += 1;
      if (isTooLate(waiting, waitSeconds)) throw error;
      enqueue(waiting);
      return null;
    } finally {
      line.window.end(clock.monotonic());
      sendReady(line);
    }
  }

  function noteRefusal({ method, channel = "" }: Waiting, waitSeconds: number) {
    refusals += 1;
    lastRefusal = { method, at: clock.now().toISOString(), waitSeconds };
    pausedUntil.set(`${method} ${channel}`, clock.monotonic() + waitSeconds * 1_000);
  }

  function sendReady(line: Line) {
    line.wake?.();
    line.wake = null;
    const now = clock.monotonic();
    for (const waiting of inOrder(line, now)) {
      if (readyAt(line, waiting, now) > now) continue;
      line.waiting.splice(line.waiting.indexOf(waiting), 1);
      line.window.begin();
      if (isCountedByChannel(waiting.method)) credit.take(waiting.channel ?? "", now);
      if (laneOf(waiting, now) === "stream") line.streamedAt = now;
      waiting.start();
    }
    const next = Math.min(...line.waiting.map((one) => nextLook(line, one, now)));
    if (next < Number.POSITIVE_INFINITY)
      line.wake = clock.after(Math.max(1, next - now), () => sendReady(line));
  }

  /** What is more urgent goes first, then what came first. */
  function inOrder(line: Line, now: number): Waiting[] {
    return LANES.flatMap((lane) => line.waiting.filter((one) => laneOf(one, now) === lane));
  }

  function nextLook(line: Line, waiting: Waiting, now: number): number {
    const ready = readyAt(line, waiting, now);
    const ripe = waiting.since + PATIENCE_MS;
    return laneOf(waiting, now) === "stream" ? Math.min(ready, ripe) : ready;
  }

  function readyAt(line: Line, waiting: Waiting, now: number): number {
    const { method, channel = "" } = waiting;
    const paused = pausedUntil.get(`${method} ${channel}`) ?? now;
    if (isNeverHeld(method)) return paused;
    const inChannel = isCountedByChannel(method) ? credit.readyAt(channel, now) : now;
    const lane = laneOf(waiting, now);
    const allowed = allowedFor(method, lane);
    const free = line.window.freeAt(allowed - 1, now);
    return Math.max(paused, inChannel, free, lane === "stream" ? paced(line, allowed, now) : now);
  }

  /** Streams use up their part evenly: the fuller the minute is, the longer they wait. */
  function paced({ window, streamedAt }: Line, allowed: number, now: number): number {
    return streamedAt + (MINUTE_MS / allowed) * (window.used(now) / allowed);
  }

  function laneOf({ lane, since }: Waiting, now: number): Lane {
    const own = lane();
    return own === "stream" && now - since >= PATIENCE_MS ? "card" : own;
  }

  function lineOf(method: string): Line {
    const line = lines.get(method) ?? {
      window: createWindow(),
      waiting: [],
      streamedAt: Number.NEGATIVE_INFINITY,
      wake: null,
    };
    lines.set(method, line);
    return line;
  }

  function state(): BudgetState {
    const now = clock.monotonic();
    const waiting: Record<Lane, number> = { now: 0, card: 0, stream: 0 };
    for (const line of lines.values())
      for (const one of line.waiting) waiting[laneOf(one, now)] += 1;
    const used = [...lines].map(
      ([method, { window }]) =>
        [method, { calls: window.used(now), of: callsPerMinute(method) }] as const,
    );
    return {
      waiting,
      used: Object.fromEntries(used.filter(([, { calls }]) => calls > 0)),
      refusals,
      lastRefusal,
    };
  }

  function close() {
    isClosed = true;
    for (const line of lines.values()) {
      line.wake?.();
      line.wake = null;
      for (const { refuse } of line.waiting.splice(0)) refuse(new SlackClosed());
    }
  }
}

function allowedFor(method: string, lane: Lane): number {
  const share = OF_STREAMS.has(method) ? SHARE_OF_OWN : SHARE[lane];
  return Math.max(1, Math.floor(callsPerMinute(method) * share));
}

function isTooLate({ method, tries }: Waiting, waitSeconds: number): boolean {
  if (tries >= MOST_TRIES) return true;
  return method.startsWith("views.") && waitSeconds * 1_000 > VIEW_WITHIN_MS;
}

/** The seconds to wait if Slack says that this came too early; null for any other error. */
function waitSecondsOf(error: unknown): number | null {
  const { code, retryAfter } = error as { code?: unknown; retryAfter?: unknown };
  const isLimited = code === "slack_webapi_rate_limited_error";
  return isLimited && typeof retryAfter === "number" ? retryAfter : null;
}
