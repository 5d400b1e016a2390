/** What happens to the turn log, as the parts of this program hear of it. `event-payloads.ts` puts it into the wire's words. */
import type { Agent, Delivery, Task, Turn } from "./agent.ts";

export type LogEvent = LogEventHead & LogChange;

export interface LogEventHead {
  /** Its place among all events; ids only grow. */
  readonly id: number;
  readonly agentId: number;
  readonly at: string;
}

export type LogChange =
  | { readonly type: TurnEventType; readonly projectId: number; readonly turn: Turn }
  | { readonly type: "task_updated"; readonly projectId: number; readonly task: Task }
  | { readonly type: "delivery_updated"; readonly delivery: Delivery }
  | { readonly type: "agent_updated"; readonly agent: Agent }
  /** A person decided, and the agent did not go by it. */
  | { readonly type: "answer_not_used"; readonly askId: string; readonly surface: string; readonly who: string | null };

export type TurnEventType = "turn_created" | "turn_updated" | "turn_removed";
export type TurnEvent = Extract<LogEvent, { turn: Turn }>;

export function isTurnEvent(event: LogEvent): event is TurnEvent {
  return "turn" in event;
}
