/**
 * A page of this machine answers with its key, and so does its worker, which has no local storage. A
 * browser without a subscription keeps no copy.
 */
import { pageKey } from "./page-key.ts";

// The worker reads it under the same names (web/public/sw.js).
const KEY_CACHE = "askline-key";
const KEY = "/askline-key";

export async function keepKeyForWorker(): Promise<void> {
  const key = pageKey();
  if (key === "" || (await subscriptionHere()) === null) return;
  const cache = await caches.open(KEY_CACHE);
  await cache.put(KEY, new Response(key));
}

export async function forgetKeyOfWorker(): Promise<void> {
  await caches.delete(KEY_CACHE);
}

export async function subscriptionHere(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return (await worker?.pushManager?.getSubscription()) ?? null;
}
