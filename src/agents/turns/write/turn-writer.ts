/** Writes one agent's turns and tasks, and their events, in batches within one transaction. */

import type { Agent, Delivery, DeliveryState, Task } from "../../../core/agent/agent.ts";
import type { LogChange, LogEvent, TurnEventType } from "../../../core/agent/log-event.ts";
import type { LogWrites, NewTurn } from "../../../store/agent-log.ts";
import { oneLine } from "../../clients/common/content.ts";
import { type TrackedTask, type TrackedTurn, turnOf } from "../fold/tracked-turn.ts";
import { addEvent } from "./event-payloads.ts";

export interface TurnWriter {
  readonly log: LogWrites;
  /** The time of this transaction, for records without their own time. */
  readonly at: string;
  add(turn: TrackedTurn): Promise<void>;
  /** Writes now, for callers that need the ids of new turns or look them up in the log. */
  write(): Promise<void>;
  /** Takes effect at once in memory, and in the log when the transaction ends. */
  change(turn: TrackedTurn, change: Partial<NewTurn>): void;
  link(answer: TrackedTurn, question: TrackedTurn | null): void;
  remove(turn: TrackedTurn): Promise<void>;
  openTask(turn: TrackedTurn): Promise<TrackedTask>;
  changeTask(task: TrackedTask, change: Partial<Omit<Task, "id" | "agentId">>): Promise<void>;
  /** Removes the task when the transaction ends, after its turns have moved to another. */
  dropTask(task: TrackedTask): void;
  /** Null, with nothing changed, if the delivery is in none of these states. */
  changeDelivery(
    id: number,
    from: readonly DeliveryState[],
    change: DeliveryChange,
  ): Promise<Delivery | null>;
  changeAgent(change: Partial<Omit<Agent, "id">>): Promise<Agent>;
  finish(): Promise<LogEvent[]>;
}

type DeliveryChange = Partial<Pick<Delivery, "state" | "detail" | "turnId">>;

const NO_COMMAND = "(begun before anyone listened)";

export function createTurnWriter(log: LogWrites, getAgent: () => Agent, at: string): TurnWriter {
  let added: TrackedTurn[] = [];
  const changed = new Map<TrackedTurn, Set<string>>();
  const dropped: TrackedTask[] = [];
  const events: LogEvent[] = [];

  return {
    log,
    at,
    async add(turn) {
      // An answer needs the id of its question.
      if (turn.question !== null && turn.question.id === null) await writeAdded();
      added.push(turn);
    },
    write,
    change,
    link(answer, question) {
      if (answer.question === question) return;
      answer.question = question;
      if (answer.id !== null) fieldsOf(answer).add("answeredByTurnId");
    },
    async remove(turn) {
      await writeAdded();
      if (turn.id === null) return;
      changed.delete(turn);
      await log.removeTurn(turn.id);
      await emitTurn("turn_removed", turn);
    },
    async openTask({ row }) {
      const fresh = { state: "COMMANDED", fullOutput: null, completedAt: null } as const;
      return { row: await log.addTask({ agentId: row.agentId, ...fresh, ...commandOf(row) }) };
    },
    async changeTask(task, change) {
      const isSame = Object.entries(change).every(
        ([name, value]) => task.row[name as keyof Task] === value,
      );
      if (isSame) return;
      const isNewState = change.state !== undefined && change.state !== task.row.state;
      task.row = await log.changeTask(task.row.id, change);
      if (isNewState)
        await emit({ type: "task_updated", projectId: getAgent().projectId, task: task.row });
    },
    dropTask: (task) => dropped.push(task),
    async changeDelivery(id, from, change) {
      const delivery = await log.changeDelivery(id, from, { ...change, updatedAt: at });
      if (delivery !== null) await emit({ type: "delivery_updated", delivery });
      return delivery;
    },
    async changeAgent(change) {
      const agent = await log.changeAgent(getAgent().id, change);
      const isSilent = Object.keys(change).every((name) => name === "lastSeenAt");
      if (!isSilent) await emit({ type: "agent_updated", agent });
      return agent;
    },
    async finish() {
      await write();
      for (const task of dropped) await log.removeTask(task.row.id);
      return events;
    },
  };

  function change(turn: TrackedTurn, change: Partial<NewTurn>): void {
    const names = Object.keys(change) as (keyof NewTurn)[];
    const different = names.filter((name) => !isSame(turn.row[name], change[name]));
    if (different.length === 0) return;
    turn.row = { ...turn.row, ...change };
    if (turn.id !== null) for (const name of different) fieldsOf(turn).add(name);
  }

  function fieldsOf(turn: TrackedTurn): Set<string> {
    const fields = changed.get(turn) ?? new Set();
    changed.set(turn, fields);
    return fields;
  }

  async function write(): Promise<void> {
    await writeAdded();
    await writeChanged();
  }

  async function writeAdded(): Promise<void> {
    const turns = added;
    if (turns.length === 0) return;
    added = [];
    await writeKeys();
    for (const turn of turns)
      if (turn.question !== null) turn.row = { ...turn.row, answeredByTurnId: turn.question.id };
    const written = await log.addTurns(turns.map(({ row }) => row));
    for (const [index, turn] of turns.entries()) {
      const row = written[index];
      if (row === null || row === undefined)
        throw new Error(`The turn ${turn.row.key} is in the log already.`);
      turn.id = row.id;
      await emitTurn("turn_created", turn);
    }
  }

  /** A key that one turn gave up may be taken by the next. */
  async function writeKeys(): Promise<void> {
    for (const [turn, names] of changed) {
      if (turn.id !== null && names.delete("key"))
        await log.changeTurn(turn.id, { key: turn.row.key });
    }
  }

  async function writeChanged(): Promise<void> {
    await writeKeys();
    for (const [turn, names] of changed) {
      if (turn.id === null) continue;
      if (names.has("answeredByTurnId"))
        turn.row = { ...turn.row, answeredByTurnId: turn.question?.id ?? null };
      if (names.size === 0) continue;
      const change = Object.fromEntries(
        Object.entries(turn.row).filter(([name]) => names.has(name)),
      );
      await log.changeTurn(turn.id, change);
      if ([...names].some((name) => !SILENT.has(name))) await emitTurn("turn_updated", turn);
    }
    changed.clear();
  }

  function emitTurn(type: TurnEventType, turn: TrackedTurn): Promise<void> {
    return emit({ type, projectId: getAgent().projectId, turn: turnOf(turn) });
  }

  async function emit(change: LogChange): Promise<void> {
    events.push(await addEvent(log, { agentId: getAgent().id, at, ...change }));
  }
}

/** A task's command, from the turn that opens it. */
export function commandOf({
  actor,
  text,
  timestamp,
}: NewTurn): Pick<Task, "instruction" | "fullCommand" | "startedAt"> {
  if (actor === "AGENT") return { instruction: NO_COMMAND, fullCommand: "", startedAt: timestamp };
  return { instruction: oneLine(text), fullCommand: text, startedAt: timestamp };
}

/** Fields by which turns are recognised. Listeners are not told when only these change. */
const SILENT = new Set(["key", "uuid", "promptId", "toolUseId", "contentHash"]);

function isSame(one: unknown, other: unknown): boolean {
  return (
    one === other ||
    (typeof one === "object" &&
      typeof other === "object" &&
      JSON.stringify(one) === JSON.stringify(other))
  );
}
