/**
 * Decisions that a person may take back: cancelling, declining and own words wait for three seconds
 * before they are sent. Options are sent at once and never come here.
 *
 * One waits, then it is sent, or undone. Leaving the page sends what waits, in a request that
 * outlives the page.
 */
import { createStore } from "../../shared/store.ts";

export interface Held {
  id: string;
  /** What will be sent, for the person to see. */
  words: string;
  kind: "own_words" | "decline" | "cancel";
  since: number;
}

interface Waiting extends Held {
  send(isLast: boolean): void;
  undo(): void;
  timer: ReturnType<typeof setTimeout>;
}

export const HELD_MS = 3_000;

/** What waits, by the id of its ask, the oldest first. */
export const pending = createStore<{ held: ReadonlyMap<string, Held> }>({ held: new Map() });

const waiting = new Map<string, Waiting>();

export interface ToHold extends Pick<Held, "id" | "words" | "kind"> {
  /** `isLast` when the page goes away: then nothing comes back. */
  send(isLast: boolean): void;
  undo?(): void;
}

/** A later decision on the same ask takes the place of the earlier one. */
export function hold({ id, words, kind, send, undo = () => {} }: ToHold) {
  drop(id);
  const timer = setTimeout(() => release(id), HELD_MS);
  waiting.set(id, { id, words, kind, since: Date.now(), send, undo, timer });
  tell();
}

/** Takes back the one of this ask, or the latest. False where nothing waits. */
export function undo(id: string | undefined = [...waiting.keys()].at(-1)): boolean {
  const one = id === undefined ? undefined : waiting.get(id);
  if (one === undefined) return false;
  drop(one.id);
  one.undo();
  return true;
}

/** Somebody else was faster, or it was removed: there is nothing left to send. */
export function drop(id: string) {
  clearTimeout(waiting.get(id)?.timer);
  if (waiting.delete(id)) tell();
}

function release(id: string, isLast = false) {
  const one = waiting.get(id);
  drop(id);
  one?.send(isLast);
}

function tell() {
  pending.set({ held: new Map(waiting) });
}

addEventListener("pagehide", () => {
  for (const id of [...waiting.keys()]) release(id, true);
});
