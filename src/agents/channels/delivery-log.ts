/** Deliveries in the log: every change is one transaction with the event that tells of it. */
import type { Delivery, DeliveryState } from "../../core/agent.ts";
import type { AgentLog, LogEvent, LogWrites } from "../../store/agent-log.ts";
import { matchDelivery } from "./match-delivery.ts";

export interface DeliveryLog {
  add(agentId: number, turnId: number | null, text: string): Promise<Delivery>;
  /** Null, with nothing changed, when it is in none of these states. */
  change(id: number, from: readonly DeliveryState[], to: NewState | ToState): Promise<Delivery | null>;
  /** Changes the one of the agent's deliveries in these states that the text, heard at that time, belongs to. */
  confirm(agentId: number, heard: Heard, from: readonly DeliveryState[], to: NewState): Promise<Delivery | null>;
  /** Tells of a change that was written elsewhere. */
  tell(delivery: Delivery): Promise<void>;
  onEvent(listener: (event: LogEvent) => void): () => void;
}

export interface NewState {
  readonly state: DeliveryState;
  readonly detail: string | null;
}
/** Decided within the transaction, by what is true then; null leaves it as it is. */
export type ToState = (writes: LogWrites) => Promise<NewState | null>;

export interface Heard {
  readonly text: string;
  readonly at: string;
}

const MOST_UNDER_WAY = 1_000;

export function createDeliveryLog(log: AgentLog, now: () => Date): DeliveryLog {
  const listeners = new Set<(event: LogEvent) => void>();
  return { add, change, confirm, tell, onEvent };

  async function tell(delivery: Delivery): Promise<void> {
    await write(async () => delivery);
  }

  function add(agentId: number, turnId: number | null, text: string): Promise<Delivery> {
    const at = now().toISOString();
    const delivery = { agentId, turnId, text, state: "queued" as const, detail: null, createdAt: at, updatedAt: at };
    return write((writes) => writes.addDelivery(delivery));
  }

  function change(id: number, from: readonly DeliveryState[], to: NewState | ToState): Promise<Delivery | null> {
    return write(async (writes) => {
      const state = typeof to === "function" ? await to(writes) : to;
      return state && writes.changeDelivery(id, from, { ...state, updatedAt: now().toISOString() });
    });
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

function eventOf({ id, agentId, state, detail, updatedAt }: Delivery): Omit<LogEvent, "id"> {
  return { type: "delivery_updated", agentId, at: updatedAt, data: { id, state, detail } };
}
