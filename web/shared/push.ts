/** This browser's subscription to push: why it cannot be, whether it is, and how it changes. */
import type { Locale } from "../../src/core/locale.ts";
import type { Found, PushFacts } from "../../src/core/push/wire.ts";
import { keyHeader } from "./page-key.ts";
import { forgetKeyOfWorker, keepKeyForWorker, subscriptionHere } from "./push-key.ts";

/** Why push cannot be turned on here; null where it can. */
export type Hindrance = "insecure" | "home_screen" | "unsupported" | "denied";

export interface PushHere {
  /** False where no hub answers for push, as in a portal that lives for one question. */
  isServed: boolean;
  hindrance: Hindrance | null;
  /** Null while it is off. */
  on: Found["found"];
}

interface Wish {
  page: "portal" | "voice";
  lang: Locale;
  showsText: boolean;
}

export async function readPush(): Promise<PushHere> {
  const hindrance = hindranceHere();
  const facts = await call<PushFacts>("/api/push");
  const own = hindrance === null ? await subscriptionHere() : null;
  const reply =
    own === null ? null : await call<Found>("/api/push/find", { endpoint: own.endpoint });
  return { isServed: facts !== null, hindrance, on: reply?.found ?? null };
}

/** Called by a touch, the only moment when a browser may be asked. */
export async function turnOnPush(wish: Wish): Promise<PushHere> {
  const hasAsked = await Notification.requestPermission();
  const facts = await call<PushFacts>("/api/push");
  const worker = await navigator.serviceWorker.getRegistration();
  if (hasAsked === "granted" && facts !== null && worker !== undefined) {
    const own = await subscribe(worker.pushManager, facts.key);
    await keepKeyForWorker();
    await call<Found>("/api/push/subscriptions", { ...own.toJSON(), ...wish });
  }
  return readPush();
}

export async function turnOffPush(): Promise<PushHere> {
  const own = await subscriptionHere();
  if (own !== null) await call("/api/push/remove", { endpoint: own.endpoint });
  await own?.unsubscribe();
  await forgetKeyOfWorker();
  return readPush();
}

export async function changePush(wish: Wish): Promise<PushHere> {
  const own = await subscriptionHere();
  if (own !== null) await call("/api/push/subscriptions", { ...own.toJSON(), ...wish });
  return readPush();
}

/** What the hub knows after it has sent one. */
export async function testPush(): Promise<Found["found"]> {
  const own = await subscriptionHere();
  const reply = own && (await call<Found>("/api/push/test", { endpoint: own.endpoint }));
  return reply?.found ?? null;
}

function hindranceHere(): Hindrance | null {
  if (!isSecureContext) return "insecure";
  if (isAppleTouch() && !isInstalled()) return "home_screen";
  const isAble =
    "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  if (!isAble) return "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

/** Safari on a touch screen; iPads call themselves Macs. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/** A subscription with another key, as of a hub before this one, has to go first. */
async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(wanted);
  } catch (error) {
    const old = await manager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return manager.subscribe(wanted);
  }
}

/** Null where there was no answer that could be used. */
async function call<T>(path: string, body?: object): Promise<T | null> {
  const headers = { ...keyHeader(), ...(body && { "content-type": "application/json" }) };
  const init = { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) };
  const reply = await fetch(path, init).catch(() => null);
  return reply?.ok ? ((await reply.json()) as T) : null;
}
