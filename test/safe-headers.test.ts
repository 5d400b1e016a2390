/** Every response carries the headers that keep a browser from doing harm with it. */
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { answerRaw, newRoutes } from "../src/http/routes.ts";
import { createStreams } from "../src/http/sse.ts";
import { type HubPart, startHub } from "../src/hub/hub.ts";
import { bearer, sendRequest } from "./support/hub-process.ts";

const TOKEN = "local-token-of-this-test";
const json = { "content-type": "application/json" };

describe("the safe headers are on", () => {
  it.each<[string, string, Parameters<typeof sendRequest>[2]]>([
    ["a route", "/plain", { headers: bearer(TOKEN) }],
    ["a route that fails", "/failing", { headers: bearer(TOKEN) }],
    ["a public route that writes for itself", "/public", {}],
    ["a route that writes for itself", "/raw", { headers: bearer(TOKEN) }],
    ["what is nowhere", "/nothing", { headers: bearer(TOKEN) }],
    ["a page that says so", "/nothing", { headers: { ...bearer(TOKEN), accept: "text/html" } }],
    ["who is not let in", "/plain", {}],
    [
      "what is not JSON",
      "/plain",
      { method: "POST", headers: { ...bearer(TOKEN), "content-type": "text/plain" }, body: "x" },
    ],
    [
      "a wrong method",
      "/plain",
      { method: "PUT", headers: { ...bearer(TOKEN), ...json }, body: "{}" },
    ],
    ["the opening link", "/open?code=CODE&to=/", {}],
    ["a link with a used code", "/open?code=used&to=/", {}],
    ["the health check", "/healthz", {}],
    ["a name that is no name", "/plain", { headers: { host: "a@b" } }],
  ])("%s", async (_, path, request) => {
    await using hub = await startPlainHub();
    const [, code = ""] = /code=([^&]+)/.exec(hub.linkTo("/")) ?? [];
    const { headers } = await sendRequest(hub.port, path.replace("CODE", code), request);
    expect(headers).toMatchObject(SAFE);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["permissions-policy"]).toMatch(/microphone=\(self\).*camera=\(\)/);
  });

  it("a stream, from its first byte", async () => {
    await using hub = await startPlainHub();
    const leaving = new AbortController();
    const response = await fetch(`http://127.0.0.1:${hub.port}/stream`, {
      headers: bearer(TOKEN),
      signal: leaving.signal,
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...SAFE,
      "content-type": "text/event-stream",
    });
    leaving.abort();
  });

  it("a live connection that is refused", async () => {
    await using hub = await startPlainHub();
    const head = await new Promise<string>((resolve) => {
      const socket = connect(hub.port, "127.0.0.1", () =>
        socket.write(
          `GET /live HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\n` +
            "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        ),
      );
      let text = "";
      socket.on("data", (chunk) => (text += chunk));
      socket.on("close", () => resolve(text));
    });
    expect(head).toMatch(/^HTTP\/1\.1 401 /);
    for (const [name, value] of Object.entries(SAFE))
      expect(head).toContain(`${name}: ${value}\r\n`);
    expect(head).toMatch(/^permissions-policy: .*camera=\(\)/m);
  });
});

it("a route may name its own", async () => {
  await using hub = await startPlainHub();
  const { headers } = await sendRequest(hub.port, "/own", { headers: bearer(TOKEN) });
  expect(headers).toMatchObject({
    ...SAFE,
    "cache-control": "private",
    "content-security-policy": "sandbox",
  });
});

const SAFE: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

async function startPlainHub() {
  const streams = createStreams();
  const part: HubPart = {
    publicRoutes: newRoutes().get("/public", (c) =>
      answerRaw(c, ({ outgoing }) => void outgoing.writeHead(200).end()),
    ),
    routes: newRoutes()
      .get("/plain", (c) => c.json({}))
      .get("/own", (c) =>
        c.json({}, 200, { "cache-control": "private", "content-security-policy": "sandbox" }),
      )
      .get("/raw", (c) => answerRaw(c, ({ outgoing }) => void outgoing.writeHead(204).end()))
      .get("/stream", (c) => answerRaw(c, ({ outgoing }) => void streams.open(outgoing)))
      .get("/failing", () => {
        throw new Error("of this test");
      }),
    close: async () => streams.close(),
  };
  const hub = await startHub({ port: 0, token: TOKEN, parts: [part], version: "test" });
  return { port: hub.port, linkTo: hub.linkTo, [Symbol.asyncDispose]: () => hub.close() };
}
