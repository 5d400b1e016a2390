/**
 * What became of a command whose first try never ended: the hub was killed before it could say so.
 * It is looked up, not done again.
 */
import type { Agent } from "../../../core/agent/agent.ts";
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import { isAnswered, restoreForm } from "../../../core/ask/form.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import { aboutAgent } from "../agents/about-agent.ts";
import type { Roster } from "../agents/roster.ts";
import type { Call } from "../calls/call.ts";
import { ended } from "../speech/speech.ts";
import type { CommandReply } from "../wire/wire.ts";
import { answerAloud, closedInWords } from "./answer-speech.ts";
import { type Asker, askerOf } from "./asker.ts";
import type { Wish } from "./command.ts";
import { reply } from "./command-reply.ts";
import { draftKey, questionsIn } from "./open-question.ts";
import type { Sending } from "./sending.ts";

export interface EarlierParts {
  desk: Desk;
  log: LogReads;
  roster: Roster;
  sending: Sending;
}

/** Null if the first try did nothing. */
export async function earlierReply(
  parts: EarlierParts,
  { askId, agentId, text, questionIndex }: Wish,
  triedAt: string,
  call: Call,
): Promise<CommandReply | null> {
  if (askId !== undefined) {
    const ask = await parts.desk.load(askId);
    const turn = await parts.log.turnByAsk(askId);
    const agent = turn === null ? null : await parts.log.agent(turn.agentId);
    const about =
      agent === null ? askerOf(ask, call.say) : await aboutAgent(parts.roster, agent, call);
    if (isSettled(ask))
      return decidedThen(ask, triedAt, call) ? settledReply(ask, about, call) : null;
    return keptThen(parts, ask, questionIndex, about, call);
  }
  const agent = agentId === undefined ? null : await parts.log.agent(agentId);
  return agent === null || text === undefined ? null : sentThen(parts, agent, text, triedAt, call);
}

function decidedThen({ outcome }: Ask, triedAt: string, { who }: Call): boolean {
  if (outcome === null) return false;
  const { surface, who: decider, at } = outcome.provenance;
  return surface === "voice" && decider === who && Date.parse(at) >= Date.parse(triedAt);
}

function settledReply(ask: Ask, about: Asker, call: Call): CommandReply {
  const { say } = call;
  const { outcome } = ask;
  if (outcome?.status !== "completed") {
    const kind = outcome?.status === "rejected" ? outcome.kind : "cancel";
    const closed = closedInWords(kind, about.project_name, say);
    return reply(closed.outcome, about, {
      status_line: closed.status,
      results: [closed.result],
      next_action: "none",
      ask_id: ask.id,
    });
  }
  return reply("answered", about, {
    status_line: say.command.answered(
      about.project_name,
      answerAloud(questionsIn(ask, say.locale), outcome.reply, call),
    ),
    results: [say.command.reaches[ask.returnPath]],
    next_action: "none",
    ask_id: ask.id,
  });
}

/** One of several questions, whose answer is kept until the others are there. */
async function keptThen(
  { desk }: EarlierParts,
  ask: Ask,
  index: number | undefined,
  about: Asker,
  call: Call,
): Promise<CommandReply | null> {
  const questions = questionsIn(ask, call.say.locale);
  const form = restoreForm(questions, await desk.drafts.load(ask.id, draftKey(call.who)));
  if (index === undefined || questions.length < 2 || !isAnswered(form, index)) return null;
  const left = form.questions.filter((_, at) => !isAnswered(form, at)).length;
  return reply("next_question", about, {
    status_line: call.say.command.next(left),
    results: [ended(questions[index]?.title ?? "")],
    next_action: "none",
    ask_id: ask.id,
  });
}

async function sentThen(
  { roster, sending }: EarlierParts,
  agent: Agent,
  text: string,
  triedAt: string,
  call: Call,
): Promise<CommandReply | null> {
  const delivery = await sending.earlier(agent.id, text, triedAt);
  if (delivery === null) return null;
  return sending.told(await aboutAgent(roster, agent, call), delivery, call);
}
