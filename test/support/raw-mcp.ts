/**
 * A client that writes its messages to `askline mcp` itself, so that a test decides how it gives a
 * call up: with which reason, or with none.
 */
import { start } from "./askline.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
type Message = any;

export interface RawClient extends AsyncDisposable {
  /** Sends a message as it is. */
  send(message: object): void;
  /** Calls a tool. The result arrives only if the call is not given up. */
  call(tool: string, args: object, meta?: object): { id: number; result: Promise<Message> };
  /** Tells the server that the call is no longer waited for. */
  giveUp(id: number, reason?: string): void;
  /** The whole reply to a message that was sent as it is. */
  reply(id: string): Promise<Message>;
  /** Opens the connection in the older protocol; done already for a client with a name. */
  initialize(name: string, capabilities: object): void;
  /** The next request that the server sends with this method, or notification of it. */
  asked(method: string): Promise<Message>;
  /** Ends the server as a client does that exits. */
  exit(): Promise<void>;
}

export function startRawClient(
  stateDirectory: string,
  name: string,
  env: Record<string, string> = {},
  capabilities: object = {},
): RawClient {
  const { child, finished } = start(stateDirectory, ["mcp"], {
    env: { ASKLINE_BROWSER: "none", ...env },
    keepsInputOpen: true,
  });
  const waiting = new Map<number | string, (message: Message) => void>();
  const said: Message[] = [];
  let heard = () => {};
  let ids = 0;
  let rest = "";
  child.stdout.on("data", (chunk) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.method !== undefined) said.push(message);
      heard();
      if (message.method === undefined) waiting.get(message.id)?.(message);
    }
  });
  const client = {
    send,
    call,
    reply,
    initialize,
    giveUp,
    asked,
    exit,
    [Symbol.asyncDispose]: exit,
  };
  if (name !== "") initialize(name, capabilities);
  return client;

  function initialize(name: string, capabilities: object) {
    request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities,
      clientInfo: { name, version: "1.0" },
    });
    send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  function reply(id: string) {
    return new Promise<Message>((resolve) => waiting.set(id, resolve));
  }

  function send(message: object) {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  function request(method: string, params: object) {
    const id = ++ids;
    const result = new Promise<Message>((resolve) =>
      waiting.set(id, (message) => resolve(message.result ?? message)),
    );
    send({ jsonrpc: "2.0", id, method, params });
    return { id, result };
  }

  function call(tool: string, args: object, meta: object = {}) {
    return request("tools/call", { name: tool, arguments: args, _meta: meta });
  }

  function giveUp(id: number, reason?: string) {
    send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: id, ...(reason === undefined ? {} : { reason }) },
    });
  }

  async function asked(method: string): Promise<Message> {
    for (;;) {
      const index = said.findIndex((message) => message.method === method);
      if (index !== -1) return said.splice(index, 1)[0];
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
  }

  async function exit() {
    child.stdin.end();
    await finished;
  }
}
