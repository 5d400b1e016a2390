/**
 * Updates of messages, about one a second for each message. The first few are sent at once, so that
 * a form reacts to quick clicks; after that only the latest of each second is sent.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { SlackMessage } from "../render/card.ts";

export interface Updates {
  /**
   * Resolves once this or a newer version is shown, or Slack has refused it for good. Rejects if
   * Slack is unreachable.
   */
  show(channel: string, ts: string, message: SlackMessage): Promise<void>;
  /** Sends what is waiting without further delay, and resolves when everything is shown. */
  settled(): Promise<void>;
}

export interface UpdatesOptions {
  /** Throws only for errors that may go away by themselves. */
  send(channel: string, ts: string, message: SlackMessage): Promise<void>;
  now?: () => number;
}

interface Line {
  next: SlackMessage | null;
  shown: string;
  /** How many updates may be sent at once, as of `countedAt`. */
  credit: number;
  countedAt: number;
  work: Promise<void> | null;
}

const GAP_MS = 1_000;
const AT_ONCE = 3;
const MOST_REMEMBERED = 500;

export function createUpdates({ send, now = Date.now }: UpdatesOptions): Updates {
  const lines = new Map<string, Line>();
  let leave = () => {};
  const isLeaving = new Promise<void>((resolve) => {
    leave = resolve;
  });
  return { show, settled };

  function show(channel: string, ts: string, message: SlackMessage): Promise<void> {
    const line = lineOf(`${channel} ${ts}`);
    line.next = message;
    line.work ??= work(line, channel, ts);
    return line.work;
  }

  async function work(line: Line, channel: string, ts: string) {
    try {
      while (line.next !== null) {
        await turnOf(line);
        const message = line.next;
        line.next = null;
        const content = JSON.stringify(message);
        if (content === line.shown) continue;
        line.credit -= 1;
        await send(channel, ts, message);
        line.shown = content;
      }
    } finally {
      // Cleared in the same turn as the last check of `next`: an update that came in between would
      // never be sent.
      line.work = null;
    }
  }

  async function turnOf(line: Line) {
    const at = now();
    line.credit = Math.min(AT_ONCE, line.credit + (at - line.countedAt) / GAP_MS);
    line.countedAt = at;
    const wait = (1 - line.credit) * GAP_MS;
    if (wait <= 0) return;
    await Promise.race([sleep(wait, undefined, { ref: false }), isLeaving]);
    line.credit = 1;
    line.countedAt = now();
  }

  function lineOf(key: string): Line {
    const known = lines.get(key) ?? {
      next: null,
      shown: "",
      credit: AT_ONCE,
      countedAt: now(),
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
