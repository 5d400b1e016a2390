/** The port of the turn log: agents, tasks, turns, deliveries, and the events that report them. */
import type {
  Agent,
  Client,
  Delivery,
  DeliveryState,
  Project,
  Task,
  Turn,
} from "../core/agent/agent.ts";

/**
 * Reads see what is committed; event reads return only what
 * is durable. A write is durable once `write` resolves.
 */
export interface AgentLog extends LogReads {
  /**
   * One transaction: all of it is kept or, if `work` throws, none of it. Transactions of one log
   * run one after another, so a nested one would wait forever.
   */
  write<T>(work: (log: LogWrites) => Promise<T>): Promise<T>;
  /**
   * Removes agents that ended before then with all their records, and all
   * but the newest events. One event always stays, so that a returning
   * reader can tell that events are missing. Ids are never reused.
   */
  prune(endedBefore: string, keepEvents: number): Promise<void>;
  close(): Promise<void>;
}

export interface LogReads {
  agent(id: number): Promise<Agent | null>;
  agentBySession(client: Client, sessionId: string): Promise<Agent | null>;
  /** Most recently seen first. */
  agents(filter?: { isEnded?: boolean }): Promise<Agent[]>;
  project(id: number): Promise<Project | null>;
  task(id: number): Promise<Task | null>;
  /** Newest first. */
  tasks(agentId: number, options: { limit: number }): Promise<Task[]>;
  turn(id: number): Promise<Turn | null>;
  turnByAsk(askId: string): Promise<Turn | null>;
  /**
   * Up to `limit` turns before the given one (or the last
   * ones), oldest first, ordered by (timestamp, id).
   */
  turnPage(agentId: number, options: { before?: number; limit: number }): Promise<TurnPage>;
  /** The newest QUESTION turn of an agent that no ANSWER turn refers to, in its current task. */
  openQuestion(agentId: number): Promise<Turn | null>;
  delivery(id: number): Promise<Delivery | null>;
  deliveries(
    agentId: number,
    options: { states?: readonly DeliveryState[]; limit: number },
  ): Promise<Delivery[]>;
  /** Events after that id, oldest first; `agentIds` and `types` narrow them. */
  events(options: {
    after: number;
    limit: number;
    agentIds?: number[];
    types?: string[];
  }): Promise<StoredEvent[]>;
  /**
   * The ids a reader can resume from: below `oldest - 1`
   * events are missing. Both are 0 if there are no events.
   */
  eventRange(): Promise<{ oldest: number; newest: number }>;
  readPosition(path: string): Promise<ReadPosition | null>;
}

export interface TurnPage {
  turns: Turn[];
  hasMore: boolean;
}

export interface LogWrites extends LogReads {
  /** The project of a folder, made when it is new. */
  projectAt(path: string, name: string): Promise<Project>;
  addAgent(agent: Omit<Agent, "id">): Promise<Agent>;
  changeAgent(id: number, change: Partial<Omit<Agent, "id">>): Promise<Agent>;
  addTask(task: Omit<Task, "id">): Promise<Task>;
  changeTask(id: number, change: Partial<Omit<Task, "id" | "agentId">>): Promise<Task>;
  /** The caller that removes a task's last turn removes the task too. */
  removeTask(id: number): Promise<void>;
  /** Adds many turns at once. Null stands for a turn whose key this agent already has. */
  addTurns(turns: readonly NewTurn[]): Promise<(KeyedTurn | null)[]>;
  changeTurn(id: number, change: Partial<Omit<NewTurn, "agentId">>): Promise<KeyedTurn>;
  removeTurn(id: number): Promise<void>;
  /** Finds turns that match any value of any given list. */
  findTurns(agentId: number, by: TurnSearch): Promise<KeyedTurn[]>;
  /**
   * The agent's turns from the first one of these tasks on, or all of them, by their places. Those
   * without a place come last, by time.
   */
  turnsSince(agentId: number, taskIds: readonly number[] | null): Promise<KeyedTurn[]>;
  addDelivery(delivery: Omit<Delivery, "id">): Promise<Delivery>;
  /**
   * Changes the delivery only if it is in one of the given
   * states, else returns null: of several callers only one acts.
   */
  changeDelivery(
    id: number,
    from: readonly DeliveryState[],
    change: Partial<Pick<Delivery, "state" | "detail" | "turnId" | "updatedAt">>,
  ): Promise<Delivery | null>;
  saveReadPosition(position: ReadPosition): Promise<void>;
  addEvent(event: Omit<StoredEvent, "id">): Promise<StoredEvent>;
}

/** A turn with the fields that identify it when the same turn is reported again. */
export interface KeyedTurn extends Turn {
  /**
   * One per agent, such as `prompt:<id>` or `tool:<id>:answer`:
   * the same turn always gets the same key.
   */
  readonly key: string;
  readonly uuid: string | null;
  readonly promptId: string | null;
  readonly toolUseId: string | null;
  readonly contentHash: string;
}
export type NewTurn = Omit<KeyedTurn, "id">;

export interface TurnSearch {
  keys?: readonly string[];
  uuids?: readonly string[];
  promptIds?: readonly string[];
  toolUseIds?: readonly string[];
  contentHashes?: readonly string[];
}

/**
 * How far a transcript has been read, in whole lines.
 * `identity` changes when a new file takes the path.
 */
export interface ReadPosition {
  readonly path: string;
  readonly agentId: number;
  readonly identity: string;
  readonly offset: number;
}

/** A change of the log, kept so that a reader who was away can catch up. Ids only grow. */
export interface StoredEvent {
  readonly id: number;
  readonly type: string;
  readonly agentId: number | null;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}
