/** Puts turns in their place: intent, task and link as the fold says, written where the log differs. */
import type { Agent, TaskState } from "../../../core/agent/agent.ts";
import { type FindQuestion, notice, type Placed, place, type Sign } from "../fold/fold.ts";
import { isOfAsk, saidIn, type TurnRef } from "../fold/tracked-turn.ts";
import { keepRefs, remember, type Session, type View } from "./conversation.ts";
import { commandOf, type Scribe } from "./turn-writer.ts";

export interface Work {
  session: Session;
  scribe: Scribe;
  findQuestion: FindQuestion;
}

/** A turn that is certain, as the next one. */
export async function enter(work: Work, ref: TurnRef): Promise<void> {
  await placeIn(work, work.session, ref);
  remember(work.session, ref);
  keepRefs(work.session);
  if (ref.id === null) await work.scribe.add(ref);
}

export function noticeCertain(work: Work, sign: Sign): void {
  noticeIn(work, work.session, sign);
  if (sign.type === "woken") work.session.runTexts = [];
}

/** What waited for something provisional before it, and waits no more. With `before`, only what is older than that. */
export async function enterReady(work: Work, before: string | null = null): Promise<void> {
  const { session } = work;
  for (let [first] = session.pending; first !== undefined; [first] = session.pending) {
    if ("sign" in first) {
      const isOfThisRun = first.promptId === session.state.promptId && session.state.phase !== "AWAITING_INPUT";
      if (isOfThisRun) noticeCertain(work, first.sign);
    } else if (!isOfAsk(first.ref) || (before !== null && first.ref.turn.timestamp >= before)) return;
    session.pending.shift();
    if ("ref" in first) await enter(work, first.ref);
  }
}

/** Places what is provisional on top of the certain, and brings task and agent in line with where that leads. */
export async function settle(work: Work): Promise<void> {
  const { session, scribe } = work;
  await enterReady(work);
  const { state, task, refs, output, lastAt } = session;
  const view: View = { state, task, refs: new Map(refs), output: [...output], lastAt };
  const doubtful = await doubtfulRefs(work);
  for (const item of session.pending) {
    if ("ref" in item && doubtful.includes(item.ref)) {
      leaveOut(work, item.ref);
      continue;
    }
    if ("sign" in item) {
      noticeIn(work, view, item.sign);
      continue;
    }
    await placeIn(work, view, item.ref);
    if (item.ref.id === null) await scribe.add(item.ref);
  }
  await settleTask(work, view);
  await settleAgent(work, view);
}

/** Texts that we typed and that the agent never showed: it may have taken them for a command of its own, or not at all. */
export async function doubtfulRefs({ session, scribe }: Work): Promise<TurnRef[]> {
  const typed = session.pending.flatMap((item) =>
    "ref" in item && item.ref.turn.key.startsWith("delivery:") ? [item.ref] : [],
  );
  if (typed.length === 0) return [];
  const inDoubt = await scribe.log.deliveries(session.agent.id, { states: ["indeterminate"], limit: MOST_IN_DOUBT });
  return typed.filter(({ id }) => id !== null && inDoubt.some(({ turnId }) => turnId === id));
}

const MOST_IN_DOUBT = 200;

function leaveOut({ scribe }: Work, ref: TurnRef): void {
  if (ref.opened !== null) scribe.dropTask(ref.opened);
  ref.opened = null;
  scribe.change(ref, { taskId: null });
  scribe.link(ref, null);
}

async function placeIn(work: Work, view: View, ref: TurnRef): Promise<void> {
  const { scribe, findQuestion } = work;
  const said = saidIn(ref);
  const placed = place(view.state, said, findQuestion);
  regrade(work, view, placed);
  if (placed.opensTask) await openTask(work, view, ref);
  else if (ref.opened !== null) {
    scribe.dropTask(ref.opened);
    ref.opened = null;
  }
  scribe.change(ref, {
    intent: placed.intent,
    taskId: view.task?.row.id ?? null,
    question: said.kind === "question" ? ref.turn.question : placed.question,
  });
  scribe.link(ref, placed.answers === null ? null : (view.refs.get(placed.answers) ?? null));
  view.state = placed.state;
  view.refs.set(ref.turn.key, ref);
  view.lastAt = ref.turn.timestamp;
  if (ref.turn.actor === "AGENT") view.output.push(ref.turn.text);
  if (view.output.length > MOST_PARTS) view.output = [wholeOf(view.output) ?? ""];
}

function noticeIn(work: Work, view: View, sign: Sign): void {
  const noticed = notice(view.state, sign, work.findQuestion);
  regrade(work, view, noticed);
  view.state = noticed.state;
}

/** Also where the log was ahead of what is now certain, the text that came before keeps no more than its due. */
function regrade({ scribe }: Work, view: View, { regraded, state }: Pick<Placed, "regraded" | "state">): void {
  if (regraded !== null) {
    const ref = view.refs.get(regraded.key);
    if (ref !== undefined) scribe.change(ref, { intent: regraded.intent, question: regraded.question });
    return;
  }
  const { lastText } = view.state;
  if (lastText === null || lastText.key === state.lastText?.key) return;
  const ref = view.refs.get(lastText.key);
  if (ref !== undefined) scribe.change(ref, { intent: lastText.intent, question: lastText.question });
}

async function openTask({ scribe }: Work, view: View, ref: TurnRef): Promise<void> {
  if (view.task !== null && view.task !== ref.opened) {
    const completedAt = view.lastAt;
    await scribe.changeTask(view.task, { state: "COMPLETE", completedAt, fullOutput: wholeOf(view.output) });
  }
  if (ref.opened === null) ref.opened = await scribe.openTask(ref);
  else await scribe.changeTask(ref.opened, commandOf(ref.turn));
  view.task = ref.opened;
  view.output = [];
}

async function settleTask({ scribe }: Work, { task, state, output, lastAt }: View): Promise<void> {
  if (task === null) return;
  const taskState: TaskState = state.phase === "IDLE" ? "COMMANDED" : state.phase;
  const isAtRest = taskState === "COMPLETE" || taskState === "AWAITING_INPUT";
  await scribe.changeTask(task, {
    state: taskState,
    completedAt: taskState === "COMPLETE" ? lastAt : null,
    // Growing with every word it would be written over and over; while the agent works, its turns tell.
    fullOutput: isAtRest ? wholeOf(output) : task.row.fullOutput,
  });
}

async function settleAgent({ scribe, session }: Work, { task, state }: View): Promise<void> {
  const { agent } = session;
  const change: Partial<Omit<Agent, "id">> = {};
  const next = agent.endedAt === null ? state.phase : "ENDED";
  if (next !== agent.state) Object.assign(change, { state: next, stateSince: scribe.at });
  const currentTaskId = task?.row.id ?? null;
  if (currentTaskId !== agent.currentTaskId) Object.assign(change, { currentTaskId });
  if (Object.keys(change).length > 0) session.agent = await scribe.changeAgent(change);
}

const LONGEST_OUTPUT = 200_000;
const MOST_PARTS = 200;

/** Of a very long output the end is kept, where the result is. */
function wholeOf(output: readonly string[]): string | null {
  const whole = output.join("\n\n");
  return whole === "" ? null : whole.slice(-LONGEST_OUTPUT);
}
