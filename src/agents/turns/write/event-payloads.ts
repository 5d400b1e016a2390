/** What events of the log tell about turns, tasks, texts and agents, in the words of the specification. Pure. */
import type { Agent, Delivery, Task } from "../../../core/agent/agent.ts";
import type { NewTurn } from "../../../store/agent-log.ts";

export function turnNews(agent: Agent, turnId: number, turn: NewTurn): Record<string, unknown> {
  return {
    agent_id: agent.id,
    project_id: agent.projectId,
    task_id: turn.taskId,
    turn_id: turnId,
    actor: turn.actor,
    intent: turn.intent,
    text: turn.text,
    timestamp: turn.timestamp,
    timestamp_source: turn.timestampSource,
    question_text: turn.question?.text ?? null,
    question_options: turn.question?.options ?? null,
    question_source_type: turn.question?.source ?? null,
    answered_by_turn_id: turn.answeredByTurnId,
    ask_id: turn.askId,
  };
}

export function taskNews(agent: Agent, task: Task): Record<string, unknown> {
  return {
    agent_id: agent.id,
    project_id: agent.projectId,
    task_id: task.id,
    state: task.state,
    instruction: task.instruction,
    started_at: task.startedAt,
    completed_at: task.completedAt,
  };
}

export function deliveryNews({ id, turnId, state, detail }: Delivery): Record<string, unknown> {
  return { id, turn_id: turnId, state, detail };
}

export function agentNews(agent: Agent): Record<string, unknown> {
  return {
    agent_id: agent.id,
    project_id: agent.projectId,
    state: agent.state,
    state_since: agent.stateSince,
    current_task_id: agent.currentTaskId,
    ended_at: agent.endedAt,
  };
}
