/** What a finished or refused tool says about its dialog: did the agent do as decided? Pure. */
import type { Effect, SettledAsk } from "../../core/ask/ask.ts";
import { answersGivenIn } from "../clients/claude-code/asked-questions.ts";
import { answerInWords } from "../clients/common/tool-questions.ts";
import { decidedInTerminal, decisionOn, type FinishedTool, isDecision } from "./decision.ts";
import type { ReplyFacts } from "./dialog.ts";

export type NotedEffect = Omit<Effect, "at">;

/** Null where the tool does not show it. */
export function effectOfTool(
  dialog: ReplyFacts,
  ask: SettledAsk,
  tool: FinishedTool,
): NotedEffect | null {
  return dialog.kind === "ask_user_question"
    ? effectOfAnswers(dialog, ask, tool)
    : effectOfRun(dialog, ask, tool);
}

/** A person refused the tool in the agent's terminal, or the agent heard our refusal. */
export function effectOfRefusal(dialog: ReplyFacts, ask: SettledAsk): NotedEffect {
  if (!isDecision(ask)) return { kind: "in_terminal", did: "declined" };
  return decisionOn(dialog, ask.outcome)?.behavior === "deny"
    ? { kind: "used" }
    : { kind: "overruled", did: "declined" };
}

/** "Once" and "always" count as the same: a finished tool does not show which one it was. */
function effectOfRun(dialog: ReplyFacts, ask: SettledAsk, tool: FinishedTool): NotedEffect | null {
  const decision = isDecision(ask) ? decisionOn(dialog, ask.outcome) : null;
  if (decision?.behavior === "allow") return { kind: "used" };
  // A tool that fails has run, unless its failure is our own refusal.
  if (tool.hasFailed && decision !== null && quotes(tool.response, decision.message))
    return { kind: "used" };
  return { kind: decision === null ? "in_terminal" : "overruled", did: "allowed" };
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
