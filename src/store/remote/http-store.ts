/** The port of stores on a hub that can be reached. What happens while it cannot is next door. */
import {
  type Ask,
  type Effect,
  isSettled,
  type Outcome,
  type SettledAsk,
} from "../../core/ask/ask.ts";
import { AsklineError, InvalidAskId } from "../../core/ask/errors.ts";
import { isTaken } from "../../core/ask/moments.ts";
import { createKeyedQueue } from "../../core/queue.ts";
import type {
  Amendment,
  AskChange,
  AskStore,
  CleanUpOptions,
  DraftKey,
  FindFilter,
  PageQuery,
  SettleOptions,
  WaitOptions,
} from "../ask-store.ts";
import type { Clock } from "../clock.ts";
import { openChangeStream } from "./change-stream.ts";
import { changeToHub, fromHub, type Terms, toHub, ttlOf } from "./local-terms.ts";
import type { Call, Reply, Transport } from "./transport.ts";
import { HubUnreachable } from "./unreachable.ts";
import type { AskReply, CleanUpReply, DueReply, FindReply, MeReply, PageReply } from "./wire.ts";

export interface HttpStore extends AskStore {
  me(): Promise<MeReply>;
  /** The run of the hub that answered last. */
  run(): string;
  /** Puts the ask, or settles the one that is there with its outcome. */
  handOver(ask: Ask, key?: string): Promise<Ask>;
  settleAs(id: string, outcome: Outcome, key: string): Promise<Ask>;
}

const WAITS_SECONDS = 25;

export function openHttpStore(parts: {
  transport: Transport;
  clock: Clock;
  place: string;
  /** In which project asks are put; the token's own, where it has just one, unless given. */
  project?: string | undefined;
  /** Called when the hub is there again. */
  onThere?: () => void;
}): HttpStore {
  const { transport, clock, place, onThere = () => undefined } = parts;
  const terms: Terms = { place, offset: transport.offset };
  const arrive = ({ ask, ...change }: AskChange): AskChange => ({
    ...change,
    ask: ask && here(ask),
  });
  const stream = openChangeStream({ transport, arrive, onThere });
  const inTurn = createKeyedQueue();
  const closed = new AbortController();
  let project: Promise<string | undefined> | undefined;
  return {
    create: async (ask) => void (await handOver(ask)),
    handOver,
    settleAs,
    load: async (id) => (await loaded(id)).ask,
    list: find,
    find,
    page,
    count: async ({ ...filter }, cap) =>
      (await get("/api/store/count", { ...filter, cap })).body.count,
    nextDue,
    glance: async (most) =>
      ((await get("/api/store/glance", { most })).body.asks as Ask[]).map(here),
    settle,
    amend,
    markTaken: async (id, by) => (await post(id, "taken", { by })).body.isNew,
    noteEffect: async (id, effect: Omit<Effect, "at">) =>
      here((await post(id, "effect", effect)).body.ask),
    whenSettled,
    watch: (listener, options) => stream.watch(listener, options),
    remove: async (id) => void (await call({ method: "DELETE", path: pathOf(id), id })),
    cleanUp,
    drafts: {
      save: async (id, key, draft) =>
        void (await draftCall("PUT", id, key, { draft: draft ?? null })),
      load: async (id, key) => (await draftCall("GET", id, key)).body.draft,
      clear: async (id, key) => void (await draftCall("DELETE", id, key)),
      copy: async (from, to) => void (await post(to, "drafts", { from })),
    },
    run: transport.run,
    me: async () => (await get("/api/store/me")).body as MeReply,
    async close() {
      closed.abort(new RemoteClosed());
      stream.close();
      transport.close();
    },
  };

  function call(wanted: Call): Promise<Reply> {
    return transport.call(wanted);
  }

  function get(path: string, query?: object): Promise<Reply> {
    return call({ path, ...(query && { query }) });
  }

  function post(id: string, what: string, body: object): Promise<Reply> {
    return call({ method: "POST", path: `${pathOf(id)}/${what}`, body, id });
  }

  function draftCall(method: "GET" | "PUT" | "DELETE", id: string, key: DraftKey, body?: object) {
    const wanted = { method, path: `${pathOf(id)}/draft`, query: key, id, ...(body && { body }) };
    // What was typed last is kept last.
    return inTurn(`${id} ${key.surface} ${key.person}`, () => call(wanted));
  }

  function here(ask: Ask): Ask {
    return fromHub(ask, terms);
  }

  /** Asked of the hub once, and again where it did not answer. */
  async function projectHere(): Promise<string | undefined> {
    if (parts.project !== undefined) return parts.project;
    const { projects } = (await get("/api/store/me")).body as MeReply;
    return projects?.length === 1 ? projects[0] : undefined;
  }

  async function handOver(given: Ask, key?: string): Promise<Ask> {
    project ??= projectHere().catch((error) => {
      project = undefined;
      throw error;
    });
    const own = await project.catch((error) => {
      // The question itself has not been sent by this.
      if (!(error instanceof HubUnreachable)) throw error;
      throw error.withSent(false);
    });
    const ask = own === undefined ? given : { ...given, source: { ...given.source, project: own } };
    const now = clock.now();
    const { askedBy: _, sealed: __, taken: ___, effect: ____, ...sent } = toHub(ask, terms);
    const body = { ask: sent, ttl: ttlOf(ask, now), sentAt: now.toISOString(), key };
    const reply = await call({ method: "POST", path: "/api/store/asks", body, id: ask.id });
    return here(reply.body.ask);
  }

  async function loaded(id: string): Promise<AskReply> {
    const { body } = await call({ path: pathOf(id), id });
    return { ...body, ask: here(body.ask) };
  }

  async function find({ onDamaged, ...filter }: FindFilter = {}): Promise<Ask[]> {
    const { body } = await get("/api/store/asks", filter);
    const { asks, damaged } = body as FindReply;
    for (const { id, message } of damaged) onDamaged?.(id, new DamagedThere(message));
    return asks.map(here);
  }

  async function page({ after, ...query }: PageQuery) {
    const asked = { ...query, ...(after != null && { after }) };
    const { asks, next } = (await get("/api/store/page", asked)).body as PageReply;
    return { asks: asks.map(here), next };
  }

  async function nextDue(most: number) {
    const { due } = (await get("/api/store/due", { most })).body as DueReply;
    return due.map((one) => ({ ...one, ...pickTimes(here({ ...one, owner: null } as Ask)) }));
  }

  /** The decision is made here, on the ask as it is there: if it changed meanwhile, once more. */
  async function settle(
    id: string,
    decide: (ask: Ask) => Outcome | null,
    { key = crypto.randomUUID() }: SettleOptions = {},
  ): Promise<Ask> {
    for (;;) {
      const { ask, revision } = await loaded(id);
      // Whether it was this very key is for the hub to say; it settles nothing a second time.
      if (isSettled(ask)) return settleAs(id, ask.outcome, key);
      const outcome = decide(ask);
      if (outcome === null) return ask;
      const { body } = await post(id, "settle", { outcome, key, revision });
      if (body.isStale !== true) return here(body.ask);
    }
  }

  async function settleAs(id: string, outcome: Outcome, key: string): Promise<Ask> {
    return here((await post(id, "settle", { outcome, key })).body.ask);
  }

  async function amend(id: string, change: (ask: Ask) => Amendment): Promise<Ask> {
    for (;;) {
      const { ask, revision } = await loaded(id);
      const amendment = changeToHub(change(ask), terms);
      const { expiresAt } = amendment;
      const now = clock.now();
      const ttl = expiresAt === undefined ? undefined : ttlOf({ expiresAt }, now);
      const body = { change: amendment, ttl, revision, sentAt: now.toISOString() };
      const reply = (await post(id, "amend", body)).body;
      if (reply.isStale !== true) return here(reply.ask);
    }
  }

  async function whenSettled(
    id: string,
    { signal, until = "settled", onPending }: WaitOptions = {},
  ): Promise<SettledAsk> {
    const ended = signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]);
    let { ask, revision } = await loaded(id);
    for (let isNew = true; ; ) {
      ended.throwIfAborted();
      if (isSettled(ask) && (until === "settled" || isTaken(ask))) return ask;
      if (isNew && !isSettled(ask)) onPending?.(ask);
      const query = { revision, until, for: WAITS_SECONDS };
      const waitsMs = WAITS_SECONDS * 1000;
      const path = `${pathOf(id)}/wait`;
      const { status, body } = await call({ path, query, id, waitsMs, signal: ended });
      isNew = status === 200;
      if (isNew) [ask, revision] = [here(body.ask), body.revision];
    }
  }

  async function cleanUp(createdBefore: Date, { open }: CleanUpOptions = {}) {
    const body = { createdBefore: createdBefore.toISOString(), ...(open && { open }) };
    const reply = await call({ method: "POST", path: "/api/store/cleanup", body });
    return reply.body as CleanUpReply;
  }
}

function pickTimes({ createdAt, expiresAt }: Ask) {
  return { createdAt, expiresAt };
}

function pathOf(id: string): string {
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new InvalidAskId(id);
  return `/api/store/asks/${id}`;
}

class DamagedThere extends AsklineError {
  readonly code = "damaged";
  readonly suggestion = "See it on the hub's own machine.";
}

class RemoteClosed extends AsklineError {
  readonly code = "closed";
  readonly suggestion = "Nothing was decided by this; wait again to get the answer.";
  constructor() {
    super("The wait ended because the store was closed.");
  }
}
