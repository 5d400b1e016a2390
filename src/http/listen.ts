/** A server on this machine's loopback address, closed with everything that hangs on it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";

export interface Listening {
  port: number;
  close(): Promise<void>;
}

export interface Answering {
  /** Takes a request before anything else is made of it, where every fraction of a millisecond or every reader counts. */
  handle?(request: IncomingMessage, response: ServerResponse): boolean;
  answer(request: Request): Promise<Response>;
  /** Takes over a connection that asks to become a WebSocket. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** Port 0 takes a free one. What answers is made once the port is known, since a guard needs to know its own name. */
export async function listenLocally(port: number, answering: (port: number) => Answering): Promise<Listening> {
  let parts: Answering | undefined;
  const listener = getRequestListener((request) => parts?.answer(request) ?? new Response(null, { status: 503 }), {
    overrideGlobalObjects: false,
  });
  const server = createServer((request, response) => {
    if (parts?.handle?.(request, response) !== true) void listener(request, response);
  });
  server.on("upgrade", (request, socket, head) => {
    if (parts?.upgrade === undefined) socket.destroy();
    else parts.upgrade(request, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  parts = answering(bound);
  return {
    port: bound,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
