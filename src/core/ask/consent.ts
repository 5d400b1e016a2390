/** Whether a reply allows something, and whether that has to be confirmed first. Pure. */
import type { Reply } from "./answer.ts";
import type { Ask } from "./ask.ts";

/**
 * The options of an agent's dialog that allow nothing: deny it, keep planning, or leave it to the
 * agent's own terminal.
 */
const REFUSING: ReadonlySet<string> = new Set(["deny", "plan", "in_terminal"]);

export function isRefusing(optionId: string): boolean {
  return REFUSING.has(optionId);
}

/** Any option but the refusal allows what is asked; the person's own words never do. */
export function allowsSomething({ answers }: Pick<Reply, "answers">): boolean {
  return answers.some(({ optionIds }) => optionIds.some((id) => !isRefusing(id)));
}

/** Whether the ask is about something that our own check found to destroy. */
export function isDestructiveAsk({ presentation }: Pick<Ask, "presentation">): boolean {
  return presentation?.risk?.level === "destructive";
}

export function needsConfirmation(
  ask: Pick<Ask, "presentation">,
  reply: Pick<Reply, "answers">,
): boolean {
  return isDestructiveAsk(ask) && allowsSomething(reply);
}

/** Whether it is a permission, whose command or change must be seen whole before it is allowed. */
export function isPermissionAsk({
  questions,
  returnPath,
  presentation,
}: Pick<Ask, "questions" | "returnPath" | "presentation">): boolean {
  const asksConsent = questions.some(({ options }) => options.some(({ id }) => isRefusing(id)));
  return asksConsent && (returnPath === "hook" || presentation?.risk !== undefined);
}

/** Whether only a passkey's signature can give this reply. A refusal never needs one. */
export function needsPasskey(
  { presentation }: Pick<Ask, "presentation">,
  reply: Pick<Reply, "answers">,
): boolean {
  return presentation?.passkey === true && allowsSomething(reply);
}
