/**
 * The live connection. It is `connecting` until the first welcome, `live` while messages arrive, and `away` after it
 * broke, while it tries again by itself with growing pauses. Only `close` ends that.
 */
import type { LiveMessage } from "../src/surfaces/portal/wire.ts";

export type Connection = "connecting" | "live" | "away";

export interface LiveOptions {
  /** The one ask to follow; every ask when left out. */
  askId?: string;
  onMessage(message: LiveMessage): void;
  onConnection(connection: Connection): void;
}

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

// The server speaks every second as long as something has a deadline; browsers notice a vanished server much later.
const PROBE_MS = 15_000;

export function followLive({ askId, onMessage, onConnection }: LiveOptions): { close(): void } {
  let socket: WebSocket | undefined;
  let pause = SHORTEST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  connect();
  return { close };

  function connect() {
    clearTimeout(timer);
    const query = askId === undefined ? "" : `?ask=${encodeURIComponent(askId)}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const opened = new WebSocket(`${scheme}://${location.host}/live${query}`);
    const giveUp = setTimeout(() => opened.close(), PROBE_MS);
    socket = opened;
    opened.onopen = () => clearTimeout(giveUp);
    opened.onmessage = ({ data }) => {
      if (isClosed) return;
      pause = SHORTEST_PAUSE_MS;
      onConnection("live");
      onMessage(JSON.parse(String(data)) as LiveMessage); // The contract in wire.ts is our own server's.
    };
    opened.onclose = () => {
      clearTimeout(giveUp);
      if (!isClosed && socket === opened) retry();
    };
  }

  function retry() {
    socket = undefined;
    onConnection("away");
    timer = setTimeout(connect, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  /** The person looks, or the network is back: no reason to sit out the pause. */
  function hurry() {
    if (!isClosed && socket === undefined && !document.hidden) connect();
  }

  function close() {
    isClosed = true;
    clearTimeout(timer);
    removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", hurry);
    socket?.close();
  }
}
