/**
 * Numbers the changes that this process hears of, for watchers that ask what came after one of them.
 * Of each ask only the latest counts. The numbers mean nothing to another process: files have no
 * common counter.
 */
import { once } from "../../core/cache.ts";
import type { ChangeNumber } from "../ask-store.ts";

export interface ChangeLog {
  note(id: string, isRemoved: boolean): ChangeNumber;
  numberOf(id: string): ChangeNumber;
  /** The ids of what changed after that number, in order; null if that is not known. */
  since(number: ChangeNumber): string[] | null;
}

// Enough for a watcher that was away for a moment.
const REMOVED_KEPT = 10_000;

export function createChangeLog(): ChangeLog {
  // Made when a number is first told: it loads what most commands never need.
  const epoch = once(() => crypto.randomUUID());
  // In the order of the numbers, the latest at the end.
  const numbers = new Map<string, number>();
  const removed = new Set<string>();
  let last = 0;
  let forgottenUpTo = 0;
  return { note, numberOf: (id) => written(numbers.get(id) ?? 0), since };

  function note(id: string, isRemoved: boolean): ChangeNumber {
    last += 1;
    numbers.delete(id);
    numbers.set(id, last);
    removed.delete(id);
    if (isRemoved) removed.add(id);
    if (removed.size > REMOVED_KEPT) forgetOldest();
    return written(last);
  }

  function forgetOldest() {
    const [oldest = ""] = removed;
    forgottenUpTo = numbers.get(oldest) ?? forgottenUpTo;
    removed.delete(oldest);
    numbers.delete(oldest);
  }

  function since(number: ChangeNumber): string[] | null {
    const [of, text = ""] = number.split(" ");
    const from = Number(text);
    if (of !== epoch() || !(from >= forgottenUpTo && from <= last)) return null;
    return [...numbers].flatMap(([id, one]) => (one > from ? [id] : []));
  }

  function written(number: number): ChangeNumber {
    return `${epoch()} ${number}`;
  }
}
