import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { listenLocally } from "./listen.ts";

const answering = () => ({ fetch: () => new Response("hello") });

it("a caller that sends its headers too slowly is cut off", async () => {
  const server = await listenLocally(0, answering, undefined, { headersMs: 40 });
  const slow = await connected(server.port);
  slow.resume();
  slow.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
  await once(slow, "close");
  await server.close();
});

it("an address with its share of connections gets no more until one ends", async () => {
  const server = await listenLocally(0, answering, undefined, { fromThisMachine: 2 });
  const [first, second] = [await connected(server.port), await connected(server.port)];
  const third = await connected(server.port);
  await once(third, "close");
  expect(await replyOn(second)).toMatch(/^HTTP\/1\.1 200/);
  first.destroy();
  // The server may hear of the end later than the next caller.
  for (;;) {
    const next = await connected(server.port);
    if ((await replyOn(next)) !== "") break;
  }
  await server.close();
});

it("a browser that looks for localhost by IPv6 finds the same server", async () => {
  const server = await listenLocally(0, answering);
  const reply = await fetch(`http://[::1]:${server.port}/`);
  expect(await reply.text()).toBe("hello");
  await server.close();
});

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

function replyOn(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once("data", (bytes) => resolve(String(bytes)));
    socket.once("close", () => resolve(""));
    socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
  });
}
