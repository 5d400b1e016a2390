/**
 * How often Slack lets an app call each method: counted per method, for messages also per channel,
 * over the last minute of a given clock. Whatever is beyond that is refused with the seconds to wait.
 */
import type { Clock } from "../../src/store/clock.ts";

export interface Rates {
  /** The seconds to wait if this call is one too many; null if it may pass, and is counted. */
  take(method: string, channel: string | undefined): number | null;
}

const MINUTE_MS = 60_000;
/** Slack's four tiers, in calls a minute. */
const TIERS = { 1: 1, 2: 20, 3: 50, 4: 100 } as const;
const TIER_OF: Record<string, keyof typeof TIERS> = {
  "chat.startStream": 2,
  "chat.stopStream": 2,
  "conversations.list": 2,
  "users.list": 2,
  "chat.delete": 3,
  "chat.update": 3,
  "conversations.history": 3,
  "conversations.info": 3,
  "conversations.open": 3,
  "conversations.replies": 3,
  "reactions.add": 3,
  "reactions.remove": 3,
  "users.conversations": 3,
  "chat.appendStream": 4,
  "chat.postEphemeral": 4,
  "users.info": 4,
  "views.open": 4,
  "views.publish": 4,
  "views.push": 4,
  "views.update": 4,
};
// Methods that Slack counts in its own way.
const OTHERS: Record<string, number> = {
  // The first tier, but an app may have ten connections, and opens some at once.
  "apps.connections.open": 10,
  "auth.test": 300,
  "chat.postMessage": 300,
};
// One message a second in each channel, with a short burst.
const CHANNEL_BURST = 3;

export function countRates(clock: Pick<Clock, "monotonic">): Rates {
  const taken = new Map<string, number[]>();
  const channels = new Map<string, { left: number; at: number }>();
  return { take };

  function take(method: string, channel: string | undefined): number | null {
    const now = clock.monotonic();
    const inWindow = (taken.get(method) ?? []).filter((at) => at > now - MINUTE_MS);
    taken.set(method, inWindow);
    const most = OTHERS[method] ?? TIERS[TIER_OF[method] ?? 3];
    const [oldest = now] = inWindow;
    if (inWindow.length >= most) return secondsIn(oldest + MINUTE_MS - now);
    const wait = method === "chat.postMessage" ? takeInChannel(channel ?? "", now) : null;
    if (wait === null) inWindow.push(now);
    return wait;
  }

  function takeInChannel(channel: string, now: number): number | null {
    const { left, at } = channels.get(channel) ?? { left: CHANNEL_BURST, at: now };
    const credit = Math.min(CHANNEL_BURST, left + (now - at) / 1000);
    channels.set(channel, { left: credit < 1 ? credit : credit - 1, at: now });
    return credit < 1 ? secondsIn((1 - credit) * 1000) : null;
  }
}

function secondsIn(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
