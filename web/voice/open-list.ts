/** Every open question in one order: agents' own and those of no agent, the nearest deadline first. Pure. */
import { clientName } from "../../src/core/names.ts";
import type { SessionsReply, VoiceAgent, VoiceCard } from "../../src/surfaces/voice/wire/wire.ts";
import { askPath, questionPath } from "./route.ts";

export interface Entry {
  path: string;
  /** Null for a question in the agent's own words, which has no ask. */
  card: VoiceCard | null;
  title: string;
  /** Who asks, and for which project. */
  name: string;
  project: string | null;
  client: string;
  since: string;
}

export interface OpenList {
  endsSoon: Entry[];
  waiting: Entry[];
}

const SOON_MS = 5 * 60_000;

export function openList({ agents, asks }: SessionsReply, now: number): OpenList {
  const entries = [
    ...agents.filter((agent) => agent.awaiting_input).map((agent) => ofAgent(agent, agents)),
    ...asks.map(
      (ask): Entry => ({
        path: askPath(ask.ask_id),
        card: ask,
        title: plain(ask.question_text),
        name: capital(ask.asked_by),
        project: ask.project_name,
        client: "script",
        since: ask.asked_at,
      }),
    ),
  ].toSorted(byUrgency);
  const isSoon = ({ card }: Entry) =>
    card?.expires_at != null && Date.parse(card.expires_at) - now <= SOON_MS;
  return {
    endsSoon: entries.filter(isSoon),
    waiting: entries.filter((entry) => !isSoon(entry)),
  };
}

/** A number tells agents of the same client and project apart. */
function ofAgent(agent: VoiceAgent, agents: readonly VoiceAgent[]): Entry {
  const alike = agents
    .filter(({ client, project_id }) => client === agent.client && project_id === agent.project_id)
    .map(({ agent_id }) => agent_id)
    .sort((one, other) => one - other);
  const number = alike.length > 1 ? ` ${alike.indexOf(agent.agent_id) + 1}` : "";
  return {
    path: questionPath(agent.agent_id),
    card: agent.card ?? null,
    title: plain(agent.card?.question_text || (agent.question_text ?? agent.state_words)),
    name: `${agent.client === "other" ? "Agent" : clientName(agent.client)}${number}`,
    project: agent.project_name,
    client: agent.client,
    since: agent.card?.asked_at ?? agent.last_activity_at,
  };
}

/** What follows the colon stands on the question's own page. */
function plain(title: string): string {
  return title.replace(/:$/, "");
}

export function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function byUrgency(one: Entry, other: Entry): number {
  const [mine, theirs] = [one.card?.expires_at ?? "9999", other.card?.expires_at ?? "9999"];
  if (mine !== theirs) return mine < theirs ? -1 : 1;
  return one.since < other.since ? -1 : 1;
}
