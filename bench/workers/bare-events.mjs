/**
 * The minimum that a server can do for readers of events: keep their responses, and write each
 * posted text to all of them.
 */
import { createServer } from "node:http";
import { serve } from "../support/commands.mjs";

const readers = new Set();
let document = Buffer.from("{}");

const server = createServer(async (request, response) => {
  if (request.method === "POST") return tellAll(request, response);
  if (request.url === "/document") {
    response
      .writeHead(200, { "content-type": "application/json", "content-length": document.length })
      .end(document);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(": hello\n\n");
  readers.add(response);
  response.once("close", () => readers.delete(response));
});

async function tellAll(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { text } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  for (const reader of readers)
    reader.write(`event: turn_created\ndata: ${JSON.stringify({ text })}\n\n`);
  response.writeHead(200, { "content-type": "application/json", "content-length": 2 }).end("{}");
}

serve({
  listen: () =>
    new Promise((resolve) =>
      server.listen(0, "127.0.0.1", 2_048, () => resolve(server.address().port)),
    ),
  /** Sets the response of `GET /document`. */
  hold(text) {
    document = Buffer.from(text);
    return document.length;
  },
  pid: () => process.pid,
});
