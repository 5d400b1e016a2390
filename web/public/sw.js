/**
 * The worker behind the pages. It keeps them and their files, so that an installed Askline opens while
 * its hub is away; and it shows what is pushed, and sends what is touched there.
 */
const CACHE = "askline-shell-2";
// Kept by web/shared/push.ts: a worker has no local storage.
const KEY_CACHE = "askline-key";
const KEY = "/askline-key";
const TAG = "askline";
const ICON = "/icon-192.png";
const PARTS = /^\/(?:icon[\w-]*\.(?:png|svg)|[\w-]+\.webmanifest)$/;
const SHELL = "/";
const VOICE_SHELL = "/voice";
const LONGEST_KEPT = 80;

self.addEventListener("install", (event) => event.waitUntil(prepare()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(shell(request, event.preloadResponse));
  if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  if (PARTS.test(pathname)) event.respondWith(part(request));
});

self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json())));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/**
 * A touch on a pushed notice, or on one that a page could not show itself (on phones).
 */
self.addEventListener("notificationclick", (event) => {
  const { action, notification } = event;
  const { data } = notification;
  notification.close();
  event.waitUntil(action && data?.ask ? answer(data, action) : open(data?.path ?? SHELL));
});

async function prepare() {
  await self.skipWaiting();
  const cache = await caches.open(CACHE);
  await Promise.all(["/icon.svg", ICON].map((path) => cache.add(path).catch(() => undefined)));
}

/** The page is fetched while the worker wakes up, so that opening one takes no longer. */
async function begin() {
  const names = await caches.keys();
  const old = names.filter((name) => name !== CACHE && name !== KEY_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/**
 * Network first. Only the response to a plain page is kept: never a refusal, nor
 * one that carried a token.
 */
async function shell(request, preloaded) {
  const { pathname, search } = new URL(request.url);
  const page = isVoice(pathname) ? VOICE_SHELL : SHELL;
  try {
    const response = (await preloaded) ?? (await fetch(request));
    if (response.ok && !response.redirected && search === "" && isPage(response)) {
      const cache = await caches.open(CACHE);
      await cache.put(page, response.clone());
    }
    return response;
  } catch (error) {
    const kept = await caches.match(page);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Asset names contain a hash, so a kept copy never becomes stale. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
    const keys = await cache.keys();
    const oldest = keys
      .filter((key) => new URL(key.url).pathname.startsWith("/assets/"))
      .slice(0, -LONGEST_KEPT);
    await Promise.all(oldest.map((key) => cache.delete(key)));
  }
  return response;
}

/** Icons and manifests have plain names, so the newest counts, and the kept one while there is no other. */
async function part(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response.ok ? response : ((await cache.match(request)) ?? response);
  } catch (error) {
    const kept = await cache.match(request);
    if (kept === undefined) throw error;
    return kept;
  }
}

function isVoice(path) {
  return /^\/voice(?:\/|$)/.test(path);
}

/** A download is a navigation too, but no page to come back to. */
function isPage(response) {
  return (
    response.headers.get("content-type")?.startsWith("text/html") &&
    !response.headers.has("content-disposition")
  );
}

/** In a page of the same kind, which keeps what it has loaded: the phone's, or the portal. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find(({ url }) => isVoice(new URL(url).pathname) === isVoice(path));
  if (page === undefined) return self.clients.openWindow(path);
  page.postMessage({ type: "open", path });
  return page.focus();
}

/** What is pushed is always all that should be shown now, in one notice (src/core/push/wire.ts). */
async function show(state) {
  if (state === undefined) return;
  if (state.agent !== undefined) return showAgent(state);
  const shown = await self.registration.getNotifications({ tag: TAG });
  if (shown.some(({ data }) => data?.at > state.at)) return;
  void self.navigator.setAppBadge?.(state.count)?.catch(() => undefined);
  if (state.count === 0 && state.closes) {
    for (const notification of shown) notification.close();
    return;
  }
  const { title, body, lang, alerts, urgent, actions } = state;
  await self.registration.showNotification(title, {
    ...{ body, lang, tag: TAG, icon: ICON, badge: ICON, data: state },
    ...{ renotify: alerts, silent: !alerts, requireInteraction: urgent },
    // Some of the options would favour those.
    actions: actions.length <= (Notification.maxActions ?? 0) ? actions : [],
  });
}

/** An agent that stopped has a notice of its own beside what waits. */
async function showAgent(state) {
  const { title, body, lang, agent } = state;
  const data = { path: state.path };
  const tag = `${TAG}-agent-${agent}`;
  await self.registration.showNotification(title, {
    ...{ body, lang, tag, icon: ICON, badge: ICON, data, renotify: true },
  });
}

/** The first answer counts; whoever comes second is told who was first. */
async function answer(state, option) {
  const { ask, subscription, unsent, lang } = state;
  const reply = await post("/api/push/answer", { ask, option, subscription }).catch(() => null);
  if (reply?.ok) return;
  const words = (await reply?.json().catch(() => null)) ?? unsent;
  const { title, body } = typeof words.title === "string" ? words : unsent;
  const data = { path: state.path };
  await self.registration.showNotification(title, { body, lang, icon: ICON, badge: ICON, data });
}

/** The browser has replaced its subscription by itself. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const next =
    newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  const replaces = oldSubscription?.endpoint;
  if (next && replaces) await post("/api/push/renew", { ...next.toJSON(), replaces });
}

async function post(path, body) {
  const key = await (await caches.match(KEY, { cacheName: KEY_CACHE }))?.text();
  const headers = { "content-type": "application/json", ...(key && { "x-askline-key": key }) };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
}
