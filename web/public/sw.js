/** The offline shell: the page and its assets, so that an installed Askline opens while its server is away. */
const CACHE = "askline-shell-1";
const SHELL = "/";
const LONGEST_KEPT = 40;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(begin()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(shell(request, event.preloadResponse));
  if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

/** A notification that a page could not show by itself (phones) comes back here when it is touched. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? SHELL));
});

/** The page is fetched while the worker wakes up, so that opening one costs nothing more. */
async function begin() {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Network first. Only an answer to a plain page is kept: never a refusal, nor one that carried a token. */
async function shell(request, preloaded) {
  try {
    const response = (await preloaded) ?? (await fetch(request));
    if (response.ok && !response.redirected && new URL(request.url).search === "") {
      const cache = await caches.open(CACHE);
      await cache.put(SHELL, response.clone());
    }
    return response;
  } catch (error) {
    const kept = await caches.match(SHELL);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Hashed, so what was kept never grows stale. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
    const keys = await cache.keys();
    const oldest = keys.filter((key) => new URL(key.url).pathname !== SHELL).slice(0, -LONGEST_KEPT);
    await Promise.all(oldest.map((key) => cache.delete(key)));
  }
  return response;
}

async function open(path) {
  const [page] = await self.clients.matchAll({ type: "window" });
  if (page === undefined) return self.clients.openWindow(path);
  page.postMessage({ type: "open", path });
  return page.focus();
}
