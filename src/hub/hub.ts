/**
 * The HTTP app, composed of parts: the portal alone inside an asking process, everything in `askline serve`. Every route
 * but `/healthz` needs a credential; a page gets its cookie from the link it was opened with.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { localeFrom } from "../core/locale.ts";
import type { AccessLog } from "../http/access-log.ts";
import type { DeviceTokens } from "../http/device-tokens.ts";
import { createGuard, type Guard, type Refusal } from "../http/guard.ts";
import { holdForDevices } from "../http/held-connections.ts";
import { listenLocally, type RawExchange } from "../http/listen.ts";
import { type RequestFacts, requestFacts } from "../http/request-facts.ts";
import { admit, type Caller } from "./admit.ts";
import { refusalPage } from "./refusal-page.ts";

/** One surface's or source's routes. */
export interface HubPart {
  /** Null when the path is not one of its own. */
  answer?(request: Request, url: URL, caller: Caller): Promise<Response | null>;
  /** Whether it wants requests for this path as they are: held open, streamed, or very many. */
  wants?(path: string): boolean;
  /** Those it wants, once they have shown their credential. */
  handle?(request: IncomingMessage, response: ServerResponse, caller: Caller): void;
  /**
   * A refusal on one of its paths in its own words: the body, as JSON. Null when the path is not its own. `languages` is
   * what the request says of them, as in `Accept-Language`; what its address wishes for comes first.
   */
  refuse?(refusal: Refusal, path: string, languages?: string | null): object | null;
  /** Paths of those it wants whose requests carry their own proof and are checked by the part itself. */
  isPublic?(path: string): boolean;
  /** What `/healthz` says of it. No secrets: anybody on this machine may ask. */
  health?(): Record<string, unknown>;
  /** True when it took the connection. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** How a connection of its own to the world stands, such as Slack's, by its name; said by `/healthz` to everybody. */
  connections?(): Record<string, { isConnected: boolean; detail?: string }>;
  close(): Promise<void>;
}

export interface HubOptions {
  port: number;
  token: string;
  parts: HubPart[];
  version: string;
  /** Where it listens; loopback unless told, and always there too. */
  bindAddress?: string;
  /** The https origin of a tunnel that leads here. */
  publicAddress?: string;
  /** The tokens of people's devices, which open what a voice needs. */
  devices?: DeviceTokens;
  localhostBypass?: boolean;
  /** For every request to the voice API. */
  accessLog?: AccessLog;
}

export interface Hub {
  readonly port: number;
  readonly url: string;
  /** The address that opens a path in a browser: it carries the token once, for the cookie. */
  linkTo(path: string): string;
  close(): Promise<void>;
}

export async function startHub({
  port,
  token,
  parts,
  version,
  bindAddress,
  publicAddress,
  devices,
  localhostBypass,
  accessLog,
}: HubOptions): Promise<Hub> {
  const held = devices && holdForDevices(devices);
  const answering = (bound: number) => {
    const guard = createGuard({ token, port: bound, bindAddress, publicAddress, devices, localhostBypass });
    return {
      answer: (request: Request, raw: RawExchange) => answer(request, raw, guard),
      handle: (request: IncomingMessage, response: ServerResponse) => handle(request, response, guard),
      upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
        const { refusal } = guard.admit(requestFacts(request));
        // A browser names its origin on every upgrade; without one this is no page of ours.
        const isOurs =
          refusal === null && (request.headers.origin !== undefined || request.headers.authorization !== undefined);
        if (isOurs && parts.some((part) => part.upgrade?.(request, socket, head))) return;
        const refused = `HTTP/1.1 ${refusal?.status ?? 403} Refused\r\nConnection: close\r\n\r\n`;
        // Not half closed: nobody would be left to end it, and the server does not close before its last connection.
        socket.end(refused, () => socket.destroy());
      },
    };
  };
  const server = await listenLocally(port, answering, bindAddress);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    port: server.port,
    url,
    linkTo: (path) => `${url}/open?token=${token}&to=${encodeURIComponent(path)}`,
    async close() {
      held?.letGo();
      await Promise.all(parts.map((part) => part.close()));
      await server.close();
      await Promise.all([accessLog?.close(), devices?.close()]);
    },
  };

  async function answer(request: Request, { incoming, outgoing }: RawExchange, guard: Guard): Promise<Response> {
    const address = new URL(request.url);
    const facts: RequestFacts = { ...requestFacts(incoming), path: address.pathname };
    const isHealthCheck = address.pathname === "/healthz" && guard.isCalledRight(facts);
    if (isHealthCheck)
      return Response.json({ name: "askline", version, pid: process.pid, ...connectionsOf(parts), ...health() });
    if (address.pathname === "/open") return open(request, address, facts, guard);
    const { refusal, caller } = admit(guard, facts, outgoing, accessLog);
    if (refusal !== null) return refused(request, refusal, address.pathname);
    for (const part of parts) {
      const response = await part.answer?.(request, address, caller);
      if (response != null) return withSafeHeaders(response);
    }
    return refused(request, { status: 404, message: "There is nothing at this address." }, address.pathname);
  }

  function health(): Record<string, unknown> {
    return Object.assign({}, ...parts.map((part) => part.health?.() ?? {}));
  }

  /** True when a part has taken it, or it was refused. */
  function handle(request: IncomingMessage, response: ServerResponse, guard: Guard): boolean {
    const facts = requestFacts(request);
    const part = parts.find((one) => one.wants?.(facts.path));
    if (part?.handle === undefined) return false;
    if (part.isPublic?.(facts.path)) {
      part.handle(request, response, STRANGER);
      return true;
    }
    const { refusal, caller } = admit(guard, facts, response, accessLog);
    if (refusal === null && caller.device !== null) held?.hold(response, caller.device.id);
    if (refusal === null) part.handle(request, response, caller);
    else refuseBarely(response, refusal, bodyOf(refusal, facts.path, request.headers["accept-language"]));
    return true;
  }

  /**
   * The token is exchanged at once for a cookie and leaves the address bar with the redirect. What counts is the token in
   * the link, not a cookie that is there already, and whether it opens the page it leads to.
   */
  function open(request: Request, address: URL, facts: RequestFacts, guard: Guard): Response {
    const to = address.searchParams.get("to") ?? "/";
    const path = /^\/(?!\/)[\w/-]*$/.test(to) ? to : "/";
    const token = address.searchParams.get("token") ?? "";
    const header = (name: string) =>
      name === "authorization" ? `Bearer ${token}` : name === "cookie" ? undefined : facts.header(name);
    const { refusal, auth, device } = guard.admit({ ...facts, path, header });
    if (refusal !== null) return refused(request, refusal, address.pathname);
    // Who needs no credential here gets none either: it would be good for more, and elsewhere.
    const cookie = auth === "bypass" ? {} : { "set-cookie": guard.cookieFor(device, facts) };
    return withSafeHeaders(new Response(null, { status: 303, headers: { location: path, ...cookie } }));
  }

  function refused(request: Request, refusal: Refusal, path: string): Response {
    const wantsPage = request.headers.get("accept")?.includes("text/html") === true && !path.startsWith("/api/");
    const { status } = refusal;
    const languages = languagesOf(request.url, request.headers.get("accept-language"));
    if (!wantsPage)
      return withSafeHeaders(Response.json(bodyOf(refusal, path, languages), { status, headers: challengeAt(status) }));
    const { html, headers } = refusalPage(refusal, path, localeFrom(languages));
    return withSafeHeaders(new Response(html, { status, headers: { ...headers, ...challengeAt(status) } }));
  }

  function bodyOf(refusal: Refusal, path: string, languages: string | null = null): object {
    const { status, message } = refusal;
    const own = parts.map((part) => part.refuse?.(refusal, path, languages)).find((body) => body != null);
    return own ?? { error: { code: `http_${status}`, message, suggestion: "" } };
  }
}

/** Whoever proves themselves to a part in its own way, and to nobody else. */
const STRANGER: Caller = { auth: "unchecked", device: null, isAbout: () => undefined };

function connectionsOf(parts: readonly HubPart[]) {
  const all = parts.flatMap((part) => Object.entries(part.connections?.() ?? {}));
  return all.length === 0 ? {} : { connections: Object.fromEntries(all) };
}

function languagesOf(url: string, accepted: string | null): string {
  return [new URL(url).searchParams.get("lang"), accepted].filter(Boolean).join(",");
}

/** Which credential was missing, as HTTP wants it said. */
function challengeAt(status: number): Record<string, string> {
  return status === 401 ? { "www-authenticate": "Bearer" } : {};
}

function refuseBarely(response: ServerResponse, { status }: Refusal, body: object) {
  const headers = { ...SAFE_HEADERS, ...challengeAt(status), "content-type": "application/json", connection: "close" };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

const SAFE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** On the response itself: one made anew of its body would be sent as a stream, which takes longer. */
function withSafeHeaders(response: Response): Response {
  const { headers } = response;
  // A part may be stricter about what it sends than pages of ours can be.
  const policy = headers.get("content-security-policy");
  for (const [name, value] of Object.entries(SAFE_HEADERS)) headers.set(name, value);
  if (policy !== null) headers.set("content-security-policy", policy);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  return response;
}
