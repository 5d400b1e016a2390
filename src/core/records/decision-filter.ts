/** Which decisions are meant: every field that is given must fit. */
import type { AskKind } from "./ask-kind.ts";
import type { Decision, Result } from "./decision.ts";

export interface DecisionFilter {
  /** The empty name is "without a project". */
  project?: string | undefined;
  /** An agent by name, or the program that agents run in. */
  agent?: string | undefined;
  kind?: AskKind | undefined;
  result?: Result | "differs" | undefined;
  /** A person, or a rule by its name. */
  who?: string | undefined;
  by?: Decision["by"] | undefined;
  where?: string | undefined;
  /** Settled at that moment or later. */
  since?: string | undefined;
  /** Settled before that moment. */
  until?: string | undefined;
}

/** Names are compared without case. */
export function fitsDecision(decision: Decision, filter: DecisionFilter): boolean {
  const { kind, result, by, since, until } = filter;
  if (kind !== undefined && decision.kind !== kind) return false;
  if (by !== undefined && decision.by !== by) return false;
  if (result === "differs" ? !decision.differs : result !== undefined && decision.result !== result)
    return false;
  if (since !== undefined && decision.settledAt < since) return false;
  if (until !== undefined && decision.settledAt >= until) return false;
  return (
    isCalled(filter.project, decision.project) &&
    isCalled(filter.agent, decision.agent, decision.client) &&
    isCalled(filter.who, decision.who) &&
    isCalled(filter.where, decision.surface)
  );
}

function isCalled(wanted: string | undefined, ...names: string[]): boolean {
  if (wanted === undefined) return true;
  return names.some((name) => name.toLowerCase() === wanted.toLowerCase());
}
