/**
 * Requests to a hub, over a handful of connections of our own: sockets that may have died while the
 * machine slept are destroyed, not trusted. A request is tried again where nobody answered; all of
 * them may be sent twice.
 */
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { alreadySettled } from "../../core/ask/already-settled.ts";
import type { SettledAsk } from "../../core/ask/ask.ts";
import { AskNotFound, InvalidQuestion, InvalidReply, OwnerGone } from "../../core/ask/errors.ts";
import { jsonIn } from "../../core/json.ts";
import { InvalidCursor } from "../ask-order.ts";
import type { Clock } from "../clock.ts";
import { AskRemoved, HubRefused, HubUnreachable, TokenRefused, whyInWords } from "./unreachable.ts";
import { NOW_HEADER, RUN_HEADER, SAME_CLOCK_MS } from "./wire.ts";

export interface TransportOptions {
  url: string;
  token: string;
  clock: Clock;
  /** How often a request is tried before it is given up. */
  tries?: number;
}

export interface Call {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  query?: object;
  body?: object;
  signal?: AbortSignal | undefined;
  /** The hub may take that long to answer, beside the usual time. */
  waitsMs?: number;
  /** The ask it is about, for errors. */
  id?: string;
}

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows what its route replies
  body: any;
}

export interface Transport {
  readonly url: string;
  /** Milliseconds that the hub's clock is ahead of ours; 0 while they agree. */
  offset(): number;
  /** The run of the hub that answered last; empty before. */
  run(): string;
  /** Throws HubUnreachable, TokenRefused, or what the hub said. */
  call(call: Call): Promise<Reply>;
  /** Opens a stream. The response is still to be read. */
  open(path: string, headers: Record<string, string>): Promise<IncomingMessage>;
  /** Ends every connection: what waits on one is tried anew. */
  drop(): void;
  close(): void;
}

const ANSWERS_WITHIN_MS = 15_000;
const CONNECTS_WITHIN_MS = 5_000;
const FIRST_PAUSE_MS = 150;
// The timer of a machine that slept comes late by all the time it slept.
const LOOKS_FOR_SLEEP_MS = 5_000;
const SLEPT_MS = 10_000;
const TRY_LATER = new Set([429, 502, 503, 504]);

export function openTransport(options: TransportOptions): Transport {
  const { url, token, clock, tries = 3 } = options;
  const base = new URL(url);
  const client = base.protocol === "https:" ? https : http;
  let agent = newAgent();
  let offset = 0;
  let run = "";
  const stopLooking = noticeSleep(clock, drop);
  return { url, offset: () => offset, run: () => run, call, open, drop, close };

  async function call(wanted: Call): Promise<Reply> {
    let wasSent = false;
    for (let left = tries; ; left--) {
      try {
        return understood(await once(wanted), wanted);
      } catch (error) {
        wanted.signal?.throwIfAborted();
        if (!(error instanceof HubUnreachable)) throw error;
        wasSent ||= error.wasSent;
        if (left <= 1) throw error.withSent(wasSent);
        const wait = FIRST_PAUSE_MS * 2 ** (tries - left) * (1 + Math.random());
        await pause(error.retryAfterMs ?? wait, undefined, { signal: wanted.signal });
      }
    }
  }

  async function once({ method = "GET", path, query, body, signal, waitsMs = 0 }: Call) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const asked = query === undefined ? "" : `?query=${encodeURIComponent(JSON.stringify(query))}`;
    const sentAt = clock.now().getTime();
    const response = await send(method, path + asked, {
      ...{ text, signal, within: ANSWERS_WITHIN_MS + waitsMs },
    });
    const received = await textOf(response);
    noteHub(response, sentAt);
    return { response, received };
  }

  function open(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
    return send("GET", path, { headers, within: ANSWERS_WITHIN_MS });
  }

  function send(
    method: string,
    path: string,
    how: {
      text?: string | undefined;
      signal?: AbortSignal | undefined;
      headers?: Record<string, string>;
      within: number;
    },
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      let isConnected = false;
      const headers = {
        authorization: `Bearer ${token}`,
        ...(how.text !== undefined && {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(how.text),
        }),
        ...how.headers,
      };
      const address = new URL(base.pathname.replace(/\/$/, "") + path, base);
      const request = client.request(address, { method, headers, agent, signal: how.signal });
      let patience = setTimeout(late, CONNECTS_WITHIN_MS);
      request.once("socket", (socket) => {
        if (!socket.connecting) return connected();
        socket.once(base.protocol === "https:" ? "secureConnect" : "connect", connected);
      });
      request.on("error", (error) => {
        clearTimeout(patience);
        reject(new HubUnreachable(url, isConnected, whyInWords(error)));
      });
      request.once("response", (response) => {
        clearTimeout(patience);
        // A body that never ends is as dead as a head that never comes.
        patience = setTimeout(late, how.within);
        response.once("close", () => clearTimeout(patience));
        if (response.headers["content-type"]?.startsWith("text/event-stream") === true)
          clearTimeout(patience);
        resolve(response);
      });
      request.end(how.text);

      function connected() {
        isConnected = true;
        clearTimeout(patience);
        patience = setTimeout(late, how.within);
      }

      function late() {
        request.destroy(Object.assign(new Error("late"), { code: "ETIMEDOUT" }));
      }
    });
  }

  async function textOf(response: IncomingMessage): Promise<string> {
    try {
      response.setEncoding("utf8");
      let text = "";
      for await (const part of response) text += part;
      return text;
    } catch (error) {
      throw new HubUnreachable(url, true, whyInWords(error));
    }
  }

  function understood(
    { response, received }: { response: IncomingMessage; received: string },
    { id = "" }: Call,
  ): Reply {
    const status = response.statusCode ?? 0;
    const body = jsonIn(received) as Reply["body"];
    if (status < 400 && (received === "" || body !== undefined)) return { status, body };
    if (TRY_LATER.has(status)) {
      const seconds = Number(response.headers["retry-after"]);
      const why = { en: `it says ${status}`, ko: `${status}이라고 합니다` };
      throw new HubUnreachable(url, true, why, seconds > 0 ? seconds * 1000 : null);
    }
    throw errorOf(status, body, id);
  }

  function errorOf(status: number, body: Reply["body"], id: string): Error {
    const { code = `http_${status}`, message = "", suggestion = "" } = body?.error ?? {};
    if (status === 401 || code === "http_403") return new TokenRefused(url, message);
    if (code === "already_settled" && body.ask) return alreadySettled(body.ask as SettledAsk);
    if (code === "owner_gone" && body.ask) return new OwnerGone(body.ask as SettledAsk);
    if (status === 410) return new AskRemoved(id);
    if (code === "not_found") return new AskNotFound(id);
    if (code === "invalid_cursor") return new InvalidCursor();
    if (code === "invalid_reply") return new InvalidReply(body.problems ?? [message]);
    if (code === "invalid_question") return new InvalidQuestion(body.problems ?? [message]);
    return new HubRefused(status, code, message || `The hub says ${status}.`, suggestion);
  }

  function noteHub(response: IncomingMessage, sentAt: number) {
    run = String(response.headers[RUN_HEADER] ?? run);
    const now = Number(response.headers[NOW_HEADER]);
    if (!(now > 0)) return;
    const ours = clock.now().getTime();
    // A reply that took long says little of when the hub looked at its clock.
    if (ours - sentAt > SAME_CLOCK_MS) return;
    const ahead = now - (sentAt + ours) / 2;
    offset = Math.abs(ahead) <= SAME_CLOCK_MS ? 0 : Math.round(ahead);
  }

  function newAgent(): http.Agent {
    return new client.Agent({ keepAlive: true, maxSockets: 64, timeout: 120_000 });
  }

  function drop() {
    agent.destroy();
    agent = newAgent();
  }

  function close() {
    stopLooking();
    agent.destroy();
  }
}

/** Wall clocks go on while a machine sleeps, monotonic ones do not. */
function noticeSleep(clock: Clock, onSleep: () => void): () => void {
  let [wall, monotonic] = [clock.now().getTime(), clock.monotonic()];
  const timer = setInterval(() => {
    const [nowWall, nowMonotonic] = [clock.now().getTime(), clock.monotonic()];
    const drift = nowWall - wall - (nowMonotonic - monotonic);
    [wall, monotonic] = [nowWall, nowMonotonic];
    if (Math.abs(drift) > SLEPT_MS) onSleep();
  }, LOOKS_FOR_SLEEP_MS).unref();
  return () => clearInterval(timer);
}
