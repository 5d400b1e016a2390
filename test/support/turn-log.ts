/**
 * A turn log in a fresh folder with an ingest that can be stopped and started, and its
 * content in comparable form.
 */
import { appendFileSync } from "node:fs";
import { createIngest, type Ingest } from "../../src/agents/turns/ingest.ts";
import type { Agent, AgentFailure } from "../../src/core/agent/agent.ts";
import type { AgentEvent } from "../../src/core/agent/agent-event.ts";
import type { AgentLog } from "../../src/store/agent-log.ts";
import { systemClock } from "../../src/store/clock.ts";
import { openSqlLog } from "../../src/store/sql/sql-log.ts";
import { openSandbox } from "./sandbox.ts";

export interface TurnLog extends AsyncDisposable {
  readonly transcriptPath: string;
  readonly log: AgentLog;
  readonly ingest: Ingest;
  hear(event: AgentEvent): Promise<void>;
  write(text: string | Buffer): void;
  /** Reads all transcripts to their end. */
  catchUp(): Promise<void>;
  /** As after a crash: only the log is kept. */
  restart(): Promise<void>;
  /** Turns, tasks and states of all agents, without ids. */
  story(): Promise<Story[]>;
}

export interface Story {
  state: string;
  failure: AgentFailure | null;
  turns: unknown[];
  tasks: unknown[];
}

export async function openTurnLog({ isFollowing = false } = {}): Promise<TurnLog> {
  const sandbox = openSandbox({ inMemory: true });
  const transcriptPath = sandbox.at("transcript.jsonl");
  const path = sandbox.at("log.db");
  let log = await openSqlLog({ path });
  let ingest = createIngest({ log, clock: systemClock, isFollowing });

  return {
    transcriptPath,
    get log() {
      return log;
    },
    get ingest() {
      return ingest;
    },
    async hear(event) {
      await ingest.hear(event);
    },
    write: (text) => appendFileSync(transcriptPath, text),
    async catchUp() {
      for (const agent of await log.agents()) await ingest.catchUp(agent.id);
    },
    async restart() {
      await close();
      log = await openSqlLog({ path });
      ingest = createIngest({ log, clock: systemClock, isFollowing });
    },
    async story() {
      const agents = (await log.agents()).sort((one, other) => one.id - other.id);
      return Promise.all(agents.map(storyOf));
    },
    async [Symbol.asyncDispose]() {
      await close();
      sandbox[Symbol.dispose]();
    },
  };

  async function close(): Promise<void> {
    await ingest.close();
    await log.close();
  }

  async function storyOf({ id: agentId, state, failure }: Agent): Promise<Story> {
    const { turns } = await log.turnPage(agentId, { limit: 10_000 });
    const taskIds = [...new Set(turns.map((turn) => turn.taskId))];
    const tasks = await log.tasks(agentId, { limit: 10_000 });
    const place = new Map(turns.map((turn, index) => [turn.id, index]));
    return {
      state,
      failure,
      turns: turns.map(
        ({ id: _id, agentId: _agentId, taskId, answeredByTurnId, askId: _askId, ...turn }) => ({
          actor: turn.actor,
          intent: turn.intent,
          text: turn.text,
          timestamp: turn.timestamp,
          timestampSource: turn.timestampSource,
          question: turn.question,
          task: taskIds.indexOf(taskId),
          answers: answeredByTurnId === null ? null : (place.get(answeredByTurnId) ?? "nothing"),
        }),
      ),
      tasks: tasks
        .sort((one, other) => taskIds.indexOf(one.id) - taskIds.indexOf(other.id))
        .map(({ id, agentId: _agentId, ...task }) => ({ ...task, isEmpty: !taskIds.includes(id) })),
    };
  }
}
