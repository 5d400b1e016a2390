/** A proxy in front of a hub that cuts the line, delays what goes over it, and loses replies. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface CuttingProxy extends AsyncDisposable {
  url: string;
  /** Nobody listens any more, and what is open breaks. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Requests that this accepts are answered by the hub, but no reply comes back. */
  lose(which: (request: IncomingMessage) => boolean): void;
  /** Refuses requests with 503 and `Retry-After`, for so many times. */
  overload(times: number): void;
  /** Where it leads from now on. */
  leadTo(url: string): void;
  /** `POST /path` of each request that got through to the hub. */
  readonly passed: string[];
}

export async function startCuttingProxy(hub: string): Promise<CuttingProxy> {
  let target = hub;
  let isLost: (request: IncomingMessage) => boolean = () => false;
  let refusals = 0;
  const passed: string[] = [];
  const open = new Set<Socket>();
  const server = createServer(pass);
  // One may be accepted at the very moment of the cut, and nobody would ever answer it.
  server.on("connection", (socket) => {
    if (!server.listening) socket.destroy();
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    cut,
    mend: () => listen(port),
    lose: (which) => {
      isLost = which;
    },
    overload: (times) => {
      refusals = times;
    },
    leadTo: (url) => {
      target = url;
    },
    [Symbol.asyncDispose]: cut,
  };

  function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    if (refusals > 0) {
      refusals -= 1;
      outgoing.writeHead(503, { "retry-after": "1" }).end();
      return;
    }
    passed.push(`${incoming.method} ${incoming.url}`);
    const { host: _, ...headers } = incoming.headers;
    const sent = request(target + incoming.url, { method: incoming.method, headers }, (reply) => {
      if (isLost(incoming)) {
        reply.resume();
        reply.once("end", () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  }

  function listen(at: number): Promise<void> {
    return new Promise((resolve) => server.listen(at, "127.0.0.1", resolve));
  }

  async function cut() {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  }
}
