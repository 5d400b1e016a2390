import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createStreams } from "./sse.ts";

it("leaves nothing behind each time that a reader has caught up", async () => {
  await using served = await serveOne();
  const { reader, response } = served;
  const before = [response.listenerCount("close"), response.listenerCount("drain")];
  for (let times = 0; times < 20; times++) {
    reader.send(Buffer.alloc(100_000));
    await reader.drained();
  }
  expect([response.listenerCount("close"), response.listenerCount("drain")]).toEqual(before);
});

it("lets nobody wait for a reader that is gone", async () => {
  await using served = await serveOne();
  while (!served.response.writableNeedDrain) served.reader.send(Buffer.alloc(100_000));
  const drained = served.reader.drained();
  served.response.destroy();
  await drained;
});

/** One stream to somebody who reads it. */
async function serveOne() {
  const streams = createStreams();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const asked = request({ host: "127.0.0.1", port: (server.address() as AddressInfo).port }).end();
  asked.on("error", () => undefined);
  asked.on("response", (heard) => heard.on("error", () => undefined).resume());
  const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
  return {
    reader: streams.open(response),
    response,
    async [Symbol.asyncDispose]() {
      streams.close();
      asked.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
