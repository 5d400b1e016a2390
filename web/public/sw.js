/**
 * The offline shell: keeps the pages and their assets, so that an installed Askline opens
 * while its server is away.
 */
const CACHE = "askline-shell-2";
const SHELL = "/";
const VOICE_SHELL = "/voice";
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

/**
 * A notification that a page could not show itself (on phones) comes back here when it is touched.
 */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? SHELL));
});

/** The page is fetched while the worker wakes up, so that opening one takes no longer. */
async function begin() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/**
 * Network first. Only the response to a plain page is kept: never a refusal, nor
 * one that carried a token.
 */
async function shell(request, preloaded) {
  const { pathname, search } = new URL(request.url);
  const page = /^\/voice(?:\/|$)/.test(pathname) ? VOICE_SHELL : SHELL;
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
      .filter((key) => ![SHELL, VOICE_SHELL].includes(new URL(key.url).pathname))
      .slice(0, -LONGEST_KEPT);
    await Promise.all(oldest.map((key) => cache.delete(key)));
  }
  return response;
}

/** A download is a navigation too, but no page to come back to. */
function isPage(response) {
  return (
    response.headers.get("content-type")?.startsWith("text/html") &&
    !response.headers.has("content-disposition")
  );
}

async function open(path) {
  const [page] = await self.clients.matchAll({ type: "window" });
  if (page === undefined) return self.clients.openWindow(path);
  page.postMessage({ type: "open", path });
  return page.focus();
}
