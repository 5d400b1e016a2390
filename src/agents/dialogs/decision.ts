/** Turns a settled ask into a decision for the hook, and a finished tool into a reply. Pure. */
import type { Reply } from "../../core/ask/answer.ts";
import { type Outcome, rulingOf, type SettledAsk } from "../../core/ask/ask.ts";
import { editedIn } from "../../core/ask/edited-call.ts";
import { answersGivenIn, askedQuestionsIn } from "../clients/claude-code/asked-questions.ts";
import { answersFrom, replyFrom } from "../clients/claude-code/question-answers.ts";
import { dialogsOf } from "../clients/clients.ts";
import type { DialogDecision, DialogKind } from "../clients/common/client-dialogs.ts";
import { DENIED } from "../clients/common/tool-questions.ts";
import {
  wordsForDenial,
  wordsForPlanning,
  wordsForRejection,
  wordsForRuling,
  wordsWithoutChoice,
} from "../clients/common/words-for-agents.ts";
import { OPTIONS, type ReplyFacts } from "./dialog.ts";
import { formDecision } from "./server-form.ts";

/** The agent's own terminal, as the surface on which a dialog was decided. */
export const AGENT_SURFACE = { surface: "agent" };

/** Whether a person decided outside the agent's own terminal, or one of their rules did. */
export function isDecision({ outcome, sealed }: SettledAsk): boolean {
  const { by, surface } = outcome.provenance;
  if (sealed === false && isEdited(outcome)) return false;
  return rulingOf(outcome) !== null || (by === "person" && surface !== AGENT_SURFACE.surface);
}

/**
 * A changed call that another program wrote was judged by nobody, so it decides nothing: the client's
 * own terminal goes on asking.
 */
function isEdited(outcome: Outcome): boolean {
  return outcome.status === "completed" && editedIn(outcome.reply) !== null;
}

/** Whether a person looked at it and left it to the agent's own terminal. */
export function isLeftToTerminal({ outcome }: SettledAsk): boolean {
  const isIt = outcome.status === "completed" && outcome.reply.answers[0]?.optionIds[0];
  return isIt === OPTIONS.inTerminal;
}

/** A person's no to a permission, in the words that a transcript has for it; null if it is none. */
export function denialIn({ dialog, outcome }: SettledAsk): string | null {
  if (dialog?.kind !== "permission" || outcome.status !== "completed") return null;
  if (decisionOn(dialog, outcome)?.behavior !== "deny") return null;
  const reason = choiceIn(outcome.reply).text?.trim();
  return reason ? `${DENIED}: ${reason}` : DENIED;
}

/** The body of the hook's reply. An empty object leaves the dialog as it is. */
export function hookReply(
  { client }: ReplyFacts,
  decision: DialogDecision | null,
): Record<string, unknown> {
  return decision === null ? {} : (dialogsOf(client)?.reply(decision) ?? {});
}

/**
 * The reply to the hook of a settled dialog, made from the ask alone, so that any process can make
 * it. An empty object is no opinion: nobody decided, or only the terminal did. `own` is the call as
 * the agent made it, for whoever still has it: what is stored may have parts of it hidden.
 */
export function replyTo(
  ask: SettledAsk,
  own: ReplyFacts | undefined = ask.dialog,
): Record<string, unknown> {
  if (own === undefined || !isDecision(ask)) return {};
  return hookReply(own, decisionOn(own, ask.outcome));
}

/** Null if nobody decided, or somebody left it to the agent's own terminal. */
export function decisionOn(facts: ReplyFacts, outcome: Outcome): DialogDecision | null {
  if (facts.kind === "server_form") return onForm(facts, outcome);
  if (outcome.status === "rejected")
    return deny([wordsForRejection(outcome), ...answeredBeside(facts, outcome.reply)].join("\n"));
  if (outcome.status !== "completed") return null;
  switch (facts.kind) {
    case "ask_user_question": {
      const given = answersFrom(askedQuestionsIn(facts.input) ?? [], outcome.reply);
      return { behavior: "allow", input: { ...facts.input, ...given } };
    }
    case "plan_approval":
      return onPlan(facts, outcome.reply);
    case "permission":
      return onPermission(facts, outcome.reply, rulingOf(outcome));
  }
}

/** A server hears a no or nothing; it has no ear for a reason. */
function onForm({ input }: ReplyFacts, outcome: Outcome): DialogDecision | null {
  if (outcome.status === "completed") return formDecision(input, outcome.reply);
  if (outcome.status !== "rejected") return null;
  const action = outcome.kind === "reject" ? "decline" : "cancel";
  return { behavior: "form", action, content: null };
}

/** Some questions may have been answered before the person asked back about another. */
function answeredBeside({ kind, input }: ReplyFacts, reply: Reply | undefined): string[] {
  if (kind !== "ask_user_question" || reply === undefined) return [];
  const { answers } = answersFrom(askedQuestionsIn(input) ?? [], reply);
  const words = Object.entries(answers).map(([question, answer]) => `- ${question} ${answer}`);
  return ["This much they answered:", ...words];
}

/** Typed text without an option is a no, even if it says "yes": only an option gives consent. */
function onPermission(
  { updates }: ReplyFacts,
  reply: Reply,
  rule: string | null,
): DialogDecision | null {
  const { chosen, text } = choiceIn(reply);
  if (chosen === OPTIONS.inTerminal) return null;
  if (chosen === OPTIONS.allow) {
    const input = editedIn(reply);
    return { behavior: "allow", ...(input !== null && { input }) };
  }
  const permissions = updates.find((_, index) => OPTIONS.always(index) === chosen);
  if (permissions !== undefined) return { behavior: "allow", permissions };
  if (rule !== null) return deny(wordsForRuling(rule, text));
  return deny(chosen === OPTIONS.deny ? wordsForDenial(text) : wordsWithoutChoice(text ?? ""));
}

/** Claude Code ignores an approval without the input and leaves its own dialog open. */
function onPlan({ input, updates }: ReplyFacts, reply: Reply): DialogDecision {
  const { chosen, text } = choiceIn(reply);
  if (chosen === OPTIONS.approve) return { behavior: "allow", input };
  const permissions = updates.find((_, index) => OPTIONS.approveAnd(index) === chosen);
  return permissions === undefined
    ? deny(wordsForPlanning(text))
    : { behavior: "allow", input, permissions };
}

function choiceIn({ answers: [answer] }: Reply): {
  chosen: string | undefined;
  text: string | null;
} {
  return { chosen: answer?.optionIds[0], text: answer?.customText ?? null };
}

function deny(message: string): DialogDecision {
  return { behavior: "deny", message };
}

/** The reply for a rule's decision. Null for questions and plans, which no rule may decide. */
export function ruledReply(
  kind: DialogKind,
  decision: "allow" | "deny",
  reason: string | undefined,
): Reply | null {
  if (kind !== "permission") return null;
  if (decision === "allow") return { answers: [{ optionIds: [OPTIONS.allow] }] };
  return { answers: [{ optionIds: [OPTIONS.deny], ...(reason && { customText: reason }) }] };
}

/** Text that a person added to a yes. A hook's yes has no room for it, so it is sent separately. */
export function wordsBesideYes({ kind }: ReplyFacts, { outcome }: SettledAsk): string | null {
  if (outcome.status !== "completed" || !HAS_YES.has(kind)) return null;
  const no: string = kind === "permission" ? OPTIONS.deny : OPTIONS.keepPlanning;
  const [answer] = outcome.reply.answers;
  return answer?.optionIds.some((id) => id !== no) ? answer.customText?.trim() || null : null;
}

const HAS_YES: ReadonlySet<DialogKind> = new Set(["permission", "plan_approval"]);

export interface FinishedTool {
  readonly input: Readonly<Record<string, unknown>>;
  readonly response: unknown;
  readonly hasFailed: boolean;
}

/** The decision made in the agent's terminal, as its finished tool shows it; null if unclear. */
export function decidedInTerminal(
  facts: ReplyFacts,
  { input, response, hasFailed }: FinishedTool,
): Reply | null {
  if (hasFailed) return null;
  switch (facts.kind) {
    case "permission":
      return { answers: [{ optionIds: [OPTIONS.allow] }] };
    case "plan_approval":
      return { answers: [{ optionIds: [OPTIONS.approve] }] };
    case "ask_user_question": {
      const given = answersGivenIn(response) ?? answersGivenIn(input);
      return given && replyFrom(askedQuestionsIn(facts.input) ?? [], given);
    }
    case "server_form":
      return null;
  }
}
