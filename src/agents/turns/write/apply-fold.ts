/**
 * Applies the fold's result (intent, task and link of each turn) and writes what differs in the
 * log.
 */
import { isDeepStrictEqual } from "node:util";
import type { Agent, AgentState, TaskState } from "../../../core/agent/agent.ts";
import {
  type FindQuestion,
  type FoldedUtterance,
  type FoldState,
  foldSignal,
  foldUtterance,
  type Signal,
} from "../fold/fold.ts";
import { isOfAsk, type TrackedTurn, utteranceOf } from "../fold/tracked-turn.ts";
import { type Conversation, forgetUnneeded, remember, type Standing } from "./conversation.ts";
import { commandOf, type TurnWriter } from "./turn-writer.ts";

export interface Transaction {
  conversation: Conversation;
  writer: TurnWriter;
  findQuestion: FindQuestion;
}

/** Appends a turn that is certain. */
export async function addCertain(transaction: Transaction, turn: TrackedTurn): Promise<void> {
  const { conversation, writer } = transaction;
  await applyTurn(transaction, conversation, turn);
  writer.change(turn, { place: turn.row.place ?? conversation.nextPlace });
  remember(conversation, turn);
  forgetUnneeded(conversation);
  if (turn.id === null) await writer.add(turn);
}

export function applyCertainSignal(transaction: Transaction, signal: Signal): void {
  applySignal(transaction, transaction.conversation, signal);
  if (signal.type === "woken") transaction.conversation.runTexts = [];
}

/**
 * Makes the first pending items certain that no longer wait for a provisional turn before them.
 * With `before`, only turns older than that.
 */
export async function addReady(
  transaction: Transaction,
  before: string | null = null,
): Promise<void> {
  const { conversation } = transaction;
  for (let [first] = conversation.pending; first !== undefined; [first] = conversation.pending) {
    if ("signal" in first) {
      const isOfThisRun = first.promptId === conversation.state.promptId;
      if (isOfThisRun && !isDoubtful(conversation, first.signal))
        applyCertainSignal(transaction, first.signal);
    } else if (!isOfAsk(first.turn) || (before !== null && first.turn.row.timestamp >= before))
      return;
    conversation.pending.shift();
    if ("turn" in first) await addCertain(transaction, first.turn);
  }
}

/** Of a failure the transcript knows more, and of an open dialog's end as well. */
function isDoubtful({ state, toldFailure }: Conversation, { type }: Signal): boolean {
  if (type === "failed") return toldFailure?.promptId === state.promptId;
  return state.phase === "AWAITING_INPUT";
}

/** Folds the provisional turns after the certain ones, and updates task and agent to match. */
export async function applyPending(transaction: Transaction): Promise<void> {
  const { conversation, writer } = transaction;
  await addReady(transaction);
  const { state, task, turns, output, lastAt } = conversation;
  const standing: Standing = { state, task, turns: new Map(turns), output: [...output], lastAt };
  const doubtful = await doubtfulTurns(transaction);
  for (const item of conversation.pending) {
    if ("turn" in item && doubtful.includes(item.turn)) {
      leaveOut(transaction, item.turn);
      continue;
    }
    if ("signal" in item) {
      applySignal(transaction, standing, item.signal);
      continue;
    }
    await applyTurn(transaction, standing, item.turn);
    if (item.turn.id === null) await writer.add(item.turn);
  }
  await updateTask(transaction, standing);
  await updateAgent(transaction, standing);
}

/**
 * Texts that we typed and the agent never showed: it may have run them as a command, or lost them.
 */
export async function doubtfulTurns({ conversation, writer }: Transaction): Promise<TrackedTurn[]> {
  const typed = conversation.pending.flatMap((item) =>
    "turn" in item && item.turn.row.key.startsWith("delivery:") ? [item.turn] : [],
  );
  if (typed.length === 0) return [];
  const inDoubt = await writer.log.deliveries(conversation.agent.id, {
    states: ["indeterminate"],
    limit: MOST_IN_DOUBT,
  });
  return typed.filter(({ id }) => id !== null && inDoubt.some(({ turnId }) => turnId === id));
}

const MOST_IN_DOUBT = 200;

function leaveOut({ writer }: Transaction, turn: TrackedTurn): void {
  if (turn.opened !== null) writer.dropTask(turn.opened);
  turn.opened = null;
  writer.change(turn, { taskId: null });
  writer.link(turn, null);
}

async function applyTurn(
  transaction: Transaction,
  standing: Standing,
  turn: TrackedTurn,
): Promise<void> {
  const { writer, findQuestion } = transaction;
  const said = utteranceOf(turn);
  const folded = foldUtterance(standing.state, said, findQuestion);
  reclassify(transaction, standing, folded);
  if (folded.opensTask) await openTask(transaction, standing, turn);
  else if (turn.opened !== null) {
    writer.dropTask(turn.opened);
    turn.opened = null;
  }
  writer.change(turn, {
    intent: folded.intent,
    taskId: standing.task?.row.id ?? null,
    question: said.kind === "question" ? turn.row.question : folded.question,
  });
  writer.link(turn, folded.answers === null ? null : (standing.turns.get(folded.answers) ?? null));
  standing.state = folded.state;
  standing.turns.set(turn.row.key, turn);
  standing.lastAt = turn.row.timestamp;
  if (turn.row.actor === "AGENT") standing.output.push(turn.row.text);
  if (standing.output.length > MOST_PARTS) standing.output = [wholeOf(standing.output) ?? ""];
}

function applySignal(transaction: Transaction, standing: Standing, signal: Signal): void {
  const folded = foldSignal(standing.state, signal, transaction.findQuestion);
  reclassify(transaction, standing, folded);
  standing.state = folded.state;
}

/** Also resets the previous text's intent if the log had promoted it on provisional evidence. */
function reclassify(
  { writer }: Transaction,
  standing: Standing,
  { reclassified, state }: Pick<FoldedUtterance, "reclassified" | "state">,
): void {
  if (reclassified !== null) {
    const turn = standing.turns.get(reclassified.key);
    if (turn !== undefined)
      writer.change(turn, { intent: reclassified.intent, question: reclassified.question });
    return;
  }
  const { lastText } = standing.state;
  if (lastText === null || lastText.key === state.lastText?.key) return;
  const turn = standing.turns.get(lastText.key);
  if (turn !== undefined)
    writer.change(turn, { intent: lastText.intent, question: lastText.question });
}

async function openTask(
  { writer }: Transaction,
  standing: Standing,
  turn: TrackedTurn,
): Promise<void> {
  if (standing.task !== null && standing.task !== turn.opened) {
    const completedAt = standing.lastAt;
    await writer.changeTask(standing.task, {
      state: "COMPLETE",
      completedAt,
      fullOutput: wholeOf(standing.output),
    });
  }
  if (turn.opened === null) turn.opened = await writer.openTask(turn);
  else await writer.changeTask(turn.opened, commandOf(turn.row));
  standing.task = turn.opened;
  standing.output = [];
}

async function updateTask(
  { writer }: Transaction,
  { task, state, output, lastAt }: Standing,
): Promise<void> {
  if (task === null) return;
  const taskState = taskStateOf(state);
  const isAtRest =
    taskState === "COMPLETE" || taskState === "AWAITING_INPUT" || state.failure !== null;
  await writer.changeTask(task, {
    state: taskState,
    completedAt: taskState === "COMPLETE" ? lastAt : null,
    // Written only at rest: while the agent works, each new text would rewrite the whole output.
    fullOutput: isAtRest ? wholeOf(output) : task.row.fullOutput,
  });
}

function taskStateOf({ phase, failure }: FoldState): TaskState {
  // The work that a failure cut off is not done.
  if (failure !== null && phase === "COMPLETE") return "PROCESSING";
  return phase === "IDLE" ? "COMMANDED" : phase;
}

async function updateAgent(
  { writer, conversation }: Transaction,
  { task, state }: Standing,
): Promise<void> {
  const { agent } = conversation;
  const change: Partial<Omit<Agent, "id">> = {};
  const next = agentStateOf(agent, state);
  if (next !== agent.state) Object.assign(change, { state: next, stateSince: writer.at });
  const failure = next === "FAILED" || next === "LIMITED" ? state.failure : null;
  if (!isDeepStrictEqual(failure, agent.failure)) Object.assign(change, { failure });
  const currentTaskId = task?.row.id ?? null;
  if (currentTaskId !== agent.currentTaskId) Object.assign(change, { currentTaskId });
  if (Object.keys(change).length > 0) conversation.agent = await writer.changeAgent(change);
}

function agentStateOf({ endedAt }: Agent, { phase, failure }: FoldState): AgentState {
  if (endedAt !== null) return "ENDED";
  if (failure === null) return phase;
  return failure.kind === "limit" ? "LIMITED" : "FAILED";
}

const LONGEST_OUTPUT = 200_000;
const MOST_PARTS = 200;

/** A very long output keeps its end, where the result is. */
function wholeOf(output: readonly string[]): string | null {
  const whole = output.join("\n\n");
  return whole === "" ? null : whole.slice(-LONGEST_OUTPUT);
}
