/** A dialog of an agent's own, as an ask: what a person is shown, and what the agent is told when they decided. */
import type { Reply } from "../../core/ask/answer.ts";
import type { Ask, SettledAsk } from "../../core/ask/ask.ts";
import type { AskInput } from "../../desk/desk.ts";

export interface Dialog {
  kind: "ask_user_question" | "permission" | "plan_approval";
  asks: Pick<AskInput, "questions" | "context" | "presentation" | "urgency" | "timeoutSeconds">;
  /** The body of the hook's reply once the ask is settled. An empty object is no opinion: the dialog stays as it is. */
  replyTo(ask: SettledAsk): Record<string, unknown>;
  /** The reply that a person's rule gives; left out where no rule may decide. */
  ruled?(decision: "allow" | "deny", reason: string | undefined): Reply;
  /** What a person said beside a decision that has no room for words; the agent should hear it all the same. */
  besides?(ask: SettledAsk): string | null;
  /** What a person decided in the agent's own terminal, as its finished tool shows it; null when that does not say. */
  decisionIn(finished: FinishedTool, ask: Ask): Reply | null;
}

export interface FinishedTool {
  input: Readonly<Record<string, unknown>>;
  response: unknown;
  hasFailed: boolean;
}

export const NO_OPINION = {};

/** A yes has no room for words. */
export function wordsBesideYes({ outcome }: SettledAsk, isYes: (optionId: string) => boolean): string | null {
  if (outcome.status !== "completed") return null;
  const [answer] = outcome.reply.answers;
  return answer?.optionIds.some(isYes) ? answer.customText?.trim() || null : null;
}
