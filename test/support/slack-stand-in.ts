/**
 * A stand-in for Slack: its Web API, its sockets and its signed requests. It refuses what Slack
 * would refuse, keeps messages as people see them, and clicks only what is shown.
 */
import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { type Clock, systemClock } from "../../src/store/clock.ts";
import { createDirectory } from "./slack-directory.ts";
import { createSlackPeople } from "./slack-home.ts";
import { type Fault, faultInMessage, faultInView } from "./slack-limits.ts";
import { countRates } from "./slack-rates.ts";
import { createStreams } from "./slack-streams.ts";

// biome-ignore lint/suspicious/noExplicitAny: Slack's payloads have every shape
type Anything = any;

export interface Shown {
  channel: string;
  ts: string;
  threadTs: string | undefined;
  text: string;
  blocks: Anything[] | undefined;
  /** What the app noted beside the message; nobody sees it. */
  metadata?: Anything;
  /** Set if only this person sees the message. */
  only: string | undefined;
}

export interface Call {
  method: string;
  body: Anything;
  token: string;
  /** Milliseconds in the stand-in's clock. */
  at: number;
  /** It was one too many for its method or channel. */
  isLimited?: boolean;
  /** What was answered; set once it is known. */
  reply?: Anything;
}

/** Where a person's message stands, and what is attached to it. */
interface Said {
  threadTs?: string;
  files?: Anything[];
}

/** What a stand-in does only if it is asked for. */
export interface Abilities {
  clock?: Clock;
  /** Counts calls by tier and channel, refuses what is too much, and lets triggers expire. */
  isStrict?: boolean;
  /** Messages can be streamed in this workspace. */
  hasStreams?: boolean;
  /** How long each call takes, in the clock's milliseconds. */
  delayMs?: () => number;
}

export type Stand = Awaited<ReturnType<typeof startSlack>>;

export const BOT = "UBOT";
export const SECRET = "signing-secret-of-the-test";

const PING_EVERY_MS = 5_000;
// A window must be opened within this time after the click.
const TRIGGER_MS = 3_000;

export async function startSlack(abilities: Abilities = {}) {
  const { clock: time = systemClock, isStrict = false, hasStreams = false, delayMs } = abilities;
  const rates = isStrict ? countRates(time) : null;
  const streams = hasStreams
    ? createStreams({ clock: time, keep: (body) => keep(body, undefined), find })
    : null;
  const triggers = new Map<string, number>();
  const lost: { method: string; times: number; isHanging: boolean }[] = [];
  const hanging = new Set<ServerResponse>();
  const outside = new Set<string>();
  const memberships = new Map<string, string[]>();
  let waiting = 0;
  const calls: Call[] = [];
  const messages: Shown[] = [];
  /** What people and other apps wrote, as `conversations.replies` tells it. */
  const spoken: Anything[] = [];
  /** Files that can be downloaded with the bot's token, by their path. */
  const files = new Map<string, { bytes: Buffer; type?: string; redirect?: string }>();
  const fetched: { path: string; token: string }[] = [];
  const views: Anything[] = [];
  const faults: Fault[] = [];
  const failing: { method: string; error: string; times: number; after: number }[] = [];
  const locales = new Map<string, string>();
  const deactivated = new Set<string>();
  const guests = new Set<string>();
  const workspace = { teamId: "T1", appId: "A1", userTeamId: "T1" };
  const sockets = new Set<WebSocket>();
  const acknowledged = new Map<string, (payload: Anything) => void>();
  let clock = 1_700_000_000;
  let hubUrl: string | null = null;
  let refusesSockets = false;
  let events = 0;

  const directory = createDirectory();
  const doings = createSlackPeople({
    ...{ workspace, bot: BOT, send, moment: nextTs },
    responseUrl: () => `http://127.0.0.1:${port}/response`,
    trigger: () => {
      const trigger = `trigger-${randomUUID()}`;
      triggers.set(trigger, time.monotonic());
      return trigger;
    },
  });
  const server = createServer((request, response) => void answer(request, response));
  const upgrades = new WebSocketServer({ server });
  upgrades.on("connection", (socket) => {
    sockets.add(socket);
    // An app that hears nothing for half a minute takes the connection for dead.
    const pinging = setInterval(() => socket.ping(), PING_EVERY_MS);
    socket.on("close", () => {
      clearInterval(pinging);
      sockets.delete(socket);
    });
    socket.on("message", (data) => {
      const { envelope_id, payload } = JSON.parse(String(data));
      acknowledged.get(envelope_id)?.(payload);
    });
    socket.send(JSON.stringify({ type: "hello", num_connections: sockets.size }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    calls,
    messages,
    spoken,
    files,
    /** Every request for a file. */
    fetched,
    /** A file of a message, at this path of the stand-in. */
    fileAt: (path: string, more: Anything = {}) => ({
      ...{ id: `F${path}`, name: path.split("/").at(-1), mode: "hosted" },
      ...{ size: files.get(path)?.bytes.length ?? 0 },
      url_private_download: urlOf(path),
      ...more,
    }),
    views,
    faults,
    locales,
    /** People whose account was taken away. */
    deactivated,
    /** Guests of the workspace. */
    guests,
    /** What clicks and windows say of where they come from. */
    workspace,
    sockets,
    /** From now on, sends everything to this hub over HTTP, signed. */
    sendOverHttp: (url: string) => {
      hubUrl = url;
    },
    /** Makes the next calls fail, `after` that many others. */
    fail: (method: string, error: string, { times = 1, after = 0 } = {}) =>
      void failing.push({ method, error, times, after }),
    /** Carries the next calls out, but their answers never arrive: the connection breaks. */
    lose: (method: string, times = 1) => void lost.push({ method, times, isHanging: false }),
    /** Carries the next calls out, and neither answers nor hangs up. */
    hang: (method: string, times = 1) => void lost.push({ method, times, isHanging: true }),
    /** Channels the bot was not invited to. */
    outside,
    /** Who is in which channel; everybody is everywhere that is not named here. */
    memberships,
    directory,
    ...doings,
    /** Somebody invites the bot. */
    invite,
    /** How many calls wait for `delayMs` to pass. */
    waiting: () => waiting,
    refuseSockets: (isSo: boolean) => {
      refusesSockets = isSo;
    },
    /** Slack asks for new connections now and then. */
    recycle: (one: WebSocket) =>
      one.send(JSON.stringify({ type: "disconnect", reason: "refresh_requested" })),
    in: (channel: string) =>
      messages.filter((message) => message.channel === channel && message.only === undefined),
    whispers: (user: string) => messages.filter(({ only }) => only === user),
    click,
    choose,
    clickRaw,
    submit,
    revise,
    say,
    mention,
    send,
    post,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.terminate();
      for (const response of hanging) response.destroy();
      upgrades.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.url?.startsWith("/files-pri/")) return giveFile(request, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url?.startsWith("/response/")) {
      respond(request.url.slice("/response/".length), JSON.parse(Buffer.concat(chunks).toString()));
      response.end("ok");
      return;
    }
    const method = (request.url ?? "").replace(/^\/api\//, "").replace(/\?.*/, "");
    const sent = Buffer.concat(chunks).toString("utf8");
    if (method === "/response") {
      doings.responses.push(JSON.parse(sent));
      return void response.end("ok");
    }
    const fields = Object.fromEntries(new URLSearchParams(sent));
    const token = (request.headers.authorization ?? fields["token"] ?? "").replace(/^Bearer /, "");
    const body: Anything = { ...fields };
    for (const name of ["blocks", "view", "attachments", "metadata"])
      if (body[name]) body[name] = JSON.parse(body[name]);
    const made: Call = { method, body, token, at: time.monotonic() };
    calls.push(made);
    const wait = rates?.take(method, body.channel) ?? null;
    if (wait !== null) {
      made.isLimited = true;
      made.reply = { ok: false, error: "ratelimited" };
      response
        .writeHead(429, { "content-type": "application/json", "retry-after": String(wait) })
        .end(JSON.stringify(made.reply));
      return;
    }
    if (delayMs !== undefined) await passing(delayMs());
    const due = failing.find((one) => one.method === method && one.times > 0);
    const failure = due !== undefined && due.after > 0 ? undefined : due;
    if (due !== undefined) due[due === failure ? "times" : "after"] -= 1;
    const reply =
      failure === undefined
        ? (directory.answer(method, body, token) ?? call(method, body))
        : { ok: false, error: failure.error };
    made.reply = reply;
    const loss = lost.find((one) => one.method === method && one.times > 0);
    if (loss !== undefined) {
      loss.times -= 1;
      if (loss.isHanging) hanging.add(response);
      else response.destroy();
      return;
    }
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "x-oauth-scopes": SCOPES,
    };
    const isLimited = failure?.error === "ratelimited";
    if (isLimited) headers["retry-after"] = "1";
    response.writeHead(isLimited ? 429 : 200, headers).end(JSON.stringify(reply));
  }

  /** As Slack: whoever may not see a file is led to a page to sign in. */
  function giveFile({ url: path = "", headers }: IncomingMessage, response: ServerResponse) {
    const token = (headers.authorization ?? "").replace(/^Bearer /, "");
    fetched.push({ path, token });
    const file = files.get(path);
    if (file === undefined || token !== "xoxb-test" || file.redirect !== undefined)
      return void response.writeHead(302, { location: file?.redirect ?? "/signin" }).end();
    response.writeHead(200, { "content-type": file.type ?? "application/octet-stream" });
    response.end(file.bytes);
  }

  /** Oldest first, the thread's first message always; `limit` at a time. */
  function repliesOf({ channel, ts: root, latest, oldest, limit = 100, cursor = 0 }: Anything) {
    const own = messages
      .filter((one) => one.channel === channel && one.only === undefined)
      .filter(({ ts, threadTs }) => threadTs === root || (root && ts === root))
      .map(({ ts, text, metadata }) => ({ ts, text, metadata, bot_id: "BBOT", user: BOT }));
    const others = spoken.filter(
      (one) => one.channel === channel && (one.ts === root || one.thread_ts === root),
    );
    const all = [...own, ...(root ? others : [])]
      .filter(({ ts }) => ts === root || ((!latest || ts < latest) && (!oldest || ts > oldest)))
      .sort((one, other) => (one.ts < other.ts ? -1 : 1));
    const end = Number(cursor) + Number(limit);
    const next_cursor = end < all.length ? String(end) : "";
    return {
      ...{ ok: true, messages: all.slice(Number(cursor), end) },
      ...{ has_more: next_cursor !== "", response_metadata: { next_cursor } },
    };
  }

  /** Until the clock has moved on by that much. */
  async function passing(milliseconds: number) {
    waiting += 1;
    await new Promise<void>((resolve) => void time.after(milliseconds, resolve));
    waiting -= 1;
  }

  function call(method: string, body: Anything): Anything {
    switch (method) {
      case "auth.test":
        return {
          ok: true,
          user_id: BOT,
          bot_id: "BBOT",
          team_id: "T1",
          team: "Team",
          user: "askline",
          url: "https://team.slack.com/",
        };
      case "apps.connections.open":
        return refusesSockets
          ? { ok: false, error: "internal_error" }
          : { ok: true, url: `ws://127.0.0.1:${port}/socket` };
      case "users.info":
        return {
          ok: true,
          user: {
            id: body.user,
            real_name: `Name of ${body.user}`,
            locale: locales.get(body.user) ?? "en-US",
            deleted: deactivated.has(body.user),
            is_restricted: guests.has(body.user),
          },
        };
      case "conversations.open":
        return { ok: true, channel: { id: `D${body.users}` } };
      case "chat.postMessage":
        return keep(body, undefined);
      case "chat.postEphemeral":
        return keep(body, body.user);
      case "chat.update":
        return update(body);
      case "views.open": {
        const fault = faultInView(body.view);
        if (fault !== null) return refused(fault);
        if (!body.trigger_id) return { ok: false, error: "invalid_trigger_id" };
        const late = isStrict ? faultInTrigger(body.trigger_id) : null;
        if (late !== null) return { ok: false, error: late };
        views.push(body.view);
        return { ok: true, view: { id: `V${views.length}` } };
      }
      case "views.publish": {
        const fault = faultInView(body.view);
        if (fault !== null) return refused(fault);
        doings.homes.set(body.user_id, body.view);
        return { ok: true, view: { id: `V-${body.user_id}` } };
      }
      case "users.conversations": {
        const everywhere = Array.from({ length: 20 }, (_, at) => `C${at + 1}`);
        const channels = memberships.get(body.user) ?? everywhere;
        return { ok: true, channels: channels.map((id) => ({ id, name: id })) };
      }
      case "chat.startStream":
        return streams?.start(body) ?? { ok: false, error: "unknown_method" };
      case "chat.appendStream":
        return streams?.append(body) ?? { ok: false, error: "unknown_method" };
      case "chat.stopStream":
        return streams?.stop(body) ?? { ok: false, error: "unknown_method" };
      case "conversations.history":
        // `oldest` is not looked at: the messages have a clock of their own.
        return repliesOf({ channel: body.channel, limit: 1_000 });
      case "conversations.replies":
        // A search for cards names an `oldest` of the machine's clock.
        return repliesOf({ ...body, ...(body.include_all_metadata && { oldest: undefined }) });
      case "files.info": {
        const file = [...files.keys()].find((path) => `F${path}` === body.file);
        if (file === undefined) return { ok: false, error: "file_not_found" };
        return {
          ok: true,
          file: { id: body.file, name: file.split("/").at(-1), url_private: urlOf(file) },
        };
      }
      case "chat.delete":
        return remove(body);
      case "conversations.info":
        return {
          ok: true,
          channel: {
            id: body.channel,
            name: directory.channels.get(body.channel) ?? body.channel,
            is_member: !outside.has(body.channel),
          },
        };
      default:
        return { ok: true };
    }
  }

  /** What an app sends to a click's response URL: it changes the message that was clicked. */
  function respond(ts: string, { replace_original, delete_original, text = "" }: Anything) {
    const at = messages.findIndex((one) => one.ts === ts);
    const message = messages[at];
    if (message === undefined) return;
    if (delete_original) messages.splice(at, 1);
    else if (replace_original) Object.assign(message, { text, blocks: undefined });
  }

  function find(channel: string, ts: string): Shown | undefined {
    return messages.find(
      (one) => one.channel === channel && one.ts === ts && one.only === undefined,
    );
  }

  function remove({ channel, ts }: Anything): Anything {
    const at = messages.findIndex(
      (one) => one.channel === channel && one.ts === ts && one.only === undefined,
    );
    if (at < 0) return { ok: false, error: "message_not_found" };
    messages.splice(at, 1);
    return { ok: true, channel, ts };
  }

  function faultInTrigger(trigger: string): string | null {
    const since = triggers.get(trigger);
    if (since === undefined) return "exchanged_trigger_id";
    triggers.delete(trigger);
    return time.monotonic() - since > TRIGGER_MS ? "expired_trigger_id" : null;
  }

  function keep(body: Anything, only: string | undefined): Anything {
    if (outside.has(body.channel)) return { ok: false, error: "not_in_channel" };
    const fault = faultInMessage(body);
    if (fault !== null) return refused(fault);
    const ts = nextTs();
    const { channel, text = "", blocks, thread_ts: threadTs, metadata } = body;
    messages.push({ channel, ts, threadTs, text, blocks, only, metadata });
    return { ok: true, channel, ts };
  }

  function update({ channel, ts, text = "", blocks, ...body }: Anything): Anything {
    const message = find(channel, ts);
    if (message === undefined) return { ok: false, error: "message_not_found" };
    if (streams?.isOpen(channel, ts)) return { ok: false, error: "streaming_state_conflict" };
    const fault = faultInMessage({ text, blocks, ...body });
    if (fault !== null) return refused(fault);
    Object.assign(message, { text, blocks });
    return { ok: true, channel, ts, text };
  }

  function refused(fault: Fault): Anything {
    faults.push(fault);
    return { ok: false, error: fault.error };
  }

  function nextTs(): string {
    clock += 1;
    return `${clock}.000100`;
  }

  /** Clicks a visible button, found by its words. */
  async function click(user: string, shown: Shown, words: string | RegExp): Promise<Anything> {
    const current =
      messages.find((one) => one.channel === shown.channel && one.ts === shown.ts) ?? shown;
    const buttons = elementsOf(current).filter(({ type }) => type === "button");
    const found = buttons.filter(({ text }) => matches(text.text, words));
    if (found.length !== 1) {
      throw new Error(
        `${found.length} buttons say ${words}; there are: ${buttons.map(({ text }) => text.text).join(" | ")}`,
      );
    }
    return clickRaw(user, current, found[0]);
  }

  /** Picks a visible entry of a list. */
  async function choose(user: string, shown: Shown, words: string | RegExp): Promise<Anything> {
    const current =
      messages.find((one) => one.channel === shown.channel && one.ts === shown.ts) ?? shown;
    for (const element of elementsOf(current)) {
      const option = element.options?.find(({ text }: Anything) => matches(text.text, words));
      if (option !== undefined)
        return clickRaw(user, current, { ...element, selected_option: option });
    }
    throw new Error(`No list has ${words}.`);
  }

  async function clickRaw(
    user: string,
    { channel, ts, threadTs, only }: Shown,
    element: Anything,
  ): Promise<Anything> {
    const { type, action_id, value, selected_option } = element;
    const trigger = `trigger-${randomUUID()}`;
    triggers.set(trigger, time.monotonic());
    return send("interactive", {
      type: "block_actions",
      user: { id: user, team_id: workspace.userTeamId },
      team: { id: workspace.teamId },
      api_app_id: workspace.appId,
      trigger_id: trigger,
      container: {
        ...{ type: "message", channel_id: channel, message_ts: ts, thread_ts: threadTs },
        is_ephemeral: only !== undefined,
      },
      channel: { id: channel },
      message: { ts, thread_ts: threadTs },
      response_url: `http://127.0.0.1:${port}/response/${ts}`,
      actions: [{ type, action_id, block_id: "b", value, selected_option, action_ts: nextTs() }],
    });
  }

  /** Types into the window that was opened last, picks from its list, and submits it. */
  async function submit(user: string, typed: string | null, picked?: string): Promise<Anything> {
    const view = views.at(-1);
    const inputs = view.blocks.filter(({ type }: Anything) => type === "input");
    const valueIn = ({ type, options }: Anything) =>
      type === "plain_text_input"
        ? { type, value: typed }
        : { type, selected_option: options.find(({ text }: Anything) => text.text === picked) };
    const values = Object.fromEntries(
      inputs.map(({ block_id, element }: Anything) => [
        block_id,
        { [element.action_id]: valueIn(element) },
      ]),
    );
    return send("interactive", {
      type: "view_submission",
      user: { id: user, team_id: workspace.userTeamId },
      team: { id: workspace.teamId },
      api_app_id: workspace.appId,
      trigger_id: `trigger-${randomUUID()}`,
      view: { ...view, id: `V${views.length}`, hash: "h", state: { values } },
    });
  }

  function urlOf(path: string): string {
    return `http://127.0.0.1:${port}${path}`;
  }

  /** Posts a message of a person; returns its `ts`. */
  async function say(user: string, channel: string, text: string, more: Said = {}) {
    return event("message", user, channel, text, more);
  }

  /** The writer changes a message to these words, or takes it away. */
  async function revise(channel: string, ts: string, text: string | null) {
    events += 1;
    const previous = { type: "message", ...spoken.find((one) => one.ts === ts) };
    const change =
      text === null
        ? { subtype: "message_deleted", deleted_ts: ts, previous_message: previous }
        : {
            subtype: "message_changed",
            message: { ...previous, text, edited: { user: "U1", ts: nextTs() } },
            previous_message: previous,
          };
    await send("events_api", {
      type: "event_callback",
      ...{ team_id: "T1", api_app_id: "A1", event_id: `Ev${events}-${randomUUID()}` },
      authorizations: [{ team_id: "T1", user_id: BOT, is_bot: true }],
      event: { type: "message", channel, channel_type: "channel", ts: nextTs(), ...change },
    });
  }

  async function mention(user: string, channel: string, text: string, more: Said = {}) {
    return event("app_mention", user, channel, `<@${BOT}> ${text}`, more);
  }

  async function invite(channel: string) {
    outside.delete(channel);
    events += 1;
    await send("events_api", {
      type: "event_callback",
      ...{ team_id: "T1", api_app_id: "A1", event_id: `Ev${events}-${randomUUID()}` },
      authorizations: [{ team_id: "T1", user_id: BOT, is_bot: true }],
      event: { type: "member_joined_channel", user: BOT, channel, channel_type: "C", team: "T1" },
    });
  }

  async function event(
    type: string,
    user: string,
    channel: string,
    text: string,
    { threadTs, files: attached }: Said,
  ) {
    const ts = nextTs();
    events += 1;
    const given = { user, channel, text, ts, thread_ts: threadTs, files: attached };
    spoken.push(given);
    const body = {
      type: "event_callback",
      team_id: "T1",
      api_app_id: "A1",
      event_id: `Ev${events}-${randomUUID()}`,
      authorizations: [{ team_id: "T1", user_id: BOT, is_bot: true }],
      event: {
        ...{ type, ...given, team: "T1" },
        ...(attached !== undefined && type === "message" && { subtype: "file_share" }),
        channel_type: channel.startsWith("D") ? "im" : "channel",
      },
    };
    await send("events_api", body);
    return { ts, body };
  }

  /** Over a socket or signed over HTTP, like the real one; resolves with the acknowledgement. */
  async function send(
    type: "interactive" | "events_api" | "slash_commands",
    payload: Anything,
    retry?: number,
  ): Promise<Anything> {
    if (hubUrl !== null) {
      const isEvent = type === "events_api";
      const body = isEvent
        ? JSON.stringify(payload)
        : new URLSearchParams(
            type === "slash_commands" ? payload : { payload: JSON.stringify(payload) },
          ).toString();
      const contentType = isEvent ? "application/json" : "application/x-www-form-urlencoded";
      const extra =
        retry === undefined
          ? {}
          : { "x-slack-retry-num": String(retry), "x-slack-retry-reason": "http_timeout" };
      const response = await post(body, contentType, {}, extra);
      if (response.status !== 200) throw new Error(`The hub said ${response.status} to Slack.`);
      const text = await response.text();
      return text === "" ? {} : JSON.parse(text);
    }
    const open = [...sockets];
    const socket = open[Math.floor(Math.random() * open.length)];
    if (socket === undefined) throw new Error("Slack has no connection to the app.");
    const envelope_id = randomUUID();
    const acknowledgement = new Promise<Anything>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error("It was not acknowledged within three seconds.")),
        3_000,
      );
      acknowledged.set(envelope_id, (given) => {
        clearTimeout(late);
        resolve(given);
      });
    });
    const again = retry === undefined ? {} : { retry_attempt: retry, retry_reason: "timeout" };
    socket.send(
      JSON.stringify({ envelope_id, type, payload, accepts_response_payload: true, ...again }),
    );
    return acknowledgement;
  }

  async function post(
    body: string,
    contentType: string,
    { secret = SECRET, secondsOff = 0 } = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const timestamp = String(Math.floor(Date.now() / 1000) + secondsOff);
    const signature = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
    return fetch(`${hubUrl}/slack/events`, {
      method: "POST",
      body,
      headers: {
        ...{ "content-type": contentType, "x-slack-request-timestamp": timestamp },
        ...{ "x-slack-signature": `v0=${signature}`, ...headers },
      },
    });
  }
}

const SCOPES =
  "chat:write,app_mentions:read,im:history,im:write,channels:history,groups:history," +
  "channels:read,groups:read,commands,files:read,reactions:write,users:read";

export function elementsOf({ blocks = [] }: Pick<Shown, "blocks">): Anything[] {
  return (blocks ?? []).flatMap((block) => [
    ...(block.accessory === undefined ? [] : [block.accessory]),
    ...(block.type === "actions" ? block.elements : []),
  ]);
}

/** All readable text of a message. */
export function wordsIn(shown: Pick<Shown, "blocks" | "text">): string {
  if (shown.blocks === undefined) return shown.text;
  const words: string[] = [];
  for (const block of shown.blocks) {
    if (block.text !== undefined) words.push(block.text.text ?? block.text);
    for (const part of block.type === "rich_text" ? block.elements : [])
      words.push(part.elements.map((element: Anything) => element.text).join(""));
    for (const element of block.type === "context" ? block.elements : []) words.push(element.text);
  }
  for (const element of elementsOf(shown)) {
    if (element.text !== undefined) words.push(element.text.text);
    for (const option of element.options ?? []) words.push(option.text.text);
  }
  return words.join("\n");
}

function matches(text: string, words: string | RegExp): boolean {
  return typeof words === "string" ? text === words : words.test(text);
}
