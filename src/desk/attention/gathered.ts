/** What comes at about the same time goes out together: twenty questions at once are one notice. */
import type { Clock } from "../../store/clock.ts";

/** Hands an item over; true once the notice that took it along was shown. */
export type Gather<Item> = (item: Item, signal: AbortSignal) => Promise<boolean>;

// Notices come a minute after their ask, so this moment more is felt by nobody. It begins anew with
// each question that comes: on a slow machine twenty at once do not come in half a second.
const MOMENT_MS = 500;
const LONGEST_MS = 5_000;

export function gathered<Item>(
  clock: Clock,
  deliver: (items: readonly Item[], signal: AbortSignal) => Promise<boolean>,
): Gather<Item> {
  let open: Batch<Item> | null = null;
  return (item, signal) => {
    const batch = open ?? begin();
    batch.items.push(item);
    batch.signals.push(signal);
    batch.cancel();
    const left = batch.end - clock.monotonic();
    batch.cancel = clock.after(Math.max(0, Math.min(MOMENT_MS, left)), batch.close);
    return batch.done;
  };

  function begin(): Batch<Item> {
    const { promise, resolve, reject } = withResolvers<boolean>();
    const batch: Batch<Item> = {
      ...{ items: [], signals: [], done: promise, end: clock.monotonic() + LONGEST_MS },
      cancel: () => undefined,
      close() {
        open = null;
        deliver(batch.items, AbortSignal.any(batch.signals)).then(resolve, reject);
      },
    };
    open = batch;
    return batch;
  }
}

interface Batch<Item> {
  readonly items: Item[];
  readonly signals: AbortSignal[];
  readonly done: Promise<boolean>;
  /** The moment at which it closes though more may come. */
  readonly end: number;
  cancel(): void;
  close(): void;
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
