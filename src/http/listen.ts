/**
 * A server on this machine's loopback address and, if
 * told, on a wider one. Closing it ends its connections.
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { isEveryAddress, LOOPBACK } from "./network.ts";
import type { RawExchange } from "./routes.ts";
import { setSafeHeaders } from "./safe-headers.ts";

export interface Listening {
  port: number;
  close(): Promise<void>;
}

export interface Answering {
  fetch(request: Request, exchange: RawExchange): Response | Promise<Response>;
  /** Takes over a connection that asks to become a WebSocket. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/**
 * Port 0 takes a free port. `answering` is called once the port is known, since a guard needs to
 * know it. Bound to another address, the server listens on loopback too: this machine's own
 * programs look for it there.
 */
export async function listenLocally(
  port: number,
  answering: (port: number) => Answering,
  bindAddress = LOOPBACK,
): Promise<Listening> {
  let parts: Answering | undefined;
  const listener = getRequestListener(
    // The server speaks only HTTP/1, so these are HTTP/1 messages.
    (request, exchange) =>
      parts?.fetch(request, exchange as RawExchange) ?? new Response(null, { status: 503 }),
    { overrideGlobalObjects: false },
  );
  const servers: Server[] = [];
  try {
    const [first = LOOPBACK, second] = addressesFor(bindAddress);
    const bound = await open(port, first);
    if (second !== undefined) await open(bound, second);
    parts = answering(bound);
    return { port: bound, close };
  } catch (error) {
    await close();
    throw error;
  }

  async function open(at: number, address: string): Promise<number> {
    const server = createServer((request, response) => {
      setSafeHeaders(response);
      void listener(request, response);
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

  async function close() {
    const closed = servers.map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    for (const server of servers) server.closeAllConnections();
    await Promise.all(closed);
  }
}

/** Listening on every address includes loopback. */
function addressesFor(bindAddress: string): string[] {
  if (bindAddress === "localhost" || bindAddress === LOOPBACK) return [LOOPBACK];
  return isEveryAddress(bindAddress) ? [bindAddress] : [LOOPBACK, bindAddress];
}
