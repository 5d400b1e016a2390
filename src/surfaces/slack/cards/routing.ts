/** Where an ask is sent by configuration, and the earliest time for it. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import { awakeFrom } from "../../../desk/attention/quiet-hours.ts";
import type { Rule, SlackConfig } from "../setup/config.ts";

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
