/**
 * `GET /api/voice/agents/<id>/transcript`: the conversation with an agent, page by page from the
 * newest.
 */
import type { Agent } from "../../../core/agent/agent.ts";
import type { Call } from "../calls/call.ts";
import { ended, spokenUpTo } from "../speech/speech.ts";
import type { TranscriptReply, VoiceTurn } from "../wire/wire.ts";
import { aboutAgent } from "./about-agent.ts";
import type { Roster } from "./roster.ts";
import type { VoiceTurns } from "./turns.ts";

const USUAL_TURNS = 50;
const MOST_TURNS = 200;
const SPOKEN_TURNS = { concise: 1, normal: 2, detailed: 3 };

export async function transcript(
  { turns, roster }: { turns: VoiceTurns; roster: Roster },
  agent: Agent,
  { before, limit = USUAL_TURNS }: { before?: number | undefined; limit?: number | undefined },
  call: Call,
): Promise<TranscriptReply> {
  const about = await aboutAgent(roster, agent, call);
  const page = await turns.page(agent.id, { before, limit: Math.min(limit, MOST_TURNS) }, call.say);
  const { say, verbosity } = call;
  const last = page.turns.slice(-SPOKEN_TURNS[verbosity]).map((turn) => spokenTurn(turn, call));
  return {
    status_line: statusOf(page.turns.length, agent, about.project_name, before !== undefined, call),
    results: last.length === 0 ? [say.transcript.nothing] : last,
    next_action: page.hasMore ? [say.transcript.older] : "none",
    ...about,
    turns: page.turns,
    has_more: page.hasMore,
    agent_ended: agent.endedAt !== null,
  };
}

function statusOf(
  count: number,
  { endedAt }: Agent,
  project: string,
  isOlder: boolean,
  { say }: Call,
): string {
  if (count === 0)
    return isOlder ? say.transcript.noneOlder(project) : say.transcript.empty(project);
  return endedAt === null
    ? say.transcript.status(project, count)
    : say.transcript.ended(project, count);
}

function spokenTurn({ actor, text }: VoiceTurn, { say, verbosity }: Call): string {
  const words = ended(spokenUpTo(verbosity, text) || "…");
  return actor === "USER" ? say.transcript.you(words) : say.transcript.agent(words);
}
