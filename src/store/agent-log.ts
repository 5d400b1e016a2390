/** The port of the turn log: agents, tasks, turns, deliveries, and the events that tell of them. */
import type {
  Agent,
  Client,
  Delivery,
  DeliveryState,
  Project,
  Task,
  Turn,
} from "../core/agent/agent.ts";

/** Reads see what is committed, events only what is durable too. Every write is in `write`, and is durable when that resolves. */
export interface AgentLog extends LogReads {
  /**
   * One transaction: all of it or, when `work` throws, nothing. Transactions of one log run one after another, so one
   * that waits for another inside it would wait forever.
   */
  write<T>(work: (log: LogWrites) => Promise<T>): Promise<T>;
  /**
   * Removes agents that ended before then with all that is theirs, and all but the newest events. One event stays
   * always, so that a reader who was away sees that he missed some. Ids are never used again.
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
  /** Up to `limit` turns before the given one (or the last ones), oldest first, ordered by (timestamp, id). */
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
  /** The ids one can still resume from: an id below `oldest - 1` has a gap. Both 0 while there are none. */
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
  /** Tasks with no turn left are removed by whoever took their last turn away. */
  removeTask(id: number): Promise<void>;
  /** Many at once; null in the place of a turn whose key this agent already has. */
  addTurns(turns: readonly NewTurn[]): Promise<(KeyedTurn | null)[]>;
  changeTurn(id: number, change: Partial<Omit<NewTurn, "agentId">>): Promise<KeyedTurn>;
  removeTurn(id: number): Promise<void>;
  /** Turns by what identifies them; each given list is an "or". */
  findTurns(agentId: number, by: TurnSearch): Promise<KeyedTurn[]>;
  /** All turns of the agent from that timestamp on, oldest first. */
  turnsFrom(agentId: number, timestamp: string): Promise<KeyedTurn[]>;
  addDelivery(delivery: Omit<Delivery, "id">): Promise<Delivery>;
  /** Changes it only while it is in one of the given states; null when it is in none, so nobody acts twice. */
  changeDelivery(
    id: number,
    from: readonly DeliveryState[],
    change: Partial<Pick<Delivery, "state" | "detail" | "turnId" | "updatedAt">>,
  ): Promise<Delivery | null>;
  saveReadPosition(position: ReadPosition): Promise<void>;
  addEvent(event: Omit<StoredEvent, "id">): Promise<StoredEvent>;
}

/** A turn with what it is recognised by when the same thing is heard of again. */
export interface KeyedTurn extends Turn {
  /** One per agent, such as `prompt:<id>` or `tool:<id>:answer`: the same turn always gets the same key. */
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

/** How far a transcript has been read: only whole lines count. `identity` tells a new file at the same path. */
export interface ReadPosition {
  readonly path: string;
  readonly agentId: number;
  readonly identity: string;
  readonly offset: number;
}

/** Something that happened to the log, kept so that a reader who was away can catch up. Ids only grow. */
export interface StoredEvent {
  readonly id: number;
  readonly type: string;
  readonly agentId: number | null;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}
