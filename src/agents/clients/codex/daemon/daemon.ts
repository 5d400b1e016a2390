/**
 * Codex's daemon, which runs the sessions of all Codex windows of an account. We are connected to it
 * for as long as its socket is there. What it asks is also on the screen of Codex's own window; the
 * first answer wins.
 *
 * The protocol is experimental. Where any of it fails, a thread is simply not joined, and Codex's
 * hooks do what they do without a daemon.
 */
import { createQueue } from "../../../../core/queue.ts";
import { controlSocketOf, watchControlSocket } from "./control-socket.ts";
import { Begun } from "./messages.ts";
import { openRpc, type RequestId, type Rpc, RpcRefused } from "./rpc.ts";
import { createThreads, type ThreadListener, type Threads } from "./threads.ts";

export interface CodexDaemon {
  /** Whether the daemon runs this thread and tells us of it. */
  holds(threadId: string): Promise<boolean>;
  /** Replies to a request. False if the connection is gone. */
  respond(id: RequestId, result: unknown): boolean;
  /**
   * Hands the text to the thread's agent, at work or not. Returns the turn that it began, if it
   * began one. Throws if the text was not taken.
   */
  say(threadId: string, text: string): Promise<string | null>;
  /** Adds the text to this turn. Throws if the turn is over. */
  steer(threadId: string, turnId: string, text: string): Promise<void>;
  /** Stops the turn that is under way. False if there is none. */
  interrupt(threadId: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface DaemonListener extends ThreadListener {
  /** Every request that is open has been put to us, or there is no daemon to put any. */
  caughtUp(): void;
  /** The connection is gone. Requests that are still open come again with the next. */
  lost(): void;
}

export interface CodexDaemonOptions {
  readonly codexHome: string;
  /** Our own version. */
  readonly version: string;
  readonly listener: DaemonListener;
}

interface Connection {
  readonly rpc: Rpc;
  readonly threads: Threads;
}

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 30_000;

export function followCodexDaemon(options: CodexDaemonOptions): CodexDaemon {
  const { codexHome, version, listener } = options;
  const connecting = createQueue();
  let connection: Connection | null = null;
  let isClosed = false;
  let retryMs = FIRST_RETRY_MS;
  let retry: NodeJS.Timeout | undefined;
  const stopWatching = watchControlSocket(codexHome, look);
  look();
  return {
    holds: async (threadId) =>
      (await connection?.threads.holds(threadId).catch(() => false)) ?? false,
    respond(id, result) {
      connection?.rpc.respond(id, result);
      return connection !== null;
    },
    say,
    async steer(threadId, turnId, text) {
      const params = { threadId, expectedTurnId: turnId, input: inputOf(text) };
      await connected().rpc.request("turn/steer", params);
    },
    async interrupt(threadId) {
      const turnId = await connected().threads.turnOf(threadId);
      if (turnId !== null) await connected().rpc.request("turn/interrupt", { threadId, turnId });
      return turnId !== null;
    },
    async close() {
      isClosed = true;
      stopWatching();
      clearTimeout(retry);
      connection?.rpc.close();
      await connecting.idle();
    },
  };

  async function say(threadId: string, text: string) {
    const { rpc, threads } = connected();
    const turnId = await threads.turnOf(threadId);
    const input = inputOf(text);
    if (turnId !== null && (await isSteered({ threadId, expectedTurnId: turnId, input })))
      return null;
    return Begun.parse(await rpc.request("turn/start", { threadId, input })).turn.id;
  }

  /** False if that turn has just ended: nothing was taken then. */
  async function isSteered(params: Record<string, unknown>): Promise<boolean> {
    try {
      await connected().rpc.request("turn/steer", params);
      return true;
    } catch (error) {
      if (error instanceof RpcRefused) return false;
      throw error;
    }
  }

  function connected(): Connection {
    if (connection === null) throw new Error("Codex's daemon does not run.");
    return connection;
  }

  function look() {
    void connecting(connect).catch(() => undefined);
  }

  async function connect() {
    if (connection !== null || isClosed) return;
    const socketPath = controlSocketOf(codexHome);
    const fresh = socketPath === null ? null : await open(socketPath).catch(() => null);
    if (fresh === null) {
      listener.caughtUp();
      // A socket that nobody serves yet may be about to be served.
      if (socketPath !== null) lookLater();
      return;
    }
    await fresh.threads.joinAll();
    if (connection !== fresh) return;
    retryMs = FIRST_RETRY_MS;
    listener.caughtUp();
  }

  async function open(socketPath: string): Promise<Connection> {
    let isReady: (rpc: Rpc) => void = () => undefined;
    const ready = new Promise<Rpc>((resolve) => {
      isReady = resolve;
    });
    const threads = createThreads(() => ready, listener);
    const rpc = await openRpc(socketPath, threads);
    const fresh = { rpc, threads };
    try {
      const clientInfo = { name: "askline", title: "Askline", version };
      await rpc.request("initialize", { clientInfo, capabilities: { experimentalApi: true } });
      rpc.notify("initialized");
      if (isClosed) throw new Error("The hub ends.");
    } catch (error) {
      rpc.close();
      throw error;
    }
    connection = fresh;
    isReady(rpc);
    void rpc.closed.then(lose);
    return fresh;
  }

  function lose() {
    connection = null;
    if (isClosed) return;
    listener.lost();
    lookLater();
  }

  function lookLater() {
    clearTimeout(retry);
    retry = setTimeout(look, retryMs).unref();
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  }
}

function inputOf(text: string) {
  return [{ type: "text", text, text_elements: [] }];
}
