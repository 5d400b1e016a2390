/** What one person's inbox in Slack holds: their open asks, agents, whereabouts and decisions. */
import type { AgentLine } from "../../../agents/roster.ts";
import { type Ask, isSettled, type SettledAsk } from "../../../core/ask/ask.ts";
import type { FormState } from "../../../core/ask/form.ts";
import type { Away } from "../../../desk/attention/presence.ts";
import { isQuiet, type QuietHours } from "../../../desk/attention/quiet-hours.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { Forms, PendingForm } from "../cards/form-state.ts";
import type { People } from "../cards/people.ts";
import { placesFor } from "../cards/routing.ts";
import type { SlackConfig } from "../setup/config.ts";
import type { IsOwnPlace } from "./own-places.ts";

export interface OpenAsk {
  ask: Ask;
  form: FormState;
  /** Where its card is, if it was posted in a place of this person. */
  card: { channel: string; ts: string } | null;
}

export interface InboxFacts {
  asks: OpenAsk[];
  agents: AgentLine[];
  away: Away | null;
  quiet: { hours: QuietHours; isNow: boolean } | null;
  decisions: SettledAsk[];
}

export interface InboxFactsParts {
  people: Pick<People, "maySee">;
  desk: Pick<Desk, "load">;
  forms: Pick<Forms, "get" | "all" | "open">;
  config: Pick<SlackConfig, "send" | "quietHours">;
  openAsks: () => Ask[];
  /** The thread of an ask that came up in a conversation in Slack; null for any other ask. */
  placeOf: (ask: Ask) => string | null;
  ownPlaces: (userId: string) => Promise<IsOwnPlace>;
  agents: (() => Promise<AgentLine[]>) | null;
  away: (now: Date) => Away | null;
  now: () => Date;
}

export interface ReadInbox {
  asks(userId: string): Promise<OpenAsk[]>;
  agents(userId: string): Promise<AgentLine[]>;
  all(userId: string): Promise<InboxFacts>;
}

const MOST_DECISIONS = 6;

export function createReadInbox(parts: InboxFactsParts): ReadInbox {
  const { people, desk, forms, config, openAsks, placeOf, ownPlaces, now } = parts;
  return { asks, agents, all };

  async function all(userId: string): Promise<InboxFacts> {
    const at = now();
    const { quietHours: hours } = config;
    return {
      asks: await asks(userId),
      agents: await agents(userId),
      away: parts.away(at),
      quiet: hours === undefined ? null : { hours, isNow: isQuiet(hours, at) },
      decisions: await decisions(userId),
    };
  }

  /** Those that this person may answer. The oldest first: it waits the longest. */
  async function asks(userId: string): Promise<OpenAsk[]> {
    const isOwn = await ownPlaces(userId);
    const own = openAsks().filter((ask) => placesOf(ask).some(isOwn));
    const may = await Promise.all(own.map((ask) => people.maySee(userId, ask)));
    return own
      .filter((_, at) => may[at] === true)
      .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
      .map((ask) => ({ ask, form: forms.open(ask).state, card: cardOf(ask.id, isOwn) }));
  }

  function placesOf(ask: Ask): string[] {
    const bound = placeOf(ask);
    const routed =
      bound === null ? placesFor({ ...ask.source, urgency: ask.urgency }, config) : [bound];
    const posted = forms.get(ask.id)?.copies.map(({ place }) => place) ?? [];
    return [...routed, ...posted];
  }

  function cardOf(askId: string, isOwn: IsOwnPlace): OpenAsk["card"] {
    const own = forms.get(askId)?.copies.find(({ place }) => isOwn(place));
    const [ts] = own?.messages ?? [];
    return own === undefined || ts === undefined ? null : { channel: own.channel, ts };
  }

  /** Agents whose questions would be asked where this person sees them, and may answer. */
  async function agents(userId: string): Promise<AgentLine[]> {
    if (!(await people.maySee(userId))) return [];
    const isOwn = await ownPlaces(userId);
    const running = (await parts.agents?.()) ?? [];
    return running.filter(({ project }) =>
      placesFor({ project, kind: "agent", urgency: "normal" }, config).some(isOwn),
    );
  }

  async function decisions(userId: string): Promise<SettledAsk[]> {
    const isOwn = await ownPlaces(userId);
    const isTheirs = ({ isClosed, copies, decider }: PendingForm) =>
      isClosed && (decider?.userId === userId || copies.some(({ place }) => isOwn(place)));
    const latest = forms
      .all()
      .filter(isTheirs)
      .sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
      .slice(0, MOST_DECISIONS);
    const found = await Promise.all(
      latest.map(({ formId }) => desk.load(formId).catch(() => null)),
    );
    return found.filter((ask): ask is SettledAsk => ask !== null && isSettled(ask));
  }
}
