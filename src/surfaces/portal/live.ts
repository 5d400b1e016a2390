/**
 * The live connection: every open page hears of every change at once, and of the time left every
 * second. A page that shows the list hears of rows instead, and counts the seconds itself.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import type { Locale } from "../../core/locale.ts";
import { everyAsk } from "../../desk/all-pages.ts";
import type { NoticeStep, NotifyingSurface } from "../../desk/attention/attention.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Following, Step } from "../../desk/follow-asks.ts";
import type { Interaction, InteractionSettings } from "../../desk/interaction.ts";
import { type Access, WHOLE_ACCESS } from "../../http/access.ts";
import type { AskFeed } from "../surface.ts";
import { createLooking } from "./looking.ts";
import { remainingSeconds } from "./rows/countdown.ts";
import type { RowChange, RowList } from "./rows/row-list.ts";
import { waitsForSubmit } from "./rows/row-list.ts";
import type { RowMessage } from "./rows/row-wire.ts";
import type { LiveMessage } from "./wire.ts";

/** A change of the list: it says how many are open. */
type ListMessage = Extract<RowMessage, { open: number }>;

const TICK_MS = 1000;

export interface Live {
  /** From now on, pages that connect are told of every change. */
  start(asks: AskFeed): void;
  upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    access: Access,
    who: string | null,
  ): boolean;
  /** Whether a page is open on this ask, or on the dashboard. */
  isWatched(id: string): boolean;
  /** Browser notices, available while a page is open that may show them. */
  readonly notices: Required<Omit<NotifyingSurface, "name" | "isSetUp">>;
  close(): Promise<void>;
}

export function createLive({
  desk,
  interaction,
  list,
  person,
}: {
  desk: Desk;
  interaction: InteractionSettings;
  list: RowList;
  /** Whose machine this is, and whose its own pages are. */
  person: string;
}): Live {
  const server = new WebSocketServer({ noServer: true, maxPayload: 4096 });
  // The ask that a page shows; null for the dashboard, which shows all asks.
  const pages = new Map<WebSocket, string | null>();
  // Pages with the list of open asks, and the language that each wants our own words in.
  const lists = new Map<WebSocket, Locale>();
  // Pages that have read the current asks, or are about to, and must hear of every change.
  const caughtUp = new Set<WebSocket>();
  const notifying = new Set<WebSocket>();
  // What each page may show.
  const looking = createLooking<WebSocket>((page, others) =>
    send(page, { type: "looking", others }),
  );
  const rights = new WeakMap<WebSocket, Access>();
  // Asks that a page with a part of them was told of, for when one is removed.
  const told = new WeakMap<WebSocket, Set<string>>();
  let tellReachable = () => {};
  let feed: AskFeed | undefined;
  let following: Following | undefined;
  let started: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let savedText = "";
  let saved: Interaction = {};
  return { start, upgrade, isWatched, notices: { isReachable, whenReachable, notify }, close };

  function start(asks: AskFeed) {
    feed = asks;
  }

  function upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    access: Access,
    who: string | null,
  ): boolean {
    const address = new URL(request.url ?? "/", "http://localhost");
    if (address.pathname !== "/live") return false;
    server.handleUpgrade(request, socket, head, (page) => {
      rights.set(page, access);
      const language = address.searchParams.get("rows");
      const askId = address.searchParams.get("ask");
      const browser = address.searchParams.get("browser");
      if (askId !== null && browser !== null)
        void look(page, access, { askId, browser, name: who ?? person });
      if (language === null) void welcome(page, askId);
      else void welcomeList(page, language === "ko" ? "ko" : "en");
      if (!address.searchParams.has("notifies")) return;
      notifying.add(page);
      tellReachable();
    });
    return true;
  }

  async function look(page: WebSocket, access: Access, shown: Parameters<typeof looking.come>[1]) {
    page.on("message", (data) => looking.turn(page, String(data) !== "hidden"));
    if (!access.isWhole) {
      const ask = await desk.load(shown.askId).catch(() => null);
      if (ask === null || !access.sees(ask)) return;
    }
    if (page.readyState === page.OPEN) looking.come(page, shown);
  }

  async function welcome(page: WebSocket, id: string | null) {
    page.on("error", () => page.terminate());
    page.on("close", () => leave(page));
    pages.set(page, id);
    // The hub is still starting; the page will connect again.
    if (feed === undefined) return page.close(1013, "not yet");
    try {
      following ??= feed({ take: tell, onFailure: sendAway });
      started ??= following.start();
      timer ??= setInterval(tick, TICK_MS);
      await started;
      caughtUp.add(page);
      // The page read the settings before it connected, and they may have changed since.
      send(page, { type: "settings", saved: await tellSettings() });
      const asks =
        id === null ? await everyAsk(desk, { status: "pending" }) : [await desk.load(id)];
      send(page, {
        type: "asks",
        asks: asks
          .filter((ask) => isFor(page, ask.id, ask))
          .map((ask) => ({ ask, remainingSeconds: remainingSeconds(ask, desk) })),
      });
    } catch {
      page.close(1011, "not available");
    }
  }

  async function welcomeList(page: WebSocket, locale: Locale) {
    page.on("error", () => page.terminate());
    page.on("close", () => leave(page));
    pages.set(page, null);
    try {
      // The list has to follow before the page is told which state of it is the newest.
      const revision = await list.follow(tellLists);
      timer ??= setInterval(tick, TICK_MS);
      lists.set(page, locale);
      send(page, { type: "settings", saved: await tellSettings() });
      send(page, { type: "hello", revision, ...list.countedFor(rights.get(page) ?? WHOLE_ACCESS) });
    } catch {
      page.close(1013, "not yet");
    }
  }

  /** Each language's row is made once, however many pages show it. */
  function tellLists({ id, ask, ...counts }: RowChange) {
    const isOpen = ask !== null && !isSettled(ask);
    const tools = { waitsForSubmit: waitsForSubmit(saved) };
    const messages = new Map<Locale, ListMessage>();
    for (const [page, locale] of lists) {
      const access = rights.get(page) ?? WHOLE_ACCESS;
      if (!isFor(page, id, ask)) continue;
      const message: ListMessage = messages.get(locale) ?? {
        ...(isOpen
          ? { type: "row", row: list.row(ask, { ...tools, locale }) }
          : { type: "row_gone", id, settled: ask && { ask, remainingSeconds: null } }),
        ...counts,
      };
      messages.set(locale, message);
      send(page, access.isWhole ? message : { ...message, ...list.countedFor(access) });
    }
  }

  /** Whether the page may show it. One that was removed is told to those who were told of it. */
  function isFor(page: WebSocket, id: string, ask: Ask | null): boolean {
    const access = rights.get(page) ?? WHOLE_ACCESS;
    if (access.isWhole) return true;
    if (ask === null) return isTold(page, id);
    if (!access.sees(ask)) return false;
    const known = told.get(page) ?? new Set();
    told.set(page, known.add(id));
    return true;
  }

  function isTold(page: WebSocket, id: string): boolean {
    const access = rights.get(page) ?? WHOLE_ACCESS;
    return access.isWhole || told.get(page)?.has(id) === true;
  }

  function leave(page: WebSocket) {
    looking.go(page);
    pages.delete(page);
    lists.delete(page);
    caughtUp.delete(page);
    notifying.delete(page);
    if (pages.size === 0) void rest();
  }

  /** Nothing is watched while no page is open. */
  async function rest() {
    clearInterval(timer);
    timer = undefined;
    const ended = following;
    following = undefined;
    started = undefined;
    await ended?.close();
  }

  /** Closes every page's connection: a page that reconnects reads everything again. */
  function sendAway() {
    for (const page of pages.keys()) page.close(1011, "not available");
  }

  function tell({ id, ask }: Step): undefined {
    const message: LiveMessage =
      ask === null
        ? { type: "removed", id }
        : { type: "changed", ask, remainingSeconds: remainingSeconds(ask, desk) };
    for (const page of caughtUp) {
      const shown = pages.get(page);
      if ((shown === null || shown === id) && isFor(page, id, ask)) send(page, message);
    }
  }

  function tick() {
    tellTime();
    void tellSettings();
  }

  function tellTime() {
    const remaining = (following?.open() ?? []).flatMap((ask): [string, number][] => {
      const seconds = remainingSeconds(ask, desk);
      return seconds === null ? [] : [[ask.id, seconds]];
    });
    for (const [page, id] of pages) {
      if (lists.has(page)) continue;
      const own = remaining.filter(([ask]) => (id === null || ask === id) && isTold(page, ask));
      if (own.length > 0) send(page, { type: "tick", remaining: Object.fromEntries(own) });
    }
  }

  /** Another process may have changed the settings, so they are read from disk every second. */
  async function tellSettings(): Promise<Interaction> {
    saved = await interaction.load();
    const text = JSON.stringify(saved);
    if (savedText !== "" && text !== savedText)
      for (const page of pages.keys()) send(page, { type: "settings", saved });
    savedText = text;
    return saved;
  }

  function isReachable(): boolean {
    return notifying.size > 0;
  }

  function whenReachable(listener: () => void) {
    tellReachable = listener;
  }

  /** Every page is told. Pages of one browser share a tag, so the browser shows one notice. */
  async function notify(ask: Ask, { number: step }: NoticeStep): Promise<boolean> {
    const live = [...notifying].filter(
      (page) => page.readyState === page.OPEN && isFor(page, ask.id, ask),
    );
    const message = {
      type: "notice" as const,
      step,
      ask,
      remainingSeconds: remainingSeconds(ask, desk),
    };
    for (const page of live) send(page, message);
    return live.length > 0;
  }

  function isWatched(id: string): boolean {
    return [...pages.values()].some((shown) => shown === null || shown === id);
  }

  async function close() {
    // First stop accepting pages: a page that connected now would start a watch that nothing ends.
    server.close();
    for (const page of pages.keys()) page.close(1001, "closing");
    await rest();
    for (const page of pages.keys()) page.terminate();
  }
}

function send(page: WebSocket, message: LiveMessage) {
  if (page.readyState === page.OPEN) page.send(JSON.stringify(message));
}
