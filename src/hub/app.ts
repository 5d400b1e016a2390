/**
 * The hub's routes: first those that anybody may call, then the guard,
 * then those of sources and surfaces. Every route but `/healthz` needs a
 * credential; a page gets its cookie from the link it was opened with.
 */
import { type Context, Hono } from "hono";
import type { AccessLog } from "../http/access-log.ts";
import { type AdmitOptions, admit } from "../http/admit.ts";
import type { Guard } from "../http/guard.ts";
import type { HeldConnections } from "../http/held-connections.ts";
import { requestFacts } from "../http/request-facts.ts";
import type { Caller, RouteEnv, Routes } from "../http/routes.ts";
import type { HubPart } from "./hub.ts";
import { createRefuse } from "./refuse.ts";

export interface AppOptions {
  guard: Guard;
  parts: readonly HubPart[];
  version: string;
  accessLog?: AccessLog | undefined;
  held?: HeldConnections | undefined;
  agentBehind?: AdmitOptions["agentBehind"];
}

export function createApp(options: AppOptions): Routes {
  const { guard, parts, version, accessLog, held, agentBehind } = options;
  // The guard and the router must see the same path, so neither decodes it.
  const app = new Hono<RouteEnv>({ getPath: ({ url }) => new URL(url).pathname });
  const refuse = createRefuse(parts);
  app.notFound((c) => refuse(c, { status: 404, message: "There is nothing at this address." }));
  app.onError(() => new Response(null, { status: 500 }));
  app.use(async (c, next) => {
    c.set("caller", STRANGER);
    await next();
  });
  app.all("/healthz", async (c, next) => {
    if (!guard.isCalledRight(requestFacts(c.env.incoming))) return next();
    return c.json({ name: "askline", version, pid: process.pid, ...connections(), ...health() });
  });
  app.all("/open", open);
  for (const { publicRoutes } of parts)
    if (publicRoutes !== undefined) app.route("/", publicRoutes);
  app.use(admit({ guard, refuse, accessLog, held, agentBehind }));
  for (const { routes } of parts) if (routes !== undefined) app.route("/", routes);
  return app;

  function health(): Record<string, unknown> {
    return Object.assign({}, ...parts.map((part) => part.health?.() ?? {}));
  }

  function connections() {
    const all = parts.flatMap((part) => Object.entries(part.connections?.() ?? {}));
    return all.length === 0 ? {} : { connections: Object.fromEntries(all) };
  }

  /**
   * Exchanges the token in the link for a cookie; the redirect takes
   * it out of the address bar. Only this token counts, not a cookie
   * that is already there, and it must open the page it leads to.
   */
  function open(c: Context<RouteEnv>): Response {
    const facts = requestFacts(c.env.incoming);
    const { searchParams } = new URL(c.req.url);
    const to = searchParams.get("to") ?? "/";
    const path = /^\/(?!\/)[\w/-]*$/.test(to) ? to : "/";
    const token = searchParams.get("token") ?? "";
    const header = (name: string) =>
      name === "authorization"
        ? `Bearer ${token}`
        : name === "cookie"
          ? undefined
          : facts.header(name);
    const { refusal, auth, device } = guard.admit({ ...facts, path, header });
    if (refusal !== null) return refuse(c, refusal);
    // A caller let in by the bypass gets no cookie: it would open more, and from elsewhere.
    const cookie = auth === "bypass" ? {} : { "set-cookie": guard.cookieFor(device, facts) };
    return new Response(null, { status: 303, headers: { location: path, ...cookie } });
  }
}

/** The caller of a route that needs no credential of ours, or that checks a proof of its own. */
const STRANGER: Caller = {
  auth: "unchecked",
  device: null,
  isAbout: () => undefined,
  agentBehind: () => null,
  holds: () => undefined,
};
