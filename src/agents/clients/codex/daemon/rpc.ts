/**
 * JSON-RPC as Codex's daemon speaks it: one object in each WebSocket frame on its Unix socket,
 * without the field `jsonrpc`. Both sides send requests. A reply to the daemon is not acknowledged.
 */
import { z } from "zod";
import { jsonIn } from "../../../../core/json.ts";

export interface Rpc {
  /** Rejects with `RpcRefused`, or when the connection ends or no reply comes in time. */
  request(method: string, params: Record<string, unknown>): Promise<unknown>;
  notify(method: string): void;
  respond(id: RequestId, result: unknown): void;
  /** Resolves when the connection is over. */
  readonly closed: Promise<void>;
  close(): void;
}

export interface RpcListener {
  notified(method: string, params: Params): void;
  asked(id: RequestId, method: string, params: Params): void;
}

export type RequestId = string | number;
export type Params = Readonly<Record<string, unknown>>;

export class RpcRefused extends Error {
  readonly code: number;
  constructor({ code, message }: { code: number; message: string }) {
    super(message);
    this.code = code;
  }
}

const Id = z.union([z.string(), z.number()]);
const Message = z.object({
  id: Id.optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).catch({}),
  result: z.unknown().optional(),
  error: z
    .object({ code: z.number().catch(0), message: z.string().catch("") })
    .optional()
    .catch({ code: 0, message: "" }),
});

const ANSWERS_WITHIN_MS = 20_000;
const CONNECTS_WITHIN_MS = 5_000;
// An item may hold the whole output of a command.
const LONGEST_MESSAGE = 256 * 1024 * 1024;

/** Rejects if nobody listens there. */
export async function openRpc(socketPath: string, listener: RpcListener): Promise<Rpc> {
  const { WebSocket } = await import("ws");
  const socket = new WebSocket(`ws+unix://${socketPath}:/`, {
    perMessageDeflate: false,
    // What follows a reply is heard only once the reply has been acted on.
    allowSynchronousEvents: false,
    handshakeTimeout: CONNECTS_WITHIN_MS,
    maxPayload: LONGEST_MESSAGE,
  });
  const waiting = new Map<RequestId, Waiting>();
  let lastId = 0;
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  void closed.then(() => {
    for (const { reject } of waiting.values()) reject(new Error("Codex's daemon has gone."));
    waiting.clear();
  });
  socket.on("message", (data) => hear(String(data)));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  // After an error comes "close".
  socket.on("error", () => undefined);
  return {
    request,
    notify: (method) => send({ method }),
    respond: (id, result) => send({ id, result }),
    closed,
    close: () => socket.terminate(),
  };

  function request(method: string, params: Record<string, unknown>): Promise<unknown> {
    lastId += 1;
    const id = lastId;
    let timer: NodeJS.Timeout | undefined;
    return new Promise<unknown>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      timer = setTimeout(() => reject(new Error(`${method}: no reply.`)), ANSWERS_WITHIN_MS);
      if (!send({ id, method, params })) reject(new Error("Codex's daemon has gone."));
    }).finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
    });
  }

  function send(message: Record<string, unknown>): boolean {
    const isOpen = socket.readyState === WebSocket.OPEN;
    if (isOpen) socket.send(JSON.stringify(message));
    return isOpen;
  }

  function hear(text: string) {
    const message = Message.safeParse(jsonIn(text)).data;
    if (message === undefined) return;
    const { id, method, params, result, error } = message;
    if (method !== undefined && id !== undefined) return listener.asked(id, method, params);
    if (method !== undefined) return listener.notified(method, params);
    const call = waiting.get(id ?? "");
    if (error === undefined) call?.resolve(result);
    else call?.reject(new RpcRefused(error));
  }
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}
