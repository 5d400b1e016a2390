/** Restores an agent's conversation from the log. */
import type { Agent, AgentFailure, Delivery, Task } from "../../../core/agent/agent.ts";
import type { LogReads, LogWrites } from "../../../store/agent-log.ts";
import { entryReaderOf } from "../../clients/clients.ts";
import type { Entry } from "../../clients/common/transcript-entry.ts";
import { linesBefore, type Transcript } from "../../clients/common/transcript-reader.ts";
import {
  type FindQuestion,
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
import {
  type Conversation,
  forgetUnneeded,
  hasTranscript,
  newConversation,
  remember,
  transcriptOf,
} from "./conversation.ts";
import { type AgentCalls, askedAt } from "./tool-calls.ts";

const RECALLED_TASKS = 4;
const TAIL_BYTES = 1024 * 1024;

export async function recallConversation(
  log: LogWrites,
  agent: Agent,
  calls: AgentCalls,
  findQuestion: FindQuestion,
): Promise<Conversation> {
  const conversation = newConversation(agent, calls);
  calls.readAgain();
  const { tasks, turns } = await recallTurns(log, agent.id);
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const trackedTasks = new Map(tasks.map((row) => [row.id, { row }]));
  for (const turn of turns) {
    const { taskId, answeredByTurnId, timestamp } = turn.row;
    turn.question = answeredByTurnId === null ? null : (byId.get(answeredByTurnId) ?? null);
    const task = taskId === null ? undefined : trackedTasks.get(taskId);
    if (task?.row.startedAt === timestamp) turn.opened = task;
  }
  const lastTask = trackedTasks.get(turns.at(-1)?.row.taskId ?? 0)?.row;
  const underWay = await turnsUnderWay(
    log,
    agent.id,
    lastTask?.state === "COMPLETE" ? null : (turns.at(-1) ?? null),
  );
  for (const turn of turns) {
    const isPending = isProvisional(turn) || (isOfAsk(turn) && conversation.pending.length > 0);
    if (hasTranscript(conversation) ? isPending : underWay.has(turn.id))
      conversation.pending.push({ turn });
    else foldAgain(conversation, turn, trackedTasks, findQuestion);
  }
  restUnlessWorking(conversation);
  conversation.transcript = transcriptOf(agent, await readPosition(log, agent));
  if (conversation.transcript !== null && hasTranscript(conversation))
    recallTail(conversation, conversation.transcript, turns, findQuestion);
  recallFailure(conversation, findQuestion);
  return conversation;
}

/**
 * The last tasks, as many as are needed to include one certain task before the provisional turns.
 */
async function recallTurns(
  log: LogWrites,
  agentId: number,
): Promise<{ tasks: Task[]; turns: TrackedTurn[] }> {
  for (let limit = RECALLED_TASKS; ; limit *= 4) {
    const tasks = await log.tasks(agentId, { limit });
    const isAll = tasks.length < limit;
    const found = await log.turnsSince(agentId, isAll ? null : tasks.map(({ id }) => id));
    const turns = found.map(trackTurn);
    const certain = new Set(
      turns.filter((turn) => !isProvisional(turn)).map(({ row }) => row.taskId),
    );
    if (isAll || tasks.slice(0, -1).some((task) => certain.has(task.id))) return { tasks, turns };
  }
}

/**
 * Our texts that the agent has not accepted. An `indeterminate` one counts only if it is the last
 * turn of an agent at work.
 */
async function turnsUnderWay(
  log: LogReads,
  agentId: number,
  last: TrackedTurn | null,
): Promise<Set<number | null>> {
  const states = ["queued", "typed", "indeterminate"] as const;
  const deliveries = await log.deliveries(agentId, { states, limit: MOST_UNDER_WAY });
  const isUnderWay = ({ state, turnId }: Delivery) =>
    state !== "indeterminate" || turnId === (last?.id ?? null);
  return new Set(deliveries.filter(isUnderWay).map(({ turnId }) => turnId));
}

const MOST_UNDER_WAY = 50;

function foldAgain(
  conversation: Conversation,
  turn: TrackedTurn,
  tasks: Map<number, TrackedTask>,
  findQuestion: FindQuestion,
): void {
  // A signal that ended or began a run is in no turn. That this turn opened a task shows it.
  if (turn.row.intent === "COMMAND" && turn.row.taskId !== conversation.task?.row.id) {
    conversation.state = { ...NOTHING_SAID, promptId: conversation.state.promptId };
  }
  const said = utteranceOf(turn);
  const first = foldUtterance(conversation.state, said, findQuestion);
  // If folding would reclassify the text before, a signal that is in no turn may have started
  // another run in between; then that text keeps its intent. Within one run, a hook that was ahead
  // of the transcript made it a final text, and the transcript has gone on since.
  const reclassified =
    first.reclassified === null ? undefined : conversation.turns.get(first.reclassified.key);
  const isOneRun =
    reclassified !== undefined &&
    said.promptId !== null &&
    reclassified.row.promptId === said.promptId;
  const isAsIs = first.reclassified === null || isOneRun;
  const folded = isAsIs
    ? first
    : foldUtterance({ ...conversation.state, lastText: null }, said, findQuestion);
  conversation.state = folded.state;
  conversation.turns.set(turn.row.key, turn);
  if (folded.opensTask) conversation.output = [];
  if (turn.row.actor === "AGENT") conversation.output.push(turn.row.text);
  conversation.task =
    (turn.row.taskId === null ? null : tasks.get(turn.row.taskId)) ?? conversation.task;
  conversation.lastAt = turn.row.timestamp;
  remember(conversation, turn);
  forgetUnneeded(conversation);
}

/** The task's state in the log says whether work is over, even if no turn does. */
function restUnlessWorking(conversation: Conversation): void {
  const { state, task, pending } = conversation;
  if (task === null || pending.length > 0) return;
  const wasInterrupted = task.row.state === "COMPLETE" && state.lastText?.intent === "PROGRESS";
  const open = task.row.state === "COMPLETE" ? [] : state.open;
  conversation.state = {
    ...state,
    phase: task.row.state,
    open,
    lastText: wasInterrupted ? null : state.lastText,
  };
}

async function readPosition(log: LogReads, agent: Agent): Promise<Transcript["position"] | null> {
  const position =
    agent.transcriptPath === null ? null : await log.readPosition(agent.transcriptPath);
  return position?.agentId === agent.id ? position : null;
}

/**
 * Calls without a result, the current prompt and an interruption are in no turn. They are read
 * again from the last lines of the transcript.
 */
function recallTail(
  conversation: Conversation,
  { position }: Transcript,
  turns: readonly TrackedTurn[],
  findQuestion: FindQuestion,
): void {
  if (conversation.agent.transcriptPath === null) return;
  const places = new Map(turns.map(({ row }) => [row.uuid, row.place ?? 0]));
  let promptId = conversation.state.promptId;
  let place = 0;
  let newest = 0;
  let last: Entry["type"] | null = null;
  let failure: AgentFailure | null = null;
  const entriesOf = entryReaderOf(conversation.agent.client) ?? (() => []);
  linesBefore(conversation.agent.transcriptPath, position.offset, TAIL_BYTES, (line) => {
    for (const entry of entriesOf(line)) {
      if (entry.type === "call")
        conversation.calls.note(entry.toolUseId, entry, promptId, true).askedAt = askedAt(entry.at);
      const call = entry.type === "result" ? conversation.calls.get(entry.toolUseId) : null;
      if (call !== null) call.hasResult = true;
      const isTurn = entry.type === "prompt" || entry.type === "text";
      const at = isTurn ? (places.get(entry.uuid) ?? 0) : undefined;
      conversation.lines.note(entry, newest, at === undefined ? undefined : at < place);
      if (conversation.lines.isRepeating) continue;
      place = at ?? place;
      noteRun(conversation, entry);
      newest = Math.max(newest, entry.at ?? 0);
      failure = failureAfter(failure, entry);
      if (entry.type === "failed") conversation.toldFailure = { promptId };
      last = entry.type;
      if (entry.type === "woken" || (entry.type === "prompt" && !entry.isSteering))
        promptId = entry.promptId;
    }
  });
  if (last === "interrupted")
    conversation.state = foldSignal(
      conversation.state,
      { type: "interrupted" },
      findQuestion,
    ).state;
  if (promptId !== conversation.state.promptId) {
    conversation.state = { ...conversation.state, promptId, lastText: null };
    conversation.runTexts = [];
  }
  if (failure !== null)
    conversation.state = foldSignal(
      conversation.state,
      { type: "failed", failure },
      findQuestion,
    ).state;
}

/** The failure that stands after this entry, if one stood before it. */
function failureAfter(before: AgentFailure | null, entry: Entry): AgentFailure | null {
  switch (entry.type) {
    case "failed": {
      const { kind, text, resumesAt, resumesByItself } = entry;
      return { kind, text, resumesAt, resumesByItself };
    }
    case "resumption":
      return before && { ...before, resumesByItself: entry.isByItself };
    case "ended":
    case "interrupted":
    case "command":
      return before;
    default:
      return null;
  }
}

/** What only a hook told stays provisional where a transcript may say otherwise. */
function recallFailure(conversation: Conversation, findQuestion: FindQuestion): void {
  const { agent, state, pending } = conversation;
  if (agent.failure === null || state.failure !== null) return;
  const signal: Signal = { type: "failed", failure: agent.failure };
  const latest = pending.findLast((item) => "turn" in item && item.turn.row.promptId !== null);
  const promptId = latest && "turn" in latest ? latest.turn.row.promptId : state.promptId;
  if (hasTranscript(conversation)) pending.push({ signal, promptId });
  else conversation.state = foldSignal(state, signal, findQuestion).state;
}

function noteRun(conversation: Conversation, entry: Entry): void {
  const { type } = entry;
  if (type === "woken" || (type === "prompt" && !entry.isSteering))
    conversation.run = { isOver: false, hasReply: false };
  else if (type === "ended" || type === "interrupted") conversation.run.isOver = true;
  else if (type === "text" || type === "call")
    conversation.run = {
      isOver: false,
      hasReply: (conversation.run.hasReply && !conversation.run.isOver) || isFinal(entry),
    };
}

function isFinal(entry: Entry): boolean {
  return entry.type === "text" && entry.isFinal;
}
