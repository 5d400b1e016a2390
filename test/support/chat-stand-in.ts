/**
 * Stands in for a model behind the chat protocol that many clients speak. It does as the prompt
 * says: for `call bash {"command": "make"}` it calls that tool, and once the tool has a result it
 * says that it is done.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ChatStandIn extends AsyncDisposable {
  readonly url: string;
  /** What the client reported of its tool calls, in order. */
  readonly results: string[];
}

interface Request {
  readonly messages?: { role: string; content: unknown }[];
  readonly tools?: { function: { name: string } }[];
}

type Said = { content: string } | { tool_calls: object[] };

export async function startChatStandIn(): Promise<ChatStandIn> {
  const results: string[] = [];
  let calls = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method !== "POST") return void response.writeHead(404).end();
    stream(response, reply(JSON.parse(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    results,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function reply({ messages = [], tools = [] }: Request): Said {
    const last = messages.at(-1);
    const words = JSON.stringify(last?.content ?? "");
    if (last?.role === "tool") results.push(words);
    else {
      // A client may hand the prompt on in quotation marks.
      const said = String(JSON.parse(words)).replaceAll('\\"', '"');
      const [, name = "", input = ""] = /call (\w+) (\{.*\})/.exec(said) ?? [];
      if (tools.some((tool) => tool.function.name === name)) return call(name, input);
    }
    return { content: "Done." };
  }

  function call(name: string, input: string): Said {
    calls += 1;
    const made = { name, arguments: input };
    return { tool_calls: [{ index: 0, id: `call_${calls}`, type: "function", function: made }] };
  }
}

function stream(response: ServerResponse, said: Said) {
  const reason = "content" in said ? "stop" : "tool_calls";
  const head = { id: "chat", object: "chat.completion.chunk", created: 0, model: "stand-in" };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  response.writeHead(200, { "content-type": "text/event-stream" });
  send({ choices: [{ index: 0, delta: { role: "assistant", ...said }, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: reason }], usage });
  response.end("data: [DONE]\n\n");

  function send(chunk: object) {
    response.write(`data: ${JSON.stringify({ ...head, ...chunk })}\n\n`);
  }
}
