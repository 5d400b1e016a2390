/**
 * The HTTP server, composed of parts: the portal alone
 * inside an asking process, everything in `askline serve`.
 */
import type { IncomingMessage } from "node:http";
import { dirname } from "node:path";
import type { Duplex } from "node:stream";
import type { Access } from "../http/access.ts";
import type { AccessLog } from "../http/access-log.ts";
import { agentCaller } from "../http/agent-caller.ts";
import type { DeviceTokens } from "../http/device-tokens.ts";
import { createGuard, type Guard, type Refusal } from "../http/guard.ts";
import { holdConnections } from "../http/held-connections.ts";
import { type Limits, listenLocally } from "../http/listen.ts";
import { LINK_HOST } from "../http/network.ts";
import type { Projects } from "../http/projects.ts";
import { openRedirectFiles } from "../http/redirect-file.ts";
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
  upgrade?(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    access: Access,
    who: string | null,
  ): boolean;
  /**
   * The state of the part's own connections, such as
   * Slack's, by name. `/healthz` says it to everybody.
   */
  connections?(): Record<string, { isConnected: boolean; detail?: string; troubles?: unknown }>;
  close(): Promise<void>;
}

export interface HubOptions {
  port: number;
  /** A function where the token may change while the hub runs. */
  token: string | (() => string);
  /** The host in links for browsers. Programs use 127.0.0.1, which needs no resolver. */
  linkHost?: string;
  /** Where the tokens are, and where files are put that lead browsers here. */
  stateDirectory?: string;
  parts: HubPart[];
  version: string;
  /** Where it listens beside loopback; on loopback alone unless given. */
  bindAddress?: string;
  /** The https origin of a tunnel that leads here; a function where that may change. */
  publicAddress?: string | (() => string);
  /** The tokens of people's devices, which open the voice page and what it needs. */
  devices?: DeviceTokens;
  /** Who may see and answer in which project. */
  projects?: Projects;
  localhostBypass?: boolean;
  /** Why it takes no requests now, as a word; null if it does. Always ready unless given. */
  notReady?: () => Promise<string | null>;
  /** For every request to the voice API. */
  accessLog?: AccessLog;
  limits?: Partial<Limits>;
  /** The folders that know agents, whose processes may not decide in a person's place. */
  knowsAgents?: readonly string[];
}

export interface Hub {
  readonly port: number;
  /** Open connections. */
  readonly connections: number;
  readonly url: string;
  /** The origin of its pages, as browsers have it. */
  readonly site: string;
  /** The address that lets one browser in, once and soon: it carries a one-time code. */
  linkTo(path: string): string;
  /** The same in a private file, removed when the link is over. */
  openingTo(path: string): Opening;
  close(): Promise<void>;
}

/** A link for a browser, and a private file that leads to it where there is a folder for one. */
export interface Opening {
  link: string;
  file?: string;
}

export async function startHub(options: HubOptions): Promise<Hub> {
  const { parts, version, bindAddress, publicAddress, devices, localhostBypass, accessLog } =
    options;
  const { linkHost = LINK_HOST, stateDirectory, token: given } = options;
  const token = typeof given === "string" ? () => given : given;
  const held = holdConnections(stateDirectory ?? (devices && dirname(devices.path)));
  const files = stateDirectory === undefined ? null : openRedirectFiles(stateDirectory);
  files?.clear();
  let site = "";
  let issueCode: Guard["issueCode"] = () => "";
  let closeGuard = () => {};
  const server = await listenLocally(options.port, answering, bindAddress, options.limits);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    port: server.port,
    get connections() {
      return server.connections;
    },
    url,
    site,
    linkTo: (path) => linkWith(issueCode(), path),
    openingTo,
    async close() {
      held.letGo();
      closeGuard();
      files?.clear();
      const closed = server.close((response) => held.has(response));
      await Promise.all(parts.map((part) => part.close()));
      await closed;
      await Promise.all([accessLog?.close(), devices?.close()]);
    },
  };

  function linkWith(code: string, path: string): string {
    return `${site}/open?code=${code}&to=${encodeURIComponent(path)}`;
  }

  function openingTo(path: string): Opening {
    let file: string | undefined;
    const link = linkWith(
      issueCode(() => file !== undefined && files?.remove(file)),
      path,
    );
    file = files?.write(link);
    return { link, ...(file !== undefined && { file }) };
  }

  function answering(port: number) {
    site = `http://${linkHost}${port === 80 ? "" : `:${port}`}`;
    const guard = createGuard({
      token,
      port,
      bindAddress,
      publicAddress,
      devices,
      projects: options.projects,
      localhostBypass,
    });
    issueCode = guard.issueCode;
    closeGuard = guard.close;
    const agentBehind = agentCaller(options.knowsAgents ?? []);
    const { notReady } = options;
    const app = { guard, parts, version, accessLog, held, openingTo, agentBehind, notReady };
    const { fetch } = createApp(app);
    return {
      fetch,
      upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) =>
        upgrade(guard, request, socket, head),
    };
  }

  function upgrade(guard: Guard, request: IncomingMessage, socket: Duplex, head: Buffer) {
    const since = guard.era();
    const { refusal, device, access } = guard.admit(requestFacts(request));
    const who = device === null ? null : (device.person ?? device.name);
    // A browser names its origin on every upgrade; without one this is no page of ours.
    const isOurs =
      refusal === null &&
      (request.headers.origin !== undefined || request.headers.authorization !== undefined);
    if (isOurs && parts.some((part) => part.upgrade?.(request, socket, head, access, who))) {
      held.hold(socket, () => guard.isStillGood(device, since));
      return;
    }
    const start = `HTTP/1.1 ${refusal?.status ?? 403} Refused\r\n`;
    const refused = `${start}${SAFE_HEADER_LINES}Connection: close\r\n\r\n`;
    // Destroyed, not half closed: nobody would end it, and
    // the server cannot close before its last connection.
    socket.end(refused, () => socket.destroy());
  }
}
