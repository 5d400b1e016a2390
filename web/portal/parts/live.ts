/**
 * The live connection. It is `connecting` until the first welcome, `live` while messages arrive,
 * and `away` after it broke, while it retries with growing pauses. Only `close` ends the retries.
 */

import type { Locale } from "../../../src/core/locale.ts";
import type { LiveMessage } from "../../../src/surfaces/portal/wire.ts";
import { keep, recall } from "../../shared/memory.ts";
import { withKey } from "../../shared/page-key.ts";
import { device, localeNow } from "./device.ts";
import { messages } from "./messages.ts";
import { noticeAsked } from "./notices.ts";
import { notificationsAreOn } from "./notify.ts";

export type Connection = "connecting" | "live" | "away";

/** The messages that a page shows. Notices are shown from here, whichever page is open. */
export type LiveNews = Exclude<LiveMessage, { type: "notice" }>;

export interface LiveOptions {
  /** The one ask to follow. */
  askId?: string;
  /** The list's rows to follow, in that language. */
  rows?: Locale;
  onMessage(message: LiveNews): void;
  onConnection(connection: Connection): void;
}

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

// For a connection that hangs, browsers wait far longer than a person looks at an empty page.
const OPENS_WITHIN_MS = 5_000;

export function followLive({ askId, rows, onMessage, onConnection }: LiveOptions): {
  close(): void;
} {
  let socket: WebSocket | undefined;
  let pause = SHORTEST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let notifies = false;
  const stopFollowing = device.subscribe(renew);
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  document.addEventListener("visibilitychange", tellSight);
  connect();
  return { close };

  function connect() {
    clearTimeout(timer);
    notifies = notificationsAreOn(device.get().notifications);
    const query = new URLSearchParams({
      ...(askId && { ask: askId, browser: browserId() }),
      ...(rows && { rows }),
      ...(notifies && { notifies: "1" }),
    });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const opened = new WebSocket(`${scheme}://${location.host}/live?${withKey(query)}`);
    const giveUp = setTimeout(() => opened.close(), OPENS_WITHIN_MS);
    socket = opened;
    opened.onopen = () => {
      clearTimeout(giveUp);
      tellSight();
    };
    opened.onmessage = ({ data }) => {
      if (isClosed) return;
      pause = SHORTEST_PAUSE_MS;
      onConnection("live");
      // The contract in wire.ts is our own server's.
      const message = JSON.parse(String(data)) as LiveMessage;
      if (message.type === "notice") noticeAsked(message, messages(localeNow(device.get())));
      else onMessage(message);
    };
    opened.onclose = () => {
      clearTimeout(giveUp);
      if (!isClosed && socket === opened) retry();
    };
  }

  /** Others are shown who looks, and not whose tab is behind another. */
  function tellSight() {
    if (askId !== undefined && socket?.readyState === WebSocket.OPEN)
      socket.send(document.hidden ? "hidden" : "seen");
  }

  function retry() {
    socket = undefined;
    onConnection("away");
    timer = setTimeout(connect, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  /** Ends the pause before the next attempt: the person looks, or the network is back. */
  function hurry() {
    if (!isClosed && socket === undefined && !document.hidden) connect();
  }

  /** The address says whether notices may be shown, so changing that needs a new connection. */
  function renew() {
    if (
      isClosed ||
      socket === undefined ||
      notifies === notificationsAreOn(device.get().notifications)
    )
      return;
    const old = socket;
    connect();
    old.close();
  }

  function close() {
    isClosed = true;
    stopFollowing();
    clearTimeout(timer);
    removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", hurry);
    document.removeEventListener("visibilitychange", tellSight);
    socket?.close();
  }
}

const BROWSER_KEY = "askline:browser";

/** Tells this browser from the person's others; it means nothing elsewhere. */
function browserId(): string {
  const known = recall(BROWSER_KEY);
  if (typeof known === "string") return known;
  const id = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36));
  keep(BROWSER_KEY, id.join(""));
  return id.join("");
}
