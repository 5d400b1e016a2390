/**
 * Updates of messages, about one a second for each message. The first few are sent at once, so that
 * a form reacts to quick clicks; after that only the latest of each second is sent. An update that
 * waits for its turn among all calls is sent as it is wanted by then.
 */
import { type Clock, sleep, systemClock } from "../../../store/clock.ts";
import type { SlackMessage } from "../render/card.ts";
import type { Lane } from "./budget.ts";

export interface Updates {
  /**
   * Resolves once this or a newer version is shown, or Slack has refused it for good. Rejects if
   * Slack is unreachable.
   */
  show(channel: string, ts: string, message: SlackMessage, lane?: Lane): Promise<void>;
  /** Somebody looks at this message and has just done something with it: it comes first. */
  attend(channel: string, ts: string): void;
  /** The message is about to be taken away: what waits for it is not sent. */
  forget(channel: string, ts: string): void;
  /** Sends what is waiting without further delay, and resolves when everything is shown. */
  settled(): Promise<void>;
}

export interface UpdatesOptions {
  /** Throws only for errors that may go away by themselves. */
  send(update: Update): Promise<void>;
  clock?: Clock;
}

export interface Update {
  channel: string;
  ts: string;
  lane(): Lane;
  /** What is wanted at the moment when it is sent; null if the message is gone. */
  message(): SlackMessage | null;
}

interface Line {
  next: SlackMessage | null;
  isGone: boolean;
  lane: Lane;
  shown: string;
  /** How many updates may be sent at once, as of `countedAt`. */
  credit: number;
  countedAt: number;
  work: Promise<void> | null;
}

const GAP_MS = 1_000;
const AT_ONCE = 3;
const MOST_REMEMBERED = 500;
const ATTENDED_MS = 5 * 60_000;

export function createUpdates({ send, clock = systemClock }: UpdatesOptions): Updates {
  const lines = new Map<string, Line>();
  const attended = new Map<string, number>();
  let leave = () => {};
  const isLeaving = new Promise<void>((resolve) => {
    leave = resolve;
  });
  return { show, attend, forget, settled };

  function show(
    channel: string,
    ts: string,
    message: SlackMessage,
    lane: Lane = "card",
  ): Promise<void> {
    const line = lineOf(`${channel} ${ts}`);
    line.next = message;
    line.lane = lane;
    line.work ??= work(line, channel, ts);
    return line.work;
  }

  async function work(line: Line, channel: string, ts: string) {
    try {
      while (line.next !== null) {
        await turnOf(line);
        if (JSON.stringify(line.next) === line.shown) {
          line.next = null;
          continue;
        }
        line.credit -= 1;
        await sendNext(line, channel, ts);
      }
    } finally {
      // Cleared in the same turn as the last check of `next`: an update that came in between would
      // never be sent.
      line.work = null;
    }
  }

  async function sendNext(line: Line, channel: string, ts: string) {
    let sent = line.next;
    await send({ channel, ts, lane: () => laneOf(line, `${channel} ${ts}`), message });
    line.shown = JSON.stringify(sent);

    /** A call that is tried again sends the newest as well. */
    function message(): SlackMessage | null {
      sent = line.isGone ? null : (line.next ?? sent);
      line.next = null;
      return sent;
    }
  }

  function laneOf({ lane }: Line, key: string): Lane {
    return clock.monotonic() - (attended.get(key) ?? -ATTENDED_MS) < ATTENDED_MS ? "now" : lane;
  }

  function forget(channel: string, ts: string) {
    const line = lineOf(`${channel} ${ts}`);
    line.isGone = true;
    line.next = null;
  }

  function attend(channel: string, ts: string) {
    attended.delete(`${channel} ${ts}`);
    attended.set(`${channel} ${ts}`, clock.monotonic());
    const [oldest] = attended.keys();
    if (attended.size > MOST_REMEMBERED && oldest !== undefined) attended.delete(oldest);
  }

  async function turnOf(line: Line) {
    const at = clock.monotonic();
    line.credit = Math.min(AT_ONCE, line.credit + (at - line.countedAt) / GAP_MS);
    line.countedAt = at;
    const wait = (1 - line.credit) * GAP_MS;
    if (wait <= 0) return;
    await Promise.race([sleep(clock, wait), isLeaving]);
    line.credit = 1;
    line.countedAt = clock.monotonic();
  }

  function lineOf(key: string): Line {
    const known = lines.get(key) ?? {
      next: null,
      isGone: false,
      lane: "card",
      shown: "",
      credit: AT_ONCE,
      countedAt: clock.monotonic(),
      work: null,
    };
    lines.set(key, known);
    if (lines.size <= MOST_REMEMBERED) return known;
    const idle = [...lines].find(([other, { work: under }]) => under === null && other !== key);
    if (idle !== undefined) lines.delete(idle[0]);
    return known;
  }

  async function settled() {
    leave();
    await Promise.allSettled([...lines.values()].map(({ work: under }) => under));
  }
}
