/**
 * Receives everything from Slack, over either transport. Events are recorded before they are
 * acknowledged, and repeated events are dropped, as is what is not about our own workspace.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { App, Receiver, ReceiverEvent } from "@slack/bolt";
import { z } from "zod";
import type { SeenEvents } from "./dedupe.ts";

const EventBody = z.looseObject({
  type: z.literal("event_callback"),
  event_id: z.string(),
  team_id: z.string().optional(),
  api_app_id: z.string().optional(),
});

/** A window that a person sent; each sending has a trigger of its own. */
export const SentWindow = z.looseObject({
  type: z.literal("view_submission"),
  trigger_id: z.string().min(1),
});

// Slack waits three seconds. With a slow disk, acknowledge anyway: otherwise Slack sends the event
// again.
const ACKNOWLEDGE_WITHIN_MS = 2_000;

export function dedupeReceiver(
  inner: Receiver,
  seen: SeenEvents,
  isOurs: (body: unknown) => boolean = () => true,
): Receiver {
  return {
    init(app: App) {
      const processEvent = async (event: ReceiverEvent) => {
        if (isOurs(event.body) && (await isNew(event.body))) await app.processEvent(event);
        else await event.ack();
      };
      // A receiver uses only `processEvent` of the app.
      inner.init({ processEvent } as App);
    },
    start: (...args) => inner.start(...args),
    stop: (...args) => inner.stop(...args),
  };

  async function isNew(body: unknown): Promise<boolean> {
    const key = eventKey(body);
    if (key === null) return true;
    // If the journal write fails, process the event anyway: Slack will not resend it.
    const taken = seen.take(key, body).catch(() => true);
    return Promise.race([taken, sleep(ACKNOWLEDGE_WITHIN_MS, true, { ref: false })]);
  }
}

/**
 * Null for clicks: Slack sends them once, and repeating them changes nothing. A window is sent once
 * too, but what was typed into it is nowhere else.
 */
export function eventKey(body: unknown): string | null {
  const sent = SentWindow.safeParse(body).data;
  if (sent !== undefined) return `window ${sent.trigger_id}`;
  const event = EventBody.safeParse(body).data;
  return event === undefined
    ? null
    : [event.api_app_id ?? "", event.team_id ?? "", event.event_id].join(" ");
}
