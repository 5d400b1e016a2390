/**
 * One agent's conversation in memory. What is certain (the transcript's, or all there is for clients without one) has
 * been folded and never changes its place; what hooks told ahead of it is provisional, and is placed anew on top of the
 * certain each time something becomes known.
 */
import type { Agent, Client, Delivery, Task } from "../../../core/agent/agent.ts";
import { microsecondsOf } from "../../../core/agent/stamp.ts";
import type { LogReads, LogWrites } from "../../../store/agent-log.ts";
import { entriesIn } from "../../clients/claude-code/transcript-entries.ts";
import { isWorthReading } from "../../clients/claude-code/worth-reading.ts";
import { normalised } from "../../clients/common/content.ts";
import { linesBefore, openTranscript, type Transcript } from "../../clients/common/transcript-reader.ts";
import {
  type FindQuestion,
  type FoldState,
  foldSignal,
  foldUtterance,
  NOTHING_SAID,
  type Signal,
} from "../fold/fold.ts";
import {
  isOfAsk,
  isProvisional,
  type TrackedTask,
  type TrackedTurn,
  trackTurn,
  utteranceOf,
} from "../fold/tracked-turn.ts";
import { askedAt, rememberCalls, type ToolCalls } from "./tool-calls.ts";

export interface Conversation extends Standing {
  agent: Agent;
  transcript: Transcript | null;
  /** In the order we heard of it. */
  pending: Pending[];
  /** What the agent said in this run, normalised, so that nothing is said twice. */
  runTexts: string[];
  /** Of the last certain turn, in microseconds. */
  lastStamp: number;
  /** The prompts whose runs are known, newest last. */
  runs: string[];
  calls: ToolCalls;
  /** When it last started, as far as we heard since we ourselves did. */
  startedAt: string | null;
  /** The last certain turn. */
  lastTurn: TrackedTurn | null;
  /** Recent words that steered the agent. The transcript knows no prompt of theirs; which it was, their hooks tell. */
  steering: TrackedTurn[];
}

/** Where the conversation stands, after the certain part or after all of it. */
export interface Standing {
  state: FoldState;
  task: TrackedTask | null;
  /** The turns that the state speaks of. */
  turns: Map<string, TrackedTurn>;
  /** What the agent said in this task. */
  output: string[];
  /** When something was last said. */
  lastAt: string | null;
}

export type Pending = { turn: TrackedTurn } | { signal: Signal; promptId: string | null };

/** Whether its transcript tells all that was said, and so is what counts. */
export function hasTranscript(client: Client): boolean {
  return client === "claude-code";
}

/** Gemini CLI's file tells only that somebody interrupted it, of which it has no hook. */
export function isTranscriptRead(client: Client): boolean {
  return hasTranscript(client) || client === "gemini";
}

export function newConversation(agent: Agent): Conversation {
  return {
    agent,
    state: NOTHING_SAID,
    task: null,
    turns: new Map(),
    output: [],
    lastAt: null,
    transcript: transcriptOf(agent, null),
    pending: [],
    runTexts: [],
    lastStamp: 0,
    runs: [],
    calls: rememberCalls(),
    startedAt: null,
    lastTurn: null,
    steering: [],
  };
}

const RECALLED_TASKS = 4;
const RECALLED_RUNS = 50;
const TAIL_BYTES = 1024 * 1024;

/** Takes up the conversation where the log left it. */
export async function recallConversation(
  log: LogWrites,
  agent: Agent,
  findQuestion: FindQuestion,
): Promise<Conversation> {
  const conversation = newConversation(agent);
  const { tasks, turns } = await recallTurns(log, agent.id);
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const taskRefs = new Map(tasks.map((row) => [row.id, { row }]));
  for (const turn of turns) {
    const { taskId, answeredByTurnId, timestamp } = turn.row;
    turn.question = answeredByTurnId === null ? null : (byId.get(answeredByTurnId) ?? null);
    const task = taskId === null ? undefined : taskRefs.get(taskId);
    if (task?.row.startedAt === timestamp) turn.opened = task;
  }
  const lastTask = taskRefs.get(turns.at(-1)?.row.taskId ?? 0)?.row;
  const underWay = await turnsUnderWay(log, agent.id, lastTask?.state === "COMPLETE" ? null : (turns.at(-1) ?? null));
  for (const turn of turns) {
    const isPending = isProvisional(turn) || (isOfAsk(turn) && conversation.pending.length > 0);
    if (hasTranscript(agent.client) ? isPending : underWay.has(turn.id)) conversation.pending.push({ turn });
    else foldAgain(conversation, turn, taskRefs, findQuestion);
  }
  restUnlessWorking(conversation);
  conversation.transcript = transcriptOf(agent, await readPosition(log, agent));
  if (conversation.transcript !== null && hasTranscript(agent.client))
    recallTail(conversation, conversation.transcript, findQuestion);
  return conversation;
}

/** As many of the last tasks as it takes to have a whole one that is certain, below what is provisional. */
async function recallTurns(log: LogWrites, agentId: number): Promise<{ tasks: Task[]; turns: TrackedTurn[] }> {
  for (let limit = RECALLED_TASKS; ; limit *= 4) {
    const tasks = await log.tasks(agentId, { limit });
    const isAll = tasks.length < limit;
    const from = isAll ? "" : tasks.reduce((first, task) => (task.startedAt < first ? task.startedAt : first), "~");
    const turns = (await log.turnsFrom(agentId, from)).map(trackTurn);
    const certain = new Set(turns.filter((turn) => !isProvisional(turn)).map(({ row }) => row.taskId));
    if (isAll || tasks.slice(0, -1).some((task) => certain.has(task.id))) return { tasks, turns };
  }
}

/** Texts of ours that the agent has not taken. One that nobody is sure of is still the last word of an agent at work. */
async function turnsUnderWay(log: LogReads, agentId: number, last: TrackedTurn | null): Promise<Set<number | null>> {
  const states = ["queued", "typed", "indeterminate"] as const;
  const deliveries = await log.deliveries(agentId, { states, limit: MOST_UNDER_WAY });
  const isUnderWay = ({ state, turnId }: Delivery) => state !== "indeterminate" || turnId === (last?.id ?? null);
  return new Set(deliveries.filter(isUnderWay).map(({ turnId }) => turnId));
}

const MOST_UNDER_WAY = 50;

/** Called for every certain turn in its order: what follows from its being said, besides its place. */
export function remember(conversation: Conversation, turn: TrackedTurn): void {
  const { row } = turn;
  conversation.lastTurn = turn;
  const stamp = microsecondsOf(row.timestamp) ?? 0;
  if (row.timestampSource === "jsonl") conversation.lastStamp = Math.max(conversation.lastStamp, stamp);
  if (row.promptId !== null && conversation.runs.at(-1) !== row.promptId && !row.key.startsWith("steer:")) {
    conversation.runs = [...conversation.runs.slice(1 - RECALLED_RUNS), row.promptId];
  }
  if (row.key.startsWith("steer:")) conversation.steering = [...conversation.steering.slice(1 - RECALLED_RUNS), turn];
  if (row.actor === "USER") conversation.runTexts = [];
  else if (row.question === null || row.key.startsWith("uuid:")) conversation.runTexts.push(normalised(row.text));
  if (conversation.runTexts.length > RUN_TEXTS) conversation.runTexts.shift();
}

const RUN_TEXTS = 20;

/** The turns that something new may refer to: what is provisional, what is open, and what was said last. */
export function currentTurns(conversation: Conversation): TrackedTurn[] {
  return [...pendingTurns(conversation), ...conversation.turns.values()];
}

export function pendingTurns({ pending }: Conversation): TrackedTurn[] {
  return pending.flatMap((item) => ("turn" in item ? [item.turn] : []));
}

export function forgetUnneeded(standing: Standing): void {
  const needed = new Set([...standing.state.open.map((question) => question.key), standing.state.lastText?.key]);
  for (const key of standing.turns.keys()) if (!needed.has(key)) standing.turns.delete(key);
}

function foldAgain(
  conversation: Conversation,
  turn: TrackedTurn,
  tasks: Map<number, TrackedTask>,
  findQuestion: FindQuestion,
): void {
  // What ended or began a run without words is in no turn; that the log has the next turn as it is, tells of it.
  if (turn.row.intent === "COMMAND" && turn.row.taskId !== conversation.task?.row.id) {
    conversation.state = { ...NOTHING_SAID, promptId: conversation.state.promptId };
  }
  const said = utteranceOf(turn);
  const first = foldUtterance(conversation.state, said, findQuestion);
  // Something in no turn may have come between and begun another run. Within one run, it was a hook ahead of the
  // transcript that made the word before a last one, and the transcript has gone on since.
  const reclassified = first.reclassified === null ? undefined : conversation.turns.get(first.reclassified.key);
  const isOneRun = reclassified !== undefined && said.promptId !== null && reclassified.row.promptId === said.promptId;
  const isAsIs = first.reclassified === null || isOneRun;
  const folded = isAsIs ? first : foldUtterance({ ...conversation.state, lastText: null }, said, findQuestion);
  conversation.state = folded.state;
  conversation.turns.set(turn.row.key, turn);
  if (folded.opensTask) conversation.output = [];
  if (turn.row.actor === "AGENT") conversation.output.push(turn.row.text);
  conversation.task = (turn.row.taskId === null ? null : tasks.get(turn.row.taskId)) ?? conversation.task;
  conversation.lastAt = turn.row.timestamp;
  remember(conversation, turn);
  forgetUnneeded(conversation);
}

/** The log knows whether the work is over also where no turn says so. */
function restUnlessWorking(conversation: Conversation): void {
  const { state, task, pending } = conversation;
  if (task === null || pending.length > 0) return;
  const wasInterrupted = task.row.state === "COMPLETE" && state.lastText?.intent === "PROGRESS";
  const open = task.row.state === "COMPLETE" ? [] : state.open;
  conversation.state = { ...state, phase: task.row.state, open, lastText: wasInterrupted ? null : state.lastText };
}

function transcriptOf({ client, transcriptPath }: Agent, from: Transcript["position"] | null): Transcript | null {
  if (transcriptPath === null || !isTranscriptRead(client)) return null;
  return from === null ? openTranscript(transcriptPath) : openTranscript(transcriptPath, from);
}

async function readPosition(log: LogReads, agent: Agent): Promise<Transcript["position"] | null> {
  const position = agent.transcriptPath === null ? null : await log.readPosition(agent.transcriptPath);
  return position?.agentId === agent.id ? position : null;
}

/**
 * Calls without a result, whose prompt this is, and that a run was interrupted are in no turn: the last lines that were
 * read tell again.
 */
function recallTail(conversation: Conversation, { position }: Transcript, findQuestion: FindQuestion): void {
  if (conversation.agent.transcriptPath === null) return;
  let promptId = conversation.state.promptId;
  let latest = 0;
  let isInterrupted = false;
  linesBefore(conversation.agent.transcriptPath, position.offset, TAIL_BYTES, (line) => {
    if (!isWorthReading(line)) return;
    for (const entry of entriesIn(line.toString())) {
      if (entry.type === "call")
        conversation.calls.note(entry.toolUseId, entry, promptId, true).askedAt = askedAt(entry.at);
      const call = entry.type === "result" ? conversation.calls.get(entry.toolUseId) : null;
      if (call !== null) call.hasResult = true;
      // Lines written again after a compaction keep their old moment.
      if ((entry.at ?? 0) < latest) continue;
      latest = entry.at ?? latest;
      isInterrupted = entry.type === "interrupted";
      if (entry.type === "woken" || (entry.type === "prompt" && !entry.isSteering)) promptId = entry.promptId;
    }
  });
  if (isInterrupted) conversation.state = foldSignal(conversation.state, { type: "interrupted" }, findQuestion).state;
  if (promptId !== conversation.state.promptId) {
    conversation.state = { ...conversation.state, promptId, lastText: null };
    conversation.runTexts = [];
  }
}
