/**
 * The events of the turn log, as parts of this program receive them. `event-payloads.ts`
 * translates them for the wire.
 */

import type { Effect } from "../ask/ask.ts";
import type { Agent, Delivery, Task, Turn } from "./agent.ts";

export type LogEvent = LogEventHead & LogChange;

export interface LogEventHead {
  /** The event's number among all events; numbers only grow. */
  readonly id: number;
  readonly agentId: number;
  readonly at: string;
}

export type LogChange =
  | { readonly type: TurnEventType; readonly projectId: number; readonly turn: Turn }
  | { readonly type: "task_updated"; readonly projectId: number; readonly task: Task }
  | { readonly type: "delivery_updated"; readonly delivery: Delivery }
  | { readonly type: "agent_updated"; readonly agent: Agent }
  /** A person decided, but the agent did not use the decision. */
  | {
      readonly type: "answer_not_used";
      readonly askId: string;
      readonly surface: string;
      readonly who: string | null;
      /** What the agent did instead, where that is known. */
      readonly effect: Effect | null;
    };

export type TurnEventType = "turn_created" | "turn_updated" | "turn_removed";
export type TurnEvent = Extract<LogEvent, { turn: Turn }>;

/** The agent whose run has failed just now; null for every other change. */
export function failedIn(event: LogEvent): Agent | null {
  if (event.type !== "agent_updated" || event.agent.failure === null) return null;
  return event.agent.stateSince === event.at ? event.agent : null;
}

export function isTurnEvent(event: LogEvent): event is TurnEvent {
  return "turn" in event;
}
