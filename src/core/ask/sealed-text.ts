/**
 * What a seal covers: what was asked and decided, by whom, where and when, as one canonical text.
 * A seal is a keyed hash over it (store/seals.ts).
 */
import type { Ask, Outcome } from "./ask.ts";

/** A decision: what a person or a rule of theirs said. Deadlines and callers that leave are none. */
export type Decision = Extract<Outcome, { status: "completed" | "rejected" }>;

export function isDecision(outcome: Outcome): outcome is Decision {
  return outcome.status === "completed" || outcome.status === "rejected";
}

export function sealedText({ id, questions }: Ask, outcome: Decision): string {
  const { by, surface, who, at, openedBy } = outcome.provenance;
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
  return canonical({ version: 1, id, asked, status, ...said, by, surface, who, at, openedBy });
}

/**
 * JSON with sorted keys and without what is undefined: equal values give equal texts. A list of ten
 * thousand decisions is checked with it, so it calls back for nothing.
 */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const fields = value as Record<string, unknown>;
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined);
  return `{${names.sort().map((name) => `${JSON.stringify(name)}:${canonical(fields[name])}`)}}`;
}
