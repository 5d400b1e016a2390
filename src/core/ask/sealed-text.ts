/**
 * What a seal covers: what was asked and decided, by whom, where and when, as one canonical text.
 * A seal is a keyed hash over it (store/file/seals.ts).
 */
import { canonicalJson } from "../canonical-json.ts";
import type { Ask, Outcome } from "./ask.ts";

/** A decision: what a person or a rule of theirs said. Deadlines and callers that leave are none. */
export type Decision = Extract<Outcome, { status: "completed" | "rejected" }>;

export function isDecision(outcome: Outcome): outcome is Decision {
  return outcome.status === "completed" || outcome.status === "rejected";
}

export function sealedText({ id, questions }: Ask, outcome: Decision): string {
  const { by, surface, who, at, openedBy, token } = outcome.provenance;
  const asked = questions.map(({ prompt, options }) => [
    prompt,
    ...options.map((option) => [option.id, option.label]),
  ]);
  const said =
    outcome.status === "completed"
      ? { reply: outcome.reply }
      : {
          kind: outcome.kind,
          reason: outcome.rejectionReason,
          askBack: outcome.askBack,
          notes: outcome.notes,
        };
  const { status } = outcome;
  const decided = { by, surface, who, at, openedBy, token };
  return canonicalJson({ version: 1, id, asked, status, ...said, ...decided });
}
