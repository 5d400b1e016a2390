/**
 * Sends one push: encrypted for its browser, signed by us. A push service that is busy is asked again a
 * few times; one that knows the browser no more says so.
 */
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { type Clock, sleep } from "../../store/clock.ts";
import { lookupOutside } from "./endpoint.ts";
import type { PushKeys } from "./keys.ts";
import type { Subscription } from "./subscriptions.ts";

export interface Push {
  payload: string;
  /** How long the push service keeps it for a browser that is away. */
  ttlSeconds: number;
  urgency: "normal" | "high";
  /** What it replaces if a browser has not fetched that yet; what waits unless given. */
  topic?: string;
}

/** `gone`: the browser took its subscription back. `trouble` says why it failed. */
export type Sent = { how: "sent" | "gone" } | { how: "failed"; trouble: string };

export interface SendParts {
  keys: () => Promise<PushKeys>;
  /** An origin that may lead inside, because a setting names it. */
  alsoTo: string;
  clock: Clock;
}

// Says who sends, to push services alone. It names the project and no person.
const SUBJECT = "https://github.com/askline/askline";
// A newer state replaces one that a browser has not fetched yet.
const TOPIC = "askline";
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
const PATIENCE_MS = 10_000;

type Target = Pick<Subscription, "endpoint" | "keys">;

export function createSend({ keys, alsoTo, clock }: SendParts) {
  return send;

  async function send(to: Target, push: Push, signal: AbortSignal): Promise<Sent> {
    const { publicKey, privateKey } = await keys();
    const { default: webPush } = await import("web-push");
    for (let attempt = 1; ; attempt++) {
      // Signed anew, since a signature is good for a while only.
      const { headers, body } = webPush.generateRequestDetails(to, push.payload, {
        vapidDetails: { subject: SUBJECT, publicKey, privateKey },
        ...{ TTL: push.ttlSeconds, urgency: push.urgency, topic: push.topic ?? TOPIC },
        contentEncoding: "aes128gcm",
      });
      const reply = await post(to.endpoint, headers, body, signal);
      if (reply.status >= 200 && reply.status < 300) return { how: "sent" };
      if (reply.status === 404 || reply.status === 410) return { how: "gone" };
      const mayPass = reply.status === 0 || reply.status === 429 || reply.status >= 500;
      const pause = Math.max(FIRST_PAUSE_MS * 4 ** (attempt - 1), reply.pauseMs);
      if (!mayPass || attempt === ATTEMPTS || pause > LONGEST_PAUSE_MS || signal.aborted)
        return { how: "failed", trouble: reply.trouble };
      await sleep(clock, reply.pauseMs === 0 && reply.isTold ? 0 : pause);
    }
  }

  function post(
    endpoint: string,
    headers: Record<string, string | number>,
    body: Buffer | null,
    signal: AbortSignal,
  ): Promise<Reply> {
    const url = new URL(endpoint);
    const isNamed = url.origin === alsoTo;
    const request = url.protocol === "https:" ? httpsRequest : httpRequest;
    const how = {
      method: "POST",
      ...{ headers, agent: false as const, timeout: PATIENCE_MS, signal },
      ...(isNamed ? {} : { lookup: lookupOutside }),
    };
    return new Promise((resolve) => {
      const failed = (error: Error) => resolve({ ...NO_REPLY, trouble: error.message });
      const sent = request(url, how, (response) => {
        response.resume().on("error", failed);
        const { statusCode: status = 0 } = response;
        const told = response.headers["retry-after"];
        const pauseMs = Number(told ?? 0) * 1_000 || 0;
        const trouble = `${url.host} answered ${status}`;
        resolve({ status, pauseMs, isTold: told !== undefined, trouble });
      });
      sent.on("timeout", () => sent.destroy(new Error(`${url.host} does not answer`)));
      sent.on("error", failed);
      sent.end(body ?? undefined);
    });
  }
}

interface Reply {
  status: number;
  /** What the push service asks us to wait. */
  pauseMs: number;
  isTold: boolean;
  trouble: string;
}

const NO_REPLY: Reply = { status: 0, pauseMs: 0, isTold: false, trouble: "" };
