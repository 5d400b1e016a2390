/** What comes at about the same time goes out together: twenty questions at once are one notice. */
import type { Clock } from "../../store/clock.ts";

/** Hands an item over; true once the notice that took it along was shown. */
export type Gather<Item> = (item: Item, signal: AbortSignal) => Promise<boolean>;

// Notices come a minute after their ask, so this moment more is felt by nobody.
const MOMENT_MS = 500;

export function gathered<Item>(
  clock: Clock,
  deliver: (items: readonly Item[], signal: AbortSignal) => Promise<boolean>,
): Gather<Item> {
  let open: { items: Item[]; signals: AbortSignal[]; done: Promise<boolean> } | null = null;
  return (item, signal) => {
    if (open !== null) {
      open.items.push(item);
      open.signals.push(signal);
      return open.done;
    }
    const { promise, resolve, reject } = withResolvers<boolean>();
    const batch = { items: [item], signals: [signal], done: promise };
    open = batch;
    clock.after(MOMENT_MS, () => {
      open = null;
      deliver(batch.items, AbortSignal.any(batch.signals)).then(resolve, reject);
    });
    return promise;
  };
}

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((onDone, onFailed) => {
    resolve = onDone;
    reject = onFailed;
  });
  return { promise, resolve, reject };
}
