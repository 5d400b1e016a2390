/**
 * A call that a person changed before they allowed it. It is theirs: it stands in their answer, under
 * its seal, and is judged like any other call. Pure.
 */
import { canonicalJson } from "../canonical-json.ts";
import type { Answer, Reply } from "./answer.ts";
import type { Ask, Risk } from "./ask.ts";

/** The only option that takes a changed call: what holds for good is about the agent's own. */
export const ALLOWS_ONCE = "allow";

export type CallInput = Readonly<Record<string, unknown>>;

/** Null for a reply that leaves the call as it is. */
export function editedIn({ answers }: Pick<Reply, "answers">): CallInput | null {
  return answers[0]?.editedInput ?? null;
}

/** Why this reply may not change the call; null if it may, or does not. */
export function refuseEdit(
  { presentation, dialog }: Pick<Ask, "presentation" | "dialog">,
  reply: Pick<Reply, "answers">,
): string | null {
  if (reply.answers.every(({ editedInput }) => editedInput === undefined)) return null;
  if (presentation?.editable === undefined || dialog?.kind !== "permission")
    return "This call cannot be changed before it is allowed.";
  const [answer, ...others] = reply.answers;
  if (others.length > 0 || answer?.optionIds.join() !== ALLOWS_ONCE)
    return "A changed call can be allowed once, and in no other way.";
  return null;
}

/** The same reply without a change that changes nothing. */
export function withoutIdleEdit({ dialog }: Pick<Ask, "dialog">, reply: Reply): Reply {
  const edited = editedIn(reply);
  if (edited === null || canonicalJson(edited) !== canonicalJson(dialog?.input)) return reply;
  return { ...reply, answers: reply.answers.map(({ editedInput: _, ...answer }) => answer) };
}

/** The ask as if the agent had asked for the changed call: with that call's own risk. */
export function askAsEdited(ask: Ask, risk: Risk | null): Ask {
  const { risk: _, ...presentation } = ask.presentation ?? {};
  const isForPasskey = presentation.editable?.passkey === true && risk?.level === "destructive";
  return {
    ...ask,
    presentation: {
      ...presentation,
      ...(risk !== null && { risk }),
      ...(isForPasskey && { passkey: true }),
    },
  };
}

/** What the person wrote in place of what the agent had asked for, field by field. */
export function changesOf(
  { dialog }: Pick<Ask, "dialog">,
  { editedInput = {} }: Pick<Answer, "editedInput">,
): { field: string; before: string; after: string }[] {
  const asked = dialog?.input ?? {};
  const fields = [...new Set([...Object.keys(asked), ...Object.keys(editedInput)])];
  return fields
    .map((field) => ({ field, before: inText(asked[field]), after: inText(editedInput[field]) }))
    .filter(({ before, after }) => before !== after);
}

function inText(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
