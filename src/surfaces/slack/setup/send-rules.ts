/** A new place for asks among the rules of slack.json. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { Rule } from "./config.ts";

export interface SendRules {
  send: Rule[];
  /** The rule that took everything so far, and stands behind the new one now. */
  behind: Rule | null;
}

/**
 * Puts a rule for everything in front of the first that already takes everything: behind it no ask
 * would ever come to the new one.
 */
export function withPlaces(send: readonly Rule[], places: readonly string[]): SendRules {
  const [first = ""] = places;
  const added: Rule = { to: places.length === 1 ? first : [...places] };
  const others = send.filter((rule) => !isDeepStrictEqual(rule, added));
  const at = others.findIndex(takesAll);
  const front = at < 0 ? others : others.slice(0, at);
  const back = at < 0 ? [] : others.slice(at);
  return { send: [...front, added, ...back], behind: back[0] ?? null };
}

function takesAll({ project, source, urgency }: Rule): boolean {
  return project === undefined && source === undefined && urgency === undefined;
}
