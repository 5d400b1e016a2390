/** What one method used up within the last minute. Pure but for its own state. */

export interface CallWindow {
  used(now: number): number;
  begin(): void;
  /** A call counts for a minute after its answer: Slack may have received it that late. */
  end(now: number): void;
  /** When no more than `most` calls count; infinite while that depends on calls under way. */
  freeAt(most: number, now: number): number;
}

const MINUTE_MS = 60_000;

export function createWindow(): CallWindow {
  let underWay = 0;
  let ends: number[] = [];
  return { used, begin, end, freeAt };

  function used(now: number): number {
    ends = ends.filter((end) => end > now);
    return underWay + ends.length;
  }

  function begin() {
    underWay += 1;
  }

  function end(now: number) {
    underWay -= 1;
    ends.push(now + MINUTE_MS);
  }

  function freeAt(most: number, now: number): number {
    const tooMany = used(now) - most;
    if (tooMany <= 0) return now;
    return ends[tooMany - 1] ?? Number.POSITIVE_INFINITY;
  }
}

export interface ChannelCredit {
  /** When the next message may be sent there. */
  readyAt(channel: string, now: number): number;
  take(channel: string, now: number): void;
}

const SECOND_MS = 1_000;
const MOST_CHANNELS = 1_000;

/** One message a second in each channel, `atOnce` of them after a rest. */
export function createChannelCredit(atOnce: number): ChannelCredit {
  const credits = new Map<string, { left: number; at: number }>();
  return { readyAt, take };

  function readyAt(channel: string, now: number): number {
    const missing = 1 - leftIn(channel, now);
    return missing <= 0 ? now : now + Math.ceil(missing * SECOND_MS);
  }

  function take(channel: string, now: number) {
    const left = leftIn(channel, now) - 1;
    credits.delete(channel);
    credits.set(channel, { left, at: now });
    const [oldest] = credits.keys();
    if (credits.size > MOST_CHANNELS && oldest !== undefined) credits.delete(oldest);
  }

  function leftIn(channel: string, now: number): number {
    const { left, at } = credits.get(channel) ?? { left: atOnce, at: now };
    return Math.min(atOnce, left + (now - at) / SECOND_MS);
  }
}
