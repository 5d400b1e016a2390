/**
 * Waits for the next change of one session: announced by another process, or found by looking at
 * its files on every tick.
 */
import type { Machine } from "../machine.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { signatureOf } from "./session-directory.ts";
import { onTick } from "./ticker.ts";

export interface SessionChange {
  /** Resolves when something changed since the last call, or the signal is aborted. */
  next(signal?: AbortSignal): Promise<void>;
  close(): void;
}

export function watchSession(parts: {
  id: string;
  path: string;
  feed: ChangeFeed;
  machine: Machine;
}): SessionChange {
  const { id, path, feed, machine } = parts;
  let seen = signatureOf(path, machine.disk);
  let isChanged = false;
  let wake = () => {};
  const unsubscribe = feed.subscribe((changedId) => {
    if (changedId === id) ring();
  });
  const stopTicking = onTick(machine.clock, () => {
    const signature = signatureOf(path, machine.disk);
    if (signature === seen) return;
    seen = signature;
    ring();
  });
  return { next, close };

  async function next(signal?: AbortSignal) {
    if (!isChanged && signal?.aborted !== true) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        signal?.addEventListener("abort", wake, { once: true });
      });
      signal?.removeEventListener("abort", wake);
    }
    isChanged = false;
  }

  function close() {
    unsubscribe();
    stopTicking();
  }

  function ring() {
    isChanged = true;
    wake();
  }
}
