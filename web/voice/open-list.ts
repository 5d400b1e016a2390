/** Every open question in one order: agents' own and those of no agent, in groups. Pure. */
import { clientName } from "../../src/core/names.ts";
import type {
  SessionsReply,
  VoiceAgent,
  VoiceAsk,
  VoiceCard,
} from "../../src/surfaces/voice/wire/wire.ts";
import type { ListQuery } from "./list-query.ts";
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

export interface Group {
  /** `endsSoon`, `waiting`, or the name of a project; empty for a list without groups. */
  name: string;
  entries: Entry[];
}

const SOON_MS = 5 * 60_000;

export interface Listed extends Pick<SessionsReply, "agents" | "asks"> {
  /** The asks that the hub found for the words, which may stand where no row shows them. */
  found?: VoiceAsk[] | undefined;
}

export function openList({ agents, asks, found }: Listed, query: ListQuery, now: number): Group[] {
  const { words, order } = query;
  const entries = [
    ...ofAgents(agents).filter((entry) => hasWords(entry, words)),
    ...(found?.map(ofNoAgent) ?? asks.map(ofNoAgent).filter((entry) => hasWords(entry, words))),
  ].filter((entry) => isSnoozed(entry, now) === query.snoozed);
  switch (order) {
    case "newest":
      return grouped(entries.toSorted(byNewest), () => "");
    case "project":
      return grouped(entries.toSorted(byUrgency), ({ project }) => project ?? "");
    case "ends":
      return grouped(entries.toSorted(byUrgency), (entry) =>
        endsSoon(entry, now) ? "endsSoon" : "waiting",
      );
  }
}

/** How many are open and not put off, listed or not. */
export function openIn(sessions: SessionsReply, now = Date.now()): number {
  const { agents, asks_total: total } = sessions;
  return (
    agents.filter(({ awaiting_input }) => awaiting_input).length + total - snoozedIn(sessions, now)
  );
}

export function snoozedIn({ agents, asks }: SessionsReply, now = Date.now()): number {
  return [...ofAgents(agents), ...asks.map(ofNoAgent)].filter((entry) => isSnoozed(entry, now))
    .length;
}

function isSnoozed({ card }: Entry, now: number): boolean {
  return card?.snoozed_until != null && Date.parse(card.snoozed_until) > now;
}

/** One after the other, as the groups have them. */
export function inOrder(groups: readonly Group[]): Entry[] {
  return groups.flatMap(({ entries }) => entries);
}

/** A group stands where its first entry does. */
function grouped(entries: readonly Entry[], nameOf: (entry: Entry) => string): Group[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = nameOf(entry);
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return [...groups].map(([name, members]) => ({ name, entries: members }));
}

function endsSoon({ card }: Entry, now: number): boolean {
  return card?.expires_at != null && Date.parse(card.expires_at) - now <= SOON_MS;
}

function hasWords({ title, name, project }: Entry, words: string): boolean {
  const text = `${title}\n${name}\n${project ?? ""}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function ofAgents(agents: readonly VoiceAgent[]): Entry[] {
  return agents.filter((agent) => agent.awaiting_input).map((agent) => ofAgent(agent, agents));
}

function ofNoAgent(ask: VoiceAsk): Entry {
  return {
    path: askPath(ask.ask_id),
    card: ask,
    title: plain(ask.question_text),
    name: capital(ask.asked_by),
    project: ask.project_name,
    client: "script",
    since: ask.asked_at,
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

function byNewest(one: Entry, other: Entry): number {
  return one.since < other.since ? 1 : -1;
}

function byUrgency(one: Entry, other: Entry): number {
  const [mine, theirs] = [one.card?.expires_at ?? "9999", other.card?.expires_at ?? "9999"];
  if (mine !== theirs) return mine < theirs ? -1 : 1;
  return one.since < other.since ? -1 : 1;
}
