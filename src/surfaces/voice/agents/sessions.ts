/** `GET /api/voice/sessions`: which agents run, which of them wait, and for what. */

import type { OpenAsks, Wanted } from "../asks/open-asks.ts";
import type { Call } from "../calls/call.ts";
import { ended, spokenUpTo } from "../speech/speech.ts";
import type { SessionsReply, VoiceAgent, VoiceAsk } from "../wire/wire.ts";
import type { Roster } from "./roster.ts";

export interface SessionsParts {
  roster: Roster;
  asks: OpenAsks;
}

export async function sessions(
  parts: SessionsParts,
  wanted: Wanted,
  call: Call,
): Promise<SessionsReply> {
  const running = await parts.roster.running(call);
  const agents = await Promise.all(
    running.map(async (agent) => ({
      ...agent,
      card: agent.awaiting_input ? await parts.asks.cardFor(agent.ask_id, call) : null,
    })),
  );
  const { asks, total, next } = await parts.asks.beside(agents, wanted, call);
  const reply = aboutAgents(agents, call);
  // What is put off is in the list, for whoever looks, and is not read aloud.
  const awake = asks.filter(({ snoozed_until: until }) => until === null);
  return {
    ...(awake.length === 0
      ? reply
      : withAsks(reply, awake, total - asks.length + awake.length, call)),
    asks,
    asks_total: total,
    asks_next: next,
    opens_portal: call.opensPortal,
  };
}

type AboutAgents = Omit<SessionsReply, "asks" | "asks_total" | "asks_next" | "opens_portal">;

/** The asks come last in each part, unless no agent needs anybody. */
function withAsks(
  { status_line: status, results, next_action: next, ...counts }: AboutAgents,
  asks: VoiceAsk[],
  total: number,
  call: Call,
): AboutAgents {
  const { say } = call;
  const lines = askLines(asks, call, total);
  const isQuiet = counts.awaiting === 0;
  return {
    status_line: say.agents.andAsks(status, total),
    results: (isQuiet ? [...lines, ...results] : [...results.slice(0, 2), ...lines]).slice(0, 3),
    next_action: next === "none" ? [say.command.whichNameFirst] : next,
    ...counts,
  };
}

/** One line for each of the first two asks, or for the first and the number of the others. */
export function askLines(
  asks: readonly VoiceAsk[],
  { say, verbosity }: Call,
  total = asks.length,
): string[] {
  const [first, second] = asks;
  if (first === undefined) return [];
  const line = (ask: VoiceAsk) =>
    ended(
      say.question.asks(
        ask.project_name ?? ask.asked_by,
        spokenUpTo(verbosity === "concise" ? "normal" : verbosity, ask.question_text),
      ),
    );
  if (second === undefined) return [line(first)];
  return [line(first), total === 2 ? line(second) : say.agents.moreAsks(total - 1)];
}

function aboutAgents(agents: VoiceAgent[], call: Call): AboutAgents {
  const { say } = call;
  const waiting = agents.filter((agent) => agent.awaiting_input);
  const counts = { agents, total: agents.length, awaiting: waiting.length };
  if (agents.length === 0) {
    return {
      status_line: say.agents.none,
      results: [say.agents.noneResult],
      next_action: "none",
      ...counts,
    };
  }
  return {
    status_line: say.agents.count(agents.length, waiting.length, stoppedIn(agents)),
    results: agentLines(agents, call),
    next_action: nextFor(waiting, call),
    ...counts,
  };
}

function stoppedIn(agents: VoiceAgent[]): number {
  return agents.filter(({ failure }) => failure !== null).length;
}

/** At most three lines; with more than three agents, two lines and the number of the others. */
export function agentLines(agents: VoiceAgent[], call: Call): string[] {
  const { say } = call;
  const shown = agents.length <= 3 ? agents : agents.slice(0, 2);
  const rest = agents.slice(shown.length);
  const waitingLeft = rest.filter((agent) => agent.awaiting_input).length;
  const more = waitingLeft > 0 ? say.agents.moreWaiting(waitingLeft) : say.agents.more(rest.length);
  return [...shown.map((agent) => lineOf(agent, call)), ...(rest.length === 0 ? [] : [more])];
}

function lineOf(agent: VoiceAgent, { say, verbosity }: Call): string {
  const {
    project_name: project,
    state_words: state,
    current_task_summary: task,
    question_text: question,
  } = agent;
  const isShort = verbosity === "concise";
  const line =
    question !== null && !isShort
      ? say.agents.lineWithQuestion(project, spokenUpTo(verbosity, question))
      : task !== null && !isShort
        ? say.agents.lineWithTask(project, state, spokenUpTo(verbosity, task))
        : say.agents.line(project, state);
  const whole = ended(line);
  return verbosity === "detailed"
    ? `${whole} ${say.agents.lastActive(agent.time_since_last_activity)}`
    : whole;
}

function nextFor(waiting: VoiceAgent[], { say }: Call): SessionsReply["next_action"] {
  const [only] = waiting;
  if (only === undefined) return "none";
  return waiting.length === 1 ? [say.agents.answerOne(only.project_name)] : [say.agents.sayWhich];
}
