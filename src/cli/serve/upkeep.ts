/** What a hub clears away while it runs, at its start and from then on. */
import { removeLeftoversBelow } from "../../store/file/leftovers.ts";
import type { Context } from "../context.ts";
import type { HubLog } from "./log.ts";
import { keepRetention } from "./retention.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Returns what ends it. */
export function keepTidy({ desk, settings, onWarning }: Context, log: HubLog): () => void {
  const { values } = settings;
  const ended = new AbortController();
  const timers = [every(DAY_MS, removeLeftBehind), every(HOUR_MS, () => void retain())];
  return () => {
    ended.abort();
    for (const timer of timers) clearInterval(timer);
  };

  /** What killed processes left. No ask goes by this. */
  function removeLeftBehind() {
    void desk.cleanUp(new Date(0)).catch(() => undefined);
    removeLeftoversBelow(values.stateDirectory, values.sessionsDirectory);
  }

  async function retain() {
    const { signal } = ended;
    const parts = { desk, settings: values, now: Date.now, signal, onWarning };
    const removed = await keepRetention(parts);
    if (removed > 0) log.event("retention", { removed });
  }
}

function every(milliseconds: number, work: () => void): NodeJS.Timeout {
  work();
  return setInterval(work, milliseconds).unref();
}
