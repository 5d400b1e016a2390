/** Tells the server that the person is at this page, rarely enough to cost nothing. */
import { api } from "./api.ts";

const SELDOM_MS = 30_000;

export function tellPresence() {
  let last = 0;
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, tell, { passive: true });
  document.addEventListener("visibilitychange", tell);

  function tell() {
    if (document.hidden || Date.now() - last < SELDOM_MS) return;
    last = Date.now();
    api.present().catch(() => undefined);
  }
}
