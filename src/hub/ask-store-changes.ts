/** The part of `/api/store` that waits: for one ask, and for every change there is. */
import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import type { Ask } from "../core/ask/ask.ts";
import { AskNotFound } from "../core/ask/errors.ts";
import type { Desk } from "../desk/desk.ts";
import type { Access } from "../http/access.ts";
import { limitDesk } from "../http/limited-desk.ts";
import { answerRaw, newRoutes, type RouteEnv, type Routes } from "../http/routes.ts";
import { createStreams, eventBytes, type Reader } from "../http/sse.ts";
import type { AskChange, AskStore, Watch, WatchOptions } from "../store/ask-store.ts";
import { type AskReply, type SinceReply, WaitQuery } from "../store/remote/wire.ts";
import { queryIn } from "./ask-store-replies.ts";
import type { Leases } from "./leases.ts";

export interface ChangeParts {
  store: AskStore;
  desk: Desk;
  leases: Leases;
  replyWith: (ask: Ask) => AskReply;
}

export interface ChangeRoutes {
  routes: Routes;
  close(): void;
}

export function createChangeRoutes({ store, desk, leases, replyWith }: ChangeParts): ChangeRoutes {
  const streams = createStreams();
  const routes = newRoutes();
  routes.get("/api/store/asks/:id/wait", waitForChange);
  routes.get("/api/store/since", async (c) => c.json(await since(c)));
  routes.get("/api/store/changes", (c) => {
    const { access } = c.get("caller");
    const after = c.req.header("last-event-id") ?? c.req.query("after") ?? "now";
    return answerRaw(c, ({ outgoing }) => void follow(outgoing, access, after));
  });
  return { routes, close: () => streams.close() };

  /** 200 with the ask once it is over or is another one than the caller has, 204 if it stays so. */
  async function waitForChange(c: Context<RouteEnv>): Promise<Response> {
    const query = queryIn(c.req.query("query"), WaitQuery);
    const id = c.req.param("id") ?? "";
    const known = await limitDesk(desk, c.get("caller").access).load(id);
    leases.renew(known.id);
    c.get("caller").holds(c.env.outgoing);
    const ended = new AbortController();
    const end = () => ended.abort();
    c.env.outgoing.once("close", end);
    const timer = setTimeout(end, query.for * 1000);
    let changed: AskReply | undefined;
    try {
      const settled = await desk.wait(id, {
        ...{ signal: ended.signal, until: query.until },
        onPending(ask) {
          const reply = replyWith(ask);
          if (query.revision === undefined || reply.revision === query.revision) return;
          changed = reply;
          end();
        },
      });
      return c.json(replyWith(settled));
    } catch (error) {
      if (error instanceof AskNotFound) return c.body(null, 410);
      if (!ended.signal.aborted) throw error;
      return changed === undefined ? c.body(null, 204) : c.json(changed);
    } finally {
      clearTimeout(timer);
      c.env.outgoing.off("close", end);
    }
  }

  /** What came after a change, or everything there is. */
  async function since(c: Context<RouteEnv>): Promise<SinceReply> {
    const after = c.req.query("after");
    const { access } = c.get("caller");
    const changes: AskChange[] = [];
    let isGap = false;
    const watch = await watchAfter(
      after,
      () => (isGap = true),
      (one) => changes.push(one),
    );
    watch.close();
    return { isGap, changes: changes.filter(({ ask }) => ask === null || access.sees(ask)) };
  }

  function watchAfter(
    after: string | undefined,
    onGap: () => void,
    listener: (change: AskChange) => void,
  ): Promise<Watch> {
    const options: WatchOptions = { ...(after !== undefined && { after }), onGap };
    return store.watch(listener, options);
  }

  /** First whether anything is missing, then what came since, then everything as it comes. */
  async function follow(response: ServerResponse, access: Access, after: string) {
    const early: AskChange[] = [];
    let reader: Reader | undefined;
    let isGap = false;
    const tell = (change: AskChange) => {
      if (reader === undefined) early.push(change);
      else send(reader, change, access);
    };
    try {
      const watch = await watchAfter(after, () => (isGap = true), tell);
      if (response.destroyed) return watch.close();
      reader = streams.open(response, () => watch.close());
      reader.send(eventBytes({ type: "resume", data: { status: isGap ? "gap" : "ok" } }));
      for (const change of early) send(reader, change, access);
      reader.send(eventBytes({ type: "caught_up", data: {} }));
    } catch {
      response.destroy();
    }
  }
}

function send(reader: Reader, { id, ask, number }: AskChange, access: Access) {
  if (ask !== null && !access.sees(ask)) return;
  const data = JSON.stringify({ id, ask, number });
  reader.send(Buffer.from(`id: ${number}\nevent: ask\ndata: ${data}\n\n`));
}
