/**
 * The addresses of the pages. Going from one to the other keeps the tab and
 * everything it has loaded.
 */
import { useEffect, useState } from "preact/hooks";
import { createStore } from "./store.ts";

export const PASSKEYS_PATH = "/passkeys";

export function choicePath(id: string): string {
  return `/choice/${encodeURIComponent(id)}`;
}

/**
 * Whether the person came here from another page of ours, so that the focus must move to this one.
 */
export const journey = createStore({ hasMoved: false });

export function goTo(path: string) {
  if (location.pathname + location.search === path) return;
  journey.set({ hasMoved: true });
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
}

export function usePathname(): string {
  const [pathname, setPathname] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPathname(location.pathname);
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  return pathname;
}

/** The service worker asks an open page to show a question, which saves a second tab. */
export function useOpenOnRequest() {
  useEffect(() => {
    const open = ({ data }: MessageEvent<{ type?: string; path?: string }>) => {
      if (data.type === "open" && data.path !== undefined) goTo(data.path);
    };
    navigator.serviceWorker?.addEventListener("message", open);
    return () => navigator.serviceWorker?.removeEventListener("message", open);
  }, []);
}
