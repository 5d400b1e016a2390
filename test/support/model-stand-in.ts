/**
 * Stands in for the model behind Claude Code. It does as the prompt says: for `call Bash {"command":
 * "make"}` it calls that tool, and once the tool has a result it says that it is done.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ModelStandIn extends AsyncDisposable {
  readonly url: string;
  /** What the client reported of its tool calls, in order. */
  readonly results: string[];
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: unknown;
}

interface Request {
  readonly messages?: { role: string; content: string | Block[] }[];
  readonly tools?: { name: string }[];
}

type Said = { type: "text"; text: string } | { type: "tool_use"; name: string; input: string };

export async function startModelStandIn(): Promise<ModelStandIn> {
  const results: string[] = [];
  let messages = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method !== "POST" || !request.url?.startsWith("/v1/messages"))
      return void response.writeHead(404).end();
    messages += 1;
    stream(response, `${messages}`, reply(JSON.parse(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    results,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function reply({ messages: said = [], tools = [] }: Request): Said {
    const { content = "" } = said.findLast(({ role }) => role === "user") ?? {};
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const result = blocks.find(({ type }) => type === "tool_result");
    if (result !== undefined) results.push(JSON.stringify(result.content));
    else
      for (const { text = "" } of blocks) {
        const [, name = "", input = ""] = /call (\w+) (\{.*\})/.exec(text) ?? [];
        // The client also asks for a title of the conversation, and offers no tools then.
        if (tools.some((tool) => tool.name === name)) return { type: "tool_use", name, input };
      }
    return { type: "text", text: "Done." };
  }
}

function stream(response: ServerResponse, id: string, said: Said) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `msg_${id}`, type: "message", role: "assistant", model: "stand-in" };
  const isCall = said.type === "tool_use";
  const block = isCall
    ? { type: "tool_use", id: `toolu_${id}`, name: said.name, input: {} }
    : { type: "text", text: "" };
  const delta = isCall
    ? { type: "input_json_delta", partial_json: said.input }
    : { type: "text_delta", text: said.text };
  const stop = { stop_reason: isCall ? "tool_use" : "end_turn", stop_sequence: null };
  response.writeHead(200, { "content-type": "text/event-stream" });
  send("message_start", { message: { ...message, content: [], ...stopless, usage } });
  send("content_block_start", { index: 0, content_block: block });
  send("content_block_delta", { index: 0, delta });
  send("content_block_stop", { index: 0 });
  send("message_delta", { delta: stop, usage });
  send("message_stop", {});
  response.end();

  function send(type: string, data: Record<string, unknown>) {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  }
}

const stopless = { stop_reason: null, stop_sequence: null };
