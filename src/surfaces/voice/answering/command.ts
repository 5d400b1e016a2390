/**
 * `POST /api/voice/command`: words for an agent, or an answer to an ask of no agent. It first finds
 * whom they are for, then checks whether the words answer the question.
 */

import type { Deliveries } from "../../../agents/channels/deliveries.ts";
import { type Agent, hasWayIn, type Turn } from "../../../core/agent/agent.ts";
import type { AskBack } from "../../../core/ask/ask.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import { type AboutAgent, aboutAgent } from "../agents/about-agent.ts";
import { isWaiting, type Roster } from "../agents/roster.ts";
import { agentLines, askLines } from "../agents/sessions.ts";
import type { OpenAsks } from "../asks/open-asks.ts";
import type { Call } from "../calls/call.ts";
import { VoiceProblem } from "../calls/voice-error.ts";
import { namedAtStart } from "../hearing/named-agent.ts";
import { confirms } from "../hearing/spoken-words.ts";
import { questionAloud } from "../speech/question-words.ts";
import { ended } from "../speech/speech.ts";
import type { CommandReply, VoiceAgent, VoiceAsk } from "../wire/wire.ts";
import type { Answering } from "./answering.ts";
import { askerOf } from "./asker.ts";
import { reply } from "./command-reply.ts";
import type { Confirmations } from "./confirmations.ts";
import type { LastQuestionByDevice } from "./last-question-by-device.ts";
import type { OpenAsk, OpenQuestions } from "./open-question.ts";
import type { Sending } from "./sending.ts";

export interface CommandParts {
  log: LogReads;
  roster: Roster;
  open: OpenQuestions;
  asks: OpenAsks;
  answering: Answering;
  confirmations: Confirmations;
  lastQuestion: LastQuestionByDevice;
  sending: Sending;
  deliveries: Pick<Deliveries, "interrupt">;
}

export interface Wish {
  text: string | undefined;
  optionIds: string[] | undefined;
  agentId: number | undefined;
  askId: string | undefined;
  questionIndex: number | undefined;
  askBack: AskBack["kind"] | undefined;
  mode: "queue" | "interrupt" | undefined;
}

/** What was done, and must not be done again when the same message comes again; else null. */
export function keptOf(reply: CommandReply): CommandReply | null {
  const isDone = ["answered", "delivered", "next_question", "sent_back", "cancelled"].includes(
    reply.outcome,
  );
  // What is long, or old by then, is read anew.
  return isDone ? { ...reply, question: null, candidates: null, agents: null, asks: null } : null;
}

export async function command(parts: CommandParts, given: Wish, call: Call): Promise<CommandReply> {
  const { text, optionIds, askId, questionIndex, askBack } = given;
  if (text === undefined && optionIds === undefined && askBack === undefined)
    throw new VoiceProblem("nothing_said");
  // A tapped option without an ask may hit another question, and words sent with it may contradict
  // it.
  const isUnclear = optionIds !== undefined && (askId === undefined || text !== undefined);
  const isBackToNobody = askBack !== undefined && (askId === undefined || optionIds !== undefined);
  if (isUnclear || isBackToNobody || (questionIndex !== undefined && askId === undefined))
    throw new VoiceProblem("not_understood");
  const wish = { ...given, askId: askId ?? (await confirmedAsk(parts, given, call)) };
  const target = await findTarget(parts, wish, call);
  if ("outcome" in target) return target;
  if ("askId" in target) return answerAsk(parts, target, wish, call);
  const told = await tell(parts, target, wish, call);
  // Read again, because an answer lets the agent continue.
  return { ...told, state: (await parts.log.agent(target.agent.id))?.state ?? told.state };
}

/** An ask that no agent waits with: scripts, editors and CI put such asks. */
async function answerAsk(
  parts: CommandParts,
  { askId, text }: TargetAsk,
  wish: Wish,
  call: Call,
  given?: OpenAsk,
): Promise<CommandReply> {
  const open = given ?? (await parts.open.load(askId, call));
  const { optionIds, questionIndex, askBack } = wish;
  const said = { text, optionIds, questionIndex, askBack };
  const reply = await parts.answering.answer(askerOf(open.ask, call.say), open, said, call);
  if (reply.question === null) parts.lastQuestion.forget(call.device);
  else parts.lastQuestion.tell(call.device, { agentId: null, question: askId });
  return reply;
}

async function tell(
  parts: CommandParts,
  target: Target,
  wish: Wish,
  call: Call,
): Promise<CommandReply> {
  const { agent, text } = target;
  const { optionIds, askId, questionIndex, askBack } = wish;
  call.isAbout(agent.id);
  if (!isWaiting(agent)) return notWaiting(parts, agent, { ...wish, text }, call);
  const { turn, ask } = await parts.open.of(agent, call, askId);
  const about = await aboutAgent(parts.roster, agent, call);
  if (askId === undefined && turn !== null) expectLastAsked(parts, target, turn, about, call);
  if (ask !== null) {
    const said = { text, optionIds, questionIndex, askBack };
    const reply = await parts.answering.answer(about, ask, said, call);
    if (reply.question === null) parts.lastQuestion.forget(call.device);
    else if (turn !== null)
      parts.lastQuestion.tell(call.device, { agentId: agent.id, question: turn.id });
    return reply;
  }
  // The agent's terminal shows a dialog whose hook is not held: anything typed there would press
  // its buttons.
  const isDialog = turn?.question?.options != null;
  if (isDialog || text === undefined) throw new VoiceProblem("only_in_terminal");
  parts.lastQuestion.forget(call.device);
  return parts.sending.send(agent, about, text, call);
}

/**
 * Words count for the question that this device heard last. If another one is open now, it is read
 * first.
 */
function expectLastAsked(
  { lastQuestion }: CommandParts,
  { agent, isNamed }: Target,
  turn: Turn,
  about: AboutAgent,
  call: Call,
) {
  const question = { agentId: agent.id, question: turn.id };
  if (!lastQuestion.isAnother(call.device, question, isNamed)) return;
  lastQuestion.tell(call.device, question);
  const text = questionAloud(turn, call);
  throw new VoiceProblem(
    "question_changed",
    ended(call.say.question.asks(about.project_name, text)),
  );
}

interface Target {
  agent: Agent;
  /** True if the person named the agent; false if it was chosen as the only one. */
  isNamed: boolean;
  /** Without the agent's name, if it was said. */
  text: string | undefined;
}

interface TargetAsk {
  askId: string;
  text: string | undefined;
}

/** The agent or the ask that is meant, or a reply that asks which one. */
async function findTarget(
  parts: CommandParts,
  wish: Wish,
  call: Call,
): Promise<Target | TargetAsk | CommandReply> {
  const { log, roster } = parts;
  const { text, askId } = wish;
  const byAsk = askId === undefined ? null : await log.turnByAsk(askId);
  const given = wish.agentId ?? byAsk?.agentId;
  if (given !== undefined) {
    const agent = await log.agent(given);
    if (agent === null) throw new VoiceProblem("unknown_agent");
    return { agent, text, isNamed: true };
  }
  if (askId !== undefined) return { askId, text };
  const running = await log.agents({ isEnded: false });
  const [only, ...others] = running.filter(isWaiting);
  const asks = await parts.asks.ofNoAgent(call);
  const agentNames = await withNames(parts, running, call);
  const addressed = targetNamed([...agentNames, ...namesOf(asks)], text, "addressed");
  if (addressed !== null) return addressed;
  const isOnlyOne = others.length === 0 && asks.length === 0;
  if (only !== undefined && isOnlyOne) return { agent: only, text, isNamed: false };
  const [single] = running;
  if (
    only === undefined &&
    wish.mode !== undefined &&
    single !== undefined &&
    running.length === 1
  ) {
    return { agent: single, text, isNamed: false };
  }
  const waitingNames = agentNames.filter(({ target }) => isWaiting(target.agent));
  const named = targetNamed([...waitingNames, ...namesOf(asks)], text, "named");
  if (named !== null) return named;
  const agents = await roster.running(call);
  return only === undefined ? nobodyWaits(agents, asks, call) : severalWait(agents, asks, call);
}

interface NamedTarget {
  name: string;
  target: { agent: Agent; isNamed: true } | { askId: string };
}

/** Whom the first words name; null if that is nobody, or not clear. */
function targetNamed(
  names: readonly NamedTarget[],
  text: string | undefined,
  how: "named" | "addressed",
): Target | TargetAsk | null {
  const found = namedAtStart(names, ({ name }) => name, text ?? "", how);
  return found === null ? null : { ...found.agent.target, text: found.rest };
}

/** An ask is called by its project or by the program that put it. */
function namesOf(asks: readonly VoiceAsk[]): NamedTarget[] {
  return asks.flatMap(({ ask_id: askId, asked_by, project_name }) =>
    [...new Set([asked_by, ...(project_name === null ? [] : [project_name])])].map((name) => ({
      name,
      target: { askId },
    })),
  );
}

/**
 * "Confirm" refers to what was read back to this device, even if other agents wait or asked
 * something since.
 */
async function confirmedAsk(
  { confirmations, log }: CommandParts,
  { text, agentId }: Wish,
  { device }: Call,
) {
  const askId = text !== undefined && confirms(text) ? confirmations.about(device) : null;
  if (askId === null) return undefined;
  return agentId === undefined || (await log.turnByAsk(askId))?.agentId === agentId
    ? askId
    : undefined;
}

function withNames({ roster }: CommandParts, agents: Agent[], call: Call) {
  return Promise.all(
    agents.map(async (agent) => ({
      target: { agent, isNamed: true as const },
      name: await roster.projectName(agent, call),
    })),
  );
}

function severalWait(agents: VoiceAgent[], asks: VoiceAsk[], call: Call): CommandReply {
  const waiting = agents.filter((agent) => agent.awaiting_input);
  const { say } = call;
  const spoken = { ...call, verbosity: atLeastNormal(call) };
  if (asks.length === 0)
    return reply("which_agent", null, {
      status_line: say.command.whichAgent(waiting.length),
      results: agentLines(waiting, spoken),
      next_action: [say.command.whichNext],
      agents: waiting,
    });
  return reply("which_agent", null, {
    status_line: say.command.whichOne(waiting.length, asks.length),
    results: [...agentLines(waiting, spoken).slice(0, 2), ...askLines(asks, spoken)].slice(0, 3),
    next_action: [say.command.whichNameFirst],
    agents: waiting,
    asks,
  });
}

/** Not even `concise` shortens this: what the agents are doing is the answer here. */
function nobodyWaits(agents: VoiceAgent[], asks: VoiceAsk[], call: Call): CommandReply {
  const { say } = call;
  const spoken = { ...call, verbosity: atLeastNormal(call) };
  const lines = agents.length === 0 ? [say.command.nobodyActive] : agentLines(agents, spoken);
  if (asks.length > 0)
    return reply("nobody_waiting", null, {
      status_line: say.command.nobodyBut(asks.length),
      results: [...askLines(asks, spoken), ...lines].slice(0, 3),
      next_action: [say.command.whichNameFirst],
      agents,
      asks,
    });
  return reply("nobody_waiting", null, {
    status_line: say.command.nobody,
    results: lines,
    next_action: "none",
    agents,
  });
}

async function notWaiting(
  parts: CommandParts,
  agent: Agent,
  wish: Wish,
  call: Call,
): Promise<CommandReply> {
  const { say } = call;
  const about = await aboutAgent(parts.roster, agent, call);
  const hasEnded = agent.endedAt !== null;
  // An answer to a question that is no longer open must not become a command.
  if (wish.askId !== undefined) {
    const open = await parts.open.load(wish.askId, call);
    // An agent may go on and leave its ask open; its own dialogs end with its wait.
    if (open.ask.returnPath === "hook") throw new VoiceProblem("question_gone");
    return answerAsk(parts, { askId: wish.askId, text: wish.text }, wish, call, open);
  }
  if (wish.mode !== undefined && wish.text !== undefined && !hasEnded) {
    if (wish.mode === "interrupt") await parts.deliveries.interrupt(agent.id);
    return parts.sending.send(agent, about, wish.text, call, {
      isInterrupted: wish.mode === "interrupt",
    });
  }
  const described = await parts.roster.describe(agent, call);
  const sending = hasWayIn(agent) ? say.command.sendAnyway : say.problem.unreachable.suggestion;
  const insisting = agent.pane === null ? [sending] : [sending, say.command.orInterrupt];
  return reply("not_waiting", about, {
    status_line: say.command.notWaiting(about.project_name, described.state_words),
    results: agentLines([described], { ...call, verbosity: "detailed" }),
    next_action: hasEnded ? [say.command.startAgain] : insisting,
    agents: [described],
  });
}

function atLeastNormal({ verbosity }: Call) {
  return verbosity === "concise" ? "normal" : verbosity;
}
