/**
 * A server on this machine's loopback address and, if
 * told, on a wider one. Closing it ends its connections.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { isEveryAddress, isLoopback, LOOPBACK, neighbourhood, plainAddress } from "./network.ts";
import type { RawExchange } from "./routes.ts";
import { setSafeHeaders } from "./safe-headers.ts";

export interface Listening {
  port: number;
  /** Open connections. */
  readonly connections: number;
  /**
   * Takes no more. What is under way has a moment to be answered, but for what is held open, and is
   * then cut off.
   */
  close(isHeld?: (response: ServerResponse) => boolean): Promise<void>;
}

export interface Answering {
  fetch(request: Request, exchange: RawExchange): Response | Promise<Response>;
  /** Takes over a connection that asks to become a WebSocket. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** What one caller may take of the server. */
export interface Limits {
  /** Open connections of one address: of this machine, whose agents have many, and of others. */
  fromThisMachine: number;
  fromElsewhere: number;
  /** How long the head of a request may take to arrive. */
  headersMs: number;
}

// Enough for every write, and shorter than the patience of what ends services.
const DRAINS_WITHIN_MS = 3_000;

const USUAL_LIMITS: Limits = { fromThisMachine: 2_000, fromElsewhere: 64, headersMs: 10_000 };

/**
 * Port 0 takes a free port. `answering` is called once the port is known, since a guard needs to
 * know it. Bound to another address, the server listens on loopback too: this machine's own
 * programs look for it there.
 */
export async function listenLocally(
  port: number,
  answering: (port: number) => Answering,
  bindAddress = LOOPBACK,
  limits: Partial<Limits> = {},
): Promise<Listening> {
  let parts: Answering | undefined;
  const { headersMs, ...most } = { ...USUAL_LIMITS, ...limits };
  const byAddress = new Map<string, number>();
  const hasRoom = countConnections(most, byAddress);
  const underWay = new Set<ServerResponse>();
  const listener = getRequestListener(
    // The server speaks only HTTP/1, so these are HTTP/1 messages.
    (request, exchange) =>
      parts?.fetch(request, exchange as RawExchange) ?? new Response(null, { status: 503 }),
    { overrideGlobalObjects: false },
  );
  const servers: Server[] = [];
  try {
    const bound = await openAll(addressesFor(bindAddress));
    parts = answering(bound);
    return {
      port: bound,
      close,
      get connections() {
        return [...byAddress.values()].reduce((sum, count) => sum + count, 0);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }

  /** A free port may be free on the first address alone; then another one is tried. */
  async function openAll([first = LOOPBACK, ...others]: string[], tries = 5): Promise<number> {
    const bound = await open(port, first);
    try {
      for (const address of others) await open(bound, address).catch(unlessMissing(address));
      return bound;
    } catch (error) {
      if (port !== 0 || tries === 0 || !hasCode(error, "EADDRINUSE")) throw error;
      await close();
      return openAll([first, ...others], tries - 1);
    }
  }

  async function open(at: number, address: string): Promise<number> {
    const patience = {
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.ceil(headersMs / 4),
    };
    const server = createServer(patience, (request, response) => {
      setSafeHeaders(response);
      underWay.add(response);
      response.once("close", () => void underWay.delete(response));
      void listener(request, response);
    });
    server.on("connection", (socket) => {
      if (!hasRoom(socket)) socket.destroy();
    });
    server.on("upgrade", (request, socket, head) => {
      // Node no longer handles this socket's errors, and a broken one must not end the process.
      socket.on("error", () => socket.destroy());
      if (parts?.upgrade === undefined) socket.destroy();
      else parts.upgrade(request, socket, head);
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(at, address, resolve);
    });
    servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  async function close(isHeld: (response: ServerResponse) => boolean = () => true) {
    const open = servers.splice(0);
    const closed = open.map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    await untilAnswered([...underWay].filter((response) => !isHeld(response)));
    for (const server of open) server.closeAllConnections();
    await Promise.all(closed);
  }
}

/** What is answered within the moment that it has. */
function untilAnswered(responses: readonly ServerResponse[]): Promise<void> {
  if (responses.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DRAINS_WITHIN_MS);
    let left = responses.length;
    for (const response of responses)
      response.once("close", () => {
        left -= 1;
        if (left > 0) return;
        clearTimeout(timer);
        resolve();
      });
  });
}

/** Whether there is room for one more connection of its address. It counts until it closes. */
function countConnections(
  { fromThisMachine, fromElsewhere }: Omit<Limits, "headersMs">,
  open: Map<string, number>,
) {
  return (socket: Socket): boolean => {
    const address = plainAddress(socket.remoteAddress);
    const caller = neighbourhood(address);
    const count = open.get(caller) ?? 0;
    if (count >= (isLoopback(address) ? fromThisMachine : fromElsewhere)) return false;
    open.set(caller, count + 1);
    socket.once("close", () => {
      const left = (open.get(caller) ?? 1) - 1;
      if (left === 0) open.delete(caller);
      else open.set(caller, left);
    });
    return true;
  };
}

/**
 * Listening on every address includes loopback. A browser may look for `localhost` on either
 * loopback address, and a program of another account must not be what it finds on the second.
 */
function addressesFor(bindAddress: string): string[] {
  if (bindAddress === "::") return [bindAddress];
  if (isEveryAddress(bindAddress)) return [bindAddress, LOOPBACK_6];
  const loopback = [LOOPBACK, LOOPBACK_6];
  return isLoopbackName(bindAddress) ? loopback : [...loopback, bindAddress];
}

const LOOPBACK_6 = "::1";

function isLoopbackName(address: string): boolean {
  return ["localhost", LOOPBACK, LOOPBACK_6].includes(address);
}

/** A machine may have no IPv6 at all. */
function unlessMissing(address: string): (error: Error) => void {
  return (error) => {
    const isMissing = hasCode(error, "EADDRNOTAVAIL") || hasCode(error, "EAFNOSUPPORT");
    if (address !== LOOPBACK_6 || !isMissing) throw error;
  };
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
