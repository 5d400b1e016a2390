/**
 * What a person's passkey signs: the action exactly as it was shown, and the answer to it. Whoever
 * holds the ask can make the same text again, so a signature can be checked years later.
 */
import { canonicalJson } from "../canonical-json.ts";
import type { Reply } from "./answer.ts";
import type { Ask } from "./ask.ts";

export function signedAction(
  { id, questions, context, source, dialog }: Ask,
  reply: Reply,
  person: string,
): string {
  return canonicalJson({
    askline: 1,
    ask: id,
    asked: questions.map(({ title, prompt, options }) => ({ title, prompt, options })),
    context: context ?? null,
    agent: { client: source.client ?? null, folder: source.workingDirectory ?? null },
    action: dialog === undefined ? null : { tool: dialog.toolName, input: dialog.input },
    answer: reply,
    person,
  });
}
