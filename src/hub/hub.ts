/**
 * The HTTP server, composed of parts: the portal alone
 * inside an asking process, everything in `askline serve`.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { AccessLog } from "../http/access-log.ts";
import { agentCaller } from "../http/agent-caller.ts";
import type { DeviceTokens } from "../http/device-tokens.ts";
import { createGuard, type Guard, type Refusal } from "../http/guard.ts";
import { holdForDevices } from "../http/held-connections.ts";
import { listenLocally } from "../http/listen.ts";
import { requestFacts } from "../http/request-facts.ts";
import type { Routes } from "../http/routes.ts";
import { SAFE_HEADER_LINES } from "../http/safe-headers.ts";
import { createApp } from "./app.ts";

/** What one surface or source brings to the hub. */
export interface HubPart {
  /** Mounted behind the guard: only admitted requests get there. */
  readonly routes?: Routes;
  /**
   * Mounted before the guard, for requests with a proof of their own, which the part checks itself.
   */
  readonly publicRoutes?: Routes;
  /**
   * The JSON body of a refusal on one of the part's own paths; null for any other path. `languages`
   * lists what the address asks for, then what `Accept-Language` says.
   */
  refuse?(refusal: Refusal, path: string, languages?: string | null): object | null;
  /** What `/healthz` says of it. No secrets: anybody on this machine may ask. */
  health?(): Record<string, unknown>;
  /** True when it took the connection. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /**
   * The state of the part's own connections, such as
   * Slack's, by name. `/healthz` says it to everybody.
   */
  connections?(): Record<string, { isConnected: boolean; detail?: string }>;
  close(): Promise<void>;
}

export interface HubOptions {
  port: number;
  token: string;
  parts: HubPart[];
  version: string;
  /** Where it listens beside loopback; on loopback alone unless given. */
  bindAddress?: string;
  /** The https origin of a tunnel that leads here. */
  publicAddress?: string;
  /** The tokens of people's devices, which open the voice page and what it needs. */
  devices?: DeviceTokens;
  localhostBypass?: boolean;
  /** For every request to the voice API. */
  accessLog?: AccessLog;
  /** The folders that know agents, whose processes may not decide in a person's place. */
  knowsAgents?: readonly string[];
}

export interface Hub {
  readonly port: number;
  readonly url: string;
  /** The address that opens a path in a browser: it carries the token once, for the cookie. */
  linkTo(path: string): string;
  close(): Promise<void>;
}

export async function startHub(options: HubOptions): Promise<Hub> {
  const { token, parts, version, bindAddress, publicAddress, devices, localhostBypass, accessLog } =
    options;
  const held = devices && holdForDevices(devices);
  const server = await listenLocally(options.port, answering, bindAddress);
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

  function answering(port: number) {
    const guard = createGuard({
      token,
      port,
      bindAddress,
      publicAddress,
      devices,
      localhostBypass,
    });
    const agentBehind = agentCaller(options.knowsAgents ?? []);
    const { fetch } = createApp({ guard, parts, version, accessLog, held, agentBehind });
    return {
      fetch,
      upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) =>
        upgrade(guard, request, socket, head),
    };
  }

  function upgrade(guard: Guard, request: IncomingMessage, socket: Duplex, head: Buffer) {
    const { refusal } = guard.admit(requestFacts(request));
    // A browser names its origin on every upgrade; without one this is no page of ours.
    const isOurs =
      refusal === null &&
      (request.headers.origin !== undefined || request.headers.authorization !== undefined);
    if (isOurs && parts.some((part) => part.upgrade?.(request, socket, head))) return;
    const start = `HTTP/1.1 ${refusal?.status ?? 403} Refused\r\n`;
    const refused = `${start}${SAFE_HEADER_LINES}Connection: close\r\n\r\n`;
    // Destroyed, not half closed: nobody would end it, and
    // the server cannot close before its last connection.
    socket.end(refused, () => socket.destroy());
  }
}
