/** A settled ask as the few facts that a filter or a figure needs. */
import type { Effect, Outcome, SettledAsk } from "../ask/ask.ts";
import { allowsSomething } from "../ask/consent.ts";
import { isUnused } from "../ask/effect-words.ts";
import { rulingOf } from "../ask/ruling.ts";
import { askerName, clientName } from "../names.ts";
import { safeLine } from "../safety/safe-text.ts";
import { type AskKind, askKind } from "./ask-kind.ts";

export const RESULTS = [
  "answered",
  "denied",
  "cancelled",
  "asked_back",
  "default",
  "timed_out",
  "closed",
] as const;
/**
 * How an ask ended. `denied` is declined, or answered with an option that allows nothing; `closed`
 * was withdrawn, left by its caller, or could not be used.
 */
export type Result = (typeof RESULTS)[number];

export interface Decision {
  readonly id: string;
  readonly project: string;
  /** The agent by name, else the kind of source. */
  readonly agent: string;
  /** The program that the agent runs in, else the agent: what figures are split by. */
  readonly client: string;
  readonly kind: AskKind;
  readonly result: Result;
  /** `nobody` when time ran out or the caller left. */
  readonly by: "person" | "rule" | "nobody";
  /** The person's name, or the rule's; empty if nobody knows it. */
  readonly who: string;
  readonly surface: string;
  readonly askedAt: string;
  readonly settledAt: string;
  /** How long it was open. A rule decides at once. */
  readonly waitedMs: number;
  readonly effect: Effect["kind"] | null;
  /** A person decided, and the agent did something else. */
  readonly differs: boolean;
}

export function decisionOf(ask: SettledAsk): Decision {
  const { source, outcome, createdAt } = ask;
  const { by, who = "", surface, at } = outcome.provenance;
  const rule = rulingOf(outcome);
  const agent = safeLine(askerName(source));
  const isInTerminal = wasInTerminal(ask);
  return {
    id: ask.id,
    project: safeLine(source.project ?? ""),
    agent,
    client: safeLine(clientName(source.client ?? agent)),
    kind: askKind(ask),
    result: resultOf(ask),
    by: rule !== null ? "rule" : by === "person" || isInTerminal ? "person" : "nobody",
    who: safeLine(rule ?? who),
    surface: isInTerminal ? TERMINAL : safeLine(surface),
    askedAt: createdAt,
    settledAt: at,
    waitedMs: rule === null ? Math.max(0, Date.parse(at) - Date.parse(createdAt)) || 0 : 0,
    effect: ask.effect?.kind ?? null,
    differs: isUnused(ask),
  };
}

// The name of the agent's own terminal among the places (core/names.ts).
const TERMINAL = "agent";

/** A person decided it in the agent's own terminal, before anybody answered here. */
function wasInTerminal({ outcome, effect }: SettledAsk): boolean {
  return outcome.status === "abandoned" && effect?.kind === "in_terminal";
}

function resultOf(ask: SettledAsk): Result {
  const { outcome, dialog, effect } = ask;
  if (wasInTerminal(ask)) return effect?.did === "declined" ? "denied" : "answered";
  switch (outcome.status) {
    case "completed":
      return dialog?.kind === "permission" && !allowsSomething(outcome.reply)
        ? "denied"
        : "answered";
    case "rejected":
      return REJECTIONS[outcome.kind];
    case "timed_out":
      return outcome.kind === "default" ? "default" : "timed_out";
    case "abandoned":
      return "closed";
  }
}

const REJECTIONS: Record<Extract<Outcome, { status: "rejected" }>["kind"], Result> = {
  reject: "denied",
  cancel: "cancelled",
  elaborate: "asked_back",
  rephrase: "asked_back",
};
