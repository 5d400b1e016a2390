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
import { type FindQuestion, type FoldState, NOTHING_SAID, notice, place, type Sign } from "../fold/fold.ts";
import { isOfAsk, isProvisional, refOf, saidIn, type TaskRef, type TurnRef } from "../fold/tracked-turn.ts";
import { askedAt, rememberCalls, type ToolCalls } from "./tool-calls.ts";

export interface Session extends View {
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
  lastRef: TurnRef | null;
  /** Recent words that steered the agent. The transcript knows no prompt of theirs; which it was, their hooks tell. */
  steering: TurnRef[];
}

/** Where the conversation stands, after the certain part or after all of it. */
export interface View {
  state: FoldState;
  task: TaskRef | null;
  /** The turns that the state speaks of. */
  refs: Map<string, TurnRef>;
  /** What the agent said in this task. */
  output: string[];
  /** When something was last said. */
  lastAt: string | null;
}

export type Pending = { ref: TurnRef } | { sign: Sign; promptId: string | null };

/** Whether its transcript tells all that was said, and so is what counts. */
export function hasTranscript(client: Client): boolean {
  return client === "claude-code";
}

/** Gemini CLI's file tells only that somebody interrupted it, of which it has no hook. */
export function isRead(client: Client): boolean {
  return hasTranscript(client) || client === "gemini";
}

export function newSession(agent: Agent): Session {
  return {
    agent,
    state: NOTHING_SAID,
    task: null,
    refs: new Map(),
    output: [],
    lastAt: null,
    transcript: transcriptOf(agent, null),
    pending: [],
    runTexts: [],
    lastStamp: 0,
    runs: [],
    calls: rememberCalls(),
    startedAt: null,
    lastRef: null,
    steering: [],
  };
}

const RECALLED_TASKS = 4;
const RECALLED_RUNS = 50;
const TAIL_BYTES = 1024 * 1024;

/** Takes up the conversation where the log left it. */
export async function recallSession(log: LogWrites, agent: Agent, findQuestion: FindQuestion): Promise<Session> {
  const session = newSession(agent);
  const { tasks, refs } = await recallTurns(log, agent.id);
  const byId = new Map(refs.map((ref) => [ref.id, ref]));
  const taskRefs = new Map(tasks.map((row) => [row.id, { row }]));
  for (const ref of refs) {
    const { taskId, answeredByTurnId, timestamp } = ref.turn;
    ref.question = answeredByTurnId === null ? null : (byId.get(answeredByTurnId) ?? null);
    const task = taskId === null ? undefined : taskRefs.get(taskId);
    if (task?.row.startedAt === timestamp) ref.opened = task;
  }
  const lastTask = taskRefs.get(refs.at(-1)?.turn.taskId ?? 0)?.row;
  const underWay = await turnsUnderWay(log, agent.id, lastTask?.state === "COMPLETE" ? null : (refs.at(-1) ?? null));
  for (const ref of refs) {
    const isPending = isProvisional(ref) || (isOfAsk(ref) && session.pending.length > 0);
    if (hasTranscript(agent.client) ? isPending : underWay.has(ref.id)) session.pending.push({ ref });
    else follow(session, ref, taskRefs, findQuestion);
  }
  restUnlessWorking(session);
  session.transcript = transcriptOf(agent, await readPosition(log, agent));
  if (session.transcript !== null && hasTranscript(agent.client)) recallTail(session, session.transcript, findQuestion);
  return session;
}

/** As many of the last tasks as it takes to have a whole one that is certain, below what is provisional. */
async function recallTurns(log: LogWrites, agentId: number): Promise<{ tasks: Task[]; refs: TurnRef[] }> {
  for (let limit = RECALLED_TASKS; ; limit *= 4) {
    const tasks = await log.tasks(agentId, { limit });
    const isAll = tasks.length < limit;
    const from = isAll ? "" : tasks.reduce((first, task) => (task.startedAt < first ? task.startedAt : first), "~");
    const refs = (await log.turnsFrom(agentId, from)).map(refOf);
    const certain = new Set(refs.filter((ref) => !isProvisional(ref)).map(({ turn }) => turn.taskId));
    if (isAll || tasks.slice(0, -1).some((task) => certain.has(task.id))) return { tasks, refs };
  }
}

/** Texts of ours that the agent has not taken. One that nobody is sure of is still the last word of an agent at work. */
async function turnsUnderWay(log: LogReads, agentId: number, last: TurnRef | null): Promise<Set<number | null>> {
  const states = ["queued", "typed", "indeterminate"] as const;
  const deliveries = await log.deliveries(agentId, { states, limit: MOST_UNDER_WAY });
  const isUnderWay = ({ state, turnId }: Delivery) => state !== "indeterminate" || turnId === (last?.id ?? null);
  return new Set(deliveries.filter(isUnderWay).map(({ turnId }) => turnId));
}

const MOST_UNDER_WAY = 50;

/** Called for every certain turn in its order: what follows from its being said, besides its place. */
export function remember(session: Session, ref: TurnRef): void {
  const { turn } = ref;
  session.lastRef = ref;
  const stamp = microsecondsOf(turn.timestamp) ?? 0;
  if (turn.timestampSource === "jsonl") session.lastStamp = Math.max(session.lastStamp, stamp);
  if (turn.promptId !== null && session.runs.at(-1) !== turn.promptId && !turn.key.startsWith("steer:")) {
    session.runs = [...session.runs.slice(1 - RECALLED_RUNS), turn.promptId];
  }
  if (turn.key.startsWith("steer:")) session.steering = [...session.steering.slice(1 - RECALLED_RUNS), ref];
  if (turn.actor === "USER") session.runTexts = [];
  else if (turn.question === null || turn.key.startsWith("uuid:")) session.runTexts.push(normalised(turn.text));
  if (session.runTexts.length > RUN_TEXTS) session.runTexts.shift();
}

const RUN_TEXTS = 20;

/** The turns that something new may refer to: what is provisional, what is open, and what was said last. */
export function currentRefs(session: Session): TurnRef[] {
  return [...pendingRefs(session), ...session.refs.values()];
}

export function pendingRefs({ pending }: Session): TurnRef[] {
  return pending.flatMap((item) => ("ref" in item ? [item.ref] : []));
}

export function keepRefs(view: View): void {
  const needed = new Set([...view.state.open.map((question) => question.key), view.state.lastText?.key]);
  for (const key of view.refs.keys()) if (!needed.has(key)) view.refs.delete(key);
}

function follow(session: Session, ref: TurnRef, tasks: Map<number, TaskRef>, findQuestion: FindQuestion): void {
  // What ended or began a run without words is in no turn; that the log has the next turn as it is, tells of it.
  if (ref.turn.intent === "COMMAND" && ref.turn.taskId !== session.task?.row.id) {
    session.state = { ...NOTHING_SAID, promptId: session.state.promptId };
  }
  const said = saidIn(ref);
  const first = place(session.state, said, findQuestion);
  // Something in no turn may have come between and begun another run. Within one run, it was a hook ahead of the
  // transcript that made the word before a last one, and the transcript has gone on since.
  const regraded = first.regraded === null ? undefined : session.refs.get(first.regraded.key);
  const isOneRun = regraded !== undefined && said.promptId !== null && regraded.turn.promptId === said.promptId;
  const isAsIs = first.regraded === null || isOneRun;
  const placed = isAsIs ? first : place({ ...session.state, lastText: null }, said, findQuestion);
  session.state = placed.state;
  session.refs.set(ref.turn.key, ref);
  if (placed.opensTask) session.output = [];
  if (ref.turn.actor === "AGENT") session.output.push(ref.turn.text);
  session.task = (ref.turn.taskId === null ? null : tasks.get(ref.turn.taskId)) ?? session.task;
  session.lastAt = ref.turn.timestamp;
  remember(session, ref);
  keepRefs(session);
}

/** The log knows whether the work is over also where no turn says so. */
function restUnlessWorking(session: Session): void {
  const { state, task, pending } = session;
  if (task === null || pending.length > 0) return;
  const wasInterrupted = task.row.state === "COMPLETE" && state.lastText?.intent === "PROGRESS";
  const open = task.row.state === "COMPLETE" ? [] : state.open;
  session.state = { ...state, phase: task.row.state, open, lastText: wasInterrupted ? null : state.lastText };
}

function transcriptOf({ client, transcriptPath }: Agent, from: Transcript["position"] | null): Transcript | null {
  if (transcriptPath === null || !isRead(client)) return null;
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
function recallTail(session: Session, { position }: Transcript, findQuestion: FindQuestion): void {
  if (session.agent.transcriptPath === null) return;
  let promptId = session.state.promptId;
  let latest = 0;
  let isInterrupted = false;
  linesBefore(session.agent.transcriptPath, position.offset, TAIL_BYTES, (line) => {
    if (!isWorthReading(line)) return;
    for (const entry of entriesIn(line.toString())) {
      if (entry.type === "call") session.calls.note(entry.toolUseId, entry, promptId, true).askedAt = askedAt(entry.at);
      const call = entry.type === "result" ? session.calls.get(entry.toolUseId) : null;
      if (call !== null) call.hasResult = true;
      // Lines written again after a compaction keep their old moment.
      if ((entry.at ?? 0) < latest) continue;
      latest = entry.at ?? latest;
      isInterrupted = entry.type === "interrupted";
      if (entry.type === "woken" || (entry.type === "prompt" && !entry.isSteering)) promptId = entry.promptId;
    }
  });
  if (isInterrupted) session.state = notice(session.state, { type: "interrupted" }, findQuestion).state;
  if (promptId !== session.state.promptId) {
    session.state = { ...session.state, promptId, lastText: null };
    session.runTexts = [];
  }
}
