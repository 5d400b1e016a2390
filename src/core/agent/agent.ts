/**
 * Agents, and what they and people say to each other: the types of the turn log. Pure.
 *
 * An agent is IDLE until it is given work, COMMANDED from then until it is seen working,
 * PROCESSING while it works, AWAITING_INPUT while a question of its own is open, COMPLETE when
 * it stopped with nothing open, and ENDED when its session is over. Only resuming the session
 * brings an ended agent back. FAILED means that an error ended its run, LIMITED that its usage
 * limit did; its next work leaves either state.
 */
export const AGENT_STATES = [
  "IDLE",
  "COMMANDED",
  "PROCESSING",
  "AWAITING_INPUT",
  "COMPLETE",
  "FAILED",
  "LIMITED",
  "ENDED",
] as const;
export type AgentState = (typeof AGENT_STATES)[number];

export const TASK_STATES = ["COMMANDED", "PROCESSING", "AWAITING_INPUT", "COMPLETE"] as const;
export type TaskState = (typeof TASK_STATES)[number];

export type Client = "claude-code" | "codex" | "gemini" | "opencode" | "other";
export type Actor = "USER" | "AGENT";
export type Intent = "COMMAND" | "ANSWER" | "QUESTION" | "PROGRESS" | "COMPLETION";

/** `server`: the time we received it. `jsonl`: the time in the agent's own transcript. */
export type TimestampSource = "server" | "jsonl";

/** How a question came up; `free_text` has no options to select. */
export type QuestionSource =
  | "ask_user_question"
  | "permission"
  | "plan_approval"
  | "user_choice"
  | "ask"
  | "free_text";

export interface Project {
  readonly id: number;
  readonly path: string;
  readonly name: string;
}

export interface Agent {
  readonly id: number;
  readonly client: Client;
  /** The client's own id of the conversation; one agent is one such session. */
  readonly sessionId: string;
  readonly projectId: number;
  readonly workingDirectory: string;
  readonly transcriptPath: string | null;
  /** The pane to type into, as reported by the agent's own hooks. */
  readonly pane: Pane | null;
  readonly state: AgentState;
  /** When the agent entered this state. */
  readonly stateSince: string;
  readonly currentTaskId: number | null;
  /** Why the agent is FAILED or LIMITED; null in every other state. */
  readonly failure: AgentFailure | null;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly endedAt: string | null;
}

/** An error or a usage limit that ended the agent's run. */
export interface AgentFailure {
  readonly kind: "limit" | "error";
  /** The client's own words. */
  readonly text: string;
  /** When the limit ends, where the client says so. */
  readonly resumesAt: string | null;
  /** Whether the client goes on without anybody's help. */
  readonly resumesByItself: boolean;
}

/**
 * Whether a text can reach the agent at all: typed into its pane, or through
 * the queue that Codex keeps. opencode's prompt cannot be told from its dialogs.
 */
export function hasWayIn({ pane, client }: Pick<Agent, "pane" | "client">): boolean {
  return client === "codex" || (pane !== null && client !== "opencode");
}

export interface Pane {
  /** tmux's name for the pane, such as `%3`, and the server it belongs to. */
  readonly id: string;
  readonly socketPath: string;
  /** The agent's own process, if its hook reported it. */
  readonly pid: number | null;
}

/** One piece of work: from a person's command until the agent stops with nothing open. */
export interface Task {
  readonly id: number;
  readonly agentId: number;
  readonly state: TaskState;
  /** The command in one line, for lists and voices. */
  readonly instruction: string;
  readonly fullCommand: string;
  readonly fullOutput: string | null;
  readonly startedAt: string;
  readonly completedAt: string | null;
}

export interface Turn {
  readonly id: number;
  readonly agentId: number;
  readonly taskId: number | null;
  readonly actor: Actor;
  readonly intent: Intent;
  readonly text: string;
  /** ISO with microseconds: the transcript's order breaks ties within a millisecond. */
  readonly timestamp: string;
  readonly timestampSource: TimestampSource;
  /**
   * Grows along the agent's transcript, also where a clock was set back. Null until the transcript
   * has the turn, or until it is known that it never will.
   */
  readonly place: number | null;
  readonly question: TurnQuestion | null;
  /** For an ANSWER: the QUESTION turn it resolves. */
  readonly answeredByTurnId: number | null;
  readonly askId: string | null;
}

export interface TurnQuestion {
  readonly text: string;
  readonly options: readonly TurnOption[] | null;
  readonly source: QuestionSource;
}

export interface TurnOption {
  readonly label: string;
  readonly description?: string;
}

/**
 * A text on its way to an agent: `queued` until it is typed, `typed` until the agent's own hook or
 * transcript shows it, `accepted` once it was submitted, `consumed` once the agent works on it.
 * `indeterminate` means that its arrival cannot be confirmed; such a text is never typed again
 * automatically. `refused` means that it was not typed at all.
 */
export type DeliveryState =
  | "queued"
  | "typed"
  | "accepted"
  | "consumed"
  | "indeterminate"
  | "refused";

export interface Delivery {
  readonly id: number;
  readonly agentId: number;
  readonly turnId: number | null;
  readonly text: string;
  readonly state: DeliveryState;
  readonly detail: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}
