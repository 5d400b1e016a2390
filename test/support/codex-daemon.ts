/**
 * Stands in for Codex's daemon: a WebSocket server on a Unix socket, linked to from Codex's home.
 * Open requests are sent again to whoever joins their thread. An answer is not acknowledged, and one
 * that comes too late is ignored; everybody who has joined hears that a request is resolved.
 */
import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { type WebSocket, WebSocketServer } from "ws";
import { until } from "./patience.ts";

type Fields = Record<string, unknown>;

export interface DaemonStandIn extends AsyncDisposable {
  readonly codexHome: string;
  /** What clients asked of it, in order, such as a text for a turn. */
  readonly heard: { method: string; params: Fields }[];
  /** Opens a thread; it can be joined once it has a first prompt. */
  open(id: string, more?: Fields): StandInThread;
  untilJoined(id: string): Promise<void>;
  /** Ends all connections, as when the daemon is replaced; the threads live on. */
  hangUp(): void;
}

export interface StandInThread {
  readonly id: string;
  prompt(turnId: string, text: string): void;
  ask(method: string, params: Fields): StandInRequest;
  begin(item: Fields & { id: string; type: string }): void;
  /** The end of a step. */
  step(item: Fields & { id: string; type: string }): void;
  endTurn(status?: string, more?: Fields): void;
  unload(): void;
}

export interface StandInRequest {
  readonly id: number;
  /** What was answered first, and by whom. */
  readonly answered: Promise<{ result: Fields; by: "client" | "terminal" }>;
  /** How often a client was sent it. */
  sent(): number;
  /** Nobody hears of it before `told` resolves. */
  answerInTerminal(result: Fields, told?: Promise<unknown>): void;
  /** Answers of clients that came too late, in order. */
  readonly ignored: Fields[];
}

interface Pending {
  readonly message: Fields;
  sent: number;
  settle(result: Fields, by: "client" | "terminal", told?: Promise<unknown>): void;
}

interface ThreadState {
  readonly info: Fields;
  hasPrompt: boolean;
  status: Fields;
  turnId: string | null;
  readonly joined: Set<WebSocket>;
  readonly pending: Map<number, Pending>;
}

/** `mode` is of the folder that holds the link. */
export async function startCodexDaemon(
  codexHome: string,
  { mode = 0o700 } = {},
): Promise<DaemonStandIn> {
  const link = join(codexHome, "app-server-control", "app-server-control.sock");
  const socketPath = join(codexHome, "run", "socket");
  for (const folder of [dirname(link), dirname(socketPath)])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const clients = new Set<WebSocket>();
  const threads = new Map<string, ThreadState>();
  const heard: DaemonStandIn["heard"] = [];
  const late = new Map<number, Fields[]>();
  let requests = 0;
  let turns = 0;
  sockets.on("connection", (client) => {
    clients.add(client);
    client.on("close", () => {
      clients.delete(client);
      for (const { joined } of threads.values()) joined.delete(client);
    });
    client.on("message", (data) => receive(client, JSON.parse(String(data))));
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  chmodSync(dirname(link), mode);
  symlinkSync(socketPath, link);

  return {
    ...{ codexHome, heard, open },
    untilJoined: async (id) =>
      void (await until("somebody to join", () => (threads.get(id)?.joined.size ?? 0) > 0)),
    hangUp() {
      for (const client of clients) client.terminate();
    },
    async [Symbol.asyncDispose]() {
      rmSync(link, { force: true });
      for (const client of clients) client.terminate();
      sockets.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function receive(client: WebSocket, message: Fields & { params?: Fields }) {
    const { id, method, params = {}, result } = message;
    if (method === undefined) return answer(Number(id), (result ?? {}) as Fields);
    heard.push({ method: String(method), params });
    if (id === undefined) return;
    const reply = reactTo(client, String(method), params);
    if (typeof reply === "string") send(client, { id, error: { code: -32600, message: reply } });
    else send(client, { id, result: reply });
    // What is open is sent right behind the reply.
    if (method === "thread/resume" && typeof reply !== "string")
      for (const one of threads.get(String(params["threadId"]))?.pending.values() ?? [])
        put(client, one);
  }

  /** A text is an error. */
  function reactTo(client: WebSocket, method: string, params: Fields): Fields | string {
    const thread = threads.get(String(params["threadId"]));
    switch (method) {
      case "initialize":
        return { userAgent: "stand-in", codexHome };
      case "thread/loaded/list":
        return { data: [...threads.keys()], nextCursor: null };
      case "thread/resume":
        if (!thread?.hasPrompt || thread.info["ephemeral"]) return "no rollout found";
        thread.joined.add(client);
        return { thread: { ...thread.info, status: thread.status } };
      case "thread/unsubscribe":
        thread?.joined.delete(client);
        return {};
      case "thread/turns/list":
        return { data: thread?.turnId ? [{ id: thread.turnId, status: "inProgress" }] : [] };
      case "turn/start":
        return thread === undefined ? "no such thread" : { turn: { id: take(thread, params) } };
      case "turn/steer":
        if (thread?.turnId !== params["expectedTurnId"]) return "no active turn to steer";
        return { turnId: take(thread as ThreadState, params) };
      case "turn/interrupt":
        if (thread !== undefined) endTurn(thread, "interrupted");
        return {};
      default:
        return `unknown method ${method}`;
    }
  }

  /** The text becomes a step of the turn, which is begun if there is none. */
  function take(thread: ThreadState, { input }: Fields): string {
    turns += 1;
    thread.turnId ??= `turn-of-client-${turns}`;
    thread.hasPrompt = true;
    setStatus(thread, "active");
    const item = { type: "userMessage", id: `said-${turns}`, content: input };
    tell(thread, "item/completed", { item, turnId: thread.turnId });
    return thread.turnId;
  }

  function answer(id: number, result: Fields) {
    for (const { pending } of threads.values()) {
      const one = pending.get(id);
      if (one !== undefined) return one.settle(result, "client");
    }
    late.get(id)?.push(result);
  }

  function open(id: string, more: Fields = {}): StandInThread {
    const info = {
      ...{ id, sessionId: id, parentThreadId: null, ephemeral: false, path: null, cwd: "/project" },
      ...more,
    };
    const thread: ThreadState = {
      ...{ info, hasPrompt: false, status: { type: "idle" }, turnId: null },
      ...{ joined: new Set(), pending: new Map() },
    };
    threads.set(id, thread);
    tellAll("thread/started", { thread: { ...info, status: thread.status } });
    return {
      id,
      prompt(turnId, text) {
        Object.assign(thread, { hasPrompt: true, turnId });
        setStatus(thread, "active");
        const item = { type: "userMessage", id: `${turnId}-prompt`, content: [{ text }] };
        tell(thread, "item/completed", { item, turnId });
      },
      ask: (method, params) => ask(thread, method, params),
      begin: (item) => tell(thread, "item/started", { item, turnId: thread.turnId }),
      step: (item) => tell(thread, "item/completed", { item, turnId: thread.turnId }),
      endTurn: (status = "completed", more) => endTurn(thread, status, more),
      unload() {
        setStatus(thread, "notLoaded");
        threads.delete(id);
      },
    };
  }

  function ask(thread: ThreadState, method: string, params: Fields): StandInRequest {
    const id = requests;
    requests += 1;
    const threadId = thread.info["id"];
    const about = { threadId, turnId: thread.turnId, startedAtMs: 1_794_769_686_754, ...params };
    const ignored: Fields[] = [];
    late.set(id, ignored);
    let settle: Pending["settle"] = () => undefined;
    const answered = new Promise<{ result: Fields; by: "client" | "terminal" }>((resolve) => {
      settle = (result, by, told) => {
        thread.pending.delete(id);
        resolve({ result, by });
        if (told === undefined) end(result);
        else void told.then(() => end(result));
      };
    });
    const end = (result: Fields) => {
      tell(thread, "serverRequest/resolved", { requestId: id });
      endStep(thread, method, about, result);
    };
    const one: Pending = { message: { id, method, params: about }, sent: 0, settle };
    thread.pending.set(id, one);
    for (const client of thread.joined) put(client, one);
    return {
      ...{ id, answered, ignored, sent: () => one.sent },
      answerInTerminal(result, told) {
        if (thread.pending.has(id)) settle(result, "terminal", told);
      },
    };
  }

  /** A command runs at once, or is declined. */
  function endStep(thread: ThreadState, method: string, about: Fields, result: Fields) {
    if (method !== "item/commandExecution/requestApproval") return;
    const isRefused = result["decision"] === "decline" || result["decision"] === "cancel";
    const { itemId: id, command } = about;
    const item = { type: "commandExecution", id, command, aggregatedOutput: "" };
    const status = isRefused ? "declined" : "completed";
    const at = { completedAtMs: Date.now() };
    tell(thread, "item/completed", { item: { ...item, status, ...at }, turnId: thread.turnId });
  }

  function endTurn(thread: ThreadState, status: string, more: Fields = {}) {
    const turn = { id: thread.turnId, status, error: null, items: [], ...more };
    thread.turnId = null;
    setStatus(thread, "idle");
    tell(thread, "turn/completed", { turn });
    for (const id of thread.pending.keys()) {
      thread.pending.delete(id);
      tell(thread, "serverRequest/resolved", { requestId: id });
    }
  }

  function put(client: WebSocket, one: Pending) {
    one.sent += 1;
    send(client, one.message);
  }

  function setStatus(thread: ThreadState, type: string) {
    thread.status = type === "active" ? { type, activeFlags: [] } : { type };
    tellAll("thread/status/changed", { threadId: thread.info["id"], status: thread.status });
  }

  function tell({ info, joined }: ThreadState, method: string, params: Fields) {
    for (const client of joined)
      send(client, { method, params: { threadId: info["id"], ...params } });
  }

  function tellAll(method: string, params: Fields) {
    for (const client of clients) send(client, { method, params });
  }
}

function send(client: WebSocket, message: Fields) {
  client.send(JSON.stringify(message));
}
