/**
 * Log events in the specification's fields: the rows that `GET /api/events` sends as they are. Only
 * here are the program's events translated to the wire's fields.
 */
import type { Agent } from "../../../core/agent/agent.ts";
import type { LogChange, LogEvent } from "../../../core/agent/log-event.ts";
import type { LogWrites, StoredEvent } from "../../../store/agent-log.ts";

export type NewEvent = Pick<LogEvent, "agentId" | "at"> & LogChange;

/** Writes the event. Returns it with its id, for listeners. */
export async function addEvent(log: LogWrites, event: NewEvent): Promise<LogEvent> {
  const { id } = await log.addEvent(rowOf(event));
  return { ...event, id };
}

export function rowOf(event: NewEvent): Omit<StoredEvent, "id"> {
  return { type: event.type, agentId: event.agentId, at: event.at, data: payloadOf(event) };
}

/** The ask id in a row of type `answer_not_used`. */
export function unusedAskIn({ type, data }: StoredEvent): string | null {
  return type === "answer_not_used" && typeof data["ask_id"] === "string" ? data["ask_id"] : null;
}

function payloadOf(event: LogChange): Record<string, unknown> {
  switch (event.type) {
    case "turn_created":
    case "turn_updated":
    case "turn_removed":
      return turnPayload(event);
    case "task_updated":
      return taskPayload(event);
    case "delivery_updated": {
      const { id, turnId, state, detail } = event.delivery;
      return { id, turn_id: turnId, state, detail };
    }
    case "agent_updated":
      return agentPayload(event);
    case "answer_not_used":
      return { ask_id: event.askId, surface: event.surface, who: event.who, effect: event.effect };
  }
}

function turnPayload({
  turn,
  projectId,
}: Extract<LogChange, { turn: unknown }>): Record<string, unknown> {
  return {
    agent_id: turn.agentId,
    project_id: projectId,
    task_id: turn.taskId,
    turn_id: turn.id,
    actor: turn.actor,
    intent: turn.intent,
    text: turn.text,
    timestamp: turn.timestamp,
    timestamp_source: turn.timestampSource,
    place: turn.place,
    question_text: turn.question?.text ?? null,
    question_options: turn.question?.options ?? null,
    question_source_type: turn.question?.source ?? null,
    answered_by_turn_id: turn.answeredByTurnId,
    ask_id: turn.askId,
  };
}

function taskPayload({
  task,
  projectId,
}: Extract<LogChange, { task: unknown }>): Record<string, unknown> {
  return {
    agent_id: task.agentId,
    project_id: projectId,
    task_id: task.id,
    state: task.state,
    instruction: task.instruction,
    started_at: task.startedAt,
    completed_at: task.completedAt,
  };
}

function failurePayload({ failure }: Agent): Record<string, unknown> | null {
  if (failure === null) return null;
  const { kind, text, resumesAt, resumesByItself } = failure;
  return { kind, text, resumes_at: resumesAt, resumes_by_itself: resumesByItself };
}

function agentPayload({ agent }: Extract<LogChange, { agent: unknown }>): Record<string, unknown> {
  return {
    agent_id: agent.id,
    project_id: agent.projectId,
    state: agent.state,
    state_since: agent.stateSince,
    failure: failurePayload(agent),
    current_task_id: agent.currentTaskId,
    ended_at: agent.endedAt,
  };
}
