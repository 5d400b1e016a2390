/**
 * One stream of changes for all watchers of this process. It goes on where it broke off; where the
 * hub no longer knows what came since, everything is told anew, and what is not there any more as
 * removed. A stream on which nothing came for a while, not even a sign of life, is dead.
 */
import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { jsonIn } from "../../core/json.ts";
import type { AskChange, Watch, WatchOptions } from "../ask-store.ts";
import type { Transport } from "./transport.ts";
import type { SinceReply } from "./wire.ts";

export interface ChangeStream {
  watch(listener: (change: AskChange) => void, options?: WatchOptions): Promise<Watch>;
  close(): void;
}

const DEAD_AFTER_MS = 40_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;

interface Watcher {
  listener: (change: AskChange) => void;
  onGap: (() => void) | undefined;
  /** Changes that come while the past is still read. */
  early: AskChange[] | null;
}

export function openChangeStream(parts: {
  transport: Transport;
  /** A change as this machine has it. */
  arrive: (change: AskChange) => AskChange;
  /** Called when the hub is there, at first and after each absence. */
  onThere: () => void;
  deadAfterMs?: number;
}): ChangeStream {
  const { transport, arrive, onThere, deadAfterMs = DEAD_AFTER_MS } = parts;
  const watchers = new Set<Watcher>();
  const known = new Set<string>();
  let last: string | undefined;
  let ended: AbortController | undefined;
  let response: IncomingMessage | undefined;
  let connected: Promise<void> | undefined;
  return { watch, close };

  async function watch(
    listener: (change: AskChange) => void,
    { after, onGap }: WatchOptions = {},
  ): Promise<Watch> {
    const watcher: Watcher = { listener, onGap, early: after === "now" ? null : [] };
    watchers.add(watcher);
    try {
      connected ??= begin();
      await connected;
      if (after !== "now") await catchUp(watcher, after);
    } catch (error) {
      leave(watcher);
      throw error;
    }
    return { close: () => leave(watcher) };
  }

  async function catchUp(watcher: Watcher, after: string | undefined) {
    const asked = after === undefined ? "" : `?after=${encodeURIComponent(after)}`;
    const { body } = await transport.call({ path: `/api/store/since${asked}` });
    const { isGap, changes } = body as SinceReply;
    if (isGap) watcher.onGap?.();
    for (const change of changes) watcher.listener(arrive(change));
    for (const change of watcher.early ?? []) watcher.listener(change);
    watcher.early = null;
  }

  function leave(watcher: Watcher) {
    watchers.delete(watcher);
    if (watchers.size === 0) close();
  }

  function close() {
    watchers.clear();
    ended?.abort();
    response?.destroy();
    connected = undefined;
    last = undefined;
    known.clear();
  }

  /** Resolves once the first stream is open; the later ones are opened by themselves. */
  async function begin(): Promise<void> {
    const end = new AbortController();
    ended = end;
    try {
      await new Promise<void>((resolve, reject) => void keepOpen(end.signal, resolve, reject));
    } catch (error) {
      connected = undefined;
      throw error;
    }
  }

  async function keepOpen(signal: AbortSignal, opened: () => void, failed: (e: unknown) => void) {
    let isFirst = true;
    for (let failures = 0; !signal.aborted; ) {
      try {
        await readStream(signal, () => {
          failures = 0;
          isFirst = false;
          opened();
          onThere();
        });
      } catch (error) {
        if (isFirst) return failed(error);
      }
      if (signal.aborted) return;
      const wait = Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS);
      // Everybody comes back at once after an outage, but not at the same moment.
      await pause(wait * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    }
  }

  async function readStream(signal: AbortSignal, onOpen: () => void) {
    const headers = { "last-event-id": last ?? "now", accept: "text/event-stream" };
    const stream = await transport.open("/api/store/changes", headers);
    if (stream.statusCode !== 200) {
      stream.resume();
      throw new Error(`The stream of changes is refused with ${stream.statusCode}.`);
    }
    response = stream;
    if (signal.aborted) {
      stream.destroy();
      return;
    }
    let timer = setTimeout(() => stream.destroy(), deadAfterMs);
    let rest = "";
    let listed: Set<string> | null = null;
    try {
      stream.setEncoding("utf8");
      for await (const text of stream) {
        clearTimeout(timer);
        timer = setTimeout(() => stream.destroy(), deadAfterMs);
        const events = (rest + text).split("\n\n");
        rest = events.pop() ?? "";
        for (const event of events) take(event);
      }
    } finally {
      clearTimeout(timer);
    }

    function take(event: string): void {
      const type = /^event: (.*)$/m.exec(event)?.[1];
      const data = jsonIn(/^data: (.*)$/m.exec(event)?.[1] ?? "") as AskChange & {
        status?: string;
      };
      if (type === "resume") {
        if (data.status === "gap") listed = new Set();
        if (listed !== null) for (const { onGap } of watchers) onGap?.();
        onOpen();
      }
      if (type === "caught_up" && listed !== null) tellRemoved(listed);
      if (type !== "ask") return;
      listed?.add(data.id);
      last = data.number;
      tell(arrive(data));
    }
  }

  function tellRemoved(listed: Set<string>) {
    for (const id of known) if (!listed.has(id)) tell({ id, ask: null, number: last ?? "" });
  }

  function tell(change: AskChange) {
    if (change.ask === null) known.delete(change.id);
    else known.add(change.id);
    for (const watcher of watchers) {
      if (watcher.early !== null) watcher.early.push(change);
      else watcher.listener(change);
    }
  }
}
