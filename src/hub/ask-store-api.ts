/**
 * `/api/store`: the port of stores (`store/ask-store.ts`) over HTTP, for commands, hooks and MCP
 * servers on other machines. Deadlines are judged by this machine's clock.
 */
import type { Context } from "hono";
import type { z } from "zod";
import { type Ask, completedBy, type Outcome, timedOutAt } from "../core/ask/ask.ts";
import { AsklineError, AskNotFound } from "../core/ask/errors.ts";
import { questionFrom } from "../core/ask/question.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import type { Desk } from "../desk/desk.ts";
import { judgedEdit } from "../desk/judged-edit.ts";
import { jsonBody } from "../http/body.ts";
import { type LimitedDesk, limitDesk } from "../http/limited-desk.ts";
import { type Caller, newRoutes, type RouteEnv } from "../http/routes.ts";
import { digest, newSecret } from "../http/secrets.ts";
import type { AskStore } from "../store/ask-store.ts";
import type { Clock } from "../store/clock.ts";
import {
  AmendBody,
  type AskReply,
  CleanUpBody,
  CopyBody,
  CountQuery,
  CreateBody,
  DraftBody,
  DraftQuery,
  EffectBody,
  FindQuery,
  type FindReply,
  type MeReply,
  MostQuery,
  NOW_HEADER,
  PageQueryBody,
  RUN_HEADER,
  SAME_CLOCK_MS,
  SettleBody,
  TakenBody,
} from "../store/remote/wire.ts";
import {
  checkMayAmend,
  checkMayAsk,
  checkMayChange,
  checkMaySettle,
  draftKeyOf,
  inTheNameOf,
} from "./ask-rights.ts";
import { createChangeRoutes } from "./ask-store-changes.ts";
import { storeDocument } from "./ask-store-document.ts";
import { queryIn, refusal } from "./ask-store-replies.ts";
import type { HubPart } from "./hub.ts";
import { judgedAsk, type PasskeyFor } from "./judged-ask.ts";
import { keepLeases } from "./leases.ts";

export interface AskStoreParts {
  store: AskStore;
  desk: Desk;
  clock: Clock;
  version: string;
  /** What needs a passkey here, whatever the asker's own settings say. */
  passkeyFor?: PasskeyFor;
}

const STALE = { isStale: true } as const;
const LARGEST_BODY_BYTES = 8 * 1024 * 1024;
const LARGEST_DRAFT_BYTES = 32 * 1024 * 1024;

export function createAskStoreApi(parts: AskStoreParts): HubPart {
  const { store, desk, clock, version, passkeyFor } = parts;
  const leases = keepLeases({ desk, clock });
  // As the port has them: whoever reads brings them up to date with a desk of their own.
  const { load, list, find: findStored, page, count } = store;
  const asTheyAre: Desk = { ...desk, load, list, find: findStored, page, count };
  const changes = createChangeRoutes({ store, desk, leases, replyWith });
  const run = newSecret().slice(0, 12);
  const app = newRoutes();
  app.onError(refusal);
  app.use("/api/store/*", async (c, next) => {
    await next();
    // Afterwards, so that refusals have them too.
    c.header(NOW_HEADER, String(clock.now().getTime()));
    c.header(RUN_HEADER, run);
  });
  app.get("/api/store/me", (c) => c.json(me(c)));
  app.get("/api/store/openapi.json", (c) => c.json(storeDocument(version)));
  app.post("/api/store/asks", taking(CreateBody), async (c) =>
    c.json(await create(c, c.req.valid("json"))),
  );
  app.get("/api/store/asks", async (c) => c.json(await find(c)));
  app.get("/api/store/page", async (c) => c.json(await deskFor(c).page(queryOf(c, PageQueryBody))));
  app.get("/api/store/count", async (c) => {
    const { cap, ...filter } = queryOf(c, CountQuery);
    return c.json({ count: await deskFor(c).count(filter, cap) });
  });
  app.get("/api/store/due", async (c) => c.json({ due: await due(c) }));
  app.get("/api/store/glance", async (c) => {
    const glanced = await desk.glance(queryOf(c, MostQuery).most);
    return c.json({ asks: glanced.filter(c.get("caller").access.sees) });
  });
  app.get("/api/store/asks/:id", async (c) =>
    c.json(replyWith(await deskFor(c).load(c.req.param("id")))),
  );
  app.delete("/api/store/asks/:id", async (c) => {
    await changeable(c);
    await store.remove(c.req.param("id"));
    return c.body(null, 204);
  });
  app.post("/api/store/asks/:id/settle", taking(SettleBody), async (c) =>
    c.json(await settle(c, c.req.valid("json"))),
  );
  app.post("/api/store/asks/:id/amend", taking(AmendBody), async (c) =>
    c.json(await amend(c, c.req.valid("json"))),
  );
  app.post("/api/store/asks/:id/taken", taking(TakenBody), async (c) => {
    const { id } = await changeable(c);
    return c.json({ isNew: await store.markTaken(id, c.req.valid("json").by) });
  });
  app.post("/api/store/asks/:id/effect", taking(EffectBody), async (c) => {
    const { id } = await changeable(c);
    return c.json(replyWith(await store.noteEffect(id, c.req.valid("json"))));
  });
  app.get("/api/store/asks/:id/draft", async (c) => {
    const { id } = await deskFor(c).load(c.req.param("id"));
    return c.json({ draft: await store.drafts.load(id, draftKey(c)) });
  });
  app.put("/api/store/asks/:id/draft", jsonBody(DraftBody, LARGEST_DRAFT_BYTES), async (c) => {
    const { id } = await changeable(c);
    await store.drafts.save(id, draftKey(c), c.req.valid("json").draft);
    return c.body(null, 204);
  });
  app.delete("/api/store/asks/:id/draft", async (c) => {
    const { id } = await changeable(c);
    await store.drafts.clear(id, draftKey(c));
    return c.body(null, 204);
  });
  app.post("/api/store/asks/:id/drafts", taking(CopyBody), async (c) => {
    const { id } = await changeable(c);
    await store.drafts.copy((await deskFor(c).load(c.req.valid("json").from)).id, id);
    return c.body(null, 204);
  });
  app.post("/api/store/cleanup", taking(CleanUpBody), async (c) => {
    const { createdBefore, open } = c.req.valid("json");
    return c.json(await store.cleanUp(new Date(createdBefore), { open }));
  });
  app.route("/", changes.routes);
  return {
    routes: app,
    async close() {
      leases.close();
      changes.close();
    },
  };

  function me(c: Context<RouteEnv>): MeReply {
    const { device, access } = c.get("caller");
    const scopes = (["ask", "read", "answer", "admin"] as const).filter(access.may);
    const token = device && { name: device.name, person: device.person };
    return { hub: { version }, token, scopes, projects: access.projects && [...access.projects] };
  }

  /** The same ask again is taken for granted: its sender did not hear that it came. */
  async function create(c: Context<RouteEnv>, { ask: sent, ttl, key, sentAt }: CreateBody) {
    const caller = c.get("caller");
    for (const question of sent.questions) questionFrom(question);
    checkMayAsk(caller, sent);
    const now = clock.now();
    const late = skewOf(sentAt, now);
    const { device } = caller;
    const askedBy = device && {
      tokenId: device.id,
      token: device.name,
      ...(device.person !== undefined && { person: device.person }),
    };
    const asked: Ask = {
      ...sent,
      createdAt: shifted(sent.createdAt, late),
      expiresAt: deadlineOf(sent.expiresAt, ttl, now),
      ...(askedBy && { askedBy }),
      outcome: sent.outcome && inTheNameOf(caller, checked(sent, sent.outcome), now),
    };
    const ask = judgedAsk(asked, passkeyFor);
    const checkMay = sent.outcome && (await settlingBy(caller, ask, sent.outcome));
    checkMay?.(ask);
    const known = await store.load(ask.id).catch(unlessNotFound);
    if (known !== null) return replyWith(await sameAgain(known, ask, key, checkMay));
    try {
      await store.create(ask);
    } catch (error) {
      // The first try of the same sender may have come a moment before.
      const first = await store.load(ask.id).catch(() => null);
      if (first === null) throw error;
      return replyWith(await sameAgain(first, ask, key, checkMay));
    }
    leases.renew(ask.id);
    return replyWith(await store.load(ask.id));
  }

  /** What was asked first counts: `checkMay` says whether that may have the outcome. */
  async function sameAgain(
    known: Ask,
    ask: Ask,
    key: string | undefined,
    checkMay: ((known: Ask) => void) | null,
  ): Promise<Ask> {
    // Its sender has not hidden what this store hides, or hides it by a key of its own.
    const kept = (await store.asStored?.(ask)) ?? ask;
    if (contentOf(known) !== contentOf(kept)) throw new IdTaken();
    const { outcome } = ask;
    if (outcome === null || key === undefined) return known;
    if (canonicalJson(known.outcome) === canonicalJson(outcome)) return known;
    const settled = (pending: Ask) => {
      checkMay?.(pending);
      return outcome;
    };
    return store.settle(known.id, settled, { key });
  }

  async function find(c: Context<RouteEnv>): Promise<FindReply> {
    const damaged: FindReply["damaged"] = [];
    const { access } = c.get("caller");
    const asks = await deskFor(c).find({
      ...queryOf(c, FindQuery),
      // Whose it was cannot be read.
      onDamaged: (id, { message }) => access.isWhole && damaged.push({ id, message }),
    });
    return { asks, damaged };
  }

  async function due(c: Context<RouteEnv>) {
    const { most } = queryOf(c, MostQuery);
    if (c.get("caller").access.isWhole) return store.nextDue(most);
    const open = await deskFor(c).find({ status: "pending" });
    const timed = open.filter(({ expiresAt }) => expiresAt !== null);
    timed.sort((one, other) => String(one.expiresAt).localeCompare(String(other.expiresAt)));
    return timed.slice(0, most).map(({ id, expiresAt, createdAt, outcome }) => ({
      ...{ id, expiresAt, createdAt, outcome },
    }));
  }

  async function settle(
    c: Context<RouteEnv>,
    { outcome, key, revision }: SettleBody,
  ): Promise<AskReply & { isStale?: true }> {
    const caller = c.get("caller");
    const found = await seen(c);
    const { id } = found;
    const checkMay = await settlingBy(caller, found, outcome);
    let isStale = false;
    const ask = await store.settle(
      id,
      (pending) => {
        isStale = revision !== undefined && revision !== revisionOf(pending);
        if (isStale) return null;
        // Elsewhere is another clock, and whether it is due is for this one to say.
        if (outcome.status === "timed_out" && caller.device !== null) return dueNow(pending);
        checkMay(pending);
        return inTheNameOf(caller, checked(pending, outcome), clock.now());
      },
      { key },
    );
    return { ...replyWith(ask), ...(isStale ? STALE : {}) };
  }

  /** A changed call is judged before the store decides. */
  async function settlingBy(caller: Caller, ask: Ask, outcome: Outcome) {
    const reply = outcome.status === "abandoned" ? undefined : outcome.reply;
    const judged = reply === undefined ? (one: Ask) => one : await judgedEdit(ask, reply);
    return (pending: Ask) => checkMaySettle(caller, pending, outcome, judged);
  }

  function dueNow(ask: Ask): Outcome | null {
    const now = clock.now();
    const isDue = ask.expiresAt !== null && Date.parse(ask.expiresAt) <= now.getTime();
    return isDue ? timedOutAt(ask, now.toISOString()) : null;
  }

  async function amend(
    c: Context<RouteEnv>,
    { change, ttl, revision }: AmendBody,
  ): Promise<AskReply & { isStale?: true }> {
    const found = await seen(c);
    const { id } = found;
    checkMayAmend(c.get("caller"), found, Object.keys(change));
    const { expiresAt, ...others } = change;
    const moved =
      expiresAt === undefined ? {} : { expiresAt: deadlineOf(expiresAt, ttl ?? null, clock.now()) };
    let isStale = false;
    const ask = await store.amend(id, (pending) => {
      isStale = revision !== undefined && revision !== revisionOf(pending);
      return isStale ? {} : { ...others, ...moved };
    });
    return { ...replyWith(ask), ...(isStale ? STALE : {}) };
  }

  async function seen(c: Context<RouteEnv>): Promise<Ask> {
    const ask = await store.load(c.req.param("id") ?? "");
    if (!c.get("caller").access.sees(ask)) throw new AskNotFound(ask.id);
    return ask;
  }

  async function changeable(c: Context<RouteEnv>): Promise<Ask> {
    const ask = await seen(c);
    checkMayChange(c.get("caller"), ask);
    return ask;
  }

  function draftKey(c: Context<RouteEnv>) {
    return draftKeyOf(c.get("caller"), queryOf(c, DraftQuery));
  }

  function deskFor(c: Context<RouteEnv>): LimitedDesk {
    return limitDesk(asTheyAre, c.get("caller").access);
  }
}

export function replyWith(ask: Ask): AskReply {
  return { ask, revision: revisionOf(ask) };
}

export function revisionOf({ sealed: _, ...ask }: Ask): string {
  return digest(canonicalJson(ask)).toString("base64url").slice(0, 22);
}

/** A reply that does not fit is refused here too, whoever sent it. */
function checked(ask: Ask, outcome: Outcome): Outcome {
  if (outcome.status === "timed_out" && outcome.reply !== undefined)
    completedBy(ask, outcome.reply, outcome.provenance);
  if (outcome.status !== "completed") return outcome;
  return completedBy(ask, outcome.reply, outcome.provenance, outcome.callId);
}

/**
 * What never changes of an ask, and who put it. Not what this hub judges of it, since a hub that was
 * upgraded in between may judge in another way.
 */
function contentOf({ questions, context, source, presentation, dialog, askedBy }: Ask): string {
  const { risk: _, passkey: __, editable: ___, ...shown } = presentation ?? {};
  return canonicalJson({
    ...{ questions, context, source, shown, dialog },
    by: askedBy?.tokenId,
  });
}

/** Milliseconds that the sender's clock is behind; 0 where the two clocks agree. */
function skewOf(sentAt: string, now: Date): number {
  const skew = now.getTime() - Date.parse(sentAt);
  return Math.abs(skew) <= SAME_CLOCK_MS ? 0 : skew;
}

function shifted(moment: string, milliseconds: number): string {
  if (milliseconds === 0) return moment;
  return new Date(Date.parse(moment) + milliseconds).toISOString();
}

/** From now on by this clock; the very moment that was given, where both clocks agree on it. */
function deadlineOf(given: string | null, ttl: number | null, now: Date): string | null {
  if (given === null || ttl === null) return given;
  const counted = now.getTime() + ttl;
  return Math.abs(counted - Date.parse(given)) <= SAME_CLOCK_MS
    ? given
    : new Date(counted).toISOString();
}

function unlessNotFound(error: unknown): null {
  if (error instanceof AskNotFound) return null;
  throw error;
}

class IdTaken extends AsklineError {
  readonly code = "id_taken";
  readonly suggestion = "Ask again under an id of its own.";
  constructor() {
    super("Another question has this id.");
  }
}

function queryOf<Schema extends z.ZodType>(c: Context<RouteEnv>, schema: Schema): z.output<Schema> {
  return queryIn(c.req.query("query"), schema);
}

function taking<Schema extends z.ZodType>(schema: Schema) {
  return jsonBody(schema, LARGEST_BODY_BYTES);
}
