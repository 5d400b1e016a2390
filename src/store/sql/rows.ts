/** Converts the log's records to rows and back. */
import type {
  Agent,
  AgentFailure,
  Delivery,
  Project,
  Task,
  TurnOption,
} from "../../core/agent/agent.ts";
import type { KeyedTurn, ReadPosition, StoredEvent } from "../agent-log.ts";
import { plainJson } from "./plain-text.ts";
import { type Columns, type FlatAgent, type FlatEvent, type FlatTurn, rowOf } from "./tables.ts";

export const projectRow = rowOf<Project>({ id: "id", path: "path", name: "name" });

export const taskRow = rowOf<Task>({
  id: "id",
  agentId: "agent_id",
  state: "state",
  instruction: "instruction",
  fullCommand: "full_command",
  fullOutput: "full_output",
  startedAt: "started_at",
  completedAt: "completed_at",
});

export const deliveryRow = rowOf<Delivery>({
  id: "id",
  agentId: "agent_id",
  turnId: "turn_id",
  text: "text",
  state: "state",
  detail: "detail",
  createdAt: "created_at",
  updatedAt: "updated_at",
});

export const readPositionRow = rowOf<ReadPosition>({
  path: "path",
  agentId: "agent_id",
  identity: "identity",
  offset: "offset",
});

const flatAgentRow = rowOf<FlatAgent>({
  id: "id",
  client: "client",
  sessionId: "session_id",
  projectId: "project_id",
  workingDirectory: "working_directory",
  transcriptPath: "transcript_path",
  paneId: "pane_id",
  paneSocketPath: "pane_socket_path",
  panePid: "pane_pid",
  state: "state",
  stateSince: "state_since",
  currentTaskId: "current_task_id",
  failure: "failure",
  startedAt: "started_at",
  lastSeenAt: "last_seen_at",
  endedAt: "ended_at",
});

export const agentRow = {
  from({ pane, failure, ...others }: Partial<Agent>) {
    const rest = {
      ...others,
      ...(failure !== undefined && { failure: failure === null ? null : plainJson(failure) }),
    };
    if (pane === undefined) return flatAgentRow.from(rest);
    const { id, socketPath, pid } = pane ?? { id: null, socketPath: null, pid: null };
    return flatAgentRow.from({ ...rest, paneId: id, paneSocketPath: socketPath, panePid: pid });
  },
  read(row: Columns<FlatAgent>): Agent {
    const { paneId, paneSocketPath, panePid, failure: json, ...rest } = flatAgentRow.read(row);
    // Written by `from`, just above.
    const failure = json === null ? null : (JSON.parse(json) as AgentFailure);
    const pane =
      paneId === null ? null : { id: paneId, socketPath: paneSocketPath ?? "", pid: panePid };
    return { ...rest, pane, failure };
  },
};

const flatTurnRow = rowOf<FlatTurn>({
  id: "id",
  agentId: "agent_id",
  taskId: "task_id",
  actor: "actor",
  intent: "intent",
  text: "text",
  timestamp: "timestamp",
  timestampSource: "timestamp_source",
  place: "place",
  questionText: "question_text",
  questionOptions: "question_options",
  questionSourceType: "question_source_type",
  answeredByTurnId: "answered_by_turn_id",
  askId: "ask_id",
  key: "key",
  uuid: "uuid",
  promptId: "prompt_id",
  toolUseId: "tool_use_id",
  contentHash: "content_hash",
});

export const turnRow = {
  from({ question, ...rest }: Partial<KeyedTurn>) {
    if (question === undefined) return flatTurnRow.from(rest);
    const options = question?.options ?? null;
    return flatTurnRow.from({
      ...rest,
      questionText: question?.text ?? null,
      questionOptions: options === null ? null : plainJson(options),
      questionSourceType: question?.source ?? null,
    });
  },
  read(row: Columns<FlatTurn>): KeyedTurn {
    const { questionText, questionOptions, questionSourceType, ...rest } = flatTurnRow.read(row);
    if (questionText === null || questionSourceType === null) return { ...rest, question: null };
    // Written by `from`, just above.
    const options = questionOptions === null ? null : (JSON.parse(questionOptions) as TurnOption[]);
    return { ...rest, question: { text: questionText, options, source: questionSourceType } };
  },
};

const flatEventRow = rowOf<FlatEvent>({
  id: "id",
  type: "type",
  agentId: "agent_id",
  at: "at",
  data: "data",
});

export const eventRow = {
  from: ({ data, ...rest }: Omit<StoredEvent, "id">) =>
    flatEventRow.from({ ...rest, data: plainJson(data) }),
  read(row: Columns<FlatEvent>): StoredEvent {
    const event = flatEventRow.read(row);
    // Written by `from`, just above.
    return { ...event, data: JSON.parse(event.data) as StoredEvent["data"] };
  },
};
