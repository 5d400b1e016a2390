/**
 * The HTTP app, composed of parts: the portal alone inside an asking process, everything in `askline serve`. Every route
 * but `/healthz` needs a credential; a page gets its cookie from the link it was opened with.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { createGuard, type Guard, knockOf, type Refusal } from "../http/guard.ts";
import { listenLocally } from "../http/listen.ts";

/** One surface's or source's routes. */
export interface HubPart {
  /** Null when the path is not one of its own. */
  answer?(request: Request, url: URL): Promise<Response | null>;
  /** Whether it wants requests for this path as they are: held open, streamed, or very many. */
  wants?(path: string): boolean;
  /** Those it wants, once they have shown their credential. */
  handle?(request: IncomingMessage, response: ServerResponse): void;
  /** Paths of those it wants whose requests carry their own proof and are checked by the part itself. */
  isPublic?(path: string): boolean;
  /** What `/healthz` says of it. No secrets: anybody on this machine may ask. */
  health?(): Record<string, unknown>;
  /** True when it took the connection. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): Promise<void>;
}

export interface HubOptions {
  port: number;
  token: string;
  parts: HubPart[];
  version: string;
}

export interface Hub {
  readonly port: number;
  readonly url: string;
  /** The address that opens a path in a browser: it carries the token once, for the cookie. */
  linkTo(path: string): string;
  close(): Promise<void>;
}

export async function startHub({ port, token, parts, version }: HubOptions): Promise<Hub> {
  const server = await listenLocally(port, (bound) => {
    const guard = createGuard({ token, port: bound });
    return {
      answer: (request) => answer(request, guard),
      handle: (request, response) => handle(request, response, guard),
      upgrade(request, socket, head) {
        const refusal = guard.refuse({ method: "GET", header: (name) => String(request.headers[name] ?? "") });
        // A browser names its origin on every upgrade; without one this is no page of ours.
        const isOurs =
          refusal === null && (request.headers.origin !== undefined || request.headers.authorization !== undefined);
        if (isOurs && parts.some((part) => part.upgrade?.(request, socket, head))) return;
        socket.end(`HTTP/1.1 ${refusal?.status ?? 403} Refused\r\nConnection: close\r\n\r\n`);
      },
    };
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    port: server.port,
    url,
    linkTo: (path) => `${url}/open?token=${token}&to=${encodeURIComponent(path)}`,
    async close() {
      await Promise.all(parts.map((part) => part.close()));
      await server.close();
    },
  };

  async function answer(request: Request, guard: Guard): Promise<Response> {
    const address = new URL(request.url);
    const isHealthCheck = address.pathname === "/healthz" && guard.knowsHost(request.headers.get("host"));
    if (isHealthCheck) return Response.json({ name: "askline", version, pid: process.pid, ...health() });
    if (address.pathname === "/open") return open(request, address, guard);
    const refusal = guard.refuse(knockOf(request));
    if (refusal !== null) return refused(request, refusal.status, refusal.message);
    for (const part of parts) {
      const response = await part.answer?.(request, address);
      if (response != null) return withSafeHeaders(response);
    }
    return refused(request, 404, "There is nothing at this address.");
  }

  function health(): Record<string, unknown> {
    return Object.assign({}, ...parts.map((part) => part.health?.() ?? {}));
  }

  /** True when a part has taken it, or it was refused. */
  function handle(request: IncomingMessage, response: ServerResponse, guard: Guard): boolean {
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    const part = parts.find((one) => one.wants?.(path));
    if (part?.handle === undefined) return false;
    if (part.isPublic?.(path)) {
      part.handle(request, response);
      return true;
    }
    const header = (name: string) => headerOf(request, name);
    const refusal = guard.refuse({ method: request.method ?? "GET", header });
    if (refusal === null) part.handle(request, response);
    else refuseBarely(response, refusal);
    return true;
  }

  /** The token is exchanged at once for a cookie and leaves the address bar with the redirect. */
  function open(request: Request, address: URL, guard: Guard): Response {
    const knock = knockOf(request);
    const refusal = guard.refuse({
      ...knock,
      header: (name) =>
        name === "authorization" ? `Bearer ${address.searchParams.get("token") ?? ""}` : knock.header(name),
    });
    if (refusal !== null) return refused(request, refusal.status, refusal.message);
    const to = address.searchParams.get("to") ?? "/";
    const path = /^\/(?!\/)[\w/-]*$/.test(to) ? to : "/";
    return withSafeHeaders(
      new Response(null, { status: 303, headers: { location: path, "set-cookie": guard.cookie } }),
    );
  }
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

function refuseBarely(response: ServerResponse, { status, message }: Refusal) {
  const body = JSON.stringify({ error: { code: `http_${status}`, message, suggestion: "" } });
  response.writeHead(status, { ...SAFE_HEADERS, "content-type": "application/json", connection: "close" }).end(body);
}

function refused(request: Request, status: number, message: string): Response {
  const wantsPage = request.headers.get("accept")?.includes("text/html") === true;
  if (!wantsPage)
    return withSafeHeaders(Response.json({ error: { code: `http_${status}`, message, suggestion: "" } }, { status }));
  return withSafeHeaders(
    new Response(`Askline: ${message}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } }),
  );
}

const SAFE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

function withSafeHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(SAFE_HEADERS)) headers.set(name, value);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  return new Response(response.body, { status: response.status, headers });
}
