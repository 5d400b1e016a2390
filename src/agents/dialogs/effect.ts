/** What a finished or refused tool says about its dialog: did the agent do as decided? Pure. */
import type { Effect, SettledAsk } from "../../core/ask/ask.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { answersGivenIn } from "../clients/claude-code/asked-questions.ts";
import type { DialogDecision } from "../clients/common/client-dialogs.ts";
import { answerInWords } from "../clients/common/tool-questions.ts";
import {
  decidedInTerminal,
  decisionOn,
  type FinishedTool,
  isDecision,
  isLeftToTerminal,
} from "./decision.ts";
import type { ReplyFacts } from "./dialog.ts";

export type NotedEffect = Omit<Effect, "at">;

/** Null where the tool does not show it. */
export function effectOfTool(
  dialog: ReplyFacts,
  ask: SettledAsk,
  tool: FinishedTool,
): NotedEffect | null {
  switch (dialog.kind) {
    case "ask_user_question":
      return effectOfAnswers(dialog, ask, tool);
    case "server_form":
      return null;
    case "permission":
    case "plan_approval":
      return effectOfRun(dialog, ask, tool);
  }
}

// By then even a very busy client has started what it was allowed.
const AT_WORK_AFTER_MS = 10_000;

/**
 * At this moment a person refused the tool in the agent's terminal or interrupted it, or the agent
 * heard our refusal: its transcript says the same for all three. Null where the client itself says
 * that the tool was refused.
 */
export function effectOfRefusal(
  dialog: ReplyFacts,
  ask: SettledAsk,
  at: string | null,
): NotedEffect {
  if (!isDecision(ask) || isLeftToTerminal(ask)) return { kind: "in_terminal", did: "declined" };
  if (decisionOn(dialog, ask.outcome)?.behavior === "deny") return { kind: "used" };
  const heard = ask.effect?.kind === "not_taken" ? null : heardAt(ask);
  const sinceMs = heard === null || at === null ? 0 : Date.parse(at) - heard;
  // What only asks has no effect that could have begun.
  if (sinceMs <= 0 || dialog.kind !== "permission") return { kind: "overruled", did: "declined" };
  return { kind: sinceMs > AT_WORK_AFTER_MS ? "used" : "stopped" };
}

/** When the decision was on its way to the agent; null if it was not. */
function heardAt({ taken = [] }: SettledAsk): number | null {
  const hook = taken.find(({ by }) => by === "hook" || by === "socket");
  return hook === undefined ? null : Date.parse(hook.at);
}

/** "Once" and "always" count as the same: a finished tool does not show which one it was. */
function effectOfRun(dialog: ReplyFacts, ask: SettledAsk, tool: FinishedTool): NotedEffect | null {
  const decision = isDecision(ask) ? decisionOn(dialog, ask.outcome) : null;
  if (decision?.behavior === "allow")
    return ranUnchanged(dialog, decision, tool)
      ? { kind: "overruled", did: "allowed" }
      : { kind: "used" };
  // A tool that fails has run, unless its failure is our own refusal.
  if (tool.hasFailed && decision?.behavior === "deny" && quotes(tool.response, decision.message))
    return { kind: "used" };
  return { kind: decision === null ? "in_terminal" : "overruled", did: "allowed" };
}

/** The person changed the call, and it ran as the agent had it: its terminal was first. */
function ranUnchanged(
  { kind, input: asked }: ReplyFacts,
  { input: edited }: Extract<DialogDecision, { behavior: "allow" }>,
  { input: ran }: FinishedTool,
): boolean {
  if (kind !== "permission" || edited === undefined) return false;
  const changed = Object.keys({ ...asked, ...edited }).filter(
    (field) => canonicalJson(edited[field]) !== canonicalJson(asked[field]),
  );
  return changed.every((field) => canonicalJson(ran[field]) === canonicalJson(asked[field]));
}

function effectOfAnswers(
  dialog: ReplyFacts,
  ask: SettledAsk,
  tool: FinishedTool,
): NotedEffect | null {
  const used = decidedInTerminal(dialog, tool);
  // What the terminal settled itself needs no second record of the same words.
  if (used === null || ask.outcome.provenance.surface === "agent") {
    if (used === null || ask.outcome.status === "completed") return null;
  }
  const { provenance } = ask.outcome;
  const said = isDecision(ask) ? decisionOn(dialog, ask.outcome) : null;
  const done = decisionOn(dialog, { status: "completed", provenance, reply: used });
  if (said !== null && JSON.stringify(said) === JSON.stringify(done)) return { kind: "used" };
  const answer = wordsOf(tool);
  const did = { did: "answered", ...(answer && { answer }) } as const;
  return { kind: said === null ? "in_terminal" : "overruled", ...did };
}

function wordsOf({ input, response }: FinishedTool): string {
  const given = answersGivenIn(response) ?? answersGivenIn(input);
  return given === null ? "" : answerInWords(given.answers, given.annotations);
}

function quotes(response: unknown, message: string): boolean {
  return typeof response === "string" && response.includes(message);
}
