/**
 * The threads of one connection to Codex's daemon. We join a thread while it works, and leave it
 * when it is at rest: Codex keeps a joined thread in memory. Whoever joins is sent every request
 * that is open, and from then on everything that happens there.
 */
import { createKeyedQueue } from "../../../../core/queue.ts";
import {
  type DaemonRequest,
  type Item,
  ItemChange,
  LoadedThreads,
  OfThread,
  OfTurn,
  Resolved,
  Resumed,
  StartedThread,
  type Thread,
  ThreadStatus,
  TurnEnd,
  Turns,
} from "./messages.ts";
import type { Params, RequestId, Rpc } from "./rpc.ts";

/** Called in order. */
export interface ThreadListener {
  joined(thread: Thread): void;
  asked(request: DaemonRequest): void;
  /** Somebody answered the request, or nobody needs to any more. */
  resolved(thread: Thread, id: RequestId): void;
  itemEnded(thread: Thread, item: Item, turnId: string | null): void;
  turnEnded(thread: Thread, turn: TurnEnd["turn"]): void;
  closed(thread: Thread): void;
}

export interface Threads {
  notified(method: string, params: Params): void;
  asked(id: RequestId, method: string, params: Params): void;
  /** Joins every thread that is loaded. Resolves once their open requests have been put. */
  joinAll(): Promise<void>;
  /** Whether the daemon runs this thread, and we have joined it. */
  holds(threadId: string): Promise<boolean>;
  /** The turn that is under way; null if the thread is at rest. */
  turnOf(threadId: string): Promise<string | null>;
}

interface ThreadState {
  /** As it was when we joined; null before the first time. */
  thread: Thread | null;
  isJoined: boolean;
  isAtWork: boolean;
  turnId: string | null;
  /** The open requests, by their ids. */
  readonly requests: Map<RequestId, Pick<DaemonRequest, "id" | "method" | "params">>;
  /** The steps that are under way, by their ids. */
  readonly items: Map<string, Item>;
}

export function createThreads(rpc: () => Promise<Rpc>, listener: ThreadListener): Threads {
  const states = new Map<string, ThreadState>();
  const hidden = new Set<string>();
  const inOrder = createKeyedQueue();
  return { notified, asked, joinAll, holds, turnOf };

  async function joinAll() {
    for (const id of await loaded()) await join(id);
    // Requests are sent right behind the reply to a join, and so before the reply to this.
    await loaded();
  }

  async function loaded(): Promise<string[]> {
    return LoadedThreads.parse(await (await rpc()).request("thread/loaded/list", {})).data;
  }

  async function holds(threadId: string): Promise<boolean> {
    if (states.get(threadId)?.isJoined) return true;
    // Joining a thread that is not loaded would load it a second time.
    return (await loaded()).includes(threadId) && join(threadId);
  }

  /** False for a thread that nobody can join, or not yet: one without a first prompt has no file. */
  function join(threadId: string): Promise<boolean> {
    return inOrder(threadId, async () => {
      if (stateOf(threadId).isJoined) return true;
      if (hidden.has(threadId)) return false;
      try {
        const params = { threadId, excludeTurns: true };
        const { thread } = Resumed.parse(await (await rpc()).request("thread/resume", params));
        welcome(thread);
        return true;
      } catch {
        return false;
      }
    });
  }

  function welcome(thread: Thread) {
    const state = stateOf(thread.id);
    const isAtWork = thread.status.type === "active";
    Object.assign(state, { thread, isJoined: true, isAtWork });
    listener.joined(thread);
    for (const request of state.requests.values()) put(state, thread, request);
    restIfIdle(thread.id);
  }

  function put(
    { items }: ThreadState,
    thread: Thread,
    request: Omit<DaemonRequest, "thread" | "item">,
  ) {
    const item = items.get(String(request.params["itemId"])) ?? null;
    listener.asked({ ...request, thread, item });
  }

  /** What is still to come about the last turn has been sent by then. */
  function restIfIdle(threadId: string) {
    void inOrder(threadId, async () => {
      const { isJoined, isAtWork, requests } = stateOf(threadId);
      if (!isJoined || isAtWork || requests.size > 0) return;
      stateOf(threadId).isJoined = false;
      await (await rpc()).request("thread/unsubscribe", { threadId });
    }).catch(() => undefined);
  }

  async function turnOf(threadId: string): Promise<string | null> {
    const state = states.get(threadId);
    if (state?.isAtWork !== true || state.turnId !== null) return state?.turnId ?? null;
    const params = { threadId, limit: 1 };
    const { data } = Turns.parse(await (await rpc()).request("thread/turns/list", params));
    return data.find(({ status }) => status === "inProgress")?.id ?? null;
  }

  function asked(id: RequestId, method: string, params: Params) {
    const about = OfThread.safeParse(params).data;
    if (about === undefined) return;
    const state = stateOf(about.threadId);
    // It comes once for each time that we joined.
    const isNew = !state.requests.has(id);
    const request = { id, method, params };
    state.requests.set(id, request);
    if (isNew && state.isJoined && state.thread !== null) put(state, state.thread, request);
  }

  function notified(method: string, params: Params) {
    const turn = OfTurn.safeParse(params).data;
    if (turn !== undefined) stateOf(turn.threadId).turnId = turn.turnId;
    switch (method) {
      case "thread/started": {
        const { thread } = StartedThread.safeParse(params).data ?? {};
        if (thread?.ephemeral) hidden.add(thread.id);
        return;
      }
      case "thread/status/changed":
        return changed(params);
      case "thread/closed":
        return leave(OfThread.safeParse(params).data?.threadId);
      case "item/started":
      case "item/completed":
        return stepped(method === "item/completed", params);
      case "serverRequest/resolved":
        return resolved(params);
      case "turn/completed":
        return turnEnded(params);
    }
  }

  function changed(params: Params) {
    const { threadId, status } = ThreadStatus.safeParse(params).data ?? {};
    if (threadId === undefined || hidden.has(threadId)) return;
    if (status?.type === "notLoaded") return leave(threadId);
    const state = stateOf(threadId);
    state.isAtWork = status?.type === "active";
    if (state.isAtWork && !state.isJoined) void join(threadId).catch(() => undefined);
  }

  function leave(threadId = "") {
    const thread = states.get(threadId)?.thread ?? null;
    states.delete(threadId);
    hidden.delete(threadId);
    if (thread !== null) listener.closed(thread);
  }

  function stepped(isOver: boolean, params: Params) {
    const { threadId, turnId, item } = ItemChange.safeParse(params).data ?? {};
    if (threadId === undefined || item === undefined) return;
    const { thread, items } = stateOf(threadId);
    if (isOver) items.delete(item.id);
    else items.set(item.id, item);
    if (isOver && thread !== null) listener.itemEnded(thread, item, turnId ?? null);
  }

  function resolved(params: Params) {
    const { threadId, requestId } = Resolved.safeParse(params).data ?? {};
    if (threadId === undefined || requestId === undefined) return;
    const { thread, requests } = stateOf(threadId);
    if (requests.delete(requestId) && thread !== null) listener.resolved(thread, requestId);
    restIfIdle(threadId);
  }

  function turnEnded(params: Params) {
    const { threadId, turn } = TurnEnd.safeParse(params).data ?? {};
    if (threadId === undefined || turn === undefined) return;
    const state = stateOf(threadId);
    state.turnId = null;
    state.items.clear();
    if (state.thread !== null) listener.turnEnded(state.thread, turn);
    restIfIdle(threadId);
  }

  function stateOf(threadId: string): ThreadState {
    const known = states.get(threadId);
    if (known !== undefined) return known;
    const rest = { requests: new Map(), items: new Map() };
    const fresh = { thread: null, isJoined: false, isAtWork: false, turnId: null, ...rest };
    states.set(threadId, fresh);
    return fresh;
  }
}
