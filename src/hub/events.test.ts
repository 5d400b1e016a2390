import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { openSandbox } from "../../test/support/sandbox.ts";
import { WHOLE_ACCESS } from "../http/access.ts";
import { newRoutes } from "../http/routes.ts";
import { openSqlLog } from "../store/sql/sql-log.ts";
import { createEvents } from "./events.ts";

it("a reader that leaves before its stream begins is not kept", async () => {
  using files = openSandbox();
  const log = await openSqlLog({ path: files.at("log.db") });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const asked = request({ host: "127.0.0.1", port: (server.address() as AddressInfo).port }).end();
  asked.on("error", () => undefined);
  const [incoming, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  const left = once(response, "close");
  // Time for the reader to leave while the log is asked.
  const looked = left.then(() => log.eventRange());
  const events = createEvents({
    log: { ...log, eventRange: () => looked },
    onEvent: () => () => undefined,
  });

  const app = newRoutes().use(async (c, next) => {
    c.set("caller", {
      auth: "local",
      device: null,
      access: WHOLE_ACCESS,
      isAbout: () => undefined,
      agentBehind: () => null,
      holds: () => undefined,
    });
    await next();
  });
  await app.route("/", events.routes).request("/api/events", {}, { incoming, outgoing: response });
  asked.destroy();
  await looked;
  await new Promise(setImmediate);

  expect(events.readers).toBe(0);
  await events.close();
  server.close();
  await log.close();
});
