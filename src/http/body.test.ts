import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { jsonBody, UnreadableBody } from "./body.ts";
import { type Listening, listenLocally } from "./listen.ts";
import { newRoutes } from "./routes.ts";

const LARGEST_BYTES = 100;
let server: Listening;

beforeAll(async () => {
  const routes = newRoutes();
  routes.onError((error) =>
    Response.json(error instanceof UnreadableBody ? error.problem : error.message),
  );
  routes.post("/", jsonBody(z.object({ text: z.string() }), LARGEST_BYTES), (c) =>
    c.json(c.req.valid("json")),
  );
  server = await listenLocally(0, () => routes);
});
afterAll(() => server.close());

it.each<[string, BodyInit, unknown]>([
  ["JSON that fits", '{"text":"hello","more":1}', { text: "hello" }],
  ["JSON behind a byte order mark", '\ufeff{"text":"hello"}', { text: "hello" }],
  ["JSON of another shape", '{"text":7}', "unfit"],
  ["half of it", '{"text":', "not_json"],
  ["nothing", "", "not_json"],
  ["bytes that are no text", new Uint8Array([0x22, 0xff, 0x22]), "not_json"],
  ["more than allowed", JSON.stringify({ text: "x".repeat(LARGEST_BYTES) }), "too_large"],
])("reads %s as what it is", async (_, body, expected) => {
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: "POST", body });
  expect(await response.json()).toEqual(expected);
});

it("refuses an endless body as soon as it is too long, and the refusal arrives", async () => {
  const socket = connect(server.port, "127.0.0.1");
  const answer = new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.includes("too_large")) resolve(text);
    });
  });
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  socket.write(`c8\r\n${"x".repeat(200)}\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 200/);
  socket.destroy();
});
