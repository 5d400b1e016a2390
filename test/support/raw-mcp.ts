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
  /** Ends the server as a client does that exits. */
  exit(): Promise<void>;
}

export function startRawClient(
  stateDirectory: string,
  name: string,
  env: Record<string, string> = {},
): RawClient {
  const { child, finished } = start(stateDirectory, ["mcp"], {
    env: { ASKLINE_BROWSER: "none", ...env },
    keepsInputOpen: true,
  });
  const waiting = new Map<number, (message: Message) => void>();
  let ids = 0;
  let rest = "";
  child.stdout.on("data", (chunk) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message.result ?? message);
    }
  });
  const client = { send, call, giveUp, exit, [Symbol.asyncDispose]: exit };
  if (name !== "") {
    request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name, version: "1.0" },
    });
    send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }
  return client;

  function send(message: object) {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  function request(method: string, params: object) {
    const id = ++ids;
    const result = new Promise<Message>((resolve) => waiting.set(id, resolve));
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

  async function exit() {
    child.stdin.end();
    await finished;
  }
}
