/**
 * The hub's routes: first those that anybody may call, then the guard,
 * then those of sources and surfaces. Every route but `/healthz` needs a
 * credential; a page gets its own from the link it was opened with.
 */
import { type Context, Hono } from "hono";
import { WHOLE_ACCESS } from "../http/access.ts";
import type { AccessLog } from "../http/access-log.ts";
import { type AdmitOptions, admit } from "../http/admit.ts";
import type { Guard } from "../http/guard.ts";
import type { HeldConnections } from "../http/held-connections.ts";
import { openingPage } from "../http/opening-page.ts";
import { type RequestFacts, requestFacts } from "../http/request-facts.ts";
import { undeclaredRoutes } from "../http/route-rules.ts";
import type { Caller, RouteEnv, Routes } from "../http/routes.ts";
import type { HubPart, Opening } from "./hub.ts";
import { linkRoutes } from "./links-api.ts";
import { createRefuse } from "./refuse.ts";

export interface AppOptions {
  guard: Guard;
  parts: readonly HubPart[];
  version: string;
  accessLog?: AccessLog | undefined;
  held?: HeldConnections | undefined;
  /** A link with a one-time code, for the machine's own programs that open browsers. */
  openingTo(path: string): Opening;
  agentBehind?: AdmitOptions["agentBehind"];
  notReady?: (() => Promise<string | null>) | undefined;
}

export function createApp(options: AppOptions): Routes {
  const { guard, parts, version, accessLog, held, openingTo, agentBehind } = options;
  // The guard and the router must see the same path, so neither decodes it.
  const app = new Hono<RouteEnv>({ getPath: ({ url }) => new URL(url).pathname });
  const refuse = createRefuse(parts);
  app.notFound((c) => refuse(c, { status: 404, message: "There is nothing at this address." }));
  app.onError(() => new Response(null, { status: 500 }));
  app.use((c, next) => {
    c.set("caller", STRANGER);
    return next();
  });
  app.all("/healthz", async (c, next) => {
    if (!guard.isCalledRight(requestFacts(c.env.incoming))) return next();
    return c.json({ name: "askline", version, pid: process.pid, ...connections(), ...health() });
  });
  app.all("/readyz", async (c, next) => {
    if (!guard.isCalledRight(requestFacts(c.env.incoming))) return next();
    const why = (await options.notReady?.()) ?? null;
    return why === null ? c.json({ ready: true }) : c.json({ ready: false, why }, 503);
  });
  app.all("/open", open);
  for (const { publicRoutes } of parts)
    if (publicRoutes !== undefined) app.route("/", publicRoutes);
  app.use(admit({ guard, refuse, accessLog, held, agentBehind }));
  const guarded = [linkRoutes(openingTo), ...parts.flatMap(({ routes }) => routes ?? [])];
  for (const { method, path } of guarded.flatMap(({ routes }) => undeclaredRoutes(routes)))
    app.on(method, path, forNoScope);
  for (const routes of guarded) app.route("/", routes);
  return app;

  /** A route of which nobody said what scope it needs, as a surface from outside may bring it. */
  async function forNoScope(c: Context<RouteEnv>, next: () => Promise<void>) {
    if (c.get("caller").access === WHOLE_ACCESS) return next();
    return refuse(c, { status: 403, message: "No token with scopes opens this." });
  }

  function health(): Record<string, unknown> {
    return Object.assign({}, ...parts.map((part) => part.health?.() ?? {}));
  }

  function connections() {
    const all = parts.flatMap((part) => Object.entries(part.connections?.() ?? {}));
    return all.length === 0 ? {} : { connections: Object.fromEntries(all) };
  }

  /**
   * Exchanges what is in the link for a cookie: a one-time code, or a device's token.
   * The redirect takes it out of the address bar. The machine's own token never stands in a link.
   */
  function open(c: Context<RouteEnv>): Response | Promise<Response> {
    const facts = requestFacts(c.env.incoming);
    const { searchParams } = new URL(c.req.url);
    const to = searchParams.get("to") ?? "/";
    const path = /^\/(?!\/)[\w/-]*$/.test(to) ? to : "/";
    const code = searchParams.get("code");
    return code === null
      ? openForDevice(c, facts, searchParams.get("token") ?? "", path)
      : openByCode(c, facts, code, path);
  }

  async function openByCode(
    c: Context<RouteEnv>,
    facts: RequestFacts,
    code: string,
    path: string,
  ): Promise<Response> {
    // A program that only looks, such as a chat's preview, must not use the code up.
    if (facts.method !== "GET")
      return refuse(c, { status: 405, message: "Open this link in a browser." });
    const opened = await guard.openPage(facts, code);
    if ("refusal" in opened) return refuse(c, opened.refusal);
    const { cookie, key } = opened;
    if (cookie !== null && key !== null) return openingPage(key, path, cookie);
    const headers = { location: path, ...(cookie !== null && { "set-cookie": cookie }) };
    return new Response(null, { status: 303, headers });
  }

  /** Only this token counts, not a cookie that is there, and it must open the page it leads to. */
  function openForDevice(
    c: Context<RouteEnv>,
    facts: RequestFacts,
    token: string,
    path: string,
  ): Response {
    const header = (name: string) =>
      name === "authorization"
        ? `Bearer ${token}`
        : name === "cookie"
          ? undefined
          : facts.header(name);
    const { refusal, auth, device } = guard.admit({ ...facts, path, header });
    if (refusal !== null) return refuse(c, refusal);
    if (auth === "local")
      return refuse(c, { status: 401, message: "A link carries a one-time code, not a token." });
    // A caller let in by the bypass gets no cookie: it would open more, and from elsewhere.
    const cookie = device === null ? {} : { "set-cookie": guard.cookieFor(device, facts) };
    return new Response(null, { status: 303, headers: { location: path, ...cookie } });
  }
}

/** The caller of a route that needs no credential of ours, or that checks a proof of its own. */
const STRANGER: Caller = {
  auth: "unchecked",
  device: null,
  access: WHOLE_ACCESS,
  isAbout: () => undefined,
  agentBehind: () => null,
  holds: () => undefined,
};
