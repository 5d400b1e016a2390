/**
 * `POST /api/voice/command`: words for an agent. It first finds the agent, then checks whether the
 * words answer its question.
 */

import type { Deliveries } from "../../../agents/channels/deliveries.ts";
import { type Agent, hasWayIn, type Turn } from "../../../core/agent/agent.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import { type AboutAgent, aboutAgent } from "../agents/about-agent.ts";
import { isWaiting, type Roster } from "../agents/roster.ts";
import { agentLines } from "../agents/sessions.ts";
import type { Call } from "../calls/call.ts";
import { VoiceProblem } from "../calls/voice-error.ts";
import { namedAtStart } from "../hearing/named-agent.ts";
import { confirms } from "../hearing/spoken-words.ts";
import { questionAloud } from "../speech/question-words.ts";
import { ended } from "../speech/speech.ts";
import type { CommandReply, VoiceAgent } from "../wire/wire.ts";
import type { Answering } from "./answering.ts";
import { reply } from "./command-reply.ts";
import type { Confirmations } from "./confirmations.ts";
import type { LastQuestionByDevice } from "./last-question-by-device.ts";
import type { OpenQuestions } from "./open-question.ts";
import type { Sending } from "./sending.ts";

export interface CommandParts {
  log: LogReads;
  roster: Roster;
  open: OpenQuestions;
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
  mode: "queue" | "interrupt" | undefined;
}

export async function command(parts: CommandParts, given: Wish, call: Call): Promise<CommandReply> {
  const { text, optionIds, askId, questionIndex } = given;
  if (text === undefined && optionIds === undefined) throw new VoiceProblem("nothing_said");
  // A tapped option without an ask may hit another question, and words sent with it may contradict
  // it.
  const isUnclear = optionIds !== undefined && (askId === undefined || text !== undefined);
  if (isUnclear || (questionIndex !== undefined && askId === undefined))
    throw new VoiceProblem("not_understood");
  const wish = { ...given, askId: askId ?? (await confirmedAsk(parts, given, call)) };
  const target = await findTarget(parts, wish, call);
  if ("outcome" in target) return target;
  const told = await tell(parts, target, wish, call);
  // Read again, because an answer lets the agent continue.
  return { ...told, state: (await parts.log.agent(target.agent.id))?.state ?? told.state };
}

async function tell(
  parts: CommandParts,
  target: Target,
  wish: Wish,
  call: Call,
): Promise<CommandReply> {
  const { agent, text } = target;
  const { optionIds, askId, questionIndex } = wish;
  call.isAbout(agent.id);
  if (!isWaiting(agent)) return notWaiting(parts, agent, { ...wish, text }, call);
  const { turn, ask } = await parts.open.of(agent, call, askId);
  const about = await aboutAgent(parts.roster, agent, call);
  if (askId === undefined && turn !== null) expectLastAsked(parts, target, turn, about, call);
  if (ask !== null) {
    const reply = await parts.answering.answer(
      agent,
      about,
      ask,
      { text, optionIds, questionIndex },
      call,
    );
    if (reply.question === null) parts.lastQuestion.forget(call.device);
    else if (turn !== null)
      parts.lastQuestion.tell(call.device, { agentId: agent.id, turnId: turn.id });
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
  const question = { agentId: agent.id, turnId: turn.id };
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

/** The agent that is meant, or a reply that asks which one. */
async function findTarget(
  parts: CommandParts,
  wish: Wish,
  call: Call,
): Promise<Target | CommandReply> {
  const { log, roster } = parts;
  const { text, askId } = wish;
  const byAsk = askId === undefined ? null : await log.turnByAsk(askId);
  const given = wish.agentId ?? byAsk?.agentId;
  if (given !== undefined) {
    const agent = await log.agent(given);
    if (agent === null) throw new VoiceProblem("unknown_agent");
    return { agent, text, isNamed: true };
  }
  if (wish.askId !== undefined) throw new VoiceProblem("question_gone");
  const running = await log.agents({ isEnded: false });
  const [only, ...others] = running.filter(isWaiting);
  const addressed = namedAtStart(
    await withNames(parts, running, call),
    ({ name }) => name,
    text ?? "",
    "addressed",
  );
  if (addressed !== null)
    return { agent: addressed.agent.agent, text: addressed.rest, isNamed: true };
  if (only !== undefined && others.length === 0) return { agent: only, text, isNamed: false };
  const [single] = running;
  if (
    only === undefined &&
    wish.mode !== undefined &&
    single !== undefined &&
    running.length === 1
  ) {
    return { agent: single, text, isNamed: false };
  }
  const agents = await roster.running(call);
  const waiting = agents.filter((agent) => agent.awaiting_input);
  const named = namedAtStart(waiting, (agent) => agent.project_name, text ?? "");
  const agent = running.find(({ id }) => id === named?.agent.agent_id);
  if (named !== null && agent !== undefined) return { agent, text: named.rest, isNamed: true };
  return only === undefined ? nobodyWaits(agents, call) : severalWait(agents, call);
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
    agents.map(async (agent) => ({ agent, name: await roster.projectName(agent, call) })),
  );
}

function severalWait(agents: VoiceAgent[], call: Call): CommandReply {
  const waiting = agents.filter((agent) => agent.awaiting_input);
  const { say } = call;
  return reply("which_agent", null, {
    status_line: say.command.whichAgent(waiting.length),
    results: agentLines(waiting, { ...call, verbosity: atLeastNormal(call) }),
    next_action: [say.command.whichNext],
    agents: waiting,
  });
}

/** Not even `concise` shortens this: what the agents are doing is the answer here. */
function nobodyWaits(agents: VoiceAgent[], call: Call): CommandReply {
  const { say } = call;
  const lines =
    agents.length === 0
      ? [say.command.nobodyActive]
      : agentLines(agents, { ...call, verbosity: atLeastNormal(call) });
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
    await parts.open.load(wish.askId, call);
    throw new VoiceProblem("question_gone");
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
