/** `/api/push`: a browser subscribes, changes its mind, and answers from a notice. */
import type { Context } from "hono";
import type { z } from "zod";
import { isSettled } from "../../core/ask/ask.ts";
import { AlreadySettled, AsklineError, AskNotFound } from "../../core/ask/errors.ts";
import { quickOptions } from "../../core/ask/quick-options.ts";
import {
  AnswerBody,
  EndpointBody,
  type Found,
  type Notice,
  RenewBody,
  SubscribeBody,
} from "../../core/push/wire.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import type { Desk } from "../../desk/desk.ts";
import { byPersonOnly } from "../../http/agent-caller.ts";
import { jsonBody, UnreadableBody } from "../../http/body.ts";
import { refused } from "../../http/refused.ts";
import { type Caller, newRoutes, type RouteEnv, type Routes } from "../../http/routes.ts";
import { placeIn } from "../names.ts";
import { isPushEndpoint } from "./endpoint.ts";
import type { PushKeys } from "./keys.ts";
import { label } from "./label.ts";
import { type PushMessages, pushMessages } from "./messages.ts";
import type { Subscription, Subscriptions } from "./subscriptions.ts";

export interface PushRouteParts {
  desk: Pick<Desk, "load" | "answer">;
  subscriptions: Subscriptions;
  keys: () => Promise<PushKeys>;
  person: string;
  pageOwner: () => string;
  alsoTo: string;
  onSubscribed(): Promise<void>;
  /** A browser has put its notice of this ask away, to answer it. */
  onTouched(subscription: string, askId: string): void;
  test(subscription: Subscription): Promise<boolean>;
}

const LARGEST_BODY_BYTES = 8 * 1024;
const KEY_BYTES = 65;
const SECRET_BYTES = 16;
const NO_SERVICE = refused(400, "bad_endpoint", "That is no push service.", "Use another browser.");

export function pushRoutes(parts: PushRouteParts): Routes {
  const { desk, subscriptions, keys, person, pageOwner, alsoTo } = parts;
  const app = newRoutes();
  app.onError((error) => {
    if (error instanceof UnreadableBody)
      return refused(400, error.code, error.message, "Reload the page and try again.");
    if (error instanceof AsklineError)
      return refused(403, error.code, error.message, error.suggestion);
    throw error;
  });
  app.get("/api/push", async (c) => c.json({ key: (await keys()).publicKey }));
  app.post("/api/push/subscriptions", byPersonOnly, taking(SubscribeBody), async (c) => {
    const body = c.req.valid("json");
    const owner = ownerOf(c.get("caller"));
    if (owner === null)
      return refused(403, "no_credential", "Push needs a device's token.", "Pair this device.");
    if (!isPushService(body)) return NO_SERVICE.clone();
    await subscriptions.put(body, owner);
    await parts.onSubscribed();
    return c.json(found(mine(c, body.endpoint)));
  });
  app.post("/api/push/renew", byPersonOnly, taking(RenewBody), async (c) => {
    const { replaces, ...body } = c.req.valid("json");
    const before = mine(c, replaces);
    if (before === null || !isPushService(body)) return NO_SERVICE.clone();
    await subscriptions.change(before.id, () => ({ ...body, trouble: null }));
    return c.json(found(mine(c, body.endpoint)));
  });
  app.post("/api/push/find", taking(EndpointBody), (c) =>
    c.json(found(mine(c, c.req.valid("json").endpoint))),
  );
  app.post("/api/push/remove", taking(EndpointBody), async (c) => {
    const subscription = mine(c, c.req.valid("json").endpoint);
    if (subscription !== null) await subscriptions.remove(subscription.id);
    return c.json(found(null));
  });
  app.post("/api/push/test", taking(EndpointBody), async (c) => {
    const { endpoint } = c.req.valid("json");
    const subscription = mine(c, endpoint);
    if (subscription !== null) await parts.test(subscription);
    return c.json(found(mine(c, endpoint)));
  });
  app.post("/api/push/answer", byPersonOnly, taking(AnswerBody), answer);
  return app;

  async function answer(c: Context<RouteEnv, string, { out: { json: AnswerBody } }>) {
    const { ask: id, option, subscription } = c.req.valid("json");
    const caller = c.get("caller");
    const from = subscriptions.all().find((one) => one.id === subscription);
    if (from === undefined || from.owner !== ownerOf(caller))
      return refused(403, "not_subscribed", "This browser is not told of anything.", "");
    const text = pushMessages(from.lang);
    try {
      const ask = await desk.load(id);
      const isOffered = from.showsText && quickOptions(ask).some((one) => one.id === option);
      if (!isOffered) return inWords(403, { title: text.notFromHere, body: text.openIt });
      const who = caller.device?.who ?? person;
      if (!isSettled(ask)) parts.onTouched(from.id, id);
      await desk.answer(id, { answers: [{ optionIds: [option] }] }, { surface: label.key, who });
      return c.json({ answered: option });
    } catch (error) {
      if (error instanceof AskNotFound)
        return inWords(404, { title: text.gone, body: text.nothingSent });
      if (error instanceof AlreadySettled) return inWords(409, firstOf(error, from.lang, text));
      throw error;
    }
  }

  function isPushService({ endpoint, keys: given }: Pick<SubscribeBody, "endpoint" | "keys">) {
    return isPushEndpoint(endpoint, alsoTo) && hasKeys(given);
  }

  /** Null for a browser of another credential, as for one that nobody knows. */
  function mine(c: Context<RouteEnv>, endpoint: string): Subscription | null {
    const owner = ownerOf(c.get("caller"));
    const all = subscriptions.all().filter((one) => one.owner === owner);
    return all.find((one) => one.endpoint === endpoint) ?? null;
  }

  /** Null for a caller without a credential, who could not be shut out again. */
  function ownerOf({ auth, device }: Caller): string | null {
    if (device !== null) return `device:${device.id}`;
    return auth === "local" ? pageOwner() : null;
  }
}

function firstOf(
  { ask: { outcome } }: AlreadySettled,
  lang: Subscription["lang"],
  text: PushMessages,
): Notice {
  const { by, who, surface } = outcome.provenance;
  const isPerson =
    by === "person" && (outcome.status === "completed" || outcome.status === "rejected");
  const name = safeLine(who ?? "") || text.somebody;
  const title = isPerson ? text.first(name, placeIn(surface, lang)) : text.itself;
  return { title, body: text.nothingSent };
}

function inWords(status: number, notice: Notice): Response {
  return Response.json(notice, { status });
}

function found(subscription: Subscription | null): Found {
  if (subscription === null) return { found: null };
  const { showsText, trouble } = subscription;
  return { found: { showsText, trouble } };
}

/** A point on the curve and a secret, as every browser gives them. */
function hasKeys({ p256dh, auth }: Subscription["keys"]): boolean {
  const point = Buffer.from(p256dh, "base64url");
  const secret = Buffer.from(auth, "base64url");
  return point.length === KEY_BYTES && point[0] === 4 && secret.length === SECRET_BYTES;
}

function taking<Schema extends z.ZodType>(schema: Schema) {
  return jsonBody(schema, LARGEST_BODY_BYTES);
}
