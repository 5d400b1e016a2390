/** Waits until a delivery has reached a state. */
import type { Delivery, DeliveryState } from "../../core/agent/agent.ts";
import type { LogReads } from "../../store/agent-log.ts";
import type { DeliveryLog } from "./delivery-log.ts";

export interface WaitOptions {
  readonly until?: "typed" | "accepted" | "consumed";
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

// Ingest confirms deliveries in its own transactions. A wait notices those after this long at most.
const LOOK_EVERY_MS = 200;

export async function waitForDelivery(
  id: number,
  log: LogReads,
  deliveryLog: DeliveryLog,
  { until = "typed", timeoutMs = 30_000, signal, closed }: WaitOptions & { closed: AbortSignal },
): Promise<Delivery | null> {
  const end = performance.now() + timeoutMs;
  const isOver = () => closed.aborted || performance.now() >= end;
  for (;;) {
    signal?.throwIfAborted();
    const delivery = await log.delivery(id);
    if (delivery === null || hasCome(delivery, until) || isOver()) return delivery;
    await nextLook(Math.min(LOOK_EVERY_MS, end - performance.now()));
  }

  /** Resolves at the first of: a change, the timer, the abort, the close. */
  function nextLook(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, milliseconds);
      const stop = deliveryLog.onEvent(
        (event) => "delivery" in event && event.delivery.id === id && done(),
      );
      for (const ending of [signal, closed])
        ending?.addEventListener("abort", done, { once: true });

      function done() {
        clearTimeout(timer);
        stop();
        for (const ending of [signal, closed]) ending?.removeEventListener("abort", done);
        resolve();
      }
    });
  }
}

const ORDER: readonly DeliveryState[] = ["queued", "typed", "accepted", "consumed"];

function hasCome({ state }: Delivery, until: DeliveryState): boolean {
  return (
    state === "refused" || state === "indeterminate" || ORDER.indexOf(state) >= ORDER.indexOf(until)
  );
}
