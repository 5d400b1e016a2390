/** Deliveries in the log: every change is one transaction with the event that tells of it. */
import type { Delivery, DeliveryState } from "../../core/agent.ts";
import type { AgentLog, LogEvent, LogReads, LogWrites } from "../../store/agent-log.ts";
import { deliveryNews } from "../news.ts";
import { matchDelivery } from "./match-delivery.ts";

/** Where texts that are to be typed are written down, and those that cannot be are struck out. */
export interface TextLog {
  queueText(agentId: number, text: string): Promise<Delivery>;
  /** Null, with nothing changed, when it is no longer `queued`. */
  refuseText(deliveryId: number, detail: string): Promise<Delivery | null>;
  /** Nobody knows whether it arrived. False while an agent at work may yet take it. */
  doubtText?(deliveryId: number): Promise<boolean>;
}

export interface DeliveryLog extends TextLog {
  /** Null, with nothing changed, when it is in none of these states. */
  change(id: number, from: readonly DeliveryState[], to: NewState): Promise<Delivery | null>;
  /** The same, unless something is in the way at that very moment: then that, and nothing is changed. */
  changeUnless(
    obstacle: (reads: LogReads) => Promise<string | null>,
    ...change: Parameters<DeliveryLog["change"]>
  ): Promise<Delivery | string | null>;
  /** Changes the one of the agent's deliveries in these states that the text, heard at that time, belongs to. */
  confirm(agentId: number, heard: Heard, from: readonly DeliveryState[], to: NewState): Promise<Delivery | null>;
  onEvent(listener: (event: LogEvent) => void): () => void;
}

export interface NewState {
  readonly state: DeliveryState;
  readonly detail: string | null;
}

export interface Heard {
  readonly text: string;
  readonly at: string;
}

const MOST_UNDER_WAY = 1_000;

export function createDeliveryLog(log: AgentLog, now: () => Date): DeliveryLog {
  const listeners = new Set<(event: LogEvent) => void>();
  const refuseText = (id: number, detail: string) => change(id, ["queued"], { state: "refused", detail });
  return { queueText, refuseText, change, changeUnless, confirm, onEvent };

  function queueText(agentId: number, text: string): Promise<Delivery> {
    const at = now().toISOString();
    const times = { createdAt: at, updatedAt: at };
    return write((writes) =>
      writes.addDelivery({ agentId, turnId: null, text, state: "queued", detail: null, ...times }),
    );
  }

  function change(id: number, from: readonly DeliveryState[], to: NewState): Promise<Delivery | null> {
    return write((writes) => writes.changeDelivery(id, from, { ...to, updatedAt: now().toISOString() }));
  }

  async function changeUnless(
    obstacle: (reads: LogReads) => Promise<string | null>,
    ...[id, from, to]: Parameters<DeliveryLog["change"]>
  ): Promise<Delivery | string | null> {
    let reason: string | null = null;
    const changed = await write(async (writes) => {
      reason = await obstacle(writes);
      return reason === null ? writes.changeDelivery(id, from, { ...to, updatedAt: now().toISOString() }) : null;
    });
    return reason ?? changed;
  }

  function confirm(agentId: number, { text, at }: Heard, from: readonly DeliveryState[], to: NewState) {
    return write(async (writes) => {
      const underWay = await writes.deliveries(agentId, { states: from, limit: MOST_UNDER_WAY });
      const found = matchDelivery(underWay, text, at);
      return found && writes.changeDelivery(found.id, from, { ...to, updatedAt: now().toISOString() });
    });
  }

  function onEvent(listener: (event: LogEvent) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  async function write<T extends Delivery | null>(work: (writes: LogWrites) => Promise<T>): Promise<T> {
    const { delivery, event } = await log.write(async (writes) => {
      const delivery = await work(writes);
      return { delivery, event: delivery && (await writes.addEvent(eventOf(delivery))) };
    });
    if (event !== null) for (const listener of [...listeners]) listener(event);
    return delivery;
  }
}

function eventOf(delivery: Delivery): Omit<LogEvent, "id"> {
  return { type: "delivery_updated", agentId: delivery.agentId, at: delivery.updatedAt, data: deliveryNews(delivery) };
}
