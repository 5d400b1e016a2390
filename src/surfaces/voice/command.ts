/** `POST /api/voice/command`: words for an agent. Which one is found first, then whether they answer its question. */

import type { Deliveries } from "../../agents/channels/deliveries.ts";
import type { Agent } from "../../core/agent.ts";
import type { LogReads } from "../../store/agent-log.ts";
import { aboutAgent } from "./about-agent.ts";
import type { Answering } from "./answering.ts";
import type { Call } from "./call.ts";
import { reply } from "./command-reply.ts";
import type { Confirmations } from "./confirmations.ts";
import { namedAtStart } from "./named-agent.ts";
import type { OpenQuestions } from "./open-question.ts";
import { isWaiting, type Roster } from "./roster.ts";
import type { CommandReply, VoiceAgent } from "./schemas.ts";
import type { Sending } from "./sending.ts";
import { agentLines } from "./sessions.ts";
import { confirms } from "./spoken-words.ts";
import { VoiceTrouble } from "./trouble.ts";

export interface CommandParts {
  log: LogReads;
  roster: Roster;
  open: OpenQuestions;
  answering: Answering;
  confirmations: Confirmations;
  sending: Sending;
  deliveries: Pick<Deliveries, "interrupt">;
}

export interface Wish {
  text: string | undefined;
  optionIds: string[] | undefined;
  agentId: number | undefined;
  askId: string | undefined;
  mode: "queue" | "interrupt" | undefined;
}

export async function command(parts: CommandParts, wish: Wish, call: Call): Promise<CommandReply> {
  const { text, optionIds, askId } = wish;
  if (text === undefined && optionIds === undefined) throw new VoiceTrouble("nothing_said");
  if (optionIds !== undefined && askId === undefined) throw new VoiceTrouble("not_understood");
  const target = await findTarget(parts, wish, call);
  if ("outcome" in target) return target;
  return tell(parts, target.agent, { ...wish, text: target.text }, call);
}

async function tell(parts: CommandParts, agent: Agent, wish: Wish, call: Call): Promise<CommandReply> {
  const { text, optionIds, askId } = wish;
  call.isAbout(agent.id);
  if (!isWaiting(agent)) return notWaiting(parts, agent, wish, call);
  const { turn, ask } = await parts.open.of(agent, call.who, askId ?? confirmedAsk(parts, wish, call));
  const about = await aboutAgent(parts.roster, agent, call);
  if (ask !== null) return parts.answering.answer(agent, about, ask, { text, optionIds }, call);
  // A dialog in the agent's terminal whose hook is not held: whatever is typed there would press its buttons.
  const isDialog = turn?.question?.options != null;
  if (isDialog || text === undefined) throw new VoiceTrouble("only_in_terminal");
  return parts.sending.send(agent, about, text, call);
}

interface Target {
  agent: Agent;
  /** Without the agent's name, where that was said. */
  text: string | undefined;
}

/** The agent meant, or what to say when that is not clear. */
async function findTarget(parts: CommandParts, wish: Wish, call: Call): Promise<Target | CommandReply> {
  const { log, roster } = parts;
  const { text } = wish;
  const askId = wish.askId ?? confirmedAsk(parts, wish, call);
  const byAsk = askId === undefined ? null : await log.turnByAsk(askId);
  const given = wish.agentId ?? byAsk?.agentId;
  if (given !== undefined) {
    const agent = await log.agent(given);
    if (agent === null) throw new VoiceTrouble("unknown_agent");
    return { agent, text };
  }
  if (wish.askId !== undefined) throw new VoiceTrouble("question_gone");
  const running = await log.agents({ isEnded: false });
  const [only, ...others] = running.filter(isWaiting);
  if (only !== undefined && others.length === 0) return { agent: only, text };
  const [single] = running;
  if (only === undefined && wish.mode !== undefined && single !== undefined && running.length === 1) {
    return { agent: single, text };
  }
  const agents = await roster.running(call);
  const waiting = agents.filter((agent) => agent.awaiting_input);
  const named = namedAtStart(waiting, (agent) => agent.project_name, text ?? "");
  const agent = running.find(({ id }) => id === named?.agent.agent_id);
  if (named !== null && agent !== undefined) return { agent, text: named.rest };
  return only === undefined ? nobodyWaits(agents, call) : severalWait(agents, call);
}

/** "Confirm" is about what was read back to this device, whoever else waits. */
function confirmedAsk({ confirmations }: CommandParts, { text, agentId }: Wish, call: Call): string | undefined {
  if (text === undefined || agentId !== undefined || !confirms(text)) return;
  return confirmations.current(call.device)?.askId;
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

/** Even in few words: what the others are doing is the answer here. */
function nobodyWaits(agents: VoiceAgent[], call: Call): CommandReply {
  const { say } = call;
  const lines =
    agents.length === 0 ? [say.command.nobodyActive] : agentLines(agents, { ...call, verbosity: atLeastNormal(call) });
  return reply("nobody_waiting", null, {
    status_line: say.command.nobody,
    results: lines,
    next_action: "none",
    agents,
  });
}

async function notWaiting(parts: CommandParts, agent: Agent, wish: Wish, call: Call): Promise<CommandReply> {
  const { say } = call;
  const about = await aboutAgent(parts.roster, agent, call);
  const hasEnded = agent.endedAt !== null;
  // An answer to a question that is open no more must not become a command.
  if (wish.askId !== undefined) {
    await parts.open.load(wish.askId, call.who);
    throw new VoiceTrouble("question_gone");
  }
  if (wish.mode !== undefined && wish.text !== undefined && !hasEnded) {
    if (wish.mode === "interrupt") await parts.deliveries.interrupt(agent.id);
    return parts.sending.send(agent, about, wish.text, call, { isInterrupted: wish.mode === "interrupt" });
  }
  const [described] = agentLines([await parts.roster.describe(agent, call)], { ...call, verbosity: "detailed" });
  return reply("not_waiting", about, {
    status_line: say.command.notWaiting(about.project_name, say.state[agent.state]),
    results: [described ?? say.question.noTask],
    next_action: hasEnded ? [say.command.startAgain] : [say.command.sendAnyway, say.command.orInterrupt],
  });
}

function atLeastNormal({ verbosity }: Call) {
  return verbosity === "concise" ? "normal" : verbosity;
}
