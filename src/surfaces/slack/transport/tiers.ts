/** How often Slack lets an app call each method, as far as we call it. */

/** Slack's four tiers, in calls a minute for one app in one workspace. */
const TIERS = { 1: 1, 2: 20, 3: 50, 4: 100 } as const;

const TIER_OF: Readonly<Record<string, keyof typeof TIERS>> = {
  "apps.connections.open": 1,
  "chat.startStream": 2,
  "chat.stopStream": 2,
  "conversations.list": 2,
  "users.list": 2,
  "chat.appendStream": 4,
  "chat.postEphemeral": 4,
  "users.info": 4,
  "views.open": 4,
  "views.publish": 4,
  "views.push": 4,
  "views.update": 4,
};

// Methods with limits of their own: "hundreds a minute".
const OTHERS: Readonly<Record<string, number>> = { "auth.test": 200, "chat.postMessage": 240 };

export function callsPerMinute(method: string): number {
  return OTHERS[method] ?? TIERS[TIER_OF[method] ?? 3];
}

/** Slack takes one message a second in each channel, and a few more at once now and then. */
export const MESSAGES_AT_ONCE = 3;

export function isCountedByChannel(method: string): boolean {
  return method === "chat.postMessage";
}

/** A person waits for these within seconds, so they are sent whatever was counted. */
export function isNeverHeld(method: string): boolean {
  return method === "chat.postEphemeral" || method.startsWith("views.");
}
