/**
 * Messages between the pages, their service worker and the hub. The browser loads nothing of this file.
 */
import { z } from "zod";

/** `GET /api/push`: the public half of the key that a browser subscribes with. */
export interface PushFacts {
  key: string;
}

const base64 = (longest: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/)
    .max(longest);

/** `POST /api/push/subscriptions`: a browser's own subscription, as it gives it to its page. */
export const SubscribeBody = z.object({
  endpoint: z.string().max(2_000),
  keys: z.object({ p256dh: base64(100), auth: base64(40) }),
  page: z.enum(["portal", "voice"]).default("portal"),
  lang: z.enum(["en", "ko"]).default("en"),
  /** Whether notices hold the question's text. */
  showsText: z.boolean().default(false),
});
export type SubscribeBody = z.infer<typeof SubscribeBody>;

/** `POST /api/push/renew`: the browser has another endpoint now, and wants the same as before. */
export const RenewBody = SubscribeBody.pick({ endpoint: true, keys: true }).extend({
  replaces: z.string().max(2_000),
});

/** `POST /api/push/find`, `/api/push/remove` and `/api/push/test`. */
export const EndpointBody = z.object({ endpoint: z.string().max(2_000) });

/** What the hub keeps of this browser; null if nothing. */
export interface Found {
  found: { showsText: boolean; trouble: string | null } | null;
}

/** `POST /api/push/answer`: a touch on a notice's button. */
export const AnswerBody = z.object({
  ask: z.string().max(100),
  option: z.string().max(200),
  /** The id that the notice came with. */
  subscription: z.string().max(40),
});
export type AnswerBody = z.infer<typeof AnswerBody>;

/** A notice in words: also the reply to an answer that was not taken. */
export interface Notice {
  title: string;
  body: string;
}

/**
 * What is pushed: always all that a browser should show, so that a push that is late, lost or overtaken
 * does no harm. There is one notice for all that waits.
 */
export interface PushState extends Notice {
  /** The subscription's id, handed back with an answer. */
  subscription: string;
  /** Open asks that this browser was told of. With none, the notice has ended. */
  count: number;
  lang: "en" | "ko";
  /** Where a touch leads. */
  path: string;
  /** Sounds, where a mere change of what is shown does not. */
  alerts: boolean;
  urgent: boolean;
  /** Milliseconds; an older state never replaces a newer one. */
  at: number;
  /** An agent that stopped: a notice of its own, which changes nothing of what waits. */
  agent?: number;
  /** The one ask whose options the buttons are. */
  ask: string | null;
  actions: { action: string; title: string }[];
  /** At its end the notice goes without a word; some push services want to see one for each push. */
  closes: boolean;
  /** What to say if the hub cannot be reached with an answer. */
  unsent: Notice;
}
