/**
 * The minimum that a server on this machine can do with a hook call: read it whole and
 * reply with an empty object.
 */
import { createServer } from "node:http";
import { serve } from "../support/commands.mjs";

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  JSON.parse(Buffer.concat(chunks).toString("utf8"));
  response.writeHead(200, { "content-type": "application/json", "content-length": 2 }).end("{}");
});

serve({
  listen: () =>
    new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port))),
});
