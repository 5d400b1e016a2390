/** Deliveries in the log: every change is written in one transaction with its event. */

import type { Delivery, DeliveryState } from "../../core/agent/agent.ts";
import type { LogEvent } from "../../core/agent/log-event.ts";
import type { AgentLog, LogReads, LogWrites } from "../../store/agent-log.ts";
import { addEvent, type NewEvent } from "../turns/write/event-payloads.ts";

/** Records texts that are to be typed, and marks those that could not be. */
export interface TextLog {
  queueText(agentId: number, text: string): Promise<Delivery>;
  /** Null, with nothing changed, if the delivery is no longer `queued`. */
  refuseText(deliveryId: number, detail: string): Promise<Delivery | null>;
  /** For a text that may not have arrived. Null, with nothing changed, if it is not `typed`. */
  doubtText(deliveryId: number, detail: string): Promise<Delivery | null>;
}

export interface DeliveryLog extends TextLog {
  /** Null, with nothing changed, if the delivery is in none of these states. */
  change(id: number, from: readonly DeliveryState[], to: NewState): Promise<Delivery | null>;
  /** The same, checked in one transaction: an obstacle is returned and nothing is changed. */
  changeUnless(
    obstacle: (reads: LogReads) => Promise<string | null>,
    ...change: Parameters<DeliveryLog["change"]>
  ): Promise<Delivery | string | null>;
  onEvent(listener: (event: LogEvent) => void): () => void;
}

export interface NewState {
  readonly state: DeliveryState;
  readonly detail: string | null;
}

export function createDeliveryLog(log: AgentLog, now: () => Date): DeliveryLog {
  const listeners = new Set<(event: LogEvent) => void>();
  const refuseText = (id: number, detail: string) =>
    change(id, ["queued"], { state: "refused", detail });
  const doubtText = (id: number, detail: string) =>
    change(id, ["typed"], { state: "indeterminate", detail });
  return { queueText, refuseText, doubtText, change, changeUnless, onEvent };

  function queueText(agentId: number, text: string): Promise<Delivery> {
    const at = now().toISOString();
    const times = { createdAt: at, updatedAt: at };
    return write((writes) =>
      writes.addDelivery({ agentId, turnId: null, text, state: "queued", detail: null, ...times }),
    );
  }

  function change(
    id: number,
    from: readonly DeliveryState[],
    to: NewState,
  ): Promise<Delivery | null> {
    return write((writes) =>
      writes.changeDelivery(id, from, { ...to, updatedAt: now().toISOString() }),
    );
  }

  async function changeUnless(
    obstacle: (reads: LogReads) => Promise<string | null>,
    ...[id, from, to]: Parameters<DeliveryLog["change"]>
  ): Promise<Delivery | string | null> {
    let reason: string | null = null;
    const changed = await write(async (writes) => {
      reason = await obstacle(writes);
      return reason === null
        ? writes.changeDelivery(id, from, { ...to, updatedAt: now().toISOString() })
        : null;
    });
    return reason ?? changed;
  }

  function onEvent(listener: (event: LogEvent) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  async function write<T extends Delivery | null>(
    work: (writes: LogWrites) => Promise<T>,
  ): Promise<T> {
    const { delivery, event } = await log.write(async (writes) => {
      const delivery = await work(writes);
      return { delivery, event: delivery && (await addEvent(writes, eventOf(delivery))) };
    });
    if (event !== null) for (const listener of [...listeners]) listener(event);
    return delivery;
  }
}

function eventOf(delivery: Delivery): NewEvent {
  const { agentId, updatedAt } = delivery;
  return { type: "delivery_updated", agentId, at: updatedAt, delivery };
}
