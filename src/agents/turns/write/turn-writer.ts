/** Writes turns and tasks of one agent within one transaction, many at once, and the events that tell of them. */
import type { Agent, Delivery, DeliveryState, Task } from "../../../core/agent/agent.ts";
import type { LogEvent, LogWrites, NewTurn } from "../../../store/agent-log.ts";
import { oneLine } from "../../clients/common/content.ts";
import type { TaskRef, TurnRef } from "../fold/tracked-turn.ts";
import { agentNews, deliveryNews, taskNews, turnNews } from "./event-payloads.ts";

export interface Scribe {
  readonly log: LogWrites;
  /** When this is happening, for what has no time of its own. */
  readonly at: string;
  add(ref: TurnRef): Promise<void>;
  /** For who needs the ids of new turns, or wants to find them in the log. */
  write(): Promise<void>;
  /** Takes effect at once in memory, and in the log when the transaction ends. */
  change(ref: TurnRef, change: Partial<NewTurn>): void;
  link(answer: TurnRef, question: TurnRef | null): void;
  remove(ref: TurnRef): Promise<void>;
  openTask(ref: TurnRef): Promise<TaskRef>;
  changeTask(task: TaskRef, change: Partial<Omit<Task, "id" | "agentId">>): Promise<void>;
  /** Once its turns belong elsewhere. */
  dropTask(task: TaskRef): void;
  /** Null, with nothing changed, when it is in none of these states. */
  changeDelivery(id: number, from: readonly DeliveryState[], change: DeliveryChange): Promise<Delivery | null>;
  changeAgent(change: Partial<Omit<Agent, "id">>): Promise<Agent>;
  finish(): Promise<LogEvent[]>;
}

type DeliveryChange = Partial<Pick<Delivery, "state" | "detail" | "turnId">>;

const NO_COMMAND = "(begun before anyone listened)";

export function createScribe(log: LogWrites, getAgent: () => Agent, at: string): Scribe {
  let added: TurnRef[] = [];
  const changed = new Map<TurnRef, Set<string>>();
  const dropped: TaskRef[] = [];
  const events: LogEvent[] = [];

  return {
    log,
    at,
    async add(ref) {
      // An answer needs the id of its question.
      if (ref.question !== null && ref.question.id === null) await writeAdded();
      added.push(ref);
    },
    write,
    change,
    link(answer, question) {
      if (answer.question === question) return;
      answer.question = question;
      if (answer.id !== null) fieldsOf(answer).add("answeredByTurnId");
    },
    async remove(ref) {
      await writeAdded();
      if (ref.id === null) return;
      changed.delete(ref);
      await log.removeTurn(ref.id);
      await tell("turn_removed", { ...turnNews(getAgent(), ref.id, ref.turn) });
    },
    async openTask({ turn }) {
      const fresh = { state: "COMMANDED", fullOutput: null, completedAt: null } as const;
      return { row: await log.addTask({ agentId: turn.agentId, ...fresh, ...commandOf(turn) }) };
    },
    async changeTask(task, change) {
      const isSame = Object.entries(change).every(([name, value]) => task.row[name as keyof Task] === value);
      if (isSame) return;
      const isNewState = change.state !== undefined && change.state !== task.row.state;
      task.row = await log.changeTask(task.row.id, change);
      if (isNewState) await tell("task_updated", taskNews(getAgent(), task.row));
    },
    dropTask: (task) => dropped.push(task),
    async changeDelivery(id, from, change) {
      const delivery = await log.changeDelivery(id, from, { ...change, updatedAt: at });
      if (delivery !== null) await tell("delivery_updated", deliveryNews(delivery));
      return delivery;
    },
    async changeAgent(change) {
      const agent = await log.changeAgent(getAgent().id, change);
      const isSilent = Object.keys(change).every((name) => name === "lastSeenAt");
      if (!isSilent) await tell("agent_updated", agentNews(agent));
      return agent;
    },
    async finish() {
      await write();
      for (const task of dropped) await log.removeTask(task.row.id);
      return events;
    },
  };

  function change(ref: TurnRef, change: Partial<NewTurn>): void {
    const names = Object.keys(change) as (keyof NewTurn)[];
    const different = names.filter((name) => !isSame(ref.turn[name], change[name]));
    if (different.length === 0) return;
    ref.turn = { ...ref.turn, ...change };
    if (ref.id !== null) for (const name of different) fieldsOf(ref).add(name);
  }

  function fieldsOf(ref: TurnRef): Set<string> {
    const fields = changed.get(ref) ?? new Set();
    changed.set(ref, fields);
    return fields;
  }

  async function write(): Promise<void> {
    await writeAdded();
    await writeChanged();
  }

  async function writeAdded(): Promise<void> {
    const refs = added;
    if (refs.length === 0) return;
    added = [];
    await writeKeys();
    for (const ref of refs) if (ref.question !== null) ref.turn = { ...ref.turn, answeredByTurnId: ref.question.id };
    const written = await log.addTurns(refs.map(({ turn }) => turn));
    for (const [index, ref] of refs.entries()) {
      const turn = written[index];
      if (turn === null || turn === undefined) throw new Error(`The turn ${ref.turn.key} is in the log already.`);
      ref.id = turn.id;
      await tell("turn_created", turnNews(getAgent(), turn.id, ref.turn));
    }
  }

  /** A key that one turn gave up may be taken by the next. */
  async function writeKeys(): Promise<void> {
    for (const [ref, names] of changed) {
      if (ref.id !== null && names.delete("key")) await log.changeTurn(ref.id, { key: ref.turn.key });
    }
  }

  async function writeChanged(): Promise<void> {
    await writeKeys();
    for (const [ref, names] of changed) {
      if (ref.id === null) continue;
      if (names.has("answeredByTurnId")) ref.turn = { ...ref.turn, answeredByTurnId: ref.question?.id ?? null };
      if (names.size === 0) continue;
      const change = Object.fromEntries(Object.entries(ref.turn).filter(([name]) => names.has(name)));
      await log.changeTurn(ref.id, change);
      if ([...names].some((name) => !SILENT.has(name)))
        await tell("turn_updated", turnNews(getAgent(), ref.id, ref.turn));
    }
    changed.clear();
  }

  async function tell(type: string, data: LogEvent["data"]): Promise<void> {
    events.push(await log.addEvent({ type, agentId: getAgent().id, at, data }));
  }
}

/** What the turn that opens a task says about it. */
export function commandOf({
  actor,
  text,
  timestamp,
}: NewTurn): Pick<Task, "instruction" | "fullCommand" | "startedAt"> {
  if (actor === "AGENT") return { instruction: NO_COMMAND, fullCommand: "", startedAt: timestamp };
  return { instruction: oneLine(text), fullCommand: text, startedAt: timestamp };
}

/** What a turn is recognised by is nobody's business but ours. */
const SILENT = new Set(["key", "uuid", "promptId", "toolUseId", "contentHash"]);

function isSame(one: unknown, other: unknown): boolean {
  return (
    one === other ||
    (typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other))
  );
}
