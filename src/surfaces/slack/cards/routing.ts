/** Where an ask is sent by configuration, and the earliest time for it. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import { awakeFrom } from "../../../desk/attention/quiet-hours.ts";
import { ANYONE, type Rule, type SlackConfig } from "../setup/config.ts";

export interface Route {
  places: string[];
  notBefore: Date;
}

/** The first rule that fits decides. Without one, the ask is not sent. */
export function routeOf(
  ask: Ask,
  { send, quietHours }: Pick<SlackConfig, "send" | "quietHours">,
  now: Date,
): Route {
  const { source, urgency } = ask;
  const rule = send.find((one) => fits(one, { ...source, urgency }));
  const places = rule === undefined ? [] : [rule.to].flat();
  const after = new Date(Date.parse(ask.createdAt) + (rule?.afterSeconds ?? 0) * 1000);
  const earliest = after > now ? after : now;
  return { places, notBefore: awakeFrom(earliest, ask.urgency, quietHours) };
}

/**
 * Who may answer an ask: those of its rule, else those of the whole configuration, as in the
 * threads that Slack itself began. May hold `anyone`.
 */
export function peopleFor(
  ask: Ask | undefined,
  { people, send }: Pick<SlackConfig, "people" | "send">,
): readonly string[] {
  const isOfThread = ask === undefined || ask.source.kind === "slack";
  const rule = isOfThread
    ? undefined
    : send.find((one) => fits(one, { ...ask.source, urgency: ask.urgency }));
  const allowed = rule?.people ?? people;
  return allowed === ANYONE ? [ANYONE] : allowed;
}

/** Whether the configuration has this very person in some list of those who may answer. */
export function isNamedIn(
  { people, send }: Pick<SlackConfig, "people" | "send">,
  userId: string,
): boolean {
  return [people, ...send.map((rule) => rule.people ?? [])].flat().includes(userId);
}

type Facts = Pick<Ask["source"], "kind" | "project"> & Pick<Ask, "urgency">;

/** Where something of this kind goes that is no ask. */
export function placesFor(about: Facts, { send }: Pick<SlackConfig, "send">): string[] {
  const rule = send.find((one) => fits(one, about));
  return rule === undefined ? [] : [rule.to].flat();
}

function fits({ project, source, urgency }: Rule, about: Facts): boolean {
  if (project !== undefined && project !== about.project) return false;
  if (source !== undefined && source !== about.kind) return false;
  return urgency === undefined || [urgency].flat().includes(about.urgency);
}
